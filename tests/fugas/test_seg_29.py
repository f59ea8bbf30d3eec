"""S-29: what fails has a number on the page and in the log, and the log holds nothing that people wrote."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import re
from collections.abc import Iterator

import pytest
from django.conf import settings as ajustes
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path, reverse

from config.registro import configuracion
from tests import fabrica

CANARIO = "CANARIO-TEXTO-7f3a9c"
CLAVE = "una-contraseña-9d1e-muy-larga"
FICHA = "ficha-de-un-solo-uso-5b2d"
SESION = "la-sesión-de-ana"


def romper(request: HttpRequest, ficha: str) -> HttpResponse:
    """Fail with all that it was given in the exception, in its locals and in the request."""
    texto, clave = request.POST.get("texto", ""), request.POST.get("password", "")
    raise ValueError(f"{texto} {clave} {ficha} {request.COOKIES} {request.META.get('CSRF_COOKIE')}")


def romper_al_dibujar(request: HttpRequest) -> HttpResponse:
    """Fail inside a template that holds the words."""
    from django.template import engines

    plantilla = engines["django"].from_string("{% load tiempo %}{{ texto|llano:'no es un número' }}")
    return HttpResponse(plantilla.render({"texto": request.POST.get("texto", "")}, request))


for _vista in (romper, romper_al_dibujar):
    _vista.login_required = False  # type: ignore[attr-defined]

urlpatterns = [
    path("romper/<str:ficha>/", romper),
    path("romper-al-dibujar/", romper_al_dibujar),
    path("", include("config.urls")),
]
handler400 = "config.errores.peticion_erronea"
handler403 = "config.errores.sin_permiso"
handler404 = "config.errores.no_encontrado"
handler500 = "config.errores.fallo_interno"

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture(params=["INFO", "DEBUG"])
def registro(request: pytest.FixtureRequest, settings) -> Iterator[io.StringIO]:
    """Log as a site does, with an address for its administrators, into a text that the test reads."""
    settings.ADMINS = [("Quien lleva el sitio", "admin@ejemplo.es")]
    salida = io.StringIO()
    como_en_el_sitio = configuracion(request.param)
    como_en_el_sitio["handlers"]["salida"]["stream"] = salida
    logging.config.dictConfig(como_en_el_sitio)
    yield salida
    logging.config.dictConfig(ajustes.LOGGING)


def lineas(registro: io.StringIO) -> list[dict]:
    return [json.loads(linea) for linea in registro.getvalue().splitlines()]


def limpio(registro: io.StringIO, *mas: str) -> bool:
    """Tell whether nothing secret is in the log, escaped or not, nor in any mail."""
    texto = registro.getvalue() + json.dumps(lineas(registro), ensure_ascii=False)
    cartas = "".join(f"{carta.subject}{carta.body}{carta.alternatives}" for carta in mail.outbox)
    return not any(secreto in texto or secreto in cartas for secreto in (CANARIO, CLAVE, FICHA, *mas))


def navegador(**opciones) -> Client:
    cliente = Client(headers={"accept-language": "es"}, raise_request_exception=False, **opciones)
    cliente.cookies[ajustes.SESSION_COOKIE_NAME] = SESION
    return cliente


@pytest.mark.parametrize("ruta", [f"/romper/{FICHA}/", "/romper-al-dibujar/"])
def test_seg_29_un_fallo_da_un_numero_que_esta_en_el_registro_y_nada_mas(registro, ruta):
    respuesta = navegador().post(ruta, {"texto": CANARIO, "password": CLAVE})

    pagina = respuesta.content.decode()
    numero = re.search(r"<code>([0-9a-f]{10})</code>", pagina)
    assert (respuesta.status_code, respuesta["Cache-Control"]) == (500, "no-store")
    assert numero is not None
    fallos = [linea for linea in lineas(registro) if linea.get("peticion") == numero[1]]
    assert [linea["estado"] for linea in fallos if "estado" in linea and "error" in linea] == [500]
    assert limpio(registro, SESION)
    assert CANARIO in pagina  # to the person it goes back
    assert not any(secreto in pagina for secreto in (CLAVE, FICHA, SESION))
    assert mail.outbox == []


def test_seg_29_dos_fallos_tienen_dos_numeros(registro):
    numeros = {re.search(r"<code>(\w+)</code>", navegador().post("/romper/x/").content.decode())[1] for _ in range(2)}

    assert len(numeros) == 2
    assert {linea["peticion"] for linea in lineas(registro) if "error" in linea} == numeros


@pytest.mark.parametrize("origen", ["", "https://evil.example"])
def test_seg_29_un_formulario_sin_su_prenda_no_deja_rastro_de_lo_escrito(registro, origen):
    mesa = fabrica.mesa()
    cliente = navegador(enforce_csrf_checks=True)
    cliente.force_login(mesa.ana)
    prenda = "p" * 64
    cliente.cookies[ajustes.CSRF_COOKIE_NAME] = prenda
    cabeceras = {"origin": origen} if origen else {}
    datos = {"texto": CANARIO, "notas": CANARIO, "password": CLAVE, "csrfmiddlewaretoken": FICHA}

    ruta = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    respuesta = cliente.post(ruta, datos, headers=cabeceras)

    assert respuesta.status_code == 403
    assert CANARIO in respuesta.content.decode()  # to the person it goes back
    assert CLAVE not in respuesta.content.decode()
    assert [linea["estado"] for linea in lineas(registro) if "ruta" in linea] == [403]
    assert limpio(registro, cliente.cookies[ajustes.SESSION_COOKIE_NAME].value, prenda)


@pytest.mark.parametrize("largo", [3_000_001, 60_001])
def test_seg_29_un_texto_demasiado_largo_no_queda_en_el_registro(registro, largo):
    mesa = fabrica.mesa()
    cliente = navegador()
    cliente.force_login(mesa.ana)
    ruta = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    cuerpo = f"texto={CANARIO}{'x' * largo}&password={CLAVE}&personaje={mesa.kaelen.personaje.publico}&clave={FICHA}"

    respuesta = cliente.post(ruta, cuerpo, "application/x-www-form-urlencoded")

    assert respuesta.status_code == (413 if largo > 3_000_000 else 422)
    assert len(lineas(registro)) >= 1
    assert limpio(registro)


def test_seg_29_ni_lo_que_se_publica_ni_quien_entra_mal_ni_una_direccion_con_ficha(registro):
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=CANARIO)
    anonimo = navegador()

    assert anonimo.post("/cuentas/login/", {"login": CANARIO, "password": CLAVE}).status_code == 422
    assert anonimo.get(f"/cuentas/password/reset/key/1-{FICHA}/").status_code in (200, 302)
    assert anonimo.get(f"/no-existe/{FICHA}/?q={CANARIO}").status_code == 404
    assert anonimo.get("/partidas/", headers={"host": f"{CANARIO}.example"}).status_code == 400
    assert limpio(registro)


def test_seg_29_los_informes_del_navegador_no_llevan_la_pagina_ni_la_muestra(registro):
    informe = {
        "csp-report": {
            "document-uri": f"https://sitio/p/{FICHA}/",
            "effective-directive": "script-src",
            "script-sample": CANARIO,
            "blocked-uri": CLAVE,
        }
    }

    assert Client().post("/csp/", json.dumps(informe), "application/csp-report").status_code == 204
    assert "script-src" in registro.getvalue()
    assert limpio(registro)


def test_seg_29_lo_denegado_deja_una_linea_de_ids(registro):
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=CANARIO)
    cliente = navegador()
    cliente.force_login(mesa.bruno)

    respuesta = cliente.post(reverse("mensaje_moderar", args=[mensaje.publico, "ocultar"]), {"motivo": CANARIO})

    assert respuesta.status_code == 403
    (denegado,) = [linea["mensaje"] for linea in lineas(registro) if linea["registro"] == "hilo.denegado"]
    assert denegado == f"denegado 403: mensaje_moderar sobre {mensaje.publico} por {mesa.bruno.publico}"
    assert limpio(registro)
