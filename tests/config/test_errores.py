"""Error pages: their status, and where the text that somebody typed has gone."""

import json
import logging
import re
from html import escape
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from config.registro import FormatoJson

TEXTO = "—¡Corre! —gritó Kaelen, y <b>saltó</b> al vacío sin mirar atrás."


def escribir(request: HttpRequest) -> HttpResponse:
    """Answer with what was typed."""
    return HttpResponse(request.POST.get("texto", ""))


def romper(_: HttpRequest, ficha: str) -> HttpResponse:
    """Fail with a message that must not reach the log."""
    raise ValueError(TEXTO + ficha)


def prohibir(_: HttpRequest) -> HttpResponse:
    """Refuse."""
    raise PermissionDenied("La escena está cerrada.")


def esconder(_: HttpRequest) -> HttpResponse:
    """Answer as if it did not exist."""
    raise Http404(TEXTO)


for _vista in (escribir, romper, prohibir, esconder):
    _vista.login_required = False  # type: ignore[attr-defined]

urlpatterns = [
    path("escribir/", escribir),
    path("romper/<str:ficha>/", romper),
    path("prohibir/", prohibir),
    path("esconder/", esconder),
    path("", include("config.urls")),
]
handler400 = "config.errores.peticion_erronea"
handler403 = "config.errores.sin_permiso"
handler404 = "config.errores.no_encontrado"
handler500 = "config.errores.fallo_interno"

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


def test_un_formulario_caducado_devuelve_el_texto() -> None:
    cliente = Client(enforce_csrf_checks=True)

    respuesta = cliente.post("/escribir/", {"texto": TEXTO, "password1": "una contraseña muy larga de ana", "n": "3"})

    pagina = respuesta.content.decode()
    assert respuesta.status_code == 403
    assert "—¡Corre! —gritó Kaelen, y &lt;b&gt;saltó&lt;/b&gt; al vacío sin mirar atrás." in pagina
    assert "<textarea" in pagina
    assert "contraseña muy larga" not in pagina
    assert respuesta["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("tipo", "cuerpo", "vuelve"),
    [
        ("text/plain", TEXTO, [TEXTO]),
        ("text/plain", f"texto={TEXTO}\r\npassword=SECRETO SECRETO SECRETO SECRETO\r\nnotas=Sí.", [TEXTO, "Sí."]),
        ("application/json", json.dumps({"a": [{"texto": TEXTO}, 1, None], "notas": "Sí."}), ["Sí.", TEXTO]),
        ("application/json", json.dumps({"password": {"texto": "SECRETO SECRETO SECRETO"}, "texto": TEXTO}), [TEXTO]),
        ("application/json", json.dumps(TEXTO), [TEXTO]),
        ("application/json", '{"texto": "\\ud800"}', ["?"]),
        ("application/json", '{"password": "SECRETO SECRETO SECRETO', []),
        ("application/json", "[" * 200_000, []),
        ("application/xml", f"<texto>{TEXTO}</texto>", []),
    ],
)
def test_seg_48_lo_escrito_vuelve_aunque_no_llegue_en_un_formulario(tipo: str, cuerpo: str, vuelve: list[str]) -> None:
    respuesta = Client(enforce_csrf_checks=True).post("/escribir/", cuerpo, content_type=tipo)

    pagina = respuesta.content.decode()
    assert respuesta.status_code == 403
    assert re.findall(r"<textarea[^>]*>\n?(.*?)</textarea>", pagina, re.DOTALL) == [escape(uno) for uno in vuelve]
    assert "SECRETO" not in pagina


@pytest.mark.parametrize(
    "datos",
    [{"texto": "x" * 3_000_001}, {f"campo{n}": "1" for n in range(1001)}],
    ids=["tres megas", "mil y un campos"],
)
@pytest.mark.parametrize("con_csrf", [True, False])
def test_lo_demasiado_grande_dice_donde_esta_el_texto(datos: dict[str, str], con_csrf: bool) -> None:
    cliente = Client(enforce_csrf_checks=con_csrf)

    respuesta = cliente.post(
        "/escribir/", "&".join(f"{k}={v}" for k, v in datos.items()), "application/x-www-form-urlencoded"
    )

    assert respuesta.status_code == 413
    assert "borrador" in respuesta.content.decode()


def test_un_texto_de_sesenta_mil_signos_de_cuatro_bytes_cabe(client: Client) -> None:
    respuesta = client.post("/escribir/", {"texto": "🎲" * 60_000, "notas": "🎲" * 20_000})

    assert respuesta.status_code == 200
    assert respuesta.content.decode() == "🎲" * 60_000


def test_lo_que_no_existe_y_lo_que_no_es_para_ti_responden_igual(client: Client) -> None:
    uno, otro = client.get("/esconder/"), client.get("/no-existe/")

    assert (uno.status_code, otro.status_code) == (404, 404)
    # The frame links back to the address that was asked for; nothing else may differ.
    assert uno.content.replace(b"esconder", b"no-existe") == otro.content
    assert sorted(uno.headers) == sorted(otro.headers)
    assert "Kaelen" not in uno.content.decode()


def test_lo_prohibido_dice_el_motivo(client: Client) -> None:
    respuesta = client.get("/prohibir/")

    assert respuesta.status_code == 403


def test_un_fallo_da_un_numero_que_esta_en_el_registro_sin_lo_escrito() -> None:
    cliente = Client(raise_request_exception=False)
    lineas: list[dict[str, Any]] = []

    class Apuntador(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lineas.append(json.loads(FormatoJson().format(record)))

    apuntador = Apuntador()
    logging.getLogger().addHandler(apuntador)
    try:
        respuesta = cliente.get("/romper/ficha-secreta/?token=abc")
    finally:
        logging.getLogger().removeHandler(apuntador)

    (linea,) = [linea for linea in lineas if linea["registro"] == "django.request"]
    assert respuesta.status_code == 500
    assert linea["peticion"] in respuesta.content.decode()
    assert linea["error"]["tipo"] == "builtins.ValueError"
    escrito = json.dumps(lineas, ensure_ascii=False)
    assert "Kaelen" not in escrito
    assert "ficha-secreta" not in escrito
    assert "abc" not in escrito


@pytest.mark.parametrize(("anfitrion", "estado"), [("localhost", 404), ("malo.ejemplo.org", 400)])
def test_solo_se_atiende_al_nombre_del_sitio(client: Client, anfitrion: str, estado: int) -> None:
    assert client.get("/no-existe/", headers={"host": anfitrion}).status_code == estado


@pytest.mark.parametrize("ruta", ["/salud/", "/no-existe/", "/escribir/", "/cuentas/login/"])
def test_las_cabeceras_estan_en_todas_partes(client: Client, ruta: str) -> None:
    respuesta = client.get(ruta)

    politica = respuesta["Content-Security-Policy"]
    assert set(politica.split("; ")) == {
        "default-src 'none'",
        *(f"{de}-src 'self'" for de in ("script", "style", "img", "font", "connect", "manifest", "worker")),
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "report-uri /csp/",
    }
    assert respuesta["Cross-Origin-Opener-Policy"] == "same-origin"
    assert respuesta["Cross-Origin-Resource-Policy"] == "same-origin"
    assert respuesta["Permissions-Policy"] == "camera=(), microphone=(), geolocation=(), browsing-topics=()"
    assert respuesta["Referrer-Policy"] == "same-origin"
    assert respuesta["X-Content-Type-Options"] == "nosniff"
    assert respuesta["X-Frame-Options"] == "DENY"
    assert {"Cookie", "HX-Request"} <= {parte.strip() for parte in respuesta["Vary"].split(",")}
    assert "private" in respuesta["Cache-Control"] or "no-store" in respuesta["Cache-Control"]


def test_el_informe_de_la_politica_no_guarda_direcciones(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    informe = {"csp-report": {"effective-directive": "img-src", "document-uri": "https://x/p/secreta", "sample": TEXTO}}

    with caplog.at_level("WARNING", "hilo.salud"):
        estados = [
            client.post("/csp/", json.dumps(informe), "application/csp-report").status_code,
            client.post("/csp/", "[" * 5000, "application/csp-report").status_code,
            client.post("/csp/", b"\xff", "application/csp-report").status_code,
            client.get("/csp/").status_code,
        ]

    assert estados == [204, 204, 204, 405]
    assert [r.getMessage() for r in caplog.records] == ["la política de contenido ha parado algo: img-src"]


@override_settings(MIDDLEWARE=[m for m in settings.MIDDLEWARE if "Csrf" not in m])
def test_una_pagina_larga_viaja_comprimida(client: Client) -> None:
    respuesta = client.post("/escribir/", {"texto": TEXTO * 50}, headers={"accept-encoding": "gzip"})

    assert respuesta["Content-Encoding"] == "gzip"
    assert len(respuesta.content) < 600
