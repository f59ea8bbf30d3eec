"""The home page: what this is, what can be read now, and nothing that is not for whoever looks."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from partidas.dominio import escenas, partidas
from partidas.dominio.partidas import DatosPartida
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def muestras(html: str) -> list[tuple[str, str]]:
    """Return the title and first words of each story on offer."""
    trozos = re.findall(r'<article class="muestra".*?</article>', html, re.DOTALL)
    return [
        (re.search(r"<h3[^>]*><a[^>]*>([^<]+)", t)[1], re.search(r'<div class="prosa[^>]*><p>([^<]*)', t)[1])
        for t in trozos
    ]


def test_ensena_como_empieza_lo_que_cualquiera_puede_leer():
    mesa = fabrica.mesa("publica")
    fabrica.susurrar(mesa, mesa.dani, mesa.mirta, texto="Esto es para Mirta.")
    fabrica.publicar(mesa, mesa.dani, texto="—Así **empieza**.")
    fabrica.publicar(mesa, mesa.dani, texto="Y así sigue.")
    vacia = DatosPartida(titulo="Vacía", sistema=fabrica.SISTEMA, acceso="publica")
    partidas.crear(vacia, direccion=mesa.dani, ahora=AHORA)

    for persona in (None, mesa.eva, mesa.bruno, mesa.dani):
        cliente = Client()
        if persona:
            cliente.force_login(persona)
        assert muestras(cliente.get("/").content.decode()) == [("El faro", "—Así empieza.")]


def test_lo_privado_no_se_asoma_y_lo_terminado_va_primero():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.dani, texto="Anochece.")
    otros = {}
    for titulo, acceso in (("Terminada", "publica"), ("Privada", "privada"), ("Con enlace", "enlace")):
        datos = DatosPartida(titulo=titulo, sistema=fabrica.SISTEMA, acceso=acceso)
        mesa.partida = otros[titulo] = partidas.crear(datos, direccion=mesa.dani, ahora=AHORA)

        mesa.escena = escenas.abrir(mesa.partida, titulo="Una", por=mesa.dani, ahora=AHORA)
        fabrica.publicar(mesa, mesa.dani, texto=f"{titulo}.")
    partidas.archivar(otros["Terminada"], por=mesa.dani, ahora=AHORA)

    html = Client(headers={"accept-language": "es"}).get("/").content.decode()

    assert muestras(html) == [("Terminada", "Terminada."), ("El faro", "Anochece.")]
    assert "Privada" not in html
    assert "Con enlace" not in html
    assert re.findall(r'href="(/probar/|/cuentas/login/|/cuentas/signup/)"', html.split("<main")[1]) == [
        "/probar/",
        "/cuentas/login/",
        "/cuentas/signup/",
    ]


def test_el_sitio_vacio_lo_dice():
    html = Client(headers={"accept-language": "es"}).get("/").content.decode()

    assert "Todavía no hay partidas abiertas a la lectura." in html
    assert muestras(html) == []


def test_cuesta_lo_mismo_con_una_que_con_muchas():
    mesa = fabrica.mesa("publica")
    cuentas = []
    for cuantas in (1, 3):
        for n in range(cuantas):
            fabrica.publicar(mesa, mesa.dani, texto=f"Anochece {n}.")
            datos = DatosPartida(titulo=f"Otra {cuantas}{n}", sistema=fabrica.SISTEMA, acceso="publica")

            mesa.partida = partidas.crear(datos, direccion=mesa.dani, ahora=AHORA)
            mesa.escena = escenas.abrir(mesa.partida, titulo="Una", por=mesa.dani, ahora=AHORA)
        with CaptureQueriesContext(connection) as consultas:
            assert Client().get("/").status_code == 200
        cuentas.append(len(consultas))

    assert cuentas[0] == cuentas[1]


def test_lo_terminado_no_ofrece_plaza_a_nadie():
    mesa = fabrica.mesa("publica", admite=True)
    rutas = ("/partidas/", "/partidas/?ver=admiten", f"/p/{mesa.partida.publico}/")
    cliente = Client(headers={"accept-language": "es"})

    def ofertas() -> list[bool]:
        return [bool(re.search("[Aa]dmite jugadores", cliente.get(ruta).content.decode())) for ruta in rutas]

    assert ofertas() == [True, True, True]
    partidas.archivar(mesa.partida, por=mesa.dani, ahora=AHORA)

    assert ofertas() == [False, False, False]
    assert "El faro" not in cliente.get("/partidas/?ver=admiten").content.decode()
