"""«Ver como…» and «Quién lee qué» as a director uses them, on a phone and on a desk, with scripts and without."""

import pytest
from playwright.sync_api import Page, expect

from tests import fabrica
from tests.navegador.conftest import asentar
from tests.navegador.test_moderacion import cabe, sentar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

SECRETO = "—No abráis esa puerta."
ABIERTO = "La lluvia cae sobre el faro."


def banda(pagina: Page):
    return pagina.get_by_role("region", name="Ver como…")


def test_mirar_como_otra_persona_y_volver(abrir, js, ancho):
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=ABIERTO)
    fabrica.susurrar(mesa, mesa.dani, mesa.kaelen, texto=SECRETO)
    (dani,) = sentar(abrir, mesa.dani, ancho=ancho)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"

    dani.goto(hilo)
    expect(dani.get_by_text(SECRETO)).to_be_visible()
    asentar(dani)
    dani.locator("main").get_by_role("link", name="Ver como…").click()
    cabe(dani)
    dani.get_by_role("button", name="Ver como bruno").click()

    expect(banda(dani)).to_contain_text("Ves «El faro» como bruno. Solo lectura.")
    assert dani.url.endswith(hilo)
    expect(dani.get_by_text(ABIERTO)).to_be_visible()
    expect(dani.get_by_text(SECRETO)).to_have_count(0)
    expect(dani.locator("form.editor")).to_have_count(0)
    cabe(dani)

    dani.get_by_role("link", name="Modo lectura").click()
    expect(banda(dani)).to_contain_text("como bruno")
    expect(dani.get_by_text(SECRETO)).to_have_count(0)
    cabe(dani)
    dani.goto(f"/p/{mesa.partida.publico}/mesa/")
    expect(dani.get_by_text("Esta página no se enseña mientras miras con otros ojos.")).to_be_visible()
    cabe(dani)

    banda(dani).get_by_role("button", name="Volver a mi vista").click()
    expect(dani.get_by_role("heading", name="Mesa de la dirección")).to_be_visible()
    expect(banda(dani)).to_have_count(0)
    dani.goto(hilo)
    expect(dani.get_by_text(SECRETO)).to_be_visible()


def test_un_turno_a_medias_en_otra_pestana_no_se_pierde_al_mirar(abrir, js):
    mesa = fabrica.mesa()
    (dani,) = sentar(abrir, mesa.dani)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"
    dani.goto(hilo)
    dani.fill("textarea[name=texto]", "Una frase que ya estaba escrita.")
    otra = dani.context.new_page()
    otra.goto(f"/p/{mesa.partida.publico}/ver-como/")
    otra.get_by_role("button", name="Ver como un visitante").click()
    expect(banda(otra)).to_contain_text("como visitante sin cuenta")

    dani.evaluate("document.querySelector('form.editor').requestSubmit(document.querySelector('[data-publicar]'))")

    expect(dani.get_by_text("Solo estás mirando: no se ha guardado ni cambiado nada.")).to_be_visible()
    expect(dani.locator("textarea[readonly]")).to_have_value("Una frase que ya estaba escrita.")
    banda(dani).get_by_role("button", name="Volver a mi vista").click()
    expect(banda(dani)).to_have_count(0)


def test_quien_lee_que_cabe_y_lleva_a_cada_mensaje(abrir, js, ancho):
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=ABIERTO)
    fabrica.susurrar(mesa, mesa.dani, mesa.kaelen, texto=SECRETO)
    fabrica.secreta(mesa, mesa.mirta)
    (dani,) = sentar(abrir, mesa.dani, ancho=ancho)

    dani.goto(f"/p/{mesa.partida.publico}/")
    dani.locator("main").get_by_role("link", name="Quién lee qué").click()
    expect(dani.get_by_text("porque lleva a Mirta, que está en ella")).to_be_visible()
    cabe(dani)
    dani.get_by_role("link", name="La puerta").click()
    expect(dani.get_by_text("porque se le dijo a Kaelen")).to_be_visible()
    cabe(dani)
    dani.get_by_role("row").filter(has_text="No abráis").get_by_role("link").click()
    expect(dani.get_by_text(SECRETO)).to_be_visible()
