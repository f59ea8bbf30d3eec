"""From nothing to a turn: an account, a seat, a roll with effort, an answer for one person, and a reader."""

import re

import pytest
from playwright.sync_api import expect

from config import reloj
from partidas.demostracion import CONTRASENA, sembrar
from partidas.models import Destinatario, Mensaje, Tirada
from personajes.models import Personaje
from tests.navegador.conftest import asentar, entrar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

TURNO = "—Subo yo —dice Nuria, y el faro la mira."
RESPUESTA = "Solo tú notas que la escalera respira."


def test_una_persona_nueva_juega_su_primer_turno_y_nadie_ve_lo_que_no_es_suyo(abrir, js):
    partida = sembrar(ahora=reloj.ahora())

    nuria = abrir()
    nuria.goto("/")
    nuria.get_by_role("link", name="Crear cuenta").first.click()
    nuria.fill("input[name=username]", "nuria")
    nuria.fill("input[name=password1]", "una-farola-y-un-perro")
    nuria.fill("input[name=password2]", "una-farola-y-un-perro")
    nuria.locator("main").get_by_role("button", name="Crear").first.click()
    nuria.get_by_role("link", name="El faro de Cabo Umbral").first.click()
    nuria.get_by_role("button", name="Unirme a la partida").click()
    nuria.get_by_label("Nombre", exact=True).fill("Nuria Sal")
    nuria.get_by_role("button", name="Crear el personaje").click()
    expect(nuria.get_by_role("link", name="Nuria Sal").first).to_be_visible()

    nuria.get_by_role("link", name="La puerta entornada").click()
    nuria.get_by_label("Texto").fill(TURNO)
    nuria.get_by_role("button", name="Añadir una tirada").click()
    asentar(nuria)
    nuria.get_by_label("Acción").select_option(label="Tarea")
    if not js:
        nuria.get_by_role("button", name="Usar esta acción").click()
    asentar(nuria)
    nuria.get_by_label("Dificultad", exact=True).fill("3")
    nuria.get_by_label("Esfuerzo", exact=True).fill("1")
    nuria.get_by_label("Qué intentas").fill("Subo sin hacer ruido")
    asentar(nuria)
    nuria.get_by_role("button", name="Ver coste y probabilidades").click()
    expect(nuria.get_by_text("Número objetivo:")).to_be_visible()
    expect(nuria.get_by_label("Texto")).to_have_value(TURNO)
    assert Tirada.objects.sin_filtrar("test").filter(nombre="Nuria Sal").count() == 0
    nuria.get_by_role("button", name="Publicar y tirar").click()
    tarjeta = nuria.locator(".tirada", has_text="Subo sin hacer ruido")
    expect(tarjeta).to_be_visible()

    mensaje = Mensaje.objects.sin_filtrar("test").get(texto=TURNO)
    tirada = Tirada.objects.sin_filtrar("test").select_related("asiento").get(mensaje=mensaje)
    natural = tirada.respuesta["tiradas"][0]["valor"]
    ficha = Personaje.objects.sin_filtrar("test").get(nombre="Nuria Sal").ficha
    assert tirada.respuesta["detalle"]["niveles_esfuerzo"] == 1
    assert tirada.asiento.tipo == "tirada"
    assert tirada.respuesta["ficha"] == ficha
    expect(tarjeta.locator(".tirada__dado")).to_have_text(str(natural))

    dani = abrir()
    entrar(dani, "dani", CONTRASENA)
    dani.goto(f"/p/{partida.publico}/")
    dani.get_by_role("link", name="La puerta entornada").click()
    expect(dani.get_by_text(TURNO)).to_be_visible()
    dani.get_by_label("Texto").fill(RESPUESTA)
    dani.get_by_label("Solo quienes marque, y la dirección").check()
    dani.get_by_role("checkbox", name="Nuria Sal").check()
    dani.get_by_role("button", name=re.compile("^Publicar")).click()
    expect(dani.get_by_text("Solo Nuria Sal y la dirección")).to_be_visible()

    respuesta = Mensaje.objects.sin_filtrar("test").get(texto=RESPUESTA)
    destinatarios = Destinatario.objects.sin_filtrar("test").filter(mensaje=respuesta)
    assert [(d.usuario.username, d.nombre) for d in destinatarios] == [("nuria", "Nuria Sal")]

    nuria.reload()
    expect(nuria.get_by_text(RESPUESTA)).to_be_visible()
    bruno = abrir()
    entrar(bruno, "bruno", CONTRASENA)
    visitante = abrir(ancho=320)
    for otra in (bruno, visitante):
        otra.goto(f"/p/{partida.publico}/")
        otra.get_by_role("link", name="La puerta entornada").click()
        expect(otra.get_by_text(TURNO)).to_be_visible()
        expect(otra.locator(".tirada", has_text="Subo sin hacer ruido")).to_be_visible()
        assert RESPUESTA not in otra.content()
        assert respuesta.publico not in otra.content()
        assert otra.goto(f"/m/{respuesta.publico}/").status == 404
