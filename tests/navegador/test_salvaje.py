"""A boarding in Savage Worlds: from the hit to the healer, a ship adrift, and benis spent and awarded."""

import re

import pytest
from playwright.sync_api import expect

from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Tirada
from tests import fabrica
from tests.fabrica import ficha, poner
from tests.navegador.duelo import acabar_el_dia, declarar, en_la_tarjeta, sentar_a_todos, tomar, ultima

pytestmark = [pytest.mark.navegador, pytest.mark.django_db(transaction=True)]

SABLE = {"tipo": "cuerpo_a_cuerpo", "dados_dano": [6]}
EN_PIE = {"incapacitado": False, "incapacitacion_pendiente": False, "desangrandose": False, "muerto": False}


def con_aumento(mesa) -> Tirada:
    """Publish attacks on Mirta until one has an aumento."""
    while True:
        datos = {"arma": SABLE, "modificador": 10}
        tirada = TiradaDeclarada("ataque", datos, objetivo=mesa.mirta.personaje.publico)
        mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(tirada,))
        hecha = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
        if hecha.respuesta["grado"] == "aumento":
            return hecha


def test_un_abordaje_de_principio_a_fin(abrir, js):
    mesa = fabrica.duelo("salvaje", ana="marino", bruno="guerrero", pnj="extra", acceso="publica")
    dani, ana, bruno = sentar_a_todos(abrir, mesa)
    hilo = f"/p/{mesa.partida.publico}/e/{mesa.escena.publico}/"

    # A hit with an aumento, its damage, and the soak of the other player, whose modifier makes it fail.
    ataque = con_aumento(mesa)
    dano = tomar(ana, ataque, "Tirar el daño")
    while dano.respuesta["detalle"]["golpe"]["heridas"] == 0:
        dano = tomar(ana, con_aumento(mesa), "Tirar el daño")
    assert (dano.accion, dano.respuesta["detalle"]["dano_extra"]) == ("dano", True)
    expect(en_la_tarjeta(ana, dano).get_by_text("Absorber las heridas")).to_have_count(0)
    absorcion = tomar(bruno, dano, "Absorber las heridas (1 beni)", Modificador="-20")
    assert (absorcion.personaje_id, ficha(mesa.mirta)["benis"]) == (mesa.mirta.personaje_id, 2)

    # She falls, and bleeds if the roll does not kill her. A hit that felled her already is taken back: V-75.
    grado = ""
    while grado not in ("fallo", "pifia"):  # a die that explodes three times: she falls again
        poner(mesa.mirta, heridas=3, aturdido=True, **EN_PIE)
        caida = tomar(ana, con_aumento(mesa), "Tirar el daño")
        while not ficha(mesa.mirta)["incapacitacion_pendiente"]:
            caida = tomar(ana, con_aumento(mesa), "Tirar el daño")
        expect(en_la_tarjeta(ana, caida).get_by_text("Espera a Mirta: Tirada de incapacitación")).to_be_visible()
        incapacitacion = tomar(bruno, caida, "Tirada de incapacitación", Modificador="-20")
        assert (incapacitacion.accion, incapacitacion.continua_id) == ("incapacitacion", caida.pk)
        grado = incapacitacion.respuesta["grado"]
    poner(mesa.mirta, **EN_PIE | {"incapacitado": True, "desangrandose": True})

    # The healer stops the bleeding; a pifia is tried again.
    while ficha(mesa.mirta)["desangrandose"]:
        declarar(ana, js, hilo, "Estabilizar", Contra="Mirta", Modificador="20")
    assert ficha(mesa.mirta)["incapacitado"] is True

    # A ship adrift.
    barco = declarar(ana, js, hilo, "Gobernar el barco", Modificador="-20")
    while barco.respuesta["exito"]:  # a die that explodes three times
        barco = declarar(ana, js, hilo, "Gobernar el barco", Modificador="-20")
    tarjeta = en_la_tarjeta(ana, barco)
    tarjeta.get_by_role("button", name="Ver hacia dónde deriva").click()
    ana.wait_for_url(re.compile("tirada=|#[mt]-"))
    assert (ultima().accion, ultima().continua_id) == ("deriva", barco.pk)

    # A beni spent, and two awarded from the card.
    benis = ficha(mesa.kaelen)["benis"]
    gasto = declarar(ana, js, hilo, "Gastar un beni", Para="Influir en la historia")
    assert ficha(mesa.kaelen)["benis"] == benis - 1
    en_la_tarjeta(dani, gasto).get_by_role("link", name="Premiar o aplicar").click()
    dani.get_by_role("link", name="Premiar con benis").click()
    expect(dani.get_by_label("Kaelen")).to_be_checked()
    dani.get_by_label("Benis").fill("2")
    dani.get_by_role("button", name="Premiar con benis").click()
    dani.wait_for_url(re.compile("#[mt]-"))
    assert ficha(mesa.kaelen)["benis"] == benis + 1

    # The day ends: Mirta rolls Vigor after a day incapacitada.
    acabar_el_dia(dani, mesa)
    assert (ultima().accion, ultima().personaje_id) == ("fin_de_dia", mesa.mirta.personaje_id)
