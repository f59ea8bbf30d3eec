"""The practice roll: any system, real dice, no account and no trace."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from partidas.forms.practica import practicables
from partidas.models import Tirada
from reglas import motor
from reglas.models import Asiento

CASOS = [
    (juego.clave, plantilla.clave, accion.clave)
    for juego in motor.sistemas().values()
    for plantilla in juego.plantillas
    for accion in practicables(juego)
]
TARJETA = re.compile(r'<section class="tirada .*?</section>', re.DOTALL)


def pedir(idioma: str = "es", **campos: str) -> str:
    respuesta = Client(headers={"accept-language": idioma}).get("/probar/", {"sistema": "strange"} | campos)
    assert respuesta.status_code == 200
    return respuesta.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("sistema", "plantilla", "accion"), CASOS, ids=lambda c: c)
def test_cada_accion_de_cada_juego_se_puede_abrir_y_tirar(sistema, plantilla, accion):
    """Opened as it comes, with something to begin with where it asks for something; it rolls, or says what it lacks."""
    html = pedir(**{"sistema": sistema, "plantilla": plantilla, "t0-accion": accion})

    for elegida in (sistema, plantilla, accion):
        assert f'<option value="{elegida}" selected>' in html
    assert not TARJETA.search(html)
    tirada = pedir(**{"sistema": sistema, "plantilla": plantilla, "t0-accion": accion, "tirar": "1"})
    assert bool(TARJETA.search(tirada)) != ("campo-error" in tirada)


@pytest.mark.django_db
def test_lo_que_se_deja_vacio_se_echa_en_falta():
    html = pedir(tirar="1", **{"t0-accion": "tarea", "t0-datos.dificultad": "", "t0-datos.reserva": "vigor"})

    assert not TARJETA.search(html)
    assert "Falta «Dificultad»: rellénalo." in html


@pytest.mark.django_db
def test_tira_de_verdad_y_no_escribe_nada():
    vistos = set()
    for _vez in range(60):
        with CaptureQueriesContext(connection) as consultas:
            html = pedir(tirar="1", **{"t0-accion": "tarea", "t0-datos.dificultad": "3", "t0-datos.reserva": "vigor"})
        assert [c["sql"] for c in consultas if not c["sql"].startswith("SELECT")] == []
        tarjeta = TARJETA.search(html)[0]
        vistos.add(int(re.search(r"d20: (\d+)</span>", tarjeta)[1]))
        assert "de práctica: sin recibo" in tarjeta

    assert len(vistos) > 8
    assert vistos <= set(range(1, 21))
    assert Tirada.objects.sin_filtrar("test").count() == 0
    assert Asiento.objects.count() == 0


@pytest.mark.django_db
def test_lo_que_gasta_la_ficha_de_ejemplo_se_ve_en_la_tarjeta():
    datos = {"t0-accion": "tarea", "t0-datos.dificultad": "3", "t0-datos.reserva": "vigor", "t0-datos.esfuerzo": "1"}

    tarjeta = TARJETA.search(pedir(plantilla="vector", tirar="1", **datos))[0]

    assert re.findall(r"<dt>([^<]+)</dt><dd>([^<]+→[^<]+)</dd>", tarjeta) == [("Reserva de vigor", "12 → 10")]


@pytest.mark.django_db
def test_lo_imposible_se_dice_junto_a_su_campo_y_no_tira():
    html = pedir(tirar="1", **{"t0-accion": "tarea", "t0-datos.dificultad": "40", "t0-datos.reserva": "vigor"})

    assert not TARJETA.search(html)
    assert re.search(r'<p class="campo-error" id="c-t0-datos-dificultad-error">[^<]+</p>', html)
    assert 'value="40"' in html


@pytest.mark.django_db
def test_lo_desconocido_no_rompe_nada():
    raro = pedir(sistema="x" * 500, plantilla="\ufffd", tirar="1", **{"t0-accion": "<script>", "t0-objetivo": "yo"})

    assert "<script>" not in raro.split("<main")[1]
    assert Client().post("/probar/").status_code == 405


def test_solo_ofrece_lo_que_una_ficha_sola_puede_hacer():
    assert len(CASOS) >= 15
    for juego in motor.sistemas().values():
        assert all(accion.lanza and accion.declarable and accion.quien != "direccion" for accion in practicables(juego))
