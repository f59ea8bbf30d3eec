"""Each request of htmx in the editor fails once, in every way that there is: it is told, and nothing typed is lost."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

from partidas.models import Mensaje
from tests import fabrica
from tests.navegador.conftest import asentar, entrar
from tests.partidas.views import test_escenas

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]
CONTRASENA = "una-farola-y-un-perro"
TEXTO, NOTAS = "—¡Corre! —gritó, y no miró atrás.", "Gasto un punto si hace falta."
NO_HA_FUNCIONADO = "No ha funcionado. Lo que has escrito sigue aquí: prueba otra vez o vuelve a cargar la página."
SIN_CONEXION = "Sin conexión: lo que escribas queda en este dispositivo."
MODOS = {"500": NO_HA_FUNCIONADO, "plazo": NO_HA_FUNCIONADO, "red": SIN_CONEXION}
IMPACIENTE = """(plazo) => {
  htmx.config.timeout = plazo;
  document.querySelector('[value=adjuntar]').setAttribute('hx-request', JSON.stringify({timeout: plazo}));
}"""


class Averia:
    """What stands between the page and the site: the next request of htmx fails so; the others go through."""

    def __init__(self, pagina: Page) -> None:
        self.modo, self.caidas = "", 0
        pagina.route(lambda url: "/static/" not in url, self._pasar)

    def _pasar(self, ruta: Route) -> None:
        modo, pedido = self.modo, ruta.request
        if not modo or ("hx-request" not in pedido.headers and modo != "publicar"):
            ruta.continue_()
            return
        self.modo, self.caidas = "", self.caidas + 1
        if modo in ("500", "publicar"):
            ruta.fulfill(status=500, body="<h1>Algo ha fallado</h1>", content_type="text/html")
        elif modo == "red":
            ruta.abort("connectionfailed")
        # Of a deadline, nobody answers.


def dibujo() -> bytes:
    salida = BytesIO()
    Image.new("RGB", (40, 30), "#8A2B0E").save(salida, "PNG")
    return salida.getvalue()


@pytest.mark.parametrize("js", [True], ids=["con_js"], indirect=True)
def test_cada_peticion_de_htmx_falla_una_vez_y_no_se_pierde_nada(abrir, js):
    mesa = fabrica.mesa("publica")
    mesa.ana.set_password(CONTRASENA)
    mesa.ana.save()
    ana = abrir(320)
    entrar(ana, "ana", CONTRASENA)
    ana.goto(test_escenas.ruta(mesa, "escribir"))
    assert ana.evaluate("htmx.config.timeout") == 30_000
    averia = Averia(ana)
    texto, aviso = ana.get_by_label("Texto", exact=True), ana.locator("#avisos")
    texto.fill(TEXTO)
    ana.locator("#campo-notas summary").click()
    ana.locator("#notas").fill(NOTAS)

    def falla_y_luego(hacer, comprobar) -> None:
        for modo, frase in MODOS.items():
            averia.modo = modo
            # Adjuntar has a longer deadline of its own, for its files: for this moment it goes away too.
            ana.evaluate(IMPACIENTE, 300 if modo == "plazo" else 30_000)
            hacer()
            expect(aviso).to_have_text(frase)
            expect(texto).to_have_value(TEXTO)
            expect(ana.locator("#notas")).to_have_value(NOTAS)
            assert averia.modo == ""
        ana.evaluate(IMPACIENTE, 30_000)
        hacer()
        comprobar()
        expect(aviso).to_have_text("")
        expect(texto).to_have_value(TEXTO)
        expect(ana.locator("#notas")).to_have_value(NOTAS)
        asentar(ana)

    def boton(nombre: str):
        return ana.get_by_role("button", name=nombre, exact=True)

    falla_y_luego(boton("Vista previa").click, lambda: expect(ana.locator("#previa")).to_contain_text("gritó"))
    falla_y_luego(
        boton("Guardar borrador").click,
        lambda: expect(ana.locator("div.editor__estado")).to_contain_text("Borrador guardado"),
    )
    todos, solo = "Todos los que leen la escena", "Solo la dirección"
    opciones = iter([solo, "Solo quienes marque, y la dirección", solo, todos])
    falla_y_luego(
        lambda: ana.get_by_role("radio", name=next(opciones), exact=True).check(),
        lambda: expect(ana.locator("#lectores")).to_contain_text("también quien visite la partida"),
    )
    falla_y_luego(boton("Añadir una tirada").click, lambda: expect(ana.get_by_label("Acción")).to_be_visible())
    ana.locator("#imagenes > summary").click()
    ana.get_by_label("Imágenes").set_input_files({"name": "mapa.png", "mimeType": "image/png", "buffer": dibujo()})
    falla_y_luego(
        boton("Adjuntar").click,
        lambda: expect(ana.get_by_label("Describe la imagen mapa.png para quien no la ve")).to_be_visible(),
    )
    falla_y_luego(boton("Quitar la tirada").click, lambda: expect(ana.get_by_label("Acción")).to_have_count(0))
    assert averia.caidas == 3 * 6
    assert ana.evaluate("document.documentElement.scrollWidth") <= 320

    averia.modo = "publicar"
    ana.wait_for_timeout(1_100)
    boton("Publicar").click()
    expect(ana.get_by_role("heading", name="Algo ha fallado")).to_be_visible()
    ana.go_back()
    if texto.input_value() != TEXTO:
        boton("Recuperar el texto guardado en este dispositivo").click()
    expect(texto).to_have_value(TEXTO)
    boton("Publicar").click()
    expect(ana.locator("article", has_text="gritó")).to_be_visible()
    assert [fila.texto for fila in Mensaje.objects.sin_filtrar("test")] == [TEXTO]
