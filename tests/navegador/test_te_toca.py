"""«Te toca» and «Ausencias», with scripts and without: promised, seen by the table, put off; and days away."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from config import reloj
from partidas.dominio import pendientes
from tests import fabrica
from tests.navegador.conftest import entrar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

CONTRASENA = "un tejado de pizarra azul"


def test_lo_que_toca_se_promete_lo_ve_la_mesa_se_pospone_y_se_anuncia_una_ausencia(abrir, ancho):
    mesa, ahora = fabrica.mesa(), reloj.ahora()
    for persona in (mesa.ana, mesa.bruno):
        persona.set_password(CONTRASENA)
        persona.save()
    pendientes.dar_a(
        mesa.ana, "turno", clave="x", partida=mesa.partida, escena=mesa.escena, a_la_vista=True, ahora=ahora,
        personaje=mesa.kaelen.personaje, vence=ahora + timedelta(hours=30),
    )  # fmt: skip
    ana, bruno = abrir(ancho), abrir(ancho)
    entrar(ana, "ana", CONTRASENA)
    entrar(bruno, "bruno", CONTRASENA)

    cabecera = ana.get_by_role("navigation", name="Principal")
    expect(cabecera.get_by_role("link", name=re.compile("Te toca 1"))).to_be_visible()
    ana.get_by_role("link", name="Todo lo que te toca (1)").click()
    expect(ana.get_by_role("link", name="Escribe con Kaelen")).to_be_visible()
    ana.get_by_role("button", name="Contestaré hoy").click()
    expect(ana.get_by_text("Dicho: contestarás hoy.")).to_be_visible()
    bruno.goto("/te-toca/")
    expect(bruno.get_by_text("Kaelen (ana) tiene que escribir")).to_be_visible()
    expect(bruno.get_by_text("Kaelen contestará hoy")).to_be_visible()

    ana.get_by_text("Posponer", exact=True).click()
    ana.get_by_role("button", name="Hasta mañana").click()
    expect(ana.get_by_text("Nadie espera nada de ti ahora.")).to_be_visible()
    expect(cabecera.get_by_role("link", name=re.compile(r"^Te toca\s*$"))).to_be_visible()
    ana.get_by_text("Pospuesta: 1").click()
    ana.get_by_role("button", name="Volver a la lista").click()
    ana.get_by_role("link", name="Escribe con Kaelen").click()
    expect(ana).to_have_url(re.compile(mesa.escena.publico))

    ana.goto("/ausencias/")
    ana.get_by_label("Estaré fuera desde el").fill(f"{ahora.date() + timedelta(days=3)}")
    ana.get_by_label("hasta el").fill(f"{ahora.date() + timedelta(days=1)}")
    ana.get_by_label("Motivo", exact=True).fill("Viaje")
    ana.get_by_role("button", name="Anotar").click()
    expect(ana.get_by_role("alert")).to_contain_text("Acaba antes de empezar")
    ana.get_by_label("hasta el").fill(f"{ahora.date() + timedelta(days=5)}")
    ana.get_by_role("button", name="Anotar").click()
    expect(ana.get_by_text("Anotado: lo verán las personas con las que juegas.")).to_be_visible()
    ana.get_by_label("El faro").select_option("saltar")
    ana.get_by_role("button", name="Guardar", exact=True).click()
    bruno.goto("/ausencias/")
    expect(bruno.get_by_text("se salta su turno")).to_be_visible()
    assert ana.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
