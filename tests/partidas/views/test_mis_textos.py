"""«Mis textos» and the way back to what one left: offered for seven days, naming nothing that is no longer theirs."""

from datetime import timedelta

import pytest
from django.urls import reverse

from config import reloj
from partidas.dominio import plazas
from partidas.models import Participante, Partida
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db


@pytest.fixture
def a_las(monkeypatch):
    """Return a function that sets the clock of the views."""
    return lambda cuando: monkeypatch.setattr(reloj, "ahora", lambda: cuando)


def textos(persona) -> str:
    return entrar(persona).get(reverse("mis_textos")).content.decode()


def vuelta(mesa) -> str:
    return reverse("plaza_propia", args=[mesa.partida.publico, "volver"])


@pytest.mark.parametrize("acceso", ["privada", "publica"])
def test_quien_dejo_una_partida_puede_volver_desde_mis_textos_durante_siete_dias(acceso, a_las):
    mesa = fabrica.mesa(acceso)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    a_las(AHORA)
    antes = textos(mesa.ana)
    dejar = reverse("plaza_propia", args=[mesa.partida.publico, "dejar"])
    assert entrar(mesa.ana).post(dejar, {"personajes": "pnj"})["Location"] == reverse("portada")
    Partida.objects.sin_filtrar("test").update(titulo="Otro nombre")

    a_las(AHORA + timedelta(days=7, seconds=1))
    tarde = textos(mesa.ana)
    a_las(AHORA + timedelta(days=6))
    al_irse = textos(mesa.ana)

    assert [vuelta(mesa) in html for html in (antes, al_irse, tarde)] == [False, True, False]
    nombrada = "Otro nombre" if acceso == "publica" else "La partida en la que eras Kaelen"
    assert f"<strong>{nombrada}</strong>" in al_irse
    assert ("Otro nombre" in al_irse) == (acceso == "publica")
    cliente = entrar(mesa.ana)
    assert cliente.get(vuelta(mesa)).status_code == 200
    assert cliente.post(vuelta(mesa))["Location"] == reverse("partida", args=[mesa.partida.publico])
    assert vuelta(mesa) not in textos(mesa.ana)


def test_quien_fue_echado_o_perdio_su_plaza_no_ve_ninguna_vuelta(a_las):
    a_las(AHORA)
    mesa = fabrica.mesa()
    for persona, verbo in ((mesa.ana, plazas.quitar), (mesa.bruno, plazas.expulsar)):
        plaza = Participante.objects.sin_filtrar("test").get(partida=mesa.partida, usuario=persona)
        verbo(plaza, motivo="Eh", por=mesa.dani, ahora=AHORA)

    assert [vuelta(mesa) in textos(persona) for persona in (mesa.ana, mesa.bruno)] == [False, False]


def test_quien_se_fue_sin_escribir_nada_tambien_puede_volver(a_las):
    a_las(AHORA)
    mesa = fabrica.mesa()
    plazas.dejar(mesa.partida, por=mesa.ana, ahora=AHORA)

    html = textos(mesa.ana)

    assert "Una partida en la que no llegaste a escribir" in html
    assert vuelta(mesa) in html


@pytest.mark.parametrize("que", ["aceptar", "rechazar"])
def test_la_plaza_ofrecida_se_toma_o_se_rechaza_desde_su_pagina(que):
    mesa = fabrica.mesa()
    plazas.dar(mesa.partida, persona=mesa.eva, papel="lector", por=mesa.dani, ahora=AHORA)
    pagina = reverse("plaza_propia", args=[mesa.partida.publico, que])

    assert entrar(mesa.eva).post(pagina).status_code == 302

    plaza = Participante.objects.sin_filtrar("test").get(usuario=mesa.eva)
    assert plaza.estado == {"aceptar": "activa", "rechazar": "retirada"}[que]
