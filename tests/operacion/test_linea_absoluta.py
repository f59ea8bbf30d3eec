"""A request whose first line names another host, as only a real server reads it: no link and no log believes it."""

from __future__ import annotations

import re
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.operacion.sitio import Sitio, esperar

pytestmark = [pytest.mark.averias, pytest.mark.skipif(sys.platform != "linux", reason="mira los procesos en /proc")]

MALO = "http://evil.example"
CLAVE = "una contraseña bien larga de nadie"
Pedir = Callable[..., str]


@pytest.fixture(scope="module")
def web(
    molde: Path, tmp_path_factory: pytest.TempPathFactory, servicios: dict[str, str]
) -> Iterator[tuple[Sitio, Pedir]]:
    """Give the web server alone, its letters in files, and a way to write to it byte by byte."""
    datos = Path(shutil.copytree(molde, tmp_path_factory.mktemp("web") / "datos"))
    orden = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn_conf.py", "config.wsgi"]
    sitio = Sitio(
        datos, orden=orden, CORREO_URL=f"filemail:///{datos / 'cartas'}", SITIO_URL="http://localhost:9", **servicios
    )

    def pedir(linea: str, *cabeceras: str, host: str = "localhost", cuerpo: dict[str, str] | None = None) -> str:
        tipo = ["Content-Type: application/x-www-form-urlencoded"] if cuerpo else []
        datos_ = urlencode(cuerpo or {})
        todas = [f"Host: {host}", *cabeceras, *tipo, f"Content-Length: {len(datos_)}", "Connection: close"]
        with socket.create_connection(("127.0.0.1", sitio.puerto), 20) as zocalo:
            zocalo.sendall("\r\n".join([linea, *todas, "", datos_]).encode())
            return b"".join(iter(lambda: zocalo.recv(65_536), b"")).decode("utf-8", "replace")

    try:
        esperar(lambda: _vive(pedir), segundos=120)
        yield sitio, pedir
    finally:
        sitio.cerrar()


def _vive(pedir: Pedir) -> bool:
    try:
        return " 200 " in pedir("GET /salud/ HTTP/1.1")
    except OSError:
        return False


def enviar(pedir: Pedir, camino: str, **campos: str) -> str:
    """Open a form and send it, both by the whole address of another host; returns the answer."""
    ajenas = ("Forwarded: host=evil.example", "X-Forwarded-Host: evil.example")
    pagina = pedir(f"GET {MALO}{camino} HTTP/1.1", "Accept-Encoding: identity", *ajenas)
    ficha, galleta = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', pagina), re.search(r"csrf=\w+", pagina)
    assert ficha
    assert galleta
    assert "evil" not in pagina
    datos = {"csrfmiddlewaretoken": ficha[1], **campos}
    return pedir(f"POST {MALO}{camino} HTTP/1.1", f"Cookie: {galleta[0]}", *ajenas, cuerpo=datos)


def test_seg_86_la_direccion_entera_en_la_primera_linea_no_cambia_de_quien_es_un_enlace(
    web: tuple[Sitio, Pedir],
) -> None:
    """RFC 9112 lets a client write the whole address; what counts is `Host`, and for links SITIO_URL alone."""
    sitio, pedir = web
    cuenta = {"username": "Nadia", "email": "nadia@ejemplo.es", "password1": CLAVE, "password2": CLAVE}
    respuestas = [
        enviar(pedir, "/cuentas/signup/", **cuenta),
        enviar(pedir, "/cuentas/password/reset/", email="nadia@ejemplo.es"),
        pedir(f"GET {MALO}/partidas HTTP/1.1"),
    ]
    falsos = [pedir(f"GET {quien}/partidas/ HTTP/1.1", host="evil.example") for quien in (MALO, "http://localhost", "")]

    cartas = "".join(carta.read_text() for carta in (sitio.carpeta / "cartas").iterdir())
    enlaces = re.findall(r"https?://\S+", cartas)
    assert [respuesta.split()[1] for respuesta in respuestas] == ["302", "302", "301"]
    assert [respuesta.split()[1] for respuesta in falsos] == ["400"] * 3
    assert "evil" not in "".join([*respuestas, *falsos]) + cartas
    assert {"/confirm-email/", "/password/reset/key/"} <= {
        p for e in enlaces for p in re.findall(r"/[a-z/-]+/", e[24:])
    }
    assert {enlace.split("/")[2] for enlace in enlaces} == {"localhost:9"}


def test_seg_29_lo_que_el_servidor_no_entiende_no_queda_en_el_registro(web: tuple[Sitio, Pedir]) -> None:
    """A broken line or header may carry an address with a token, or a cookie: gunicorn quotes both."""
    sitio, pedir = web

    estados = [
        pedir(linea, *cabeceras).split()[1]
        for linea, cabeceras in (
            ("GET /cuentas/password/reset/key/CANARIO uno HTTP/1.1", ()),
            ("GET / HTTP/1.1", ("Cookie sesion=CANARIO",)),
            ("CAN?ARIO / HTTP/1.1", ()),
            ("GET / HTTP/1.1", ("X-CANARIO Y: 1",)),
        )
    ]

    registro = sitio.salida.read_text()
    assert estados == ["400"] * 4
    assert registro.count('"mensaje": "Invalid request"') == 4
    assert "CANARIO" not in registro
    assert "CAN?ARIO" not in registro
