"""What waits is written with what causes it and settled with what answers it; promises and what is put off."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps

from cuentas import dominio as cuentas
from partidas.consultas import pendientes as consultas
from partidas.dominio import (
    anulaciones,
    escenas,
    moderacion,
    partidas,
    peticiones,
    plazas,
    promesas,
    reparto,
)
from partidas.dominio.deshacer import deshacer
from partidas.dominio.errores import DatoInvalido, NoPermitido
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Acta, Participante, Pendiente, SolicitudDePalabra, Suceso, Tirada
from partidas.presentacion import pendientes as presentacion
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def filas() -> list[tuple[str, str, str | None, str | None]]:
    """Return class, how it ended, who owes it and who waits, of all rows."""
    todas = Pendiente.objects.sin_filtrar("test").order_by("pk").select_related("para", "espera")
    return [(f.clase, f.fin, f.para and f.para.username, f.espera and f.espera.username) for f in todas]


def toca(persona, ahora=AHORA) -> list[str]:
    return [fila.clase for fila in consultas.cola(persona, ahora).toca]


def esperas(persona, ahora=AHORA) -> list[str]:
    return [fila.clase for fila in consultas.cola(persona, ahora).esperas]


def dado(mesa) -> str:
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    return Tirada.objects.sin_filtrar("test").get(mensaje=mensaje).publico


def palabra_pedida(mesa, **campos) -> SolicitudDePalabra:
    """Ask for the direction's word as a verb does: no action of this system takes it."""
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, **campos)
    return peticiones.anotar(
        mensaje, TiradaDeclarada("tarea", {}), actor=mesa.kaelen.personaje, objetivo=None, clave=uuid4(),
        por=mesa.ana, ahora=AHORA, sistema="strange",
    )  # fmt: skip


def debe(mesa, persona, **campos) -> Pendiente:
    """Write a turn that somebody owes."""
    datos = {"partida": mesa.partida, "escena": mesa.escena, "clase": "turno", "desde": AHORA, "clave": str(uuid4())}
    return Pendiente.objects.sin_filtrar("test").create(para=persona, **datos | campos)


def test_pedir_que_se_anule_espera_a_la_direccion_hasta_que_contesta_o_se_retira():
    mesa = fabrica.mesa()
    uno, otro, tercero = dado(mesa), dado(mesa), dado(mesa)
    for cual in (uno, otro, tercero):
        anulaciones.pedir(cual, motivo="Eh", por=mesa.ana, ahora=AHORA)

    assert (toca(mesa.dani), esperas(mesa.ana), toca(mesa.ana), toca(mesa.bruno)) == (
        ["anulacion"] * 3, ["anulacion"] * 3, [], [],
    )  # fmt: skip

    anulaciones.negar(uno, por=mesa.dani, ahora=AHORA)
    anulaciones.retirar(otro, por=mesa.ana, ahora=AHORA)
    anulaciones.conceder(tercero, por=mesa.dani, ahora=AHORA)

    assert filas() == [
        ("anulacion", "hecho", None, "ana"),
        ("anulacion", "retirado", None, "ana"),
        ("anulacion", "hecho", None, "ana"),
    ]
    anulaciones.pedir(uno, motivo="De verdad", por=mesa.ana, ahora=AHORA + timedelta(hours=1))
    assert filas()[0] == ("anulacion", "", None, "ana")
    assert Suceso.objects.sin_filtrar("test").filter(clase="pendiente").count() == 4


def test_la_palabra_espera_en_su_mensaje_y_se_cierra_con_su_sitio():
    mesa = fabrica.mesa()
    pedida = palabra_pedida(mesa)
    assert (toca(mesa.dani), esperas(mesa.ana)) == (["palabra"], ["palabra"])

    otra = escenas.abrir(mesa.partida, titulo="Otra", por=mesa.dani, ahora=AHORA)
    moderacion.mover(pedida.mensaje, destino=otra, por=mesa.dani, ahora=AHORA)
    assert Pendiente.objects.sin_filtrar("test").get().escena == otra

    escenas.cerrar(otra, por=mesa.dani, ahora=AHORA)
    assert filas() == [("palabra", "retirado", None, "ana")]
    assert (toca(mesa.dani), esperas(mesa.ana)) == ([], [])


def test_cerrar_la_partida_cierra_la_palabra_y_calla_lo_demas():
    mesa = fabrica.mesa()
    palabra_pedida(mesa)
    anulaciones.pedir(dado(mesa), motivo="Eh", por=mesa.ana, ahora=AHORA)
    plazas.dar(mesa.partida, persona=mesa.eva, papel="jugador", por=mesa.dani, ahora=AHORA)

    partidas.pausar(mesa.partida, por=mesa.dani, ahora=AHORA)
    assert (toca(mesa.dani), toca(mesa.eva), esperas(mesa.ana), esperas(mesa.dani)) == ([], [], [], [])

    partidas.reanudar(mesa.partida, por=mesa.dani, ahora=AHORA)
    assert (toca(mesa.dani), toca(mesa.eva), esperas(mesa.dani)) == (["palabra", "anulacion"], ["plaza"], ["plaza"])

    partidas.finalizar(mesa.partida, por=mesa.dani, ahora=AHORA)
    assert (toca(mesa.dani), toca(mesa.eva)) == ([], [])
    assert [fin for _clase, fin, _para, _espera in filas()] == ["retirado", "", ""]


@pytest.mark.parametrize(
    ("que", "fin"), [("aceptar", "hecho"), ("rechazar", "hecho"), ("quitar", "retirado"), ("unirse", "hecho")]
)
def test_la_plaza_ofrecida_espera_a_quien_se_le_ofrece(que, fin):
    mesa = fabrica.mesa("publica", admite=True)
    plazas.dar(mesa.partida, persona=mesa.eva, papel="jugador", por=mesa.dani, ahora=AHORA)
    assert (toca(mesa.eva), esperas(mesa.dani), esperas(mesa.ana)) == (["plaza"], ["plaza"], [])
    plaza = Participante.objects.sin_filtrar("test").get(partida=mesa.partida, usuario=mesa.eva)

    match que:
        case "quitar":
            plazas.quitar(plaza, por=mesa.dani, ahora=AHORA)
        case "unirse":
            reparto.sentarse(mesa.partida, usuario=mesa.eva, ahora=AHORA)
        case _:
            getattr(plazas, que)(mesa.partida, por=mesa.eva, ahora=AHORA)

    assert filas() == [("plaza", fin, "eva", None)]
    assert (toca(mesa.eva), esperas(mesa.dani)) == ([], [])


def test_deshacer_la_retirada_de_una_oferta_la_ofrece_otra_vez():
    mesa = fabrica.mesa()
    plazas.dar(mesa.partida, persona=mesa.eva, papel="jugador", por=mesa.dani, ahora=AHORA)
    deshacer(Acta.objects.sin_filtrar("test").latest("pk"), por=mesa.dani, ahora=AHORA)
    assert filas() == [("plaza", "retirado", "eva", None)]

    deshacer(Acta.objects.sin_filtrar("test").latest("pk"), por=mesa.dani, ahora=AHORA)
    assert filas() == [("plaza", "", "eva", None)]
    assert toca(mesa.eva) == ["plaza"]


@pytest.mark.parametrize("como", ["quitar", "expulsar", "dejar", "cerrar la cuenta"])
def test_quien_se_va_no_debe_nada_y_no_sabe_mas(como):
    mesa = fabrica.mesa("publica")
    debe(mesa, mesa.ana, espera=mesa.bruno)
    debe(mesa, mesa.bruno, espera=mesa.ana)
    anulaciones.pedir(dado(mesa), motivo="Eh", por=mesa.ana, ahora=AHORA)
    plaza = Participante.objects.sin_filtrar("test").get(partida=mesa.partida, usuario=mesa.ana)
    match como:
        case "quitar":
            plazas.quitar(plaza, por=mesa.dani, ahora=AHORA)
        case "expulsar":
            plazas.expulsar(plaza, motivo="Eh", por=mesa.dani, ahora=AHORA)
        case "dejar":
            plazas.dejar(mesa.partida, por=mesa.ana, ahora=AHORA)
        case _:
            cuentas.cerrar_cuenta(mesa.ana, ahora=AHORA)

    nombre = f"cerrada-{mesa.ana.publico}" if como == "cerrar la cuenta" else "ana"
    assert filas()[0] == ("turno", "retirado", nombre, "bruno")
    assert esperas(mesa.bruno) == []
    if como != "cerrar la cuenta":
        assert (toca(mesa.ana), esperas(mesa.ana)) == ([], [])
    assert toca(mesa.bruno) == ["turno"]
    assert toca(mesa.dani) == ["anulacion"]


def test_lo_que_esta_a_la_vista_lo_espera_quien_juega_en_su_escena():
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.kaelen)
    debe(mesa, mesa.ana, a_la_vista=True)
    debe(mesa, mesa.ana, a_la_vista=True, escena=secreta)
    debe(mesa, mesa.ana, clase="peticion")

    assert len(consultas.cola(mesa.ana, AHORA).toca) == 3
    assert [len(consultas.cola(quien, AHORA).esperas) for quien in (mesa.bruno, mesa.dani, mesa.esp, mesa.eva)] == [
        1, 3, 0, 0,
    ]  # fmt: skip


def test_contestare_hoy_lo_ve_la_mesa_hasta_la_medianoche_de_quien_lo_dijo():
    mesa = fabrica.mesa()
    mesa.ana.zona = "America/Bogota"
    mesa.ana.save()
    fila = debe(mesa, mesa.ana, a_la_vista=True, personaje=mesa.kaelen.personaje)

    assert promesas.prometer(fila.publico, por=mesa.ana, ahora=AHORA)

    def dicho(persona, ahora):
        cola = consultas.cola(persona, ahora)
        return [presentacion.ver(f, cola.nombres, ahora, propia=False).promesa for f in cola.esperas]

    antes_de_su_medianoche = AHORA + timedelta(hours=10)  # 23:00 in Bogota
    assert dicho(mesa.bruno, AHORA) == ["Kaelen contestará hoy"]
    assert dicho(mesa.bruno, antes_de_su_medianoche) == ["Kaelen contestará hoy"]
    assert dicho(mesa.bruno, AHORA + timedelta(hours=12)) == [""]

    assert promesas.retractarse(fila.publico, por=mesa.ana)
    assert dicho(mesa.bruno, AHORA) == [""]


def test_posponer_es_de_una_sola_persona_y_vuelve_a_su_hora():
    mesa = fabrica.mesa()
    fila = debe(mesa, mesa.ana, a_la_vista=True)
    hasta = AHORA + timedelta(hours=3)

    assert promesas.posponer(fila.publico, hasta=hasta, por=mesa.ana, ahora=AHORA)

    cola = consultas.cola(mesa.ana, AHORA)
    assert (len(cola.toca), len(cola.pospuestas), consultas.cuantos(mesa.ana, AHORA)) == (0, 1, 0)
    assert esperas(mesa.bruno) == ["turno"]
    assert (toca(mesa.ana, hasta), consultas.cuantos(mesa.ana, hasta)) == (["turno"], 1)

    promesas.recuperar(fila.publico, por=mesa.ana)
    assert toca(mesa.ana) == ["turno"]
    for lejos in (AHORA, AHORA + timedelta(days=30)):
        with pytest.raises(DatoInvalido):
            promesas.posponer(fila.publico, hasta=lejos, por=mesa.ana, ahora=AHORA)


def test_lo_que_espera_a_varias_personas_que_dirigen_no_lo_pospone_una():
    mesa = fabrica.mesa()
    anulaciones.pedir(dado(mesa), motivo="Eh", por=mesa.ana, ahora=AHORA)
    fila, hasta = Pendiente.objects.sin_filtrar("test").get(), AHORA + timedelta(hours=3)
    assert promesas.posponer(fila.publico, hasta=hasta, por=mesa.dani, ahora=AHORA)
    assert toca(mesa.dani) == []

    fabrica.sentar(mesa.partida, mesa.esp, "direccion", AHORA)

    assert (toca(mesa.dani), toca(mesa.esp)) == (["anulacion"], ["anulacion"])
    with pytest.raises(NoPermitido):
        promesas.posponer(fila.publico, hasta=hasta, por=mesa.esp, ahora=AHORA)


def test_lo_saldado_no_se_promete_ni_se_pospone():
    mesa = fabrica.mesa()
    fila = debe(mesa, mesa.ana, saldado=AHORA, fin="hecho")

    assert promesas.prometer(fila.publico, por=mesa.ana, ahora=AHORA) is False
    assert promesas.posponer(fila.publico, hasta=AHORA + timedelta(hours=1), por=mesa.ana, ahora=AHORA) is False


def test_la_migracion_escribe_lo_que_ya_esperaba_una_vez():
    mesa = fabrica.mesa()
    pedida, cual = palabra_pedida(mesa), dado(mesa)
    anulaciones.pedir(cual, motivo="Eh", por=mesa.ana, ahora=AHORA)
    plazas.dar(mesa.partida, persona=mesa.eva, papel="jugador", por=mesa.dani, ahora=AHORA)
    campos = ("clave", "clase", "partida", "escena", "mensaje", "personaje", "para", "espera", "desde", "saldado")
    eran = list(Pendiente.objects.sin_filtrar("test").order_by("clave").values_list(*campos))
    assert {fila[0] for fila in eran} >= {f"palabra:{pedida.publico}", f"anulacion:{cual}"}
    Pendiente.objects.sin_filtrar("test").delete()

    migracion = import_module("partidas.migrations.0026_lo_que_ya_espera")
    for _vez in range(2):
        migracion.escribir(apps, None)

    assert list(Pendiente.objects.sin_filtrar("test").order_by("clave").values_list(*campos)) == eran
