"""News in an open thread: nothing moves under who reads or writes, and what is in use is not touched."""

import pytest
from playwright.sync_api import expect

from partidas.dominio import edicion, moderacion
from tests import fabrica
from tests.fabrica import AHORA
from tests.navegador.conftest import asentar, entrar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

CONTRASENA = "faro-de-prueba-7"
LARGO = "\n\n".join("La lluvia cae sobre el faro y nadie dice nada durante mucho rato. " * 8 for _ in range(3))
SONDEAR = "document.body.dispatchEvent(new Event('sondear'))"


@pytest.fixture
def js():
    """Without scripts there are no news: the page is loaded again."""
    return True


def sondear(pagina):
    with pagina.expect_response(lambda r: "/sondeo/" in r.url) as espera:
        pagina.evaluate(SONDEAR)
    asentar(pagina)
    return espera.value.status


def sitio(pagina, publico):
    """Return where a turn is in the window, once everything that moves by itself has."""
    pagina.evaluate("() => new Promise((sigue) => requestAnimationFrame(() => requestAnimationFrame(sigue)))")
    return pagina.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", f"m-{publico}")


def cambiar(mensaje, persona, texto):
    edicion.editar(mensaje, texto=texto, notas="", version=mensaje.version, por=persona, ahora=AHORA)
    mensaje.refresh_from_db()


def test_leer_y_escribir_mientras_llega_y_cambia_lo_de_otros_no_mueve_ni_un_pixel(abrir):
    mesa = fabrica.mesa()
    mesa.ana.set_password(CONTRASENA)
    mesa.ana.save()
    de_dani = [fabrica.publicar(mesa, mesa.dani, texto=f"{n}. {LARGO}") for n in range(8)]
    de_bruno = fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="Yo me voy.", tiradas=(fabrica.tarea(),))
    ana = abrir(1280)
    entrar(ana, "ana", CONTRASENA)
    ana.goto(f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/")
    leido = de_dani[4].publico
    ana.locator(f"#m-{leido} .prosa p").nth(1).scroll_into_view_if_needed()
    antes = sitio(ana, leido)
    assert sondear(ana) == 204
    expect(ana.locator("#nuevos-dicho")).to_have_text("")

    cambiar(de_dani[1], mesa.dani, f"{LARGO}\n\n{LARGO}")
    moderacion.ocultar(de_dani[2], motivo="Se repite.", por=mesa.dani, ahora=AHORA)
    nuevo = fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="Llego corriendo.")

    assert sondear(ana) == 200
    assert sitio(ana, leido) == pytest.approx(antes, abs=0.5)
    expect(ana.locator(f"#m-{de_dani[1].publico}")).to_contain_text("editado")
    expect(ana.locator(f"#m-{de_dani[2].publico}")).to_have_text("Este mensaje ya no está o no es para ti.")
    expect(ana.get_by_role("link", name="1 mensaje nuevo")).to_be_visible()
    expect(ana.locator("#nuevos-dicho")).to_have_text("1 mensaje nuevo")
    expect(ana.locator(f"#m-{nuevo.publico}")).to_have_count(0)
    assert sondear(ana) == 204

    # What is in use waits: an open menu, here; the roll that was unfolded stays unfolded.
    suyo = ana.locator(f"#m-{de_bruno.publico}")
    suyo.get_by_text("Cómo se ha calculado").click()
    suyo.get_by_text("Más").click()
    cambiar(de_bruno, mesa.bruno, "Yo me quedo.")
    sondear(ana)
    expect(suyo).to_contain_text("Yo me voy.")
    expect(suyo.get_by_role("link", name="Citar")).to_be_visible()
    suyo.get_by_text("Más").click()
    ana.locator("h1").click()
    ana.evaluate("document.activeElement.blur()")
    sondear(ana)
    expect(suyo).to_contain_text("Yo me quedo.")
    expect(suyo.locator("details.tirada__calculo")).to_have_attribute("open", "")

    texto = ana.get_by_label("Texto", exact=True)
    texto.fill("—Yo lo oí. Decía: ")
    texto.press("ArrowLeft")
    donde = "[document.activeElement.id, document.activeElement.selectionStart, document.activeElement.value]"
    caja, caret = texto.bounding_box(), ana.evaluate(donde)
    cambiar(de_dani[7], mesa.dani, "Ahora es corto.")
    segundo = fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="Y me siento.")
    assert sondear(ana) == 200
    expect(ana.locator(f"#m-{de_dani[7].publico}")).to_contain_text("Ahora es corto.")
    assert ana.evaluate(donde) == caret
    assert texto.bounding_box()["y"] == pytest.approx(caja["y"], abs=0.5)
    expect(ana.get_by_text("2 mensajes nuevos mientras escribías.")).to_be_visible()

    ana.get_by_role("link", name="2 mensajes nuevos").click()
    asentar(ana)
    expect(ana.locator(f"#n-{nuevo.publico}")).to_be_focused()
    ids = ana.locator("#hilo > .mensaje").evaluate_all("(todos) => todos.map((e) => e.id)")
    assert ids[-3:] == [f"m-{uno.publico}" for uno in (de_bruno, nuevo, segundo)]
    expect(ana.locator("#nuevos")).to_be_empty()
    expect(ana.locator("#novedades")).to_have_text("")
    expect(texto).to_have_value("—Yo lo oí. Decía: ")
    assert sondear(ana) == 204

    # Away and back: the same place.
    ana.locator(f"#m-{leido} .prosa p").nth(1).scroll_into_view_if_needed()
    ida = sitio(ana, leido)
    ana.locator(".migas a").last.evaluate("(e) => e.click()")
    ana.wait_for_url(f"**/p/{mesa.partida.publico}/")
    ana.go_back()
    expect(ana.locator(f"#m-{leido}")).to_be_visible()
    assert sitio(ana, leido) == pytest.approx(ida, abs=1)
    ana.goto(f"/m/{de_dani[3].publico}/")
    expect(ana.locator(f"#n-{de_dani[3].publico}")).to_be_focused()
    assert 0 <= sitio(ana, de_dani[3].publico) < 100
