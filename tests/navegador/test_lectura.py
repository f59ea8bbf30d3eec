"""A visitor reads the archived story from the home page to its end with the keyboard alone, on a narrow screen."""

import pytest
from playwright.sync_api import Page, expect

from config import reloj
from partidas.demostracion import sembrar
from partidas.demostracion.hora import HORA
from partidas.models import Escena, Mensaje
from tests.navegador.conftest import asentar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

ANCHO = 320
TABULACIONES = 80


def ir_a(pagina: Page, nombre: str, *, tecla: str = "Tab") -> None:
    """Press the key until what has the focus is called that way; it must be seen whole across the screen."""
    for _vez in range(TABULACIONES):
        pagina.keyboard.press(tecla)
        foco = pagina.locator(":focus")
        if foco.count() and _nombre(foco) == nombre:
            break
    else:
        raise AssertionError(f"no se llega a «{nombre}» con {tecla}")
    caja = foco.bounding_box()
    assert caja is not None
    assert caja["x"] >= 0
    assert caja["x"] + caja["width"] <= ANCHO
    assert 0 <= caja["y"] < 900


def _nombre(foco) -> str:
    return " ".join((foco.get_attribute("aria-label") or foco.inner_text()).split())


def sin_desbordar(pagina: Page) -> None:
    """The page is no wider than the screen."""
    assert pagina.evaluate("document.documentElement.scrollWidth") <= ANCHO


def test_se_lee_la_historia_entera_con_el_teclado(abrir, js):
    sembrar(ahora=reloj.ahora())
    escenas = Escena.objects.sin_filtrar("test").filter(partida__titulo=HORA.titulo, tipo="juego").order_by("posicion")
    titulos = list(escenas.values_list("titulo", flat=True))
    mensajes = Mensaje.objects.sin_filtrar("test").filter(escena__in=escenas).order_by("escena__posicion", "orden")
    visitante = abrir(ancho=ANCHO)
    visitante.goto("/")
    sin_desbordar(visitante)

    ir_a(visitante, "Leer una historia")
    visitante.keyboard.press("Enter")
    ir_a(visitante, "Leer La hora que faltaba")
    visitante.keyboard.press("Enter")
    expect(visitante.get_by_role("heading", level=1)).to_have_text(HORA.titulo)
    sin_desbordar(visitante)
    ir_a(visitante, "Empezar a leer")
    visitante.keyboard.press("Enter")

    leidos = []
    for numero, titulo in enumerate(titulos):
        expect(visitante.get_by_role("heading", level=1)).to_have_text(titulo)
        sin_desbordar(visitante)
        leidos += visitante.locator("[data-pasaje]").evaluate_all("todos => todos.map(uno => uno.id)")
        if numero == 1:
            _oscurecer(visitante)
        if numero > 0:
            expect(visitante.locator("html")).to_have_attribute("data-tema", "oscuro")
        ir_a(visitante, "Saltar al texto")
        visitante.keyboard.press("Enter")
        expect(visitante.locator("#texto")).to_be_focused()
        if js:
            _de_pasaje_en_pasaje(visitante)
        if numero + 1 < len(titulos):
            ir_a(visitante, f"Siguiente {titulos[numero + 1]}")
            visitante.keyboard.press("Enter")

    assert leidos == [f"m-{publico}" for publico in mensajes.values_list("publico", flat=True)]
    expect(visitante.get_by_text("Fin", exact=True)).to_be_visible()
    if js:
        visitante.keyboard.press("ArrowLeft")
        expect(visitante.get_by_role("heading", level=1)).to_have_text(titulos[-2])
        visitante.keyboard.press("ArrowRight")
        expect(visitante.get_by_role("heading", level=1)).to_have_text(titulos[-1])
    ir_a(visitante, "Otras historias")
    visitante.keyboard.press("Enter")
    expect(visitante.get_by_role("heading", level=2)).to_have_text("Para leer ahora")


def _oscurecer(pagina: Page) -> None:
    """Open the bar of appearance and choose the dark paper, without an account."""
    ir_a(pagina, "Aspecto")
    pagina.keyboard.press("Enter")
    ir_a(pagina, "Oscuro")
    pagina.keyboard.press("Enter")
    expect(pagina.locator("html")).to_have_attribute("data-tema", "oscuro")


def _de_pasaje_en_pasaje(pagina: Page) -> None:
    """J and k move through the text once the focus is in it."""
    pasajes = pagina.locator("[data-pasaje]")
    pagina.keyboard.press("j")
    expect(pasajes.nth(0)).to_be_focused()
    pagina.keyboard.press("j")
    expect(pasajes.nth(1)).to_be_focused()
    pagina.keyboard.press("k")
    expect(pasajes.nth(0)).to_be_focused()


def test_las_letras_sueltas_no_hacen_nada_fuera_del_texto(abrir, js):
    """WCAG 2.1.4: a single letter is a shortcut only where the focus is."""
    partida = sembrar(ahora=reloj.ahora())
    escena = Escena.objects.sin_filtrar("test").get(partida=partida, titulo="La puerta entornada")
    pagina = abrir(ancho=ANCHO)
    pagina.goto(f"/leer/{partida.publico}/{escena.publico}/")

    pagina.keyboard.press("j")

    expect(pagina.locator("[data-pasaje]:focus")).to_have_count(0)


def test_se_prueba_una_tirada_sin_cuenta(abrir, js):
    pagina = abrir(ancho=ANCHO)
    pagina.goto("/")
    ir_a(pagina, "Probar una tirada")
    pagina.keyboard.press("Enter")
    expect(pagina.get_by_role("heading", level=1)).to_have_text("Probar una tirada")
    sin_desbordar(pagina)
    ir_a(pagina, "Tirar")
    pagina.keyboard.press("Enter")

    expect(pagina.locator("#resultado .tirada")).to_be_visible()
    expect(pagina.locator("#resultado")).to_contain_text("de práctica: sin recibo")
    sin_desbordar(pagina)
    pagina.get_by_label("Juego", exact=True).select_option("strange")
    if not js:
        pagina.get_by_role("button", name="Ver coste y probabilidades").click()
    expect(pagina.get_by_label("Personaje de ejemplo", exact=True)).to_have_value("vector")
    asentar(pagina)
    expect(pagina.get_by_label("Juego", exact=True)).to_have_value("strange")
    pagina.get_by_label("Dificultad", exact=True).fill("7")
    pagina.keyboard.press("Tab")
    if not js:
        pagina.get_by_role("button", name="Ver coste y probabilidades").click()
    expect(pagina.locator(".lanzador__coste")).to_contain_text("21")
