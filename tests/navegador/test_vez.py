"""A round of two players and the direction, with scripts and without: one passes, one is nudged, one is moved."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from config import reloj
from cuentas.models import Ausencia
from partidas.models import ReglaDeAusencia
from tests import fabrica
from tests.fabrica import AHORA
from tests.navegador.test_moderacion import cabe, sentar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]


def test_una_ronda_con_uno_que_falta(abrir, js, ancho) -> None:
    mesa = fabrica.mesa()
    hoy = reloj.ahora().date()
    dias = {"desde": hoy - timedelta(days=1), "hasta": hoy + timedelta(days=3)}
    Ausencia.objects.create(usuario=mesa.bruno, creada=AHORA, **dias)
    ReglaDeAusencia.objects.sin_filtrar("test").create(partida=mesa.partida, usuario=mesa.bruno, que="mover")
    dani, ana, bruno = sentar(abrir, mesa.dani, mesa.ana, mesa.bruno, ancho=ancho)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"

    bruno.goto(f"/p/{mesa.partida.publico}/pj/{mesa.mirta.personaje.publico}/")
    bruno.get_by_role("link", name="Si falto…").click()
    cabe(bruno)
    bruno.get_by_label("Si falto…").fill("Mirta cubre la puerta.")
    bruno.get_by_role("button", name="Guardar").click()
    bruno.wait_for_url("**/pj/*/")

    dani.goto(hilo)
    dani.get_by_role("link", name="Turnos de la escena").click()
    cabe(dani)
    dani.get_by_label("Por rondas").check()
    dani.get_by_label("Plazo de cada turno, en horas").fill("36")
    dani.get_by_role("button", name="Guardar los turnos").click()
    turnos = dani.locator("#turnos")
    expect(turnos).to_contain_text("Faltan: Kaelen")
    expect(turnos).to_contain_text("lo mueve la dirección")
    cabe(dani)

    dani.goto(f"/p/{mesa.partida.publico}/mesa/")
    faltan = dani.locator("section[aria-labelledby=faltan]")
    expect(faltan).to_contain_text("ausente hasta el")
    cabe(dani)
    faltan.get_by_role("button", name="Empujar a Kaelen").click()
    expect(faltan).to_contain_text("Se le recordó")

    faltan.get_by_role("link", name="Mover a Mirta según sus órdenes").click()
    cabe(dani)
    expect(dani.get_by_text("Mirta cubre la puerta.")).to_be_visible()
    dani.get_by_label("Texto", exact=True).fill("Mirta se planta en el umbral.")
    dani.get_by_role("button", name="Publicar", exact=True).click()
    mensaje = dani.locator("article.mensaje", has_text="Mirta se planta")
    expect(mensaje).to_contain_text("movido por la dirección, según sus órdenes")

    ana.goto(hilo)
    ana.get_by_role("button", name="Paso el turno de Kaelen").click()
    expect(ana.locator("#turnos")).to_contain_text("Le toca a: la dirección")
    cabe(ana)

    dani.goto(hilo)
    dani.get_by_role("button", name="Abrir la ronda").click()
    expect(dani.locator("#turnos")).to_contain_text("Turnos · ronda 2")
