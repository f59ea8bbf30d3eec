"""The page of samples behind a small server with the site's content policy, and a Chromium to look at it."""

import functools
import http.server
import importlib.util
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

RAIZ = Path(__file__).resolve().parents[2]
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
)


class _Puerta(http.server.ThreadingHTTPServer):
    request_queue_size = 64


class _Servidor(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", CSP)
        super().end_headers()


@pytest.fixture(scope="session")
def carpeta_muestrario(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Draw the samples in a folder of this run."""
    guion = importlib.util.spec_from_file_location("muestrario", RAIZ / "herramientas" / "muestrario.py")
    assert guion
    assert guion.loader
    modulo = importlib.util.module_from_spec(guion)
    guion.loader.exec_module(modulo)
    carpeta = tmp_path_factory.mktemp("muestrario")
    modulo.escribir(carpeta)
    return carpeta


@pytest.fixture(scope="session")
def sitio(carpeta_muestrario: Path) -> Iterator[str]:
    """Serve the samples and return their address."""
    with _Puerta(("127.0.0.1", 0), functools.partial(_Servidor, directory=str(carpeta_muestrario))) as servidor:
        hilo = threading.Thread(target=servidor.serve_forever)
        hilo.start()
        yield f"http://127.0.0.1:{servidor.server_port}"
        servidor.shutdown()
        hilo.join()


@pytest.fixture
def abrir(chromium: Any, sitio: str) -> Iterator[Callable[..., Any]]:
    """Open a page of the samples; whatever the browser complains of, or asks elsewhere, is in `pagina.quejas`."""
    contextos = []

    def _abrir(nombre: str, *, ancho: int = 1280, alto: int = 900, **opciones: Any) -> Any:
        contexto = chromium.new_context(viewport={"width": ancho, "height": alto}, **opciones)
        contextos.append(contexto)
        pagina = contexto.new_page()
        pagina.quejas = []
        pagina.on("console", lambda m: pagina.quejas.append(m.text) if m.type in {"error", "warning"} else None)
        pagina.on("pageerror", lambda e: pagina.quejas.append(str(e)))
        pagina.on("request", lambda r: None if r.url.startswith(sitio) else pagina.quejas.append(r.url))
        pagina.goto(f"{sitio}/{nombre}.html")
        return pagina

    yield _abrir
    for contexto in contextos:
        contexto.close()
