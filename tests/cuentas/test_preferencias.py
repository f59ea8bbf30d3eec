"""Theme, type, language and zone: a visitor's in cookies, a member's in the account."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from cuentas.intermedio import Preferencias
from cuentas.lectura import ANCHOS, HOJAS, LETRAS, TEMAS, TIPOGRAFIAS, Lectura, de_galleta
from cuentas.models import Usuario


def test_el_visitante_elige_por_get_y_se_le_ve_en_la_pagina_siguiente(db: None) -> None:
    navegador = Client()

    respuesta = navegador.get("/preferencias/?tema=oscuro&idioma=en&siguiente=/legal/normas/", follow=True)

    pagina = respuesta.content.decode()
    assert respuesta.redirect_chain == [("/legal/normas/", 302)]
    assert 'data-tema="oscuro"' in pagina
    assert 'lang="en"' in pagina
    assert "A die that has fallen has fallen" in pagina


def test_seg_92_las_galletas_son_solo_dos_y_cerradas(db: None) -> None:
    galletas = Client().get("/preferencias/?tema=oscuro&idioma=en").cookies

    assert {n: (g.value, g["httponly"], g["samesite"], g["path"]) for n, g in galletas.items()} == {
        "lectura": ("oscuro.3.sistema.66.20", True, "Lax", "/"),
        "idioma": ("en", True, "Lax", "/"),
    }


def test_seg_92_con_https_llevan_el_prefijo(db: None, settings) -> None:
    settings.SESSION_COOKIE_SECURE = True
    settings.LANGUAGE_COOKIE_NAME = "__Host-idioma"

    galletas = Client().get("/preferencias/?tema=oscuro&idioma=en").cookies

    assert {n: bool(g["secure"]) for n, g in galletas.items()} == {"__Host-lectura": True, "__Host-idioma": True}


def test_lo_que_no_esta_en_la_lista_no_se_guarda(db: None) -> None:
    navegador = Client()

    navegador.get('/preferencias/?tema="><script>&letra=99&idioma=fr')

    assert navegador.cookies["lectura"].value == "auto.3.sistema.66.20"
    assert "idioma" not in navegador.cookies


def test_el_get_de_un_miembro_pregunta_y_no_escribe(ana: Usuario, como) -> None:
    navegador = como(ana)

    with CaptureQueriesContext(
        connection,
    ) as consultas:
        respuesta = navegador.get("/preferencias/?tema=oscuro&idioma=en&siguiente=/legal/normas/")

    pagina = respuesta.content.decode()
    assert 'name="tema" value="oscuro"' in pagina
    assert 'name="siguiente" value="/legal/normas/"' in pagina
    assert not [
        c["sql"] for c in consultas if c["sql"].startswith(("UPDATE", "INSERT", "DELETE", "BEGIN", "SAVEPOINT"))
    ]
    ana.refresh_from_db()
    assert ana.tema == "auto"


def test_el_post_de_un_miembro_se_guarda_en_la_cuenta_y_se_refleja(ana: Usuario, como) -> None:
    navegador = como(ana)

    respuesta = navegador.post("/preferencias/", {"tema": "sepia", "idioma": "en", "siguiente": "/ajustes/"})
    pagina = navegador.get("/ajustes/").content.decode()

    ana.refresh_from_db()
    assert (respuesta["Location"], ana.tema, ana.idioma) == ("/ajustes/", "sepia", "en")
    assert 'data-tema="sepia"' in pagina
    assert "Settings" in pagina
    assert navegador.cookies["lectura"].value == "sepia.3.sistema.66.20"


def test_la_galleta_refleja_la_cuenta_y_no_al_reves(ana: Usuario, como) -> None:
    navegador = como(ana)
    navegador.cookies["lectura"] = "oscuro.5.sans.80"

    pagina = navegador.get("/ajustes/").content.decode()

    assert 'data-tema="auto"' in pagina
    assert navegador.cookies["lectura"].value == "auto.3.sistema.66.20"


def test_la_zona_de_la_cuenta_vale_durante_la_peticion(ana: Usuario, rf) -> None:
    ana.zona = "America/Mexico_City"
    vistas = []

    def vista(request):
        from django.http import HttpResponse

        vistas.append(timezone.localtime(datetime(2026, 1, 1, 12, tzinfo=UTC)).hour)
        return HttpResponse()

    for persona in (ana, None):
        peticion = rf.get("/")
        from django.contrib.auth.models import AnonymousUser

        peticion.user = persona or AnonymousUser()
        Preferencias(vista)(peticion)

    assert vistas == [6, 13]


@given(st.text(max_size=60))
def test_cualquier_galleta_da_una_lectura_valida(valor: str) -> None:
    lectura = de_galleta(valor)

    assert lectura.tema in dict(TEMAS)
    assert lectura.letra in dict(LETRAS)
    assert lectura.tipografia in dict(TIPOGRAFIAS)
    assert lectura.ancho in dict(ANCHOS)
    assert lectura.hoja in dict(HOJAS)
    assert de_galleta(lectura.galleta()) == lectura


@pytest.mark.parametrize("valor", ["", "oscuro", "x.y.z", "oscuro.4.sans.80.de.mas"])
def test_una_galleta_rota_conserva_lo_que_se_entiende(valor: str) -> None:
    assert de_galleta(valor).letra == ("4" if ".4." in valor else "3")
    assert isinstance(de_galleta(valor), Lectura)
