"""The pages kept for visitors: one query, nothing of anybody else, and gone at once when what they show is."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.dominio import anulaciones, cesiones, declaraciones, edicion, escenas, moderacion, partidas, reparto
from partidas.dominio.partidas import DatosPartida
from partidas.models import Escena, Mensaje, Tirada
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar, ruta

pytestmark = pytest.mark.django_db

POR = {"ahora": AHORA}


@pytest.fixture(autouse=True)
def guardar_paginas(paginas_de_visita_sin_guardar, monkeypatch) -> None:
    """Keep pages for longer than any of these tests takes."""
    monkeypatch.setattr("partidas.visitas.SEGUNDOS", 600)


def ver(direccion: str, cliente: Client | None = None, **cabeceras: str) -> tuple[int, str, int]:
    """Return status, page and number of queries."""
    with CaptureQueriesContext(connection) as captura:
        respuesta = (cliente or entrar()).get(direccion, headers=cabeceras)
    return respuesta.status_code, respuesta.content.decode(), len(captura)


def direcciones(mesa) -> dict[str, str]:
    return {"hilo": ruta(mesa), "el principio": f"{ruta(mesa)}?desde=principio"}


def con_turno(**campos):
    mesa = fabrica.mesa("publica")
    mensaje = fabrica.publicar(
        mesa, mesa.ana, mesa.kaelen, **{"texto": "Canta el faro", "tiradas": (fabrica.tarea(),)} | campos
    )
    return mesa, mensaje


def test_la_segunda_visita_es_la_misma_pagina_en_una_consulta():
    mesa, _mensaje = con_turno()
    for nombre, direccion in direcciones(mesa).items():
        primera = entrar().get(direccion)
        with CaptureQueriesContext(connection) as captura:
            segunda = entrar().get(direccion)
        assert (len(captura), segunda.status_code) == (1, 200), nombre
        assert segunda.content == primera.content
        assert dict(segunda.items()) == dict(primera.items())
        assert segunda.cookies == primera.cookies == {}
        assert b"csrfmiddlewaretoken" not in segunda.content


def cambios(mesa, mensaje):
    """Return what makes something that a page showed be gone, by its name, with a word that must go with it."""
    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
    sotano = fabrica.secreta(mesa, mesa.kaelen)
    datos = DatosPartida(titulo="El faro", sistema=fabrica.SISTEMA, acceso="privada")
    edita = {"notas": "", "version": 1, "por": mesa.ana, **POR}
    sin = Mensaje.objects.sin_filtrar("test").filter(pk=mensaje.pk)
    return {
        "ocultar": ("Canta", lambda: moderacion.ocultar(mensaje, motivo="x", por=mesa.dani, **POR)),
        "borrar": ("Canta", lambda: moderacion.borrar(mensaje, motivo="x", por=mesa.dani, **POR)),
        "estrechar": ("Canta", lambda: sin.update(visibilidad="direccion")),
        "mover": ("Canta", lambda: sin.update(escena=sotano)),
        "editar": ("Canta", lambda: edicion.editar(mensaje, texto="Calla el faro", **edita)),
        "errata": ("Canta", lambda: edicion.editar(mensaje, texto="Cantan el faro", errata=True, **edita)),
        "anular": ("Anular", lambda: anulaciones.anular(tirada.publico, motivo="mal leída", por=mesa.dani, **POR)),
        "cerrar": ("La puerta", lambda: partidas.cambiar(mesa.partida, datos, version=1, por=mesa.dani, **POR)),
        "secreta": ("Canta", lambda: Escena.objects.sin_filtrar("t").filter(pk=mesa.escena.pk).update(secreta=True)),
        "declaración": ("Trepo", lambda: declaraciones.ocultar(tirada.publico, motivo="x", por=mesa.dani, **POR)),
    }


@pytest.mark.parametrize(
    "que",
    ["ocultar", "borrar", "estrechar", "mover", "editar", "errata", "anular", "cerrar", "secreta", "declaración"],
)
def test_lo_que_deja_de_verse_no_esta_en_la_peticion_siguiente(que):
    mesa, mensaje = con_turno(tiradas=(fabrica.TiradaDeclarada("tarea", fabrica.tarea().datos, declaracion="Trepo"),))
    palabra, cambiar = cambios(mesa, mensaje)[que]
    direccion = ruta(mesa)
    antes = ver(direccion)[1]
    assert ver(direccion)[2] == 1

    cambiar()

    estado, despues, _n = ver(direccion)
    caches["visitas"].clear()
    assert (estado, despues) == ver(direccion)[:2]
    assert despues != antes
    if que == "errata":
        assert "Cantan el faro" in despues
    elif que == "anular":
        assert "mal leída" in despues
    else:
        assert palabra in antes
        assert palabra not in despues


def test_seg_22_lo_que_no_es_para_visitas_no_cambia_ni_lo_que_cuesta_la_pagina():
    """Whispers, fragments, notes for the direction, what goes on in a secret scene: same bytes, still one query."""
    mesa, mensaje = con_turno(texto="Llueve.\n\n:::solo Mirta\nNo es agua.\n:::")
    susurro = fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, tiradas=(fabrica.tarea(),))
    sotano = fabrica.secreta(mesa, mesa.kaelen)
    antes = {nombre: ver(direccion)[1] for nombre, direccion in direcciones(mesa).items()}

    fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, texto="Otro", tiradas=(fabrica.tarea(),))
    fabrica.turnos.publicar(sotano, fabrica.orden(mesa.kaelen, texto="Abajo"), autor=mesa.ana, **POR)
    edicion.editar(mensaje, texto="Llueve.\n\n:::solo Mirta\nEs sal.\n:::", notas="", version=1, por=mesa.ana, **POR)
    moderacion.ocultar(susurro, motivo="x", por=mesa.dani, **POR)
    escenas.cerrar(sotano, por=mesa.dani, **POR)

    for nombre, direccion in direcciones(mesa).items():
        assert ver(direccion) == (200, antes[nombre], 1), nombre


def test_lo_nuevo_se_ve_cuando_pasan_los_segundos():
    mesa, _mensaje = con_turno()
    ver(ruta(mesa))

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Amanece")

    assert "Amanece" not in ver(ruta(mesa))[1]
    caches["visitas"].clear()
    assert "Amanece" in ver(ruta(mesa))[1]


def test_seg_13_de_quien_ha_entrado_no_se_guarda_ni_se_le_da_lo_guardado():
    mesa, _mensaje = con_turno()
    susurro = fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, texto="Solo para Mirta")
    bruno = entrar(mesa.bruno)

    for direccion in direcciones(mesa).values():
        bruno.get(direccion)
        visita = ver(direccion)[1]
        assert "Solo para Mirta" not in visita
        assert susurro.publico not in visita
        assert "data-cuenta" not in visita
        assert "data-cuenta" in bruno.get(direccion).content.decode()
    assert "Solo para Mirta" in bruno.get(ruta(mesa)).content.decode()


def test_seg_13_lo_guardado_depende_de_todo_lo_que_cambia_la_pagina():
    mesa, _mensaje = con_turno()
    direccion = ruta(mesa)
    claro, ingles = Client(headers={"accept-language": "es"}), Client(headers={"accept-language": "es"})
    claro.get("/preferencias/", {"tema": "claro", "siguiente": "/"})
    ingles.get("/preferencias/", {"idioma": "en", "siguiente": "/"})
    base = ver(direccion)[1]

    assert 'data-tema="claro"' in ver(direccion, claro)[1]
    assert 'lang="en"' in ver(direccion, ingles)[1]
    assert 'lang="en"' in ver(direccion, Client(), **{"accept-language": "en"})[1]
    assert ver(f"{direccion}?desde=final")[1].count("desde%3Dfinal") == base.count("desde%3Dfinal") + 6
    assert ver(direccion, Client(), host="evil.example")[0] == 400
    assert ver(direccion)[1] == base


def test_no_se_guarda_lo_que_cambia_con_todo_ni_lo_que_alguien_puede_multiplicar():
    """Covers and chapters tell of every scene; a question that no page takes would keep the same page again."""
    mesa, _mensaje = con_turno()
    p, e = mesa.partida.publico, mesa.escena.publico
    otras = [reverse("partida", args=[p]), reverse("leer", args=[p]), reverse("leer_escena", args=[p, e])]
    for direccion in [*otras, f"{ruta(mesa)}?x=1"]:
        ver(direccion)
        assert ver(direccion)[2] > 1, direccion


def test_no_se_guarda_una_pagina_enorme(monkeypatch):
    mesa, _mensaje = con_turno()
    monkeypatch.setattr("partidas.visitas.OCTETOS_MAXIMOS", 1_000)
    ver(ruta(mesa))

    assert ver(ruta(mesa))[2] > 1


@pytest.mark.parametrize(
    "cabeceras",
    [{"hx-request": "true"}, {"authorization": "Basic eDp5"}, {"range": "bytes=0-9"}, {"cookie": "sesion=nada"}],
    ids=["htmx", "autorizacion", "rango", "sesion"],
)
def test_seg_13_quien_trae_algo_mas_va_por_el_camino_de_todos(cabeceras):
    mesa, _mensaje = con_turno()
    ver(ruta(mesa))

    assert ver(ruta(mesa), Client(headers={"accept-language": "es"}), **cabeceras)[2] > 1


def test_lo_que_cambia_mientras_se_pinta_no_se_guarda(monkeypatch):
    from partidas.presentacion import mensajes

    mesa, mensaje = con_turno()
    pintar = mensajes.vistos

    def y_mientras(*args):
        moderacion.ocultar(mensaje, motivo="x", por=mesa.dani, **POR)
        return pintar(*args)

    monkeypatch.setattr(mensajes, "vistos", y_mientras)
    assert "Canta" in ver(ruta(mesa))[1]
    monkeypatch.setattr(mensajes, "vistos", pintar)

    assert "Canta" not in ver(ruta(mesa))[1]


def test_el_nombre_de_un_pnj_que_se_esconde_no_esta_en_la_peticion_siguiente():
    mesa = fabrica.mesa("publica")
    zoilo = reparto.incorporar(
        mesa.partida, nombre="Zoilo", ficha=fabrica.FICHA, clase="pnj", por=mesa.dani, ahora=AHORA
    )
    lote = fabrica.TiradaDeclarada("tarea", fabrica.tarea().datos, personaje=zoilo.personaje.publico, veces=2)
    fabrica.publicar(mesa, mesa.dani, tiradas=(lote,))
    antes = ver(ruta(mesa))[1]
    assert (ver(ruta(mesa))[2], "Zoilo" in antes) == (1, True)

    cesiones.esconder_pnj(zoilo, por=mesa.dani, **POR)
    escondido = ver(ruta(mesa))[1]
    cesiones.mostrar_pnj(zoilo, por=mesa.dani, **POR)

    assert "Zoilo" not in escondido
    assert "Zoilo" in ver(ruta(mesa))[1]
