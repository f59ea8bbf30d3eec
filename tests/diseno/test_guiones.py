"""The small behaviours of static/js, in a real Chromium under the site's content policy."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.navegador

CLAVE = "borrador:muestra:umbral"
LEER = "(clave) => localStorage.getItem(clave)"


def _copia(pagina: Any, palabra: str = "") -> None:
    """Wait for the copy on this device; polled from here, because in the page the content policy forbids eval."""
    for _ in range(100):
        copia = pagina.evaluate(LEER, CLAVE)
        if copia is not None and palabra in copia:
            return
        pagina.wait_for_timeout(100)
    pytest.fail("no hay copia en el dispositivo")


def _llega(pagina: Any, html: str) -> None:
    """Bring a fragment as htmx does: insert it and announce it."""
    pagina.evaluate(
        """(html) => {
          const caja = document.createElement("div");
          caja.innerHTML = html;
          document.querySelector("main").append(caja);
          htmx.process(caja);
          htmx.trigger(caja, "htmx:load", { elt: caja });
        }""",
        html,
    )


def test_el_borrador_se_copia_y_solo_vuelve_si_se_pide(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")
    inicial = pagina.locator("#texto").input_value()
    pagina.locator("#texto").fill("Lo que escribí ayer  con dos espacios")
    _copia(pagina)

    pagina.reload()
    sin_pedir = pagina.locator("#texto").input_value()
    boton = pagina.get_by_role("button", name="Recuperar lo de este dispositivo")
    boton.click()

    assert sin_pedir == inicial
    assert pagina.locator("#texto").input_value() == "Lo que escribí ayer  con dos espacios"
    assert boton.is_hidden()


def test_lo_de_ayer_no_se_pisa_al_empezar_de_nuevo(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")
    pagina.evaluate("(clave) => localStorage.setItem(clave, JSON.stringify({ texto: 'ayer' }))", CLAVE)
    pagina.reload()

    pagina.locator("#texto").fill("hoy")
    _copia(pagina, "hoy")

    assert json.loads(pagina.evaluate(LEER, f"{CLAVE}:anterior")) == {"texto": "ayer"}


def test_el_borrador_se_borra_cuando_el_servidor_confirma(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")
    pagina.locator("#texto").fill("publicado")
    _copia(pagina)

    _llega(pagina, '<p data-borrador-hecho="muestra:umbral">Publicado</p>')
    pagina.wait_for_timeout(1500)  # a second watcher of the same form would have put it back by now

    assert pagina.evaluate(LEER, CLAVE) is None


def test_lo_publicado_antes_del_primer_segundo_no_se_copia_despues(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")
    pagina.locator("#texto").fill("publicado deprisa")

    _llega(pagina, '<p data-borrador-hecho="muestra:umbral">Publicado</p>')
    pagina.wait_for_timeout(1500)
    sin_copia = pagina.evaluate(LEER, CLAVE)
    pagina.locator("#texto").fill("y algo más")
    _copia(pagina, "y algo más")

    assert sin_copia is None


def test_el_aporte_son_dieciseis_cifras_y_no_cambia(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")

    _llega(pagina, '<input type="hidden" id="a" data-aporte><input type="hidden" id="b" data-aporte value="mio">')
    primero = pagina.evaluate("document.getElementById('a').value")
    _llega(pagina, "<p>otro</p>")

    assert re.fullmatch(r"[0-9a-f]{16}", primero)
    assert pagina.evaluate("document.getElementById('a').value") == primero
    assert pagina.evaluate("document.getElementById('b').value") == "mio"


def test_el_foco_va_a_lo_que_llega(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")

    _llega(pagina, '<h2 id="nuevo" data-foco>Publicado</h2>')

    assert pagina.evaluate("document.activeElement.id") == "nuevo"


def test_control_intro_publica_una_vez_y_lo_dice(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")
    pagina.evaluate("""() => {
      window.envios = 0;
      const form = document.querySelector("form.editor");
      form.setAttribute("hx-post", "#");
      form.addEventListener("submit", (e) => { e.preventDefault(); window.envios += 1; });
    }""")

    pagina.locator("#texto").press("Control+Enter")
    expect(pagina.locator("[data-publicar]")).to_be_disabled()
    pagina.locator("#texto").press("Control+Enter")

    assert pagina.evaluate("window.envios") == 1
    assert pagina.locator("[data-publicar]").inner_text() == "Publicando…"


def test_la_raya_y_el_destripe_entran_y_se_deshacen(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")
    texto = pagina.locator("#texto")
    texto.fill("hola")

    texto.select_text()
    pagina.get_by_role("button", name="Destripe").click()
    envuelto = texto.input_value()
    pagina.keyboard.press("Control+z")
    deshecho = texto.input_value()
    texto.press("Home")
    pagina.get_by_role("button", name="Raya de diálogo").click()

    assert envuelto == "||hola||"
    assert deshecho == "hola"
    assert texto.input_value() == "—hola"


def test_la_negrita_de_la_barra_escribe_markdown(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")
    pagina.locator("#texto").fill("hola")
    pagina.locator("#texto").select_text()

    pagina.get_by_role("button", name="Negrita: lo que se dice").click()

    assert pagina.locator("#texto").input_value() == "**hola**"


def test_un_fallo_de_red_se_dice_y_el_texto_sigue(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")
    pagina.locator("#texto").fill("sigue aquí")
    pagina.route("**/no-hay", lambda ruta: ruta.abort())

    _llega(pagina, '<button id="pedir" hx-get="/no-hay" hx-target="#avisos-muestra" hx-swap="innerHTML">Pedir</button>')
    pagina.locator("#pedir").click()
    expect(pagina.locator("#avisos")).to_have_text(re.compile("^Sin conexión"))

    assert pagina.locator("#texto").input_value() == "sigue aquí"


@pytest.mark.parametrize("estado", [409, 422, 429])
def test_los_errores_con_respuesta_se_ponen_en_su_sitio(abrir: Callable[..., Any], estado: int) -> None:
    pagina = abrir("claro-socia")
    cuerpo = '<div class="resumen-errores" tabindex="-1" data-foco id="mal">Hay un problema</div>'
    pagina.route("**/mal", lambda ruta: ruta.fulfill(status=estado, body=cuerpo, content_type="text/html"))

    _llega(
        pagina,
        '<button id="pedir" hx-get="/mal" hx-target="#sitio" hx-swap="innerHTML">Pedir</button><div id="sitio"></div>',
    )
    pagina.locator("#pedir").click()
    expect(pagina.locator("#mal")).to_be_focused()

    assert pagina.locator("#avisos").inner_text() == ""


def test_el_menu_se_cierra_con_escape_y_devuelve_el_foco(abrir: Callable[..., Any]) -> None:
    pagina = abrir("claro-socia")
    pagina.locator(".menu > summary").click()
    pagina.keyboard.press("Tab")

    pagina.keyboard.press("Escape")

    assert pagina.locator(".menu").get_attribute("open") is None
    assert pagina.evaluate("document.activeElement.tagName") == "SUMMARY"
