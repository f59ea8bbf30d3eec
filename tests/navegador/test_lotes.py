"""A batch from the editor of the direction to the thread: six guards in one card. With scripts and without."""

import re

import pytest
from playwright.sync_api import expect

from partidas.models import Tirada
from tests import fabrica
from tests.navegador.conftest import asentar, entrar
from tests.navegador.test_strange import CONTRASENA, preparar
from tests.partidas.dominio.test_lotes import pnj

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]


def test_seis_tiradas_en_una_tarjeta(abrir, js, ancho):
    mesa = fabrica.mesa("publica")
    for persona in (mesa.ana, mesa.dani):
        persona.set_password(CONTRASENA)
        persona.save()
    for nombre in ("Ada", "Beto", "Caín", "Dora"):
        pnj(mesa, nombre)
    pnj(mesa, "Zacarías", secreto=True)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"
    dani = abrir(ancho)
    entrar(dani, "dani", CONTRASENA)

    dani.goto(hilo)
    dani.get_by_label("Texto").fill("Suena un cuerno.")
    preparar(dani, js, "Tarea", Dificultad="3")
    dani.get_by_label("Con la ficha de").select_option(label="Ada")
    if js:
        asentar(dani)
    dani.get_by_text("Tirar por varios PNJ a la vez").click()
    for nombre in ("Beto", "Caín", "Zacarías (secreto)"):
        dani.get_by_label(nombre, exact=True).check()
        if js:
            asentar(dani)
    if not js:
        dani.get_by_role("button", name="Ver coste y probabilidades").click()
    expect(dani.get_by_text("Son 4 tiradas en una tarjeta.")).to_be_visible()
    expect(dani.get_by_label("Beto", exact=True)).to_be_checked()
    dani.get_by_label("Qué intentas").fill("Cargan")
    assert dani.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dani.get_by_role("button", name="Publicar y tirar").click()

    suya = dani.locator(".tirada--lote")
    expect(suya.get_by_role("heading", name="4 PNJ · Tarea")).to_be_visible()
    expect(suya.get_by_text("Zacarías", exact=True)).to_be_hidden()
    suya.get_by_text("Ver las 4 tiradas").click()
    expect(suya.get_by_text("Zacarías", exact=True)).to_be_visible()

    ana = abrir(ancho)
    entrar(ana, "ana", CONTRASENA)
    ana.goto(hilo)
    lote = ana.locator(".tirada--lote")
    expect(lote).to_have_count(1)
    lote.get_by_text("Ver las 4 tiradas").click()
    expect(lote.locator(".tirada__quien")).to_have_text(["Ada", "Beto", "Caín", "PNJ"])
    expect(lote.locator(".tirada__suma", has_text=re.compile("^Alguien "))).to_have_count(1)
    expect(ana.get_by_text("Zacarías")).to_have_count(0)
    assert ana.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Tirada.objects.sin_filtrar("test").count() == 4
