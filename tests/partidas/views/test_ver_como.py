"""«Ver como…» at a small table: when it ends, what it never shows, and that nobody learns of it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from cuentas.models import Usuario
from partidas.dominio import escenas, partidas, plazas, turnos
from partidas.dominio.partidas import DatosPartida
from partidas.models import Participante
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db


def mirar(cliente: Client, partida, como: str) -> None:
    assert cliente.post(reverse("ver_como", args=[partida.publico]), {"como": como}).status_code == 302


class Mirando:
    """A small table in which dani looks as bruno."""

    def __init__(self, como: str = "bruno") -> None:
        self.mesa = fabrica.mesa()
        self.dani = entrar(self.mesa.dani)
        self.ruta = reverse("partida", args=[self.mesa.partida.publico])
        mirar(self.dani, self.mesa.partida, getattr(self.mesa, como).publico)

    def mira(self) -> bool:
        return "Ves «El faro» como" in self.dani.get(self.ruta).content.decode()


def test_acaba_al_volver_a_la_propia_vista_y_vuelve_a_la_misma_pagina():
    m = Mirando()
    escena = reverse("escena", args=[m.mesa.partida.publico, m.mesa.escena.publico])

    respuesta = m.dani.post(reverse("ver_como_salir", args=[m.mesa.partida.publico]), {"volver": escena})

    assert (respuesta.status_code, respuesta.headers["Location"]) == (302, escena)
    assert m.mira() is False


@pytest.mark.parametrize("malo", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:x", ""])
def test_seg_87_al_volver_solo_se_va_a_caminos_del_sitio(malo):
    m = Mirando()

    respuesta = m.dani.post(reverse("ver_como_salir", args=[m.mesa.partida.publico]), {"volver": malo})

    assert respuesta.headers["Location"] == "/"


def test_acaba_si_deja_de_dirigir():
    m = Mirando()
    codi = fabrica.cuenta("codi")
    fabrica.sentar(m.mesa.partida, codi, "direccion", AHORA)
    assert m.mira() is True

    assert plazas.dar(m.mesa.partida, persona=m.mesa.dani, papel="jugador", por=codi, ahora=AHORA) is True

    assert (m.mira(), "ver_como" in m.dani.session) == (False, False)


def test_acaba_si_la_persona_ya_no_tiene_ninguna_plaza():
    m = Mirando("esp")
    Participante.objects.sin_filtrar("test").filter(usuario=m.mesa.esp).delete()

    assert (m.mira(), "ver_como" in m.dani.session) == (False, False)


def test_acaba_con_la_sesion():
    m = Mirando()
    m.dani.post("/cuentas/logout/")
    m.dani.force_login(m.mesa.dani)

    assert m.mira() is False


def test_la_persona_y_las_demas_no_lo_saben():
    mesa = fabrica.mesa()
    ruta = reverse("partida", args=[mesa.partida.publico])
    otras = [entrar(mesa.bruno), entrar(mesa.ana), entrar(mesa.esp)]

    def ven() -> list[str]:
        return [re.sub(r'(middlewaretoken" value=")[^"]+', r"\1", c.get(ruta).content.decode()) for c in otras]

    antes = ven()
    dani = entrar(mesa.dani)
    mirar(dani, mesa.partida, mesa.bruno.publico)
    dani.get(ruta)

    assert ven() == antes


def test_ni_borradores_ni_preferencias_de_la_persona():
    m = Mirando()
    bruno = m.mesa.bruno
    Usuario.objects.filter(pk=bruno.pk).update(tema="contraste", idioma="en")
    bruno.refresh_from_db()
    cliente = entrar(bruno)
    escena = reverse("escena", args=[m.mesa.partida.publico, m.mesa.escena.publico])
    datos = {
        "hacer": "guardar", "clave": "5b7f3c1e-0000-4000-8000-000000000001", "cuantas": "0",
        "personaje": m.mesa.mirta.personaje.publico, "texto": "CANARIO-BORRADOR", "visibilidad": "todos",
    }  # fmt: skip
    cliente.post(reverse("escribir", args=[m.mesa.partida.publico, m.mesa.escena.publico]), datos)
    assert "CANARIO-BORRADOR" in cliente.get(escena).content.decode()

    pagina = m.dani.get(escena).content.decode()

    assert "CANARIO-BORRADOR" not in pagina
    assert 'data-tema="contraste"' not in pagina
    assert '<html lang="es"' in pagina
    assert f'data-cuenta="{m.mesa.dani.publico}"' in pagina


def test_desde_la_escena_se_sigue_en_ella_si_la_persona_la_lee():
    mesa = fabrica.mesa()
    secreta = fabrica.secreta(mesa, mesa.kaelen)
    dani = entrar(mesa.dani)
    ruta = reverse("ver_como", args=[mesa.partida.publico])

    def a(quien, escena) -> str:
        return dani.post(ruta, {"como": quien.publico, "escena": escena.publico}).headers["Location"]

    assert a(mesa.bruno, mesa.escena) == reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    assert a(mesa.bruno, secreta) == reverse("partida", args=[mesa.partida.publico])
    assert a(mesa.ana, secreta) == reverse("escena", args=[mesa.partida.publico, secreta.publico])
    assert f'name="escena" value="{secreta.publico}"' in dani.get(f"{ruta}?escena={secreta.publico}").content.decode()
    assert 'name="escena"' not in dani.get(f"{ruta}?escena=xxxxxxxxxxx").content.decode()


def test_lo_que_la_persona_lee_en_otra_partida_no_se_ve_ni_se_deduce():
    """A message of another partida, told to dani and not to bruno, is found by dani as always."""
    m = Mirando()
    otra = fabrica.cuenta("olga")

    p2 = partidas.crear(DatosPartida("Otra", "strange"), direccion=otra, ahora=AHORA)
    for persona in (m.mesa.dani, m.mesa.bruno):
        fabrica.sentar(p2, persona, "jugador", AHORA)
    suyo = fabrica.personaje(p2, m.mesa.dani, "Teo", fabrica.FICHA)
    escena = escenas.abrir(p2, titulo="Allí", por=otra, ahora=AHORA)
    orden = fabrica.orden(visibilidad="destinatarios", destinatarios=(suyo.personaje.publico,))
    mensaje = turnos.publicar(escena, orden, autor=otra, ahora=AHORA).mensaje

    assert m.dani.get(reverse("mensaje", args=[mensaje.publico])).status_code == 302
    assert m.dani.get(reverse("escena", args=[p2.publico, escena.publico])).status_code == 200
