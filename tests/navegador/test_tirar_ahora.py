"""Roll now, see the card, write, publish; the direction voids it. With scripts and without, narrow and wide."""

import re

import pytest
from playwright.sync_api import expect

from partidas.models import Mensaje, Tirada
from personajes.models import Personaje
from tests import fabrica
from tests.navegador.conftest import asentar, entrar
from tests.navegador.test_strange import CONTRASENA, ficha, preparar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

TEXTO = "—Ya está —dice Kaelen, y la cerradura cede."


def test_tirar_ahora_narrar_publicar_y_anular(abrir, js, ancho):
    mesa = fabrica.mesa("publica")
    for persona in (mesa.ana, mesa.dani, mesa.bruno):
        persona.set_password(CONTRASENA)
        persona.save()
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"
    antes = ficha(mesa.kaelen)
    ana = abrir(ancho)
    entrar(ana, "ana", CONTRASENA)

    ana.goto(hilo)
    ana.get_by_label("Texto").fill("—Espera.")
    preparar(ana, js, "Tarea", Dificultad="3", Esfuerzo="1")
    ana.get_by_label("Qué intentas").fill("Fuerzo la cerradura")
    asentar(ana)
    azar = ana.get_by_label("Tu azar (opcional)")
    if js:
        expect(azar).to_be_hidden()
    else:
        azar.fill("mi gato pisa el teclado")
    expect(ana.get_by_text(re.compile("sobre n.º 1 · compromiso"))).to_be_visible()
    ana.get_by_role("button", name="Tirar ahora").click()
    tarjeta = ana.locator(".tirada", has_text="Fuerzo la cerradura")
    expect(tarjeta).to_be_visible()
    asentar(ana)
    expect(tarjeta).to_contain_text("con tu azar")
    expect(ana.get_by_label("Texto")).to_have_value("—Espera.")
    expect(ana.get_by_role("button", name="Tirar ahora")).to_have_count(0)
    expect(ana.get_by_text("Hablas como Kaelen")).to_be_visible()
    assert ana.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # Those it was for see it at once; leaving and coming back finds card and words.
    bruno = abrir(ancho)
    entrar(bruno, "bruno", CONTRASENA)
    bruno.goto(hilo)
    expect(bruno.get_by_text("Kaelen ha tirado y está escribiendo…")).to_be_visible()
    expect(bruno.locator(".tirada", has_text="Fuerzo la cerradura")).to_be_visible()
    ana.goto("/")
    ana.goto(hilo)
    expect(tarjeta).to_have_count(1)
    expect(ana.get_by_label("Texto")).to_have_value("—Espera.")

    ana.get_by_label("Texto").fill(TEXTO)
    ana.get_by_role("button", name="Publicar", exact=True).click()
    expect(ana.locator("article.mensaje", has_text=TEXTO).locator(".tirada")).to_have_count(1)
    turno = Mensaje.objects.sin_filtrar("test").get()
    tirada = Tirada.objects.sin_filtrar("test").get()
    assert (turno.texto, turno.orden, tirada.mensaje_id) == (TEXTO, 1, turno.pk)
    assert ficha(mesa.kaelen) != antes

    dani = abrir(ancho)
    entrar(dani, "dani", CONTRASENA)
    dani.goto(hilo)
    dani.get_by_role("link", name="Anular la tirada").click()
    dani.get_by_label("Por qué").fill("Era otra dificultad.")
    assert dani.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dani.get_by_role("button", name="Anular la tirada").click()
    expect(dani.get_by_text("Anulada: Era otra dificultad.")).to_be_visible()
    assert ficha(mesa.kaelen) == antes
    assert Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id).version == 3
    bruno.reload()
    expect(bruno.locator(".tirada--anulada", has_text="Fuerzo la cerradura")).to_be_visible()


def test_quitar_una_tirada_deja_el_boton_de_publicar(abrir, js):
    mesa = fabrica.mesa()
    mesa.ana.set_password(CONTRASENA)
    mesa.ana.save()
    ana = abrir()
    entrar(ana, "ana", CONTRASENA)
    ana.goto(f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/")
    preparar(ana, js, "Tarea", Dificultad="3")

    ana.get_by_role("button", name="Quitar la tirada").click()
    asentar(ana)

    expect(ana.locator(".lanzador")).to_have_count(0)
    expect(ana.get_by_role("button", name="Publicar", exact=True)).to_be_visible()
