"""An image, from the file to the thread: attached, described and published, with what is typed left alone."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from partidas.models import Adjunto
from tests import fabrica
from tests.navegador.conftest import asentar, entrar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

CONTRASENA = "una-farola-y-un-perro"
TEXTO = "—Mirad lo que había en el cajón."


def mapa() -> bytes:
    imagen, salida = Image.new("RGB", (1200, 800), "#F3E7D0"), BytesIO()
    dibujo = ImageDraw.Draw(imagen)
    dibujo.polygon([(200, 600), (420, 250), (800, 200), (1000, 620)], outline="#3B2F1E", width=8)
    dibujo.rectangle((560, 300, 620, 480), fill="#8A2B0E")
    imagen.save(salida, "PNG")
    return salida.getvalue()


def test_adjuntar_una_imagen_y_verla_en_el_hilo(abrir, js, tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path
    mesa = fabrica.mesa("publica")
    mesa.ana.set_password(CONTRASENA)
    mesa.ana.save()
    escribir = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/escribir/"
    ana = abrir(320)
    entrar(ana, "ana", CONTRASENA)
    ana.goto(escribir)
    ana.get_by_label("Texto").fill(TEXTO)
    if js:
        ana.get_by_role("button", name="Imagen", exact=True).click()
    else:
        ana.locator("#imagenes > summary").click()
    ana.get_by_label("Imágenes").set_input_files(
        [
            {"name": "mapa.png", "mimeType": "image/png", "buffer": mapa()},
            {"name": "trampa.png", "mimeType": "image/png", "buffer": b"<svg onload='alert(1)'/>"},
        ]
    )
    ana.get_by_role("button", name="Adjuntar").click()
    expect(ana.get_by_text("«trampa.png»: No es una imagen JPEG, PNG, GIF o WebP.").first).to_be_visible()
    asentar(ana)
    expect(ana.get_by_label("Texto")).to_have_value(TEXTO)
    expect(ana.get_by_label("Imágenes")).to_have_value("")
    assert ana.evaluate("document.documentElement.scrollWidth") <= 320

    ana.get_by_label("Describe la imagen mapa.png para quien no la ve").fill("El mapa de la isla")
    ana.get_by_role("button", name="Publicar").click()
    imagen = ana.get_by_role("img", name="El mapa de la isla")
    expect(imagen).to_be_visible()
    imagen.scroll_into_view_if_needed()
    assert ana.evaluate("document.documentElement.scrollWidth") <= 320
    fila = Adjunto.objects.sin_filtrar("test").get()
    assert (fila.alt, fila.mensaje is not None) == ("El mapa de la isla", True)

    visita = abrir(1280)
    visita.goto(f"/leer/{mesa.partida.publico}/{mesa.escena.publico}/")
    lamina = visita.get_by_role("img", name="El mapa de la isla")
    expect(lamina).to_be_visible()
    caja = lamina.bounding_box()
    assert 500 < caja["width"] <= 640
    assert caja["height"] == pytest.approx(caja["width"] * 2 / 3, abs=1.5)
    assert lamina.evaluate("i => i.closest('a').getAttribute('href')") == f"/adjuntos/{fila.publico}/"
    respuesta = visita.request.get(f"/adjuntos/{fila.publico}/")
    assert (respuesta.status, respuesta.headers["content-type"]) == (200, "image/webp")
