"""The reading view: a partida as a book, for whom the gate lets in, at a constant price."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.dominio import escenas, moderacion, partidas
from partidas.models import Escena, Tirada
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def entrar(persona=None, idioma: str = "es") -> Client:
    cliente = Client(headers={"accept-language": idioma})
    if persona is not None:
        cliente.force_login(persona)
    return cliente


def capitulo(mesa, escena=None) -> str:
    return reverse("leer_escena", args=[mesa.partida.publico, (escena or mesa.escena).publico])


def indice(mesa) -> str:
    return reverse("leer", args=[mesa.partida.publico])


def pasajes(html: str) -> list[str]:
    """Return the text of each passage, voice first, on one line."""
    trozos = re.findall(r'<div class="pasaje .*?(?=<div class="pasaje |<nav class="lectura__pie")', html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", trozo)).split()) for trozo in trozos]


def test_la_prosa_va_primero_y_cada_dado_en_una_linea():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.dani, texto="Anochece.")
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="—Subo.", tiradas=(fabrica.tarea(),), notas="Fuera.")

    html = entrar().get(capitulo(mesa)).content.decode()

    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
    natural = tirada.respuesta["tiradas"][0]["valor"]
    grado = {"exito": "Éxito", "fallo": "Fallo", "efecto_menor": "Efecto menor", "efecto_mayor": "Efecto mayor"}
    assert pasajes(html) == ["Anochece.", f"Kaelen —Subo. Tarea {grado[tirada.respuesta['grado']]} {natural}"]
    assert "prosa--capitular" in html
    assert "Fuera." not in html
    assert '<section class="tirada' not in html


def test_cada_quien_lee_lo_que_la_puerta_le_da():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.dani, texto="Para todos.")
    fabrica.susurrar(mesa, mesa.dani, mesa.mirta, texto="Solo para Mirta.")
    secreta = fabrica.secreta(mesa, mesa.mirta)
    escena, mesa.escena = mesa.escena, secreta
    fabrica.publicar(mesa, mesa.dani, texto="Bajo el suelo.")
    mesa.escena = escena

    leido = {
        nombre: (
            pasajes(entrar(persona).get(capitulo(mesa)).content.decode()),
            secreta.titulo in entrar(persona).get(indice(mesa)).content.decode(),
            entrar(persona).get(capitulo(mesa, secreta)).status_code,
        )
        for nombre, persona in (("nadie", None), ("ana", mesa.ana), ("bruno", mesa.bruno), ("dani", mesa.dani))
    }

    privado = "Solo Mirta y la dirección Solo para Mirta."
    assert leido == {
        "nadie": (["Para todos."], False, 404),
        "ana": (["Para todos."], False, 404),
        "bruno": (["Para todos.", privado], True, 200),
        "dani": (["Para todos.", privado], True, 200),
    }


def test_la_partida_privada_no_existe_para_quien_no_esta():
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.dani, texto="Anochece.")

    assert [entrar(p).get(ruta).status_code for p in (None, mesa.eva) for ruta in (indice(mesa), capitulo(mesa))] == [
        404
    ] * 4
    assert entrar(mesa.esp).get(capitulo(mesa)).status_code == 200


def test_archivada_la_lee_quien_la_leia():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.dani, texto="Anochece.")
    partidas.archivar(mesa.partida, por=mesa.dani, ahora=AHORA)

    html = entrar().get(capitulo(mesa)).content.decode()

    assert pasajes(html) == ["Anochece."]
    assert '<p class="lectura__fin">Fin</p>' in html


def test_lo_retirado_no_se_lee_y_su_dado_si():
    mesa = fabrica.mesa("publica")
    mudo = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Palabras.", tiradas=(fabrica.tarea(),))
    liso = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Más palabras.")
    for mensaje in (mudo, liso):
        moderacion.borrar(mensaje, por=mesa.ana, ahora=AHORA)
    fabrica.publicar(mesa, mesa.dani, texto="Queda esto.")

    leidos = pasajes(entrar().get(capitulo(mesa)).content.decode())

    assert [leido.split(" ")[0:2] for leido in leidos] == [["Kaelen", "Tarea"], ["Queda", "esto."]]


def test_el_indice_son_las_escenas_de_juego_con_algo_que_leer():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.dani, texto="Anochece. " * 400)
    escenas.abrir(mesa.partida, titulo="Vacía", por=mesa.dani, ahora=AHORA)
    charla = Escena.objects.sin_filtrar("test").get(partida=mesa.partida, tipo="fuera")
    escena, mesa.escena = mesa.escena, charla
    fabrica.publicar(mesa, mesa.dani, texto="Hola.")
    mesa.escena = escena

    html = entrar().get(indice(mesa)).content.decode()
    titulos = re.findall(r'<li><a href="/leer/[^"]+">([^<]+)</a>\s*<span class="indice__datos">([^<]+)', html)

    assert titulos == [("La puerta", "3 minutos")]
    respuesta = entrar().get(capitulo(mesa, charla))
    assert (respuesta.status_code, respuesta["Location"]) == (
        302,
        reverse("escena", args=[mesa.partida.publico, charla.publico]),
    )


def test_se_pasa_de_hoja_y_de_capitulo_sin_perder_ni_repetir_nada(monkeypatch):
    monkeypatch.setattr("partidas.views.lectura.PASAJES", 2)
    mesa = fabrica.mesa("publica")
    for n in range(5):
        fabrica.publicar(mesa, mesa.dani, texto=f"Uno {n}.")
    mesa.escena = escenas.abrir(mesa.partida, titulo="El final", por=mesa.dani, ahora=AHORA)
    fabrica.publicar(mesa, mesa.dani, texto="Dos.")
    cliente, ruta, leidos = entrar(), None, []

    ruta = re.search(r'class="boton" href="([^"]+)"', cliente.get(indice(mesa)).content.decode())[1]
    while ruta:
        pagina = cliente.get(ruta.split("#")[0]).content.decode()
        leidos += pasajes(pagina)
        sigue = re.search(r'rel="next" href="([^"]+)"', pagina)
        ruta = sigue and (sigue[1] if sigue[1].startswith("/") else ruta.split("?")[0] + sigue[1])

    assert leidos == ["Uno 0.", "Uno 1.", "Uno 2.", "Uno 3.", "Uno 4.", "Dos."]
    assert "Continuará." in pagina


@pytest.mark.parametrize("quien", ["dani", "ana", "anon"])
def test_un_capitulo_largo_cuesta_las_mismas_consultas(quien):
    mesa = fabrica.mesa("publica")
    persona = None if quien == "anon" else getattr(mesa, quien)
    cuentas = []
    for cuantos in (4, 20):
        for n in range(cuantos):
            fabrica.publicar(
                mesa, mesa.ana, mesa.kaelen, texto=f"Turno {n}.", tiradas=(fabrica.tarea(),) if n % 2 else ()
            )
            fabrica.susurrar(mesa, mesa.dani, mesa.kaelen, texto=f"Aparte {n}.")
            escenas.abrir(mesa.partida, titulo=f"Otra {n}", por=mesa.dani, ahora=AHORA)
        cliente = entrar(persona)
        cliente.get(indice(mesa))
        for ruta in (indice(mesa), capitulo(mesa)):
            with CaptureQueriesContext(connection) as consultas:
                assert cliente.get(ruta).status_code == 200
            cuentas.append(len(consultas))

    assert cuentas[:2] == cuentas[2:]
    assert max(cuentas) <= 12


def test_el_papel_y_la_letra_se_recuerdan_sin_cuenta():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.dani, texto="Anochece.")
    cliente = entrar()
    html = cliente.get(capitulo(mesa)).content.decode()

    assert re.search(r'<form class="aspecto__formulario" method="get" action="([^"]+)"', html)[1] == reverse(
        "cuentas:preferencias"
    )
    assert "csrfmiddlewaretoken" not in html
    cliente.get(reverse("cuentas:preferencias"), {"tema": "sepia", "siguiente": capitulo(mesa)})
    respuesta = cliente.get(reverse("cuentas:preferencias"), {"letra": "4", "siguiente": capitulo(mesa)})

    assert respuesta["Location"] == capitulo(mesa)
    html = cliente.get(capitulo(mesa)).content.decode()
    assert 'data-tema="sepia" data-letra="4"' in html
    assert re.findall(r'name="letra" value="(\d?)"', html) == ["3", "5"]
    assert re.findall(r'value="(\w+)" aria-pressed="true"', html) == ["sepia"]


def test_con_cuenta_el_papel_se_guarda_en_ella():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.dani, texto="Anochece.")
    cliente = entrar(mesa.ana)

    assert (
        'method="post"'
        in re.search(r'<form class="aspecto__formulario"[^>]+>', cliente.get(capitulo(mesa)).content.decode())[0]
    )
    cliente.post(reverse("cuentas:preferencias"), {"tema": "oscuro", "siguiente": capitulo(mesa)})

    mesa.ana.refresh_from_db()
    assert mesa.ana.lectura.tema == "oscuro"
