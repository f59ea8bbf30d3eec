"""What is typed outlives the network, the session, a failing server and the browser; a turn sent many times is one."""

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from partidas.models import Borrador, Mensaje
from tests import fabrica
from tests.navegador.conftest import asentar, entrar
from tests.navegador.test_strange import CONTRASENA

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

GUARDADO = "Guardado en el servidor a las"


@pytest.mark.parametrize("js", [True], indirect=True)
def test_fia_48_y_fia_08_nada_de_lo_tecleado_se_pierde_y_se_publica_una_vez(abrir):
    mesa = fabrica.mesa()
    mesa.ana.set_password(CONTRASENA)
    mesa.ana.save()
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"
    ana = abrir(320)
    entrar(ana, "ana", CONTRASENA)
    ana.goto(hilo)
    texto, estado = ana.get_by_label("Texto"), ana.locator("[data-guarda-estado]")

    texto.press_sequentially("—Uno. ")
    texto.press("Home")
    expect(estado).to_contain_text(GUARDADO)
    assert texto.evaluate("t => [t.selectionStart, document.activeElement === t]") == [0, True]
    assert ana.evaluate("document.documentElement.scrollWidth <= innerWidth")
    guardado = Borrador.objects.visibles_para(mesa.ana)
    assert guardado.get().datos["campos"]["texto"] == ["—Uno. "]

    def anadir(palabra):
        texto.press("Control+End")
        texto.press_sequentially(palabra)

    ana.context.set_offline(True)
    anadir("Dos. ")
    expect(estado).to_have_text("Sin conexión: guardado en este navegador.")
    ana.context.set_offline(False)
    expect(estado).to_contain_text(GUARDADO)

    veces = []
    ana.route("**/escribir/", lambda ruta: (veces.append(1), ruta.fulfill(status=500, body="no")))
    anadir("Tres. ")
    expect(estado).to_contain_text("El servidor no responde")
    ana.unroute("**/escribir/")
    Session.objects.all().delete()
    ana.evaluate("dispatchEvent(new Event('online'))")
    expect(estado).to_contain_text("Tu sesión ha terminado")
    otra = ana.context.new_page()
    entrar(otra, "ana", CONTRASENA)
    ana.evaluate("dispatchEvent(new Event('online'))")
    expect(estado).to_contain_text(GUARDADO)
    assert (len(veces), guardado.get().datos["campos"]["texto"]) == (1, ["—Uno. Dos. Tres. "])

    # A crash: nothing more leaves, not even as the page dies. It may cost two seconds of typing.
    ana.evaluate("() => { window.fetch = () => Promise.reject(new Error()); }")
    anadir("Cuatro.")
    ana.wait_for_timeout(2000)
    ana.close()
    nueva = otra
    nueva.goto(hilo)
    texto = nueva.get_by_label("Texto")
    assert texto.input_value().startswith("—Uno. Dos. Tres.")
    nueva.get_by_role("button", name="Recuperar el texto guardado en este dispositivo").click()
    expect(texto).to_have_value("—Uno. Dos. Tres. Cuatro.")

    texto.dispatch_event("keydown", {"key": "Enter", "ctrlKey": True, "isComposing": True})
    assert not Mensaje.objects.sin_filtrar("test").exists()
    nueva.get_by_role("button", name="Publicar", exact=True).dblclick()
    expect(nueva.locator(".mensaje", has_text="Uno. Dos. Tres. Cuatro.")).to_be_visible()
    asentar(nueva)
    expect(nueva.get_by_role("button", name="Recuperar el texto guardado en este dispositivo")).to_be_hidden()
    nueva.go_back()
    boton = nueva.locator("[data-publicar]")
    if nueva.get_by_label("Texto").input_value():
        boton.click()
        expect(nueva.get_by_text("Ya estaba publicado")).to_be_visible()
    nueva.reload()
    assert [m.texto for m in Mensaje.objects.sin_filtrar("test").all()] == ["—Uno. Dos. Tres. Cuatro."]
