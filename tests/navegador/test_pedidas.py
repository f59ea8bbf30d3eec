"""A group defence of two players, its difficulty said afterwards: asked, answered with one tap and judged."""

import pytest
from playwright.sync_api import expect

from partidas.models import RespuestaPedida
from tests import fabrica
from tests.navegador.duelo import sentar_a_todos

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]


def test_una_defensa_de_grupo_se_pide_se_contesta_y_se_juzga(abrir, js):
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="ladron", pnj="villano", acceso="publica")
    dani, ana, bruno = sentar_a_todos(abrir, mesa)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"

    dani.goto(f"{hilo}pedir/")
    dani.get_by_label("Kaelen").check()
    dani.get_by_label("Mirta").check()
    dani.get_by_label("Para qué").fill("Cae la reja: apartaos.")
    dani.get_by_label("Acción").select_option(label="Tirada")
    dani.get_by_role("button", name="Usar esta acción").click()
    dani.get_by_label("se pone después").check()
    dani.get_by_label("Atributo").select_option(label="Agilidad")
    dani.get_by_label("Si falla (opcional)").fill("1d6 de daño")
    dani.get_by_label("Plazo en horas (opcional)").fill("36")
    dani.get_by_role("button", name="Pedir tirada").click()
    expect(dani.get_by_text("Faltan: Kaelen, Mirta.")).to_be_visible()

    for pagina, falta in ((ana, "Faltan: Mirta."), (bruno, "Han caído los dados")):
        pagina.goto(hilo)
        if js:
            pagina.evaluate("window.sigue = true")
        pagina.get_by_role("button", name="Tirar", exact=True).click()
        expect(pagina.locator(".pedida").get_by_text(falta)).to_be_visible()
        if js:  # the article was put in its place: the page is the same
            assert pagina.evaluate("window.sigue") is True

    for nombre in ("Kaelen", "Mirta"):
        dani.goto(hilo)
        dani.get_by_role("link", name=f"Juzgar ({nombre})").click()
        dani.get_by_label("Dificultad").select_option(index=3)
        dani.get_by_role("button", name="Juzgar").click()
    expect(dani.get_by_text("No falta nadie.")).to_be_visible()

    estados = RespuestaPedida.objects.sin_filtrar("test").values_list("estado", flat=True)
    assert list(estados) == ["tirada", "tirada"]
    ana.set_viewport_size({"width": 320, "height": 900})
    ana.goto(hilo)
    expect(ana.get_by_role("heading", name="Kaelen: Tirada")).to_be_visible()
    if js:
        assert ana.evaluate("document.documentElement.scrollWidth <= innerWidth")
