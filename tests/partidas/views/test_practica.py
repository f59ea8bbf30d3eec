"""The practice roll: any system, real dice, no account and no trace."""

import re
from html import unescape

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


def test_ofrece_cada_accion_que_no_sale_de_otra_tirada():
    for juego in motor.sistemas().values():
        claves = {accion.clave for accion in practicables(juego)}
        sueltas = {c for c, accion in juego.acciones.items() if accion.declarable and not accion.previas}
        de_opciones = {continuacion.accion for continuacion in juego.continuaciones.values()}
        assert sueltas <= claves
        assert set(juego.acciones) <= claves | de_opciones


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sistema", "accion"), [("lemuria", "atacar"), ("salvaje", "ataque"), ("salvaje", "tirada"), ("strange", "ataque")]
)
def test_lo_que_mas_se_hace_se_tira_tal_como_viene(sistema, accion):
    """An attack has somebody to be aimed at and something to strike with, before anybody fills anything in."""
    html = pedir(sistema=sistema, tirar="1", **{"t0-accion": accion})

    assert TARJETA.search(html), re.findall(r"campo-error[^>]*>([^<]*)<", html)


def los_enlaces(html: str) -> dict[str, str]:
    """Return the links to what the card leads to, by option."""
    hallados = [unescape(uno) for uno in re.findall(r'href="(/probar/[^"#]*previa=[^"#]*)', html)]
    return {re.search(r"opcion=([^&]*)", uno)[1]: uno for uno in hallados}


def hasta_que_ofrezca(opcion: str, **campos: str) -> str:
    for _vez in range(200):
        if opcion in (enlaces := los_enlaces(pedir(tirar="1", **campos))):
            return enlaces[opcion]
    raise AssertionError(opcion)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sistema", "accion", "opcion"),
    [
        ("lemuria", "atacar", "danar"),
        ("lemuria", "tirada", "suerte_de_los_dioses"),
        ("salvaje", "ataque", "dano"),
        ("salvaje", "tirada", "repetir"),
        ("salvaje", "prueba", "resistir"),
        ("strange", "tarea", "repetir"),
    ],
)
def test_lo_que_sale_de_una_tirada_se_prueba_tambien(sistema, accion, opcion):
    enlace = hasta_que_ofrezca(opcion, sistema=sistema, **{"t0-accion": accion})

    with CaptureQueriesContext(connection) as consultas:
        html = Client(headers={"accept-language": "es"}).get(f"{enlace}&tirar=1").content.decode()

    assert len(enlace) < 3_500
    assert TARJETA.search(html) or "campo-error" in html
    assert 'name="previa"' in html
    assert [c["sql"] for c in consultas if not c["sql"].startswith("SELECT")] == []


@pytest.mark.django_db
@pytest.mark.parametrize("previa", ["", "x", "W10:1vQ:a", "\ufffd" * 4000])
def test_una_respuesta_que_no_hemos_firmado_no_se_continua(previa):
    html = pedir(sistema="salvaje", previa=previa, opcion="dano", tirar="1")

    assert 'name="previa"' not in html


@pytest.mark.django_db
def test_una_opcion_que_la_respuesta_no_ofrece_no_se_toma():
    enlace = hasta_que_ofrezca("dano", sistema="salvaje", **{"t0-accion": "ataque"})

    assert 'name="previa"' not in Client().get(enlace.replace("opcion=dano", "opcion=deriva")).content.decode()
