"""The direction closes the day and sees what it did; each player reads their own; nobody else learns anything."""

import pytest
from playwright.sync_api import expect

from partidas.dominio import reparto
from partidas.models import Cierre, Mensaje
from personajes.models import CambioFicha
from tests import fabrica
from tests.fabrica import AHORA
from tests.navegador.conftest import asentar, entrar
from tests.navegador.test_strange import CONTRASENA
from tests.partidas.dominio.test_cierres import CANSADA, cansar, ficha

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

KAELEN = "Empieza un nuevo día para Kaelen."


def test_la_direccion_cierra_el_dia_y_ve_lo_que_se_recupera(abrir, js, ancho):
    mesa = fabrica.mesa("publica")
    mesa.partida.ultima_jornada = None  # whatever this machine's clock says, no day is waiting
    mesa.partida.save()
    for persona in (mesa.dani, mesa.ana, mesa.bruno):
        persona.set_password(CONTRASENA)
        persona.save()
    cansar(mesa.kaelen, descansos=2)
    reparto.incorporar(
        mesa.partida, nombre="La Sombra", ficha=CANSADA, por=mesa.dani, ahora=AHORA, clase="pnj", secreto=True
    )
    dani = abrir(ancho)
    entrar(dani, "dani", CONTRASENA)

    dani.goto(f"/p/{mesa.partida.publico}/")
    dani.locator("main").get_by_role("link", name="Jornadas").click()
    dani.get_by_role("link", name="Cerrar ahora").click()
    previsto = dani.locator("section", has=dani.get_by_role("heading", name="Lo que pasará"))
    expect(previsto.get_by_text("Kaelen")).to_be_visible()
    expect(previsto.get_by_text("La Sombra")).to_be_visible()
    expect(previsto.get_by_text("Mirta")).to_have_count(0)
    expect(previsto.get_by_text("Descansos de hoy: 2 → 0").first).to_be_visible()
    assert dani.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Cierre.objects.sin_filtrar("test").count() == 0
    dani.get_by_role("button", name="Cerrar la jornada").click()

    expect(dani.get_by_text("La jornada 1 ha acabado.")).to_be_visible()
    expect(dani.get_by_text(KAELEN)).to_be_visible()
    expect(dani.get_by_text("Empieza un nuevo día para La Sombra.")).to_be_visible()
    assert dani.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cierre = Cierre.objects.sin_filtrar("test").get()
    assert (cierre.numero, cierre.por, ficha(mesa.kaelen)["descansos"]) == (1, mesa.dani, 0)
    assert CambioFicha.objects.sin_filtrar("test").filter(causa="cierre").count() == 2

    escena = Mensaje.objects.sin_filtrar("test").get().escena
    hilo = f"/p/{mesa.partida.publico}/e/{escena.publico}/"
    for persona, suyo in (("ana", 1), ("bruno", 0)):
        pagina = abrir(ancho)
        entrar(pagina, persona, CONTRASENA)
        pagina.goto(hilo)
        expect(pagina.get_by_text("Acaba la jornada 1.")).to_be_visible()
        expect(pagina.get_by_text(KAELEN)).to_have_count(suyo)
        expect(pagina.get_by_text("La Sombra")).to_have_count(0)
        assert pagina.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visita = abrir(ancho)
    visita.goto(hilo)
    expect(visita.get_by_text("Acaba la jornada 1.")).to_be_visible()
    expect(visita.get_by_text(KAELEN)).to_have_count(0)


def test_la_direccion_cambia_como_acaban_los_dias(abrir, js):
    mesa = fabrica.mesa()
    mesa.partida.ultima_jornada = None
    mesa.partida.save()
    mesa.dani.set_password(CONTRASENA)
    mesa.dani.save()
    dani = abrir(320)
    entrar(dani, "dani", CONTRASENA)

    dani.goto(f"/p/{mesa.partida.publico}/jornadas/")
    dani.get_by_role("link", name="Cambiar cómo acaban los días").click()
    dani.get_by_label("Cada varios días").check()
    dani.get_by_label("A qué hora").fill("05:30")
    dani.get_by_label("Cada cuántos días").fill("3")
    assert dani.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dani.get_by_role("button", name="Guardar").click()
    asentar(dani)

    expect(dani.get_by_text("Se cierra una jornada cada 3 días, a las 05:30 de Europe/Madrid.")).to_be_visible()
    mesa.partida.refresh_from_db()
    assert (mesa.partida.cierre, mesa.partida.hora_corte, mesa.partida.cada_dias) == ("cada_n", 330, 3)
