"""The Strange at the table: attack with effort, re-roll, a 19 and its choice, defence, rest and its sharing."""

import re

import pytest
from playwright.sync_api import Page, expect

from partidas.models import Tirada
from personajes.models import Personaje
from tests import fabrica
from tests.navegador.conftest import asentar, entrar
from tests.partidas.dominio.test_continuaciones import con_natural

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

CONTRASENA = "una-farola-y-un-perro"


def ficha(fila) -> dict:
    return Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id).ficha


def poner(fila, **cambios) -> None:
    """Set values of a sheet, as if the story had brought it there."""
    personaje = Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id)
    for ruta, valor in cambios.items():
        dentro = personaje.ficha
        *padres, ultima = ruta.split("__")
        for parte in padres:
            dentro = dentro[parte]
        dentro[ultima] = valor
    personaje.save()


def preparar(pagina: Page, js: bool, accion: str, **campos: str) -> None:
    """Add a roll to the editor, choose its action and fill its fields by their visible labels."""
    pagina.get_by_role("button", name="Añadir una tirada").click()
    asentar(pagina)
    pagina.get_by_label("Acción").select_option(label=accion)
    if not js:
        pagina.get_by_role("button", name="Usar esta acción").click()
    asentar(pagina)
    for etiqueta, valor in campos.items():
        control = pagina.get_by_label(etiqueta.replace("_", " "), exact=True)
        if control.evaluate("c => c.tagName") == "SELECT":
            control.select_option(label=valor)
        else:
            control.fill(valor)
        asentar(pagina)


def ultima() -> Tirada:
    return Tirada.objects.sin_filtrar("test").order_by("pk").last()


def test_ataque_diecinueve_repeticion_defensa_y_descanso(abrir, js):
    mesa = fabrica.mesa("publica")
    mesa.ana.set_password(CONTRASENA)
    mesa.ana.save()
    poner(mesa.kaelen, px=3)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"
    ana = abrir()
    entrar(ana, "ana", CONTRASENA)

    # An attack with effort for damage.
    ana.goto(hilo)
    preparar(
        ana, js, "Ataque", Contra="Guardia", Modo="Cuerpo a cuerpo", Arma="Mediana (4 de daño)", Esfuerzo_para_daño="1"
    )
    ana.get_by_role("button", name="Ver coste y probabilidades").click()
    expect(ana.get_by_text("Costará 2 de Vigor (12 → 10)")).to_be_visible()
    expect(ana.get_by_text("Con esfuerzo 1, el éxito pasa de")).to_be_visible()
    asentar(ana)
    ana.get_by_role("button", name="Publicar y tirar").click()
    expect(ana.locator(".tirada").last).to_contain_text("Ataque · Guardia")
    golpe = ultima()
    assert (golpe.accion, golpe.respuesta["detalle"]["esfuerzo_dano"], ficha(mesa.kaelen)["vigor"]["reserva"]) == (
        "ataque",
        1,
        10,
    )

    # A re-roll for one PX, from the card.
    ana.locator(f"#t-{golpe.publico}").get_by_role("button", name="Repetir la tirada (1 PX)").click()
    expect(ana.locator(".tirada").last).to_contain_text("Repetir")
    assert ultima().continua_id == golpe.pk
    assert ficha(mesa.kaelen)["px"] == 2
    expect(ana.locator(f"#t-{golpe.publico}").get_by_role("button")).to_have_count(0)

    # A natural 19 and its choice.
    poner(mesa.pnj, salud=9, estado="activo")
    fabrica_pnj = Personaje.objects.sin_filtrar("test").get(pk=mesa.pnj.personaje_id)
    mesa.pnj.personaje = fabrica_pnj
    diecinueve = con_natural(mesa, 19)
    salud = ficha(mesa.pnj)["salud"]
    ana.goto(f"/m/{diecinueve.mensaje.publico}/")
    ana.locator(f"#t-{diecinueve.publico}").get_by_role("button", name="Efecto menor: 3 puntos de daño más").click()
    expect(ana.locator(".tirada").last).to_contain_text("efecto menor", ignore_case=True)
    assert ficha(mesa.pnj)["salud"] == max(0, salud - 3)
    assert ultima().opcion == "efecto_menor_dano"

    # A defence.
    ana.goto(hilo + "?desde=final")
    preparar(ana, js, "Defensa", Contra="—", Dificultad="3", Daño_si_acierta="2")
    ana.get_by_role("button", name=re.compile("^Publicar")).click()
    expect(ana.locator(".tirada").last).to_contain_text("Defensa")
    assert ultima().accion == "defensa"

    # A rest and its sharing.
    poner(mesa.kaelen, vigor__reserva=1)
    ana.goto(hilo + "?desde=final")
    preparar(ana, js, "Descansar")
    ana.get_by_role("button", name=re.compile("^Publicar")).click()
    expect(ana.locator(".tirada").last).to_contain_text("Descansar")
    pendiente = ficha(mesa.kaelen)["recuperacion_pendiente"]
    ana.get_by_role("link", name="Repartir los puntos").last.click()
    ana.get_by_label("Vigor").fill(str(pendiente + 1))
    ana.get_by_role("button", name="Repartir los puntos").click()
    expect(ana.get_by_role("alert")).to_contain_text("Hay un problema")
    expect(ana.get_by_label("Vigor")).to_have_value(str(pendiente + 1))
    ana.get_by_label("Vigor").fill(str(pendiente))
    ana.get_by_role("button", name="Repartir los puntos").click()
    expect(ana.locator(".tirada").last).to_contain_text("Repartir")
    assert ficha(mesa.kaelen)["vigor"]["reserva"] == 1 + pendiente
    assert ficha(mesa.kaelen)["recuperacion_pendiente"] == 0


def test_la_ficha_se_imprime_en_una_hoja(abrir, chromium, live_server, js):
    mesa = fabrica.mesa("publica")
    mesa.ana.set_password(CONTRASENA)
    mesa.ana.save()
    ana = abrir()
    entrar(ana, "ana", CONTRASENA)
    ana.goto(f"/p/{mesa.partida.publico}/pj/{mesa.kaelen.personaje.publico}/")

    pdf = ana.pdf(format="A4")

    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
