"""The audit: every roll resolved again; what was changed is named by entry and field (dad_13)."""

import io
import json
import tracemalloc
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import translation

from partidas.consultas import libros
from partidas.dominio import auditoria, obrero, rutinas
from partidas.models import Suceso, Tirada, Trabajo
from reglas import motor
from reglas.libro import Fallo
from reglas.models import Asiento, Auditoria, Clase, Libro
from reglas.nucleo.canonico import canonico
from reglas.sellado import sellar
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.libro_largo import alargar
from tests.sin_disparadores import sin_disparadores

pytestmark = pytest.mark.django_db


def mesa_con_tiradas() -> fabrica.Mesa:
    """Set a table with two open rolls and a closed one; the open ones are entries 1 and 2 of their book."""
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(), fabrica.tarea(esfuerzo=1)))
    fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, tiradas=(fabrica.tarea(),))
    return mesa


def el_libro(mesa: fabrica.Mesa, clase: Clase = Clase.ABIERTO) -> Libro:
    return Libro.objects.get(dueno=mesa.partida.publico, clase=clase)


def auditar(*duenos: str) -> tuple[int, str, str]:
    """Run the command; return its exit code and both outputs."""
    salida, errores = io.StringIO(), io.StringIO()
    try:
        call_command("auditar_tiradas", *duenos, stdout=salida, stderr=errores)
    except CommandError as error:
        return error.returncode, salida.getvalue(), f"{errores.getvalue()}{error}"
    return 0, salida.getvalue(), errores.getvalue()


def tarjeta(mesa: fabrica.Mesa, n: int, clase: Clase = Clase.ABIERTO) -> Tirada:
    return Tirada.objects.sin_filtrar("test").get(asiento__libro=el_libro(mesa, clase), asiento__n=n)


def cambiar_asiento(tirada: Tirada, **campos: object) -> None:
    with sin_disparadores(connection):
        Asiento.objects.filter(pk=tirada.asiento_id).update(**campos)


def otro_valor(valor: int) -> int:
    return valor % 20 + 1


def test_lo_que_no_se_ha_tocado_se_resuelve_igual():
    mesa = mesa_con_tiradas()

    assert auditar() == (0, "Asientos: 5. Tiradas resueltas otra vez: 3.\n", "")
    assert auditar(mesa.partida.publico)[1] == auditar()[1]
    anotadas = Auditoria.objects.order_by("libro").values_list("asientos", "tiradas", "otras_reglas", "fallos")
    assert sorted(anotadas) == [(2, 1, 0, 0), (3, 2, 0, 0)]


def test_un_dado_cambiado_en_la_tarjeta_se_nombra():
    mesa = mesa_con_tiradas()
    tirada = tarjeta(mesa, 1)
    tirada.respuesta["tiradas"][0]["valor"] = otro_valor(tirada.respuesta["tiradas"][0]["valor"])
    tirada.save(update_fields=["respuesta"])

    codigo, _, errores = auditar()

    libro = f"{mesa.partida.publico} (abierto): asiento 1"
    assert (codigo, errores.splitlines()) == (
        1,
        [f"{libro}: tarjeta.respuesta.tiradas", f"{libro}: respuesta.tiradas.0.valor", "2 cosas no cuadran."],
    )


def test_un_dado_cambiado_en_el_libro_se_nombra_con_lo_que_arrastra():
    mesa = mesa_con_tiradas()
    tirada = tarjeta(mesa, 1)
    entrada = json.loads(tirada.asiento.contenido)
    entrada["dados"][0][1] = otro_valor(entrada["dados"][0][1])
    cambiar_asiento(tirada, contenido=canonico(entrada))

    repaso = auditoria.repasar(el_libro(mesa), ahora=AHORA)

    dichos = {fallo.que for fallo in repaso.fallos if fallo.n == 1}
    assert {"hash", "dados", "tarjeta.respuesta.tiradas", "respuesta.detalle.natural"} <= dichos
    assert {fallo.n for fallo in repaso.fallos} == {1}


def test_una_peticion_cambiada_se_nombra_aunque_se_selle_otra_vez():
    mesa = mesa_con_tiradas()
    tirada = tarjeta(mesa, 2)
    solicitud = json.loads(tirada.asiento.peticion)
    solicitud["datos"]["dificultad"] = 4
    texto = json.dumps(solicitud, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    cambiar_asiento(tirada, peticion=texto)
    sin_sellar = auditoria.repasar(el_libro(mesa), ahora=AHORA)

    entrada = {**json.loads(tirada.asiento.contenido), "solicitud": sellar(texto, tirada.asiento.sal)}
    cambiar_asiento(tirada, contenido=canonico(entrada))
    sellada = auditoria.repasar(el_libro(mesa), ahora=AHORA)

    cambian = {Fallo(2, f"respuesta.detalle.{clave}") for clave in ("dificultad_base", "dificultad_final")}
    assert {Fallo(2, "solicitud"), *cambian} <= set(sin_sellar.fallos)
    assert {Fallo(2, "hash"), *cambian} <= set(sellada.fallos)
    assert Fallo(2, "solicitud") not in sellada.fallos


def test_una_peticion_que_ya_no_vale_se_nombra_con_su_campo():
    mesa = mesa_con_tiradas()
    tirada = tarjeta(mesa, 2)
    solicitud = json.loads(tirada.asiento.peticion)
    solicitud["datos"]["dificultad"] = 11
    cambiar_asiento(tirada, peticion=json.dumps(solicitud))

    repaso = auditoria.repasar(el_libro(mesa), ahora=AHORA)

    assert Fallo(2, "solicitud.datos.dificultad (fuera_de_rango)") in repaso.fallos


@pytest.mark.parametrize("peticion", ["[]", "{}", '"x"', '{"sistema":[],"accion":"tarea","ficha":{}}', "{"])
def test_una_peticion_destrozada_no_detiene_la_auditoria(peticion):
    mesa = mesa_con_tiradas()
    cambiar_asiento(tarjeta(mesa, 1), peticion=peticion)

    repaso = auditoria.repasar(el_libro(mesa), ahora=AHORA)

    assert {fallo.n for fallo in repaso.fallos} == {1}
    assert repaso.asientos == 3


def test_una_regla_cambiada_sin_cambiar_de_version_se_nombra(monkeypatch):
    mesa = mesa_con_tiradas()
    juego = motor.sistema("strange")
    original = juego.acciones["tarea"].regla

    def con_un_grado_mas(contexto):
        resultado = original(contexto)
        return replace(resultado, detalle={**resultado.detalle, "numero_objetivo": 99})

    acciones = {**juego.acciones, "tarea": replace(juego.acciones["tarea"], regla=con_un_grado_mas)}
    cambiado = replace(juego, acciones=MappingProxyType(acciones))
    monkeypatch.setattr(motor, "sistemas", lambda: {"strange": cambiado})

    codigo, _, errores = auditar()

    abierto, cerrado = (f"{mesa.partida.publico} ({clase}): asiento" for clase in Clase)
    assert (codigo, errores.splitlines()) == (
        1,
        [
            f"{abierto} 1: respuesta.detalle.numero_objetivo",
            f"{abierto} 2: respuesta.detalle.numero_objetivo",
            f"{cerrado} 1: respuesta.detalle.numero_objetivo",
            "3 cosas no cuadran.",
        ],
    )


def test_otra_version_de_las_reglas_se_cuenta_y_se_dice(monkeypatch):
    mesa_con_tiradas()
    nueva = replace(motor.sistema("strange"), version="2")
    monkeypatch.setattr(motor, "sistemas", lambda: {"strange": nueva})
    con_otra = auditar()
    monkeypatch.setattr(motor, "sistemas", lambda: {})
    sin_sistema = auditar()

    assert con_otra == sin_sistema
    assert con_otra == (
        0,
        "Asientos: 5. Tiradas resueltas otra vez: 0.\n"
        "3 tiradas son de otra versión de las reglas y no se han resuelto.\n",
        "",
    )


@pytest.mark.parametrize(("columna", "valor"), [("recibo", "ab" * 32), ("libro", "cerrado"), ("accion", "mover")])
def test_una_tarjeta_que_no_es_la_de_su_asiento_se_nombra(columna, valor):
    mesa = mesa_con_tiradas()
    Tirada.objects.sin_filtrar("test").filter(pk=tarjeta(mesa, 1).pk).update(**{columna: valor})

    assert auditoria.repasar(el_libro(mesa), ahora=AHORA).fallos == (Fallo(1, f"tarjeta.{columna}"),)


def test_un_asiento_sin_tarjeta_se_nombra():
    mesa = mesa_con_tiradas()
    Tirada.objects.sin_filtrar("test").filter(pk=tarjeta(mesa, 2).pk).delete()

    assert auditoria.repasar(el_libro(mesa), ahora=AHORA).fallos == (Fallo(2, "tarjeta"),)


def test_un_uno_no_es_verdadero_ni_una_lista_mas_corta_igual():
    def diferencias(ahora, guardado):
        return list(auditoria._diferencias(ahora, guardado))

    assert diferencias({"a": 1, "b": (1, 2)}, {"a": 1, "b": [1, 2]}) == []
    assert diferencias({"a": 1}, {"a": True}) == [".a"]
    assert diferencias({"a": [1, {"c": 2}]}, {"a": [1, {"c": 3}]}) == [".a.1.c"]
    assert diferencias({"a": [1]}, {"a": [1, 2]}) == [".a"]
    assert diferencias({"a": 1}, {"b": 1}) == [".a", ".b"]


def test_de_noche_lo_hace_el_obrero_y_lo_que_falla_se_cuenta_una_vez():
    mesa = mesa_con_tiradas()
    tirada = tarjeta(mesa, 1)
    bueno = tirada.respuesta["detalle"]["total"]
    tirada.respuesta["detalle"]["total"] = bueno + 1
    tirada.save(update_fields=["respuesta"])

    noche = AHORA.replace(hour=4)
    rutinas.planificar(noche)
    obrero.vaciar(lambda: noche)
    auditoria.repasar(el_libro(mesa), ahora=noche)

    sucesos = Suceso.objects.sin_filtrar("test").filter(clase="libro_roto")
    assert [(s.partida, s.escena, s.actor) for s in sucesos] == [(mesa.partida, None, None)]
    todos = Suceso.objects.sin_filtrar("test")
    assert {s.clase for s in todos if s.es_de_la_direccion} == {"libro_roto"}
    parado = Trabajo.objects.get(estado="parado")
    assert (parado.clave.split(":")[2], parado.error) == ("abierto", "NoRepetir: asiento 1: respuesta.detalle.total")
    roto = libros.rotos().get()
    assert (roto.libro, roto.fallos, roto.primero) == (el_libro(mesa), 1, "asiento 1: respuesta.detalle.total")
    assert list(libros.rotos_de(mesa.partida)) == [roto]

    tirada.respuesta["detalle"]["total"] = bueno
    tirada.save(update_fields=["respuesta"])
    auditoria.repasar(el_libro(mesa), ahora=noche)

    assert list(libros.rotos()) == []


def test_un_libro_roto_lo_ve_el_equipo_en_todas_partes_y_la_direccion_en_su_partida_y_nadie_mas():
    mesa = mesa_con_tiradas()
    equipo = fabrica.cuenta("root", is_staff=True)
    tarjeta(mesa, 1).delete()
    auditoria.repasar(el_libro(mesa), ahora=AHORA)
    portada, suya, escritorio = "/", f"/p/{mesa.partida.publico}/", f"/p/{mesa.partida.publico}/mesa/"
    lugar = f"{mesa.partida.publico} (abierto)"

    def visto(quien, camino: str) -> tuple[bool, bool]:
        cliente = Client()
        cliente.force_login(quien)
        pagina = cliente.get(camino).content.decode()
        return "Hay libros de tiradas que no cuadran." in pagina and lugar in pagina, (
            "El libro de tiradas de esta partida no cuadra." in pagina and "libro abierto, asiento 1: tarjeta" in pagina
        )

    assert visto(equipo, portada) == (True, False)
    assert [visto(mesa.dani, camino) for camino in (portada, suya, escritorio)] == [
        (False, False), (False, True), (False, True),
    ]  # fmt: skip
    assert {visto(quien, camino) for quien in (mesa.ana, mesa.esp, mesa.eva) for camino in (portada, suya)} == {
        (False, False)
    }

    Auditoria.objects.update(fallos=0, primero="")
    assert (visto(equipo, portada), visto(mesa.dani, suya)) == ((False, False), (False, False))


def test_la_barra_solo_se_dibuja_en_una_terminal():
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    mesa_con_tiradas()
    errores = Terminal()

    call_command("auditar_tiradas", stdout=io.StringIO(), stderr=errores)

    trozos = errores.getvalue().split("\r")
    assert trozos[1] == "[###...........................] 12 % 1/8"
    assert trozos[8] == f"[{'#' * 30}] 100 % 8/8"
    assert trozos[-1] == ""


def test_en_ingles_se_dice_en_ingles():
    mesa_con_tiradas()

    with translation.override("en"):
        assert auditar()[1] == "Entries: 5. Rolls resolved again: 3.\n"


def test_la_memoria_no_crece_con_las_tiradas():
    mesa = mesa_con_tiradas()
    uno = el_libro(mesa)

    def pico() -> int:
        tracemalloc.start()
        try:
            repaso = auditoria.repasar(Libro.objects.get(pk=uno.pk), ahora=AHORA)
            assert repaso.cuantos == 0, repaso.fallos
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    alargar(mesa.partida, 600)
    corto = pico()
    alargar(mesa.partida, 1_800)
    largo = pico()

    assert Tirada.objects.sin_filtrar("test").filter(asiento__libro=uno).count() == 2_402
    assert largo < corto * 1.2, (corto, largo)


@pytest.mark.parametrize("respuesta", [[], "x", 3, {}, {"tiradas": 3}, {"tiradas": [3]}, {"tiradas": [{"dado": []}]}])
def test_una_respuesta_destrozada_no_detiene_la_auditoria(respuesta):
    mesa = mesa_con_tiradas()
    Tirada.objects.sin_filtrar("test").filter(pk=tarjeta(mesa, 1).pk).update(respuesta=respuesta)

    repaso = auditoria.repasar(el_libro(mesa), ahora=AHORA)

    assert Fallo(1, "tarjeta.respuesta.tiradas") in repaso.fallos
    assert {fallo.n for fallo in repaso.fallos} == {1}
    assert (repaso.asientos, repaso.tiradas) == (3, 2)


def test_una_peticion_sin_fondo_no_detiene_la_auditoria():
    mesa = mesa_con_tiradas()
    cambiar_asiento(tarjeta(mesa, 1), peticion='{"a":' * 100_000)

    assert {fallo.n for fallo in auditoria.repasar(el_libro(mesa), ahora=AHORA).fallos} == {1}


@pytest.mark.parametrize("contenido", ["[]", "3", "{}", "{", "[" * 100_000])
def test_un_asiento_destrozado_no_detiene_la_auditoria(contenido):
    mesa = mesa_con_tiradas()
    cambiar_asiento(tarjeta(mesa, 1), contenido=contenido)

    repaso = auditoria.repasar(el_libro(mesa), ahora=AHORA)

    assert Fallo(1, "contenido") in repaso.fallos
    assert repaso.asientos == 3


@pytest.mark.parametrize("campo", ["resumen", "texto", "efectos", "opciones", "ficha", "grado", "exito"])
def test_cada_parte_de_lo_guardado_se_compara(campo):
    mesa = mesa_con_tiradas()
    tirada = tarjeta(mesa, 1)
    del tirada.respuesta[campo]
    tirada.save(update_fields=["respuesta"])

    assert auditoria.repasar(el_libro(mesa), ahora=AHORA).fallos == (Fallo(1, f"respuesta.{campo}"),)


def test_dos_tarjetas_cambiadas_de_sitio_se_nombran():
    mesa = mesa_con_tiradas()
    una, otra = tarjeta(mesa, 1), tarjeta(mesa, 2)
    una.respuesta, otra.respuesta = otra.respuesta, una.respuesta
    una.save(update_fields=["respuesta"])
    otra.save(update_fields=["respuesta"])

    assert {fallo.n for fallo in auditoria.repasar(el_libro(mesa), ahora=AHORA).fallos} == {1, 2}


def test_un_dueno_que_no_hay_no_es_un_libro_sano():
    mesa = mesa_con_tiradas()

    codigo, _, errores = auditar(mesa.partida.publico, "OtraPartida")

    assert (codigo, errores) == (1, "No hay libros de «OtraPartida».\n1 cosa no cuadra.")


def test_una_auditoria_larga_no_la_toma_otro_obrero(monkeypatch):
    """Its lease is longer than that of a message to tell: another worker that looks meanwhile finds nothing."""
    mesa_con_tiradas()
    noche = AHORA.replace(hour=4)
    rutinas.planificar(noche)
    otros, original = [], auditoria.repasar

    def larga(uno, **resto):
        luego = noche + timedelta(minutes=50)
        otros.append(Trabajo.objects.filter(tipo="revisar_libro", tomado_hasta__gt=luego).count())
        return original(uno, **resto)

    monkeypatch.setattr(auditoria, "repasar", larga)
    obrero.vaciar(lambda: noche)

    assert otros == [1, 1]
