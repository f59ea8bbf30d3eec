"""What is unread: the traps of other forums, each by its number, and the verbs that move a marker."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from partidas.consultas import marcas as consultas
from partidas.dominio import lectores, marcas, moderacion, plazas
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.models import Escena, Marca, Mensaje, Participante, Saltado, Visto
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db

UN_RATO = timedelta(minutes=5)


@pytest.fixture
def mesa():
    return fabrica.mesa()


def cuantos(persona, escena) -> int:
    """Return the count beside a scene; zero for one that is not theirs."""
    filas = consultas.contados(persona, Escena.objects.visibles_para(persona).filter(pk=escena.pk))
    return sum(filas.values_list("sin_leer", flat=True))


def insignia(persona) -> int:
    return consultas.cuantas_partidas(persona)


def leer(mensaje, persona, **mas) -> str:
    return marcas.leer_hasta(mensaje, por=persona, ahora=AHORA, **mas)


def direccion(mesa, **mas) -> dict[str, object]:
    return {"por": mesa.dani, "ahora": AHORA, **mas}


def test_tra_12_ocultar_lo_ultimo_deja_el_contador_y_la_insignia_a_cero(mesa):
    leido, *ultimos = (fabrica.publicar(mesa, mesa.dani) for _ in range(3))
    leer(leido, mesa.ana)
    antes = cuantos(mesa.ana, mesa.escena), insignia(mesa.ana)

    for mensaje in ultimos:
        moderacion.ocultar(mensaje, motivo="Eh", **direccion(mesa))

    assert (antes, cuantos(mesa.ana, mesa.escena), insignia(mesa.ana)) == ((2, 1), 0, 0)


def test_tra_13_lo_que_llega_tras_borrar_el_final_no_nace_leido(mesa):
    mensajes = [fabrica.publicar(mesa, mesa.dani) for _ in range(3)]
    leer(mensajes[-1], mesa.ana)
    for mensaje in mensajes[1:]:
        moderacion.borrar(mensaje, motivo="Eh", **direccion(mesa))

    fabrica.publicar(mesa, mesa.dani)

    assert cuantos(mesa.ana, mesa.escena) == 1


@pytest.mark.parametrize("quitar", ["ocultar", "borrar", "estrechar", "mover"])
@pytest.mark.parametrize("lo_leyo", [True, False], ids=["leido", "sin_leer"])
def test_tra_14_lo_que_vuelve_esta_sin_leer_para_quien_no_lo_leyo(mesa, quitar, lo_leyo):
    mensaje, ultimo = fabrica.publicar(mesa, mesa.dani), fabrica.publicar(mesa, mesa.dani)
    otra = fabrica.secreta(mesa)
    quitar_y_devolver = {
        "ocultar": (
            lambda: moderacion.ocultar(mensaje, motivo="Eh", **direccion(mesa)),
            lambda: moderacion.mostrar(mensaje, **direccion(mesa)),
        ),
        "borrar": (
            lambda: moderacion.borrar(mensaje, motivo="Eh", **direccion(mesa)),
            lambda: moderacion.restaurar(mensaje, **direccion(mesa)),
        ),
        "estrechar": (
            lambda: lectores.cambiar(mensaje, visibilidad="direccion", **direccion(mesa)),
            lambda: lectores.cambiar(mensaje, visibilidad="todos", **direccion(mesa)),
        ),
        "mover": (
            lambda: moderacion.mover(mensaje, destino=otra, **direccion(mesa)),
            lambda: moderacion.devolver(mensaje, **direccion(mesa)),
        ),
    }
    ida, vuelta = quitar_y_devolver[quitar]
    if lo_leyo:
        leer(ultimo, mesa.ana)
    ida()
    leer(ultimo, mesa.ana)
    sin_el = cuantos(mesa.ana, mesa.escena), insignia(mesa.ana)
    filas = list(Marca.objects.sin_filtrar("test").values()), list(Saltado.objects.sin_filtrar("test").values())

    vuelta()

    assert sin_el == (0, 0)
    assert (cuantos(mesa.ana, mesa.escena), insignia(mesa.ana)) == ((0, 0) if lo_leyo else (1, 1))
    assert filas == (
        list(Marca.objects.sin_filtrar("test").values()),
        list(Saltado.objects.sin_filtrar("test").values()),
    )
    leer(ultimo, mesa.ana)
    assert cuantos(mesa.ana, mesa.escena) == 0


def test_tra_14_lo_que_se_abre_a_quien_pasa_a_dirigir_esta_sin_leer(mesa):
    fabrica.susurrar(mesa, mesa.dani, mesa.kaelen)
    ultimo = fabrica.publicar(mesa, mesa.dani)
    leer(ultimo, mesa.bruno)
    antes = cuantos(mesa.bruno, mesa.escena)

    plazas.dar(mesa.partida, persona=mesa.bruno, papel="direccion", **direccion(mesa))

    assert (antes, cuantos(mesa.bruno, mesa.escena), insignia(mesa.bruno)) == (0, 1, 1)
    leer(ultimo, mesa.bruno)
    assert (cuantos(mesa.bruno, mesa.escena), insignia(mesa.bruno)) == (0, 0)


def test_tra_14_lo_que_vuelve_mientras_se_lee_no_se_da_por_leido(mesa):
    """The page was made before it came back: it was not on it."""
    mensaje, ultimo = fabrica.publicar(mesa, mesa.dani), fabrica.publicar(mesa, mesa.dani)
    moderacion.ocultar(mensaje, motivo="Eh", **direccion(mesa))
    moderacion.mostrar(mensaje, por=mesa.dani, ahora=AHORA + UN_RATO)

    leer(ultimo, mesa.ana, abierto=AHORA)
    con_la_pagina_vieja = cuantos(mesa.ana, mesa.escena)
    leer(ultimo, mesa.ana, abierto=AHORA + 2 * UN_RATO)

    assert (con_la_pagina_vieja, cuantos(mesa.ana, mesa.escena)) == (1, 0)


def test_tra_14_una_pagina_de_antes_de_dirigir_no_mueve_nada(mesa):
    fabrica.susurrar(mesa, mesa.dani, mesa.kaelen)
    ultimo = fabrica.publicar(mesa, mesa.dani)
    plazas.dar(mesa.partida, persona=mesa.bruno, papel="direccion", por=mesa.dani, ahora=AHORA + UN_RATO)

    assert leer(ultimo, mesa.bruno, abierto=AHORA) == ""
    assert cuantos(mesa.bruno, mesa.escena) == 2


def test_tra_15_el_contador_se_va_con_lo_que_contaba(mesa):
    fabrica.susurrar(mesa, mesa.dani, mesa.kaelen)
    antes = cuantos(mesa.ana, mesa.escena), insignia(mesa.ana)
    plaza = Participante.objects.sin_filtrar("test").get(usuario=mesa.ana)
    plazas.expulsar(plaza, motivo="Eh", **direccion(mesa))
    fuera = cuantos(mesa.ana, mesa.escena), insignia(mesa.ana)
    plaza.refresh_from_db()

    plazas.readmitir(plaza, **direccion(mesa))

    assert (antes, fuera, cuantos(mesa.ana, mesa.escena), insignia(mesa.ana)) == ((1, 1), (0, 0), 1, 1)


def test_tra_16_lo_propio_nunca_cuenta_y_publicar_no_mueve_la_marca(mesa):
    fabrica.publicar(mesa, mesa.dani)

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    contados = {quien: cuantos(getattr(mesa, quien), mesa.escena) for quien in ("dani", "ana", "bruno", "esp")}
    assert contados == {"dani": 1, "ana": 1, "bruno": 2, "esp": 2}
    assert not Marca.objects.sin_filtrar("test").exists()


def test_tra_17_dos_dispositivos_y_el_mismo_envio_dos_veces_dejan_lo_mismo(mesa):
    uno, dos, tres = (fabrica.publicar(mesa, mesa.dani) for _ in range(3))

    hechos = [bool(leer(mensaje, mesa.ana)) for mensaje in (dos, uno, dos)]

    assert hechos == [True, False, False]
    assert cuantos(mesa.ana, mesa.escena) == 1
    assert Marca.objects.sin_filtrar("test").get().hasta == Mensaje.objects.sin_filtrar("test").get(pk=dos.pk).orden
    assert leer(tres, mesa.ana)


@pytest.mark.parametrize("estado", ["publicado", "oculto", "borrado", "en_curso", "susurro"])
def test_tra_18_cada_estado_cuenta_igual_en_todas_partes(mesa, estado):
    """State of the message by place: the number beside the scene, the cover, the home page and the head."""
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, **({"visibilidad": "direccion"} if estado == "susurro" else {}))
    if estado in ("oculto", "borrado", "en_curso"):
        sin_lugar = {"orden": None} if estado == "en_curso" else {}
        Mensaje.objects.sin_filtrar("test").update(estado=estado, **sin_lugar)
    leen = {"publicado": "dani ana esp", "susurro": "dani"}.get(estado, "").split()

    for nombre in ("dani", "ana", "bruno", "esp"):
        persona, toca = getattr(mesa, nombre), int(nombre in leen)
        cliente = entrar(persona)
        portada, cover = (
            cliente.get(ruta).content.decode() for ruta in ("/", reverse("partida", args=[mesa.partida.publico]))
        )
        hilo = cliente.get(reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()
        vistos = {
            "escena": cuantos(persona, mesa.escena),
            "cabecera": insignia(persona),
            "insignia": portada.count('class="insignia"'),
            "inicio": portada.count("1 sin leer"),
            "portada": cover.count("1 sin leer"),
            "seguir": cover.count("Seguir leyendo"),
            "hilo": hilo.count("data-nuevo"),
            "línea": hilo.count('id="nuevo"'),
        }
        assert vistos == dict.fromkeys(vistos, toca), (nombre, vistos)


def test_lo_movido_es_nuevo_donde_llega_y_de_vuelta_esta_como_estaba(mesa):
    mensaje = fabrica.publicar(mesa, mesa.dani)
    fabrica.publicar(mesa, mesa.dani)
    otra = fabrica.secreta(mesa, mesa.kaelen)
    leer(mensaje, mesa.ana)
    lugares = (mesa.escena, otra)

    vistas = [[cuantos(mesa.ana, e) for e in lugares]]
    moderacion.mover(mensaje, destino=otra, **direccion(mesa))
    vistas.append([cuantos(mesa.ana, e) for e in lugares])
    leer(mensaje, mesa.ana)
    vistas.append([cuantos(mesa.ana, e) for e in lugares])
    moderacion.devolver(mensaje, **direccion(mesa))
    vistas.append([cuantos(mesa.ana, e) for e in lugares])

    assert vistas == [[1, 0], [1, 1], [1, 0], [1, 0]]


def test_marcar_no_leido_desde_aqui_y_deshacerlo(mesa):
    mensajes = [fabrica.publicar(mesa, mesa.dani) for _ in range(4)]
    leer(mensajes[-1], mesa.ana)

    lote = marcas.no_leido_desde(mensajes[1], por=mesa.ana, ahora=AHORA)
    sin_leer = cuantos(mesa.ana, mesa.escena)
    otra_vez = marcas.no_leido_desde(mensajes[2], por=mesa.ana, ahora=AHORA)
    hechos = [marcas.deshacer(lote, por=persona) for persona in (mesa.bruno, mesa.ana, mesa.ana)]

    assert (sin_leer, otra_vez, hechos) == (3, "", [False, True, False])
    assert cuantos(mesa.ana, mesa.escena) == 0


def test_deshacer_lo_leido_devuelve_tambien_lo_rescatado(mesa):
    susurro, medio = fabrica.susurrar(mesa, mesa.dani, mesa.kaelen), fabrica.publicar(mesa, mesa.dani)
    fabrica.publicar(mesa, mesa.dani)
    leer(medio, mesa.bruno)
    lectores.cambiar(susurro, visibilidad="todos", **direccion(mesa))
    ultimo = fabrica.publicar(mesa, mesa.dani)
    antes = cuantos(mesa.bruno, mesa.escena)

    lote = leer(ultimo, mesa.bruno)
    leido = cuantos(mesa.bruno, mesa.escena)

    assert marcas.deshacer(lote, por=mesa.bruno)
    assert (antes, leido, cuantos(mesa.bruno, mesa.escena)) == (3, 0, 3)


def test_lo_que_otro_dispositivo_movio_despues_no_se_deshace(mesa):
    uno, dos = fabrica.publicar(mesa, mesa.dani), fabrica.publicar(mesa, mesa.dani)
    lote = leer(uno, mesa.ana)
    leer(dos, mesa.ana)

    assert marcas.deshacer(lote, por=mesa.ana) is False
    assert cuantos(mesa.ana, mesa.escena) == 0


def test_ver_todo_marca_lo_que_habia_y_se_deshace_de_una_vez(mesa):
    escenas = [mesa.escena, fabrica.secreta(mesa, mesa.kaelen)]
    for escena in escenas:
        mesa.escena = escena
        fabrica.publicar(mesa, mesa.dani)
    antes = [cuantos(mesa.ana, escena) for escena in escenas]
    lote = marcas.ver_todo([mesa.partida], por=mesa.ana, ahora=AHORA + UN_RATO, abierto=AHORA)
    leido = [cuantos(mesa.ana, escena) for escena in escenas]
    otra_vez = marcas.ver_todo([mesa.partida], por=mesa.ana, ahora=AHORA + UN_RATO, abierto=AHORA)
    visto = Visto.objects.visibles_para(mesa.ana).get().hasta

    assert marcas.deshacer(lote, por=mesa.ana)
    assert (antes, leido, [cuantos(mesa.ana, e) for e in escenas]) == ([1, 1], [0, 0], [1, 1])
    assert (otra_vez, visto, Visto.objects.visibles_para(mesa.ana).exists()) == ("", AHORA, False)


@pytest.mark.parametrize(("quien", "error"), [("eva", NoExiste), ("bruno", NoExiste)])
def test_nadie_marca_lo_que_no_lee(mesa, quien, error):
    susurro = fabrica.susurrar(mesa, mesa.dani, mesa.kaelen)

    for verbo in (marcas.leer_hasta, marcas.no_leido_desde):
        with pytest.raises(error):
            verbo(susurro, por=getattr(mesa, quien), ahora=AHORA)
    assert not Marca.objects.sin_filtrar("test").exists()


def test_quien_lee_sin_plaza_no_lleva_marcas():
    mesa = fabrica.mesa("publica")
    mensaje = fabrica.publicar(mesa, mesa.dani)
    ruta = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])

    with pytest.raises(NoPermitido, match="plaza"):
        leer(mensaje, mesa.eva)
    assert marcas.ver_todo([mesa.partida], por=mesa.eva, ahora=AHORA) == ""
    html = entrar(mesa.eva).get(ruta).content.decode()
    assert ("data-leido" in html, "data-nuevo" in html, insignia(mesa.eva)) == (False, False, 0)


def test_se_cuenta_hasta_noventa_y_nueve(mesa):
    original = fabrica.publicar(mesa, mesa.dani)
    Mensaje.objects.sin_filtrar("test").bulk_create(
        Mensaje(
            escena=mesa.escena, autor=mesa.dani, voz="direccion", estado="publicado", visibilidad="todos",
            clave=fabrica.uuid4(), huella="", creado=AHORA, publicado=AHORA, orden=original.orden + n,
        )
        for n in range(1, 120)
    )  # fmt: skip
    Escena.objects.sin_filtrar("test").update(ultimo_orden=original.orden + 119)

    html = entrar(mesa.ana).get(reverse("partida", args=[mesa.partida.publico])).content.decode()

    assert "99+ sin leer" in html
    assert cuantos(mesa.ana, mesa.escena) == 100


def test_lo_que_habia_antes_de_haber_marcas_cuenta_como_leido_y_lo_de_despues_no(mesa):
    fabrica.publicar(mesa, mesa.dani)
    de_antes = import_module("partidas.migrations.0017_marcas_de_antes")

    for _vez in range(2):
        de_antes.marcar(apps, None)
    antes = cuantos(mesa.ana, mesa.escena), insignia(mesa.ana), cuantos(mesa.esp, mesa.escena)
    fabrica.publicar(mesa, mesa.dani)

    assert (antes, cuantos(mesa.ana, mesa.escena), insignia(mesa.ana)) == ((0, 0, 0), 1, 1)
