"""A private paragraph from the button of the toolbar to the eyes of whom it is for, and of nobody else."""

import pytest
from playwright.sync_api import expect

from config import reloj
from partidas.demostracion import CONTRASENA, sembrar
from tests.navegador.conftest import asentar, entrar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

ANTES, SECRETO, DESPUES = "Kaelen mira el cubo.", "La pintura es de tu taller.", "Y calla."
PARA = "Solo para Mirta y la dirección"


def test_un_parrafo_privado_se_escribe_se_previsualiza_y_solo_llega_a_quien_debe(abrir, js):
    partida = sembrar(ahora=reloj.ahora())
    ana = abrir(ancho=320)
    entrar(ana, "ana", CONTRASENA)
    ana.goto(f"/p/{partida.publico}/")
    ana.get_by_role("link", name="La puerta entornada").click()
    escena = ana.url
    texto = ana.get_by_label("Texto", exact=True)
    if js:
        texto.fill(ANTES)
        texto.press("End")
        ana.get_by_role("button", name="Párrafo privado").click()
        expect(texto).to_have_value(f"{ANTES}\n\n:::solo \n\n:::\n\n")
        ana.keyboard.type("Mirta")
        texto.press("ArrowDown")
        ana.keyboard.type(SECRETO)
        ana.keyboard.press("Control+End")
        ana.keyboard.type(DESPUES)
        expect(texto).to_have_value(f"{ANTES}\n\n:::solo Mirta\n{SECRETO}\n:::\n\n{DESPUES}")
    else:
        texto.fill(f"{ANTES}\n:::solo Mirta\n{SECRETO}\n:::\n{DESPUES}")

    ana.get_by_role("button", name="Vista previa").click()
    asentar(ana)
    previa = ana.locator("#previa .fragmento")
    expect(previa).to_contain_text(PARA)
    expect(previa).to_contain_text("Lo leerán:")
    ana.get_by_role("button", name="Publicar").click()
    suyo = ana.get_by_role("group", name=PARA).filter(has_text=SECRETO)
    expect(suyo).to_be_visible()
    assert ana.evaluate("document.documentElement.scrollWidth") <= 320 if js else True

    bruno, hugo, visitante = abrir(ancho=1280, color_scheme="dark"), abrir(), abrir(ancho=320)
    entrar(bruno, "bruno", CONTRASENA)
    entrar(hugo, "hugo", CONTRASENA)
    for otra in (bruno, hugo, visitante):
        otra.goto(f"{escena.partition('#')[0].partition('?')[0]}?desde=final")
        expect(otra.get_by_text(DESPUES)).to_be_visible()
    expect(bruno.get_by_role("group", name=PARA).filter(has_text=SECRETO)).to_be_visible()
    for otra in (hugo, visitante):
        assert SECRETO not in otra.content()
        assert 'class="fragmento"' not in otra.content()
