"""A duel of Lemuria between two players' heroes, with a villano watching and the DJ's word in between."""

import re

import pytest
from playwright.sync_api import expect

from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Tirada
from tests import fabrica
from tests.fabrica import ficha, poner
from tests.navegador.duelo import acabar_el_dia, declarar, en_la_tarjeta, sentar_a_todos, tomar, ultima

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

DIESTRO = {
    "atributos": {"fuerza": 2, "agilidad": 20, "mente": 20, "aplomo": 1},
    "combate": {"cuerpo_a_cuerpo": 20, "a_distancia": 0, "defensa": 0, "iniciativa": 1},
}


def hasta(mesa, opcion, tirada) -> Tirada:
    """Publish rolls of Kaelen until the dice open that option."""
    while True:
        mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(tirada,))
        hecha = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
        if opcion in hecha.respuesta["opciones"]:
            return hecha
        poner(mesa.kaelen, actuo=False)


def test_un_duelo_de_principio_a_fin(abrir, js):
    mesa = fabrica.duelo("lemuria", ana="gladiador", bruno="gladiador", pnj="villano", acceso="publica")
    poner(mesa.kaelen, **DIESTRO)
    poner(mesa.mirta, pv_max=60, pv=60)
    dani, ana, bruno = sentar_a_todos(abrir, mesa)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"

    # The direction sets up the fight.
    dani.goto(hilo)
    dani.get_by_role("link", name="Asalto").click()
    for nombre in ("Kaelen", "Mirta", "Karg"):
        dani.get_by_label(nombre).check()
    dani.get_by_role("button", name="Meter en el asalto").click()
    expect(dani.get_by_role("heading", name="Karg")).to_be_visible()

    # Initiative and attack.
    iniciativa = declarar(ana, js, hilo, "Iniciativa")
    assert ficha(mesa.kaelen)["iniciativa_grado"] == iniciativa.respuesta["grado"]
    poner(mesa.kaelen, iniciativa_grado="exito", turno=2)
    ataque = declarar(ana, js, hilo, "Atacar", Contra="Mirta")
    assert (ataque.accion, ataque.objetivo_id) == ("atacar", mesa.mirta.personaje_id)

    # A natural twelve becomes legendary, and its damage has two options.
    poner(mesa.kaelen, actuo=False)
    doce = hasta(mesa, "exito_legendario", TiradaDeclarada("atacar", {}, objetivo=mesa.mirta.personaje.publico))
    en_la_tarjeta(ana, doce).get_by_role("button", name="Éxito legendario (1 PH)").click()
    expect(ana.locator(f"#t-{doce.publico}").get_by_role("button")).to_have_count(0)
    legendario = ultima()
    assert (legendario.accion, ficha(mesa.kaelen)["ph"]) == ("exito_legendario", 3)
    en_la_tarjeta(ana, legendario).get_by_role("link", name="Tirar el daño").click()
    for lugar, eleccion in enumerate(("Derribar", "Otro ataque")):
        ana.get_by_label("Opción", exact=True).nth(lugar).select_option(label=eleccion)
    ana.locator("main form.formulario").get_by_role("button", name="Tirar el daño").click()
    ana.wait_for_url(re.compile("#[mt]-"))
    golpe = ultima()
    assert (golpe.accion, sorted(golpe.respuesta["detalle"]["opciones"])) == ("danar", ["derribar", "otro_ataque"])
    assert ficha(mesa.mirta)["pv"] < 60

    # The other player breaks the shield; the attacker is not told that it could be.
    expect(en_la_tarjeta(ana, golpe).get_by_text("Escudo astillado")).to_have_count(0)
    expect(en_la_tarjeta(dani, golpe).get_by_text("Espera a Mirta: Escudo astillado (1 PH)")).to_be_visible()
    tomar(bruno, golpe, "Escudo astillado (1 PH)", Qué_se_rompe="El escudo")
    assert (ficha(mesa.mirta)["pv"], ficha(mesa.mirta)["escudo"], ficha(mesa.mirta)["ph"]) == (60, "ninguno", 3)

    # A calamitous failure, which the DJ rewards.
    fallo = hasta(mesa, "fallo_calamitoso", TiradaDeclarada("tirada", {"atributo": "aplomo"}))
    ph = ficha(mesa.kaelen)["ph"]
    en_la_tarjeta(ana, fallo).get_by_role("link", name="Fallo calamitoso").click()
    ana.locator("textarea").fill("Se le escapa la espada.")
    ana.get_by_label("Pedir la palabra del DJ").check()
    ana.locator("main form.formulario").get_by_role("button", name="Fallo calamitoso").click()
    expect(ana.get_by_text("Espera la palabra de la dirección.")).to_be_visible()
    assert ficha(mesa.kaelen)["ph"] == ph
    dani.goto(f"/m/{fallo.mensaje.publico}/")
    dani.get_by_role("button", name="Permitirlo y tirar").click()
    expect(dani.get_by_role("button", name="Permitirlo y tirar")).to_have_count(0)
    assert (ultima().accion, ficha(mesa.kaelen)["ph"]) == ("fallo_calamitoso", ph + 1)

    # The turn ends for all from the panel.
    dani.goto(f"{hilo}asalto/")
    dani.get_by_role("button", name="Acaba el turno de todos").click()
    expect(dani.get_by_text("Turno acabado: está en el hilo.")).to_be_visible()
    assert ficha(mesa.kaelen)["actuo"] is False

    # Mirta is dying, and Kaelen stabilises her; an automatic failure is tried again the next turn.
    poner(mesa.mirta, pv=-2, estado="moribundo")
    while ficha(mesa.mirta)["estado"] == "moribundo":
        poner(mesa.kaelen, actuo=False)
        declarar(ana, js, hilo, "Estabilizar", Contra="Mirta")
    assert ficha(mesa.mirta)["estado"] == "estabilizado"

    # The day ends.
    acabar_el_dia(dani, mesa)
    assert ficha(mesa.mirta)["pv"] == -1
