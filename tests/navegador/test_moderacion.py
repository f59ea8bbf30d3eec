"""The desk of the direction and the screens of moderation, as people use them: with scripts and without."""

import re

import pytest
from playwright.sync_api import Page, expect

from partidas.dominio import escenas
from partidas.models import Mensaje, Participante, SolicitudDeAnulacion, Tirada
from tests import fabrica
from tests.fabrica import AHORA
from tests.navegador.conftest import asentar, entrar
from tests.navegador.test_strange import CONTRASENA, ficha

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

TEXTO = "—No abráis esa puerta."


def sentar(abrir, *personas, ancho: int = 1280) -> list[Page]:
    """Give each person a password and a page of their own, signed in."""
    paginas = []
    for persona in personas:
        persona.set_password(CONTRASENA)
        persona.save()
        pagina = abrir(ancho)
        entrar(pagina, persona.username, CONTRASENA)
        paginas.append(pagina)
    return paginas


def accion(pagina: Page, texto: str, nombre: str) -> None:
    """Open «Más» on the message with that text, and follow one of its links."""
    mensaje = pagina.locator("article.mensaje", has_text=texto)
    mensaje.locator("summary", has_text="Más").click()
    mensaje.get_by_role("link", name=nombre, exact=True).click()


def plaza(pagina: Page, nombre: str, que: str) -> None:
    """Follow one of the links of a person's seat at the desk."""
    fila = pagina.locator("section[aria-labelledby=personas] li", has_text=nombre)
    fila.get_by_role("link", name=que, exact=True).click()


def cabe(pagina: Page) -> None:
    pagina.wait_for_load_state()
    assert pagina.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_ocultar_con_motivo_y_volver_a_mostrar_mover_y_cerrar_la_escena(abrir, js, ancho):
    mesa = fabrica.mesa()
    escenas.abrir(mesa.partida, titulo="El muelle", por=mesa.dani, ahora=AHORA)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=TEXTO)
    dani, bruno, ana = sentar(abrir, mesa.dani, mesa.bruno, mesa.ana, ancho=ancho)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"

    dani.goto(hilo)
    accion(dani, TEXTO, "Ocultar")
    cabe(dani)
    dani.get_by_role("button", name="Ocultar el mensaje").click()
    expect(dani.get_by_role("alert")).to_contain_text("Por qué")
    dani.get_by_label("Por qué").fill("Adelanta la trama")
    dani.get_by_role("button", name="Ocultar el mensaje").click()
    expect(dani.get_by_text("Mensaje oculto.")).to_be_visible()
    bruno.goto(hilo)
    expect(bruno.get_by_text(TEXTO)).to_have_count(0)
    ana.goto(hilo)
    expect(ana.get_by_text("Mensaje oculto por la dirección: Adelanta la trama")).to_be_visible()
    expect(ana.get_by_text(TEXTO)).to_be_visible()

    dani.get_by_role("link", name="Deshacer").click()
    dani.get_by_role("button", name="Deshacer").click()
    bruno.goto(hilo)
    expect(bruno.get_by_text(TEXTO)).to_be_visible()

    dani.goto(hilo)
    accion(dani, TEXTO, "Mover a otra escena")
    dani.get_by_label("A qué escena").select_option(label="El muelle")
    dani.get_by_role("button", name="Ver quién lo leerá").click()
    expect(dani.get_by_text("Lo leerán las mismas personas que ahora.")).to_be_visible()
    cabe(dani)
    dani.get_by_role("button", name="Mover el mensaje").click()
    expect(dani.get_by_text("Mensaje movido a «El muelle».")).to_be_visible()
    bruno.goto(hilo)
    expect(bruno.get_by_text(TEXTO)).to_have_count(0)
    dani.get_by_role("link", name="Deshacer").click()
    dani.get_by_role("button", name="Deshacer").click()
    bruno.goto(hilo)
    expect(bruno.get_by_text(TEXTO)).to_be_visible()

    dani.goto(f"/p/{mesa.partida.publico}/mesa/")
    cabe(dani)
    escena = dani.locator("section[aria-labelledby=escenas] li", has_text="La puerta")
    escena.get_by_role("button", name="Cerrar", exact=True).click()
    dani.goto(f"/p/{mesa.partida.publico}/mesa/")
    expect(escena.get_by_text("cerrada", exact=True)).to_be_visible()
    ana.goto(hilo)
    expect(ana.get_by_label("Texto")).to_have_count(0)
    escena.get_by_role("button", name="Reabrir", exact=True).click()
    ana.goto(hilo)
    expect(ana.get_by_label("Texto")).to_be_visible()
    mensaje = Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk)
    assert (mensaje.estado, mensaje.escena_id, mensaje.orden) == ("publicado", mesa.escena.pk, 1)


def test_expulsar_y_readmitir_pedir_silencio_entregar_un_personaje_dejar_y_volver(abrir, js):
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=TEXTO)
    dani, bruno, ana = sentar(abrir, mesa.dani, mesa.bruno, mesa.ana)
    de_mesa = f"/p/{mesa.partida.publico}/mesa/"
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"

    dani.goto(de_mesa)
    plaza(dani, "bruno", "Expulsar")
    dani.get_by_role("button", name="Expulsar").click()
    expect(dani.get_by_role("alert")).to_contain_text("Por qué")
    dani.get_by_label("Por qué").fill("Insultos")
    dani.get_by_role("button", name="Expulsar").click()
    expect(dani.get_by_text("Expulsada.")).to_be_visible()
    assert bruno.goto(hilo).status == 404
    plaza(dani, "bruno", "Readmitir")
    dani.get_by_role("button", name="Readmitir").click()
    expect(dani.get_by_text("Readmitida.")).to_be_visible()
    bruno.goto(hilo)
    expect(bruno.get_by_text(TEXTO)).to_be_visible()
    expect(bruno.get_by_label("Texto")).to_be_visible()

    plaza(dani, "bruno", "Pedir silencio")
    dani.get_by_role("button", name="Pedir silencio").click()
    expect(dani.get_by_text("Silencio pedido.")).to_be_visible()
    bruno.goto(hilo)
    expect(bruno.get_by_label("Texto")).to_have_count(0)
    plaza(dani, "bruno", "Devolver la voz")
    dani.get_by_role("button", name="Devolver la voz").click()
    bruno.goto(hilo)
    expect(bruno.get_by_label("Texto")).to_be_visible()

    fila = dani.locator("section[aria-labelledby=reparto] li", has_text="Guardia")
    fila.get_by_role("link", name="Entregar").click()
    dani.get_by_label("Quién lo lleva").select_option(label="bruno")
    dani.get_by_role("button", name="Entregar").click()
    expect(dani.get_by_text("Guardia ha cambiado de manos.")).to_be_visible()
    bruno.goto(hilo)
    expect(bruno.get_by_text("Guardia").first).to_be_attached()

    ana.goto(f"/p/{mesa.partida.publico}/")
    ana.get_by_role("link", name="Dejar la partida").click()
    ana.get_by_role("button", name="Dejar la partida").click()
    expect(ana.get_by_text("Has dejado la partida.")).to_be_visible()
    assert ana.goto(hilo).status == 404
    ana.goto("/mis-textos/")
    expect(ana.get_by_text("La partida en la que eras Kaelen")).to_be_visible()
    ana.get_by_role("link", name="Volver a la partida").click()
    ana.get_by_role("button", name="Volver a la partida").click()
    expect(ana.get_by_text("Has vuelto a la partida.")).to_be_visible()
    ana.goto(hilo)
    expect(ana.get_by_label("Texto")).to_be_visible()
    estados = Participante.objects.sin_filtrar("test").values_list("estado", "silenciada").distinct()
    assert list(estados) == [("activa", False)]


def test_repetir_desde_la_tarjeta_y_anular_a_peticion(abrir, js):
    mesa = fabrica.mesa()
    antes = ficha(mesa.kaelen)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=TEXTO, tiradas=(fabrica.tarea(esfuerzo=1),))
    ana, dani = sentar(abrir, mesa.ana, mesa.dani)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"
    primera = Tirada.objects.sin_filtrar("test").get()

    ana.goto(hilo)
    ana.get_by_role("button", name=re.compile("Repetir")).click()
    otra = ana.locator(".tirada").nth(1)
    expect(otra).to_be_visible()
    expect(otra).to_contain_text("con tu azar" if js else "sin aporte")
    asentar(ana)

    repetida = Tirada.objects.sin_filtrar("test").get(continua=primera)
    tarjeta = ana.locator(f"#t-{repetida.publico}")

    def pedir() -> None:
        ana.goto(hilo)
        tarjeta.get_by_role("link", name="Pedir que se anule").click()
        ana.get_by_label("Por qué").fill("Era otra dificultad")
        ana.get_by_role("button", name="Pedirlo").click()
        expect(tarjeta.get_by_text("Has pedido anularla: «Era otra dificultad».")).to_be_visible()

    pedir()
    tarjeta.get_by_role("button", name="Retirar lo pedido").click()
    expect(tarjeta.get_by_role("link", name="Pedir que se anule")).to_be_visible()
    pedir()
    dani.goto(hilo)
    suya = dani.locator(f"#t-{repetida.publico}")
    expect(suya).to_contain_text("Se pide anularla: «Era otra dificultad»")
    suya.get_by_role("button", name="Anular la tirada").click()
    expect(suya).to_contain_text("Anulada: Era otra dificultad")
    ana.goto(hilo)
    expect(tarjeta).to_contain_text("Anulada: Era otra dificultad")
    estados = SolicitudDeAnulacion.objects.sin_filtrar("test").order_by("pk").values_list("estado", flat=True)
    assert list(estados) == ["retirada", "concedida"]
    assert ficha(mesa.kaelen)["px"] == antes["px"]
