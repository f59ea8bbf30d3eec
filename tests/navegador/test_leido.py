"""What was on screen is read, no more: the marker goes as far as the eye, with scripts; with a button, without."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from partidas.models import Marca, Mensaje
from tests import fabrica
from tests.fabrica import AHORA
from tests.navegador.conftest import entrar

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

CONTRASENA = "un tejado de pizarra azul"
TURNOS = 12
A_MEDIAS = 5


def marca() -> int:
    """Return how far ana has read, as the number of turns."""
    fila = Marca.objects.sin_filtrar("test").first()
    return Mensaje.objects.sin_filtrar("test").filter(orden__lte=fila.hasta).count() if fila else 0


def esperar_marca(pagina: Page, cuantos: int) -> None:
    for _vez in range(100):
        if marca() == cuantos:
            return
        pagina.wait_for_timeout(100)
    assert marca() == cuantos


def a_la_vista(pagina: Page) -> int:
    """Return which is the lowest turn whose foot is on screen, from one."""
    return pagina.evaluate(
        """() => [...document.querySelectorAll("#hilo > .mensaje > footer")].findLastIndex((pie) => {
          const caja = pie.getBoundingClientRect();
          return caja.top < innerHeight && caja.bottom > 0;
        }) + 1"""
    )


def test_tra_17_lo_leido_llega_hasta_donde_llego_la_vista(abrir, js):
    mesa = fabrica.mesa()
    mesa.ana.set_password(CONTRASENA)
    mesa.ana.save()
    texto = "La puerta del faro cede con un quejido largo y huele a sal.\n\n" * 12
    for n in range(TURNOS):
        mesa.escena.refresh_from_db()
        fabrica.turnos.publicar(
            mesa.escena, fabrica.orden(texto=texto), autor=mesa.dani, ahora=AHORA - timedelta(days=2, minutes=-n)
        )
    ana = abrir()
    entrar(ana, "ana", CONTRASENA)
    ana.get_by_role("link", name="La puerta").click()
    expect(ana.locator("#nuevo")).to_be_in_viewport()
    turnos = ana.locator("#hilo > .mensaje")
    if not js:
        turnos.nth(A_MEDIAS - 1).locator("details.mas > summary").click()
        turnos.nth(A_MEDIAS - 1).get_by_role("button", name="Marcar leído hasta aquí").click()
        expect(ana.locator(".aviso")).to_contain_text("Leído hasta ese mensaje.")
        assert marca() == A_MEDIAS
        ana.locator("#marcas").get_by_role("button", name="Marcar leído hasta aquí").click()
        expect(ana.locator("#nuevo")).to_have_count(0)
        assert marca() == TURNOS
        return
    turnos.nth(A_MEDIAS - 1).locator("footer").scroll_into_view_if_needed()
    visto = a_la_vista(ana)
    assert 0 < visto < TURNOS
    esperar_marca(ana, visto)

    ana.goto("/")
    ana.go_back()
    expect(turnos).to_have_count(TURNOS)
    ana.wait_for_timeout(3500)
    assert marca() == visto, "going back marks nothing"

    turnos.first.locator("details.mas > summary").click()
    turnos.first.get_by_role("button", name="Marcar no leído desde aquí").click()
    expect(ana.locator(".aviso")).to_contain_text("Queda sin leer desde ese mensaje.")
    ana.wait_for_timeout(500)
    assert marca() == 0, "what the page sends as it closes does not take it back"
