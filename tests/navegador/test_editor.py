"""Writing with the whole editor: the sheet beside it, a passer-by's name, news that move nothing, a quote that asks."""

import re

import pytest
from playwright.sync_api import expect

from tests import fabrica
from tests.navegador.conftest import asentar, entrar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

CONTRASENA = "faro-de-prueba-7"
SECRETO = "La lámpara se apagó desde dentro."


def test_escribir_con_la_ficha_al_lado_y_sin_que_lo_nuevo_estorbe(abrir, js):
    mesa = fabrica.mesa()
    mesa.dani.set_password(CONTRASENA)
    mesa.dani.save()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=SECRETO, visibilidad="direccion")
    dani = abrir(320)
    entrar(dani, "dani", CONTRASENA)
    dani.goto(f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/?desde=final")
    voz, texto = dani.get_by_label("Hablas como"), dani.get_by_label("Texto", exact=True)
    expect(dani.get_by_label("Nombre, solo para este mensaje")).to_be_hidden()
    voz.select_option("Otro nombre…")
    dani.get_by_label("Nombre, solo para este mensaje").fill("La mesonera")
    asentar(dani)

    texto.fill("—Yo lo oí. Decía: ")
    if js:
        texto.press("ArrowLeft")
        fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="Llego corriendo.")
        antes = dani.evaluate("[document.activeElement.id, document.activeElement.selectionStart, scrollY]")
        dani.evaluate("document.body.dispatchEvent(new Event('sondear'))")
        expect(dani.get_by_text("1 mensaje nuevo mientras escribías.")).to_be_visible()
        assert dani.evaluate("[document.activeElement.id, document.activeElement.selectionStart, scrollY]") == antes
        expect(dani.get_by_role("link", name="Verlos en otra pestaña")).to_be_visible()
        dani.locator("article").first.get_by_text("Más").click()
        dani.get_by_role("link", name="Citar").first.click()
        asentar(dani)
    else:
        texto.fill(f"—Yo lo oí. Decía:\n\n> {SECRETO}")
    expect(texto).to_have_value(re.compile(f"^—Yo lo oí. Decía:.*> {SECRETO}", re.DOTALL))
    expect(dani.get_by_label("Nombre, solo para este mensaje")).to_have_value("La mesonera")
    if js:
        dani.keyboard.type("—Eso no lo sabía nadie.")

    dani.get_by_role("button", name="Publicar").click()
    asentar(dani)
    frase = "Ahora lo leerían también: Mirta (bruno), esp."
    expect(dani.locator("#campo-citas")).to_contain_text(frase)
    assert dani.evaluate("document.documentElement.scrollWidth") <= 320
    expect(dani.get_by_label("Nombre, solo para este mensaje")).to_have_value("La mesonera")
    dani.get_by_label("Sí, que también lo lean").check()
    dani.get_by_role("button", name="Publicar").click()
    publicado = dani.locator("article").last
    expect(publicado).to_contain_text("La mesonera")
    expect(publicado.locator("blockquote")).to_contain_text(SECRETO)

    ana = abrir(1280, color_scheme="dark")
    mesa.ana.set_password(CONTRASENA)
    mesa.ana.save()
    entrar(ana, "ana", CONTRASENA)
    ana.goto(f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/escribir/")
    if not js:
        ana.get_by_text("Ficha de Kaelen").click()
    expect(ana.get_by_text("12 de 12")).to_be_visible()
    ficha, caja = ana.locator("#ficha-de").bounding_box(), ana.get_by_label("Texto", exact=True).bounding_box()
    assert ficha["x"] >= caja["x"] + caja["width"]
    if js:
        ana.get_by_label("Texto", exact=True).fill("a" * 50_001)
        expect(ana.get_by_text("50\N{NO-BREAK SPACE}001 de 60 000 caracteres")).to_be_visible()
