"""What the journeys of a duel share: three people at their screens, and rolls declared by their visible labels."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from partidas.models import Tirada
from tests.fabrica import Mesa
from tests.navegador.conftest import asentar, entrar
from tests.navegador.test_strange import preparar

CONTRASENA = "una-farola-y-un-perro"


def sentar_a_todos(abrir: Any, mesa: Mesa) -> tuple[Page, Page, Page]:
    """Return the pages of dani, ana and bruno, signed in."""
    paginas = []
    for persona in (mesa.dani, mesa.ana, mesa.bruno):
        persona.set_password(CONTRASENA)
        persona.save()
        paginas.append(abrir())
        entrar(paginas[-1], persona.username, CONTRASENA)
    return paginas[0], paginas[1], paginas[2]


def ultima() -> Tirada:
    tirada = Tirada.objects.sin_filtrar("test").order_by("pk").last()
    assert tirada is not None
    return tirada


def declarar(pagina: Page, js: bool, hilo: str, accion: str, **campos: str) -> Tirada:
    """Publish a message with one roll and return it."""
    habia = Tirada.objects.sin_filtrar("test").count()
    pagina.goto(hilo + "?desde=final")
    preparar(pagina, js, accion, **campos)
    pagina.keyboard.press("Tab")  # what was typed last is sent when its control loses the focus
    asentar(pagina)
    pagina.get_by_role("button", name=re.compile("^Publicar")).click()
    pagina.wait_for_url(re.compile("#[mt]-"))
    assert Tirada.objects.sin_filtrar("test").count() == habia + 1
    return ultima()


def en_la_tarjeta(pagina: Page, tirada: Tirada) -> Any:
    """Go to a card and return it."""
    pagina.goto(f"/m/{tirada.mensaje.publico}/")
    return pagina.locator(f"#t-{tirada.publico}")


def tomar(pagina: Page, tirada: Tirada, opcion: str, **campos: str) -> Tirada:
    """Take an option that asks for something, fill it in by its labels, and return what came of it."""
    en_la_tarjeta(pagina, tirada).get_by_role("link", name=opcion).click()
    for etiqueta, valor in campos.items():
        control = pagina.get_by_label(etiqueta.replace("_", " "), exact=True)
        if control.evaluate("c => c.tagName") == "SELECT":
            control.select_option(label=valor)
        else:
            control.fill(valor)
    pagina.locator("main form.formulario").get_by_role("button", name=opcion).click()
    pagina.wait_for_url(re.compile("#[mt]-"))
    return ultima()


def acabar_el_dia(direccion: Page, mesa: Mesa) -> None:
    """Close the day of the table as its direction does, from the page of days."""
    direccion.goto(f"/p/{mesa.partida.publico}/")
    direccion.locator("main").get_by_role("link", name="Jornadas").click()
    direccion.get_by_role("link", name="Cerrar ahora").click()
    direccion.get_by_role("button", name="Cerrar la jornada").click()
    expect(direccion.get_by_text("La jornada 1 ha acabado.")).to_be_visible()


__all__ = ["acabar_el_dia", "asentar", "declarar", "en_la_tarjeta", "expect", "sentar_a_todos", "tomar", "ultima"]
