"""The queue of a whole site goes away and comes back: people notice nothing, and what was to be done is done then.

The queue is a Redis of the test's own where the suite has servers, and the folder of messages where it has not.
"""

import contextlib
import re
import shutil
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Protocol
from uuid import uuid4

import pytest

from herramientas import pg
from tests.averias.conftest import Victima
from tests.operacion.sitio import Sitio, esperar, puerto_libre

pytestmark = pytest.mark.averias
TIC = 5


class Cola(Protocol):
    """A queue that can be taken away."""

    variables: dict[str, str]

    def caer(self) -> None:
        """Take it away."""

    def volver(self) -> None:
        """Bring it back, empty."""


class Redis:
    """A server of the test's own, always at one port."""

    def __init__(self, pila: contextlib.ExitStack) -> None:
        """Start it."""
        self._pila, self._puerto = pila, puerto_libre()
        self.variables = {"REDIS_URL": f"redis://127.0.0.1:{self._puerto}/0"}
        self.volver()

    def caer(self) -> None:
        """Stop it."""
        self._pila.close()

    def volver(self) -> None:
        """Start it."""
        carpeta = Path(self._pila.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        if usuario := pg.sin_privilegios():
            shutil.chown(carpeta, usuario)
        self._pila.enter_context(pg.redis(carpeta, self._puerto))


class Carpeta:
    """The folder of messages of the embedded site: a file in its place is a queue that nobody can use."""

    def __init__(self, datos: Path) -> None:
        """Know where it is."""
        self._mensajes, self.variables = datos / "cola" / "mensajes", dict[str, str]()

    def caer(self) -> None:
        """Put a file in its place."""
        shutil.rmtree(self._mensajes)
        self._mensajes.touch()

    def volver(self) -> None:
        """Put an empty one."""
        self._mensajes.unlink()
        self._mensajes.mkdir()


@pytest.fixture
def cola(datos: Path, servicios: dict[str, str]) -> Iterator[Cola]:
    """Give the queue of a site, up."""
    with contextlib.ExitStack() as pila:
        yield Redis(pila) if servicios else Carpeta(datos)


class Navegador:
    """Somebody with a session who fetches pages and sends forms."""

    def __init__(self, sitio: Sitio, galleta: str) -> None:
        """Begin with the session's cookie."""
        self._base, self._galletas = f"http://127.0.0.1:{sitio.puerto}", galleta

    def pagina(self, ruta: str, campos: dict[str, str] | None = None) -> str:
        """Return a page, which must go well; redirects are followed."""
        cuerpo = urllib.parse.urlencode(campos).encode() if campos is not None else None
        pedido = urllib.request.Request(self._base + ruta, cuerpo, {"Cookie": self._galletas, "Accept-Language": "es"})
        with urllib.request.urlopen(pedido, timeout=30) as respuesta:
            assert respuesta.status == 200
            for puesta in respuesta.headers.get_all("Set-Cookie", []):
                self._galletas += "; " + puesta.partition(";")[0]
            html: str = respuesta.read().decode()
        return html

    def publicar(self, ruta: str, personaje: str, texto: str) -> str:
        """Publish a turn with a roll, as the page of the editor is filled in."""
        editor = self.pagina(ruta)
        prenda = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', editor)
        assert prenda
        campos = {
            "csrfmiddlewaretoken": prenda[1], "clave": str(uuid4()), "cuantas": "1", "personaje": personaje,
            "texto": texto, "visibilidad": "todos", "hacer": "publicar", "t0-accion": "tarea",
            "t0-declaracion": "Abrir la puerta", "t0-datos.dificultad": "3", "t0-datos.reserva": "velocidad",
        }  # fmt: skip
        return self.pagina(ruta, campos)


def esperar_al_obrero(victima: Victima) -> None:
    """Wait until it has nothing in hand: no tic begins for longer than there is between two."""

    def quieto() -> bool:
        antes = victima.pedir("latido")
        sleep(TIC + 2)
        return victima.pedir("latido") == antes

    esperar(quieto)


def test_fia_35_con_la_cola_caida_se_publica_y_se_tira_y_al_volver_se_hace_lo_que_esperaba(
    datos: Path, propios: dict[str, str], cola: Cola
) -> None:
    sitio, victima = Sitio(datos, SEGUNDOS_ENTRE_TICS=str(TIC), **propios | cola.variables), None
    try:
        esperar(sitio.listo, segundos=120)
        victima = Victima(datos, **propios | cola.variables)
        quien = victima.pedir("entrar", usuario="ana")
        ana = Navegador(sitio, quien["galleta"])
        ana.publicar(quien["escribir"], quien["personaje"], "Antes.")
        esperar(lambda: victima.pedir("estado")["repartidos"] == 1, segundos=60, paso=0.3)

        cola.caer()
        esperar_al_obrero(victima)
        pagina = ana.publicar(quien["escribir"], quien["personaje"], "La cola no está.")
        victima.pedir("cansar")
        victima.pedir("vencer")

        assert "La cola no está." in pagina
        assert (pagina.count('role="alert"'), pagina.count("Redis")) == (0, 0)
        antes = victima.pedir("estado")
        assert (antes["ordenes"], antes["tiradas"], antes["trabajos"], antes["repartidos"]) == ([1, 2], 2, 2, 1)
        assert victima.pedir("noche")["cierres"] == 0

        cola.volver()
        esperar(lambda: victima.pedir("noche")["cierres"] == 1, segundos=120, paso=0.5)
        esperar(lambda: (n := victima.pedir("estado"))["repartidos"] == n["sucesos"], segundos=60, paso=0.5)
        assert victima.pedir("estado")["incumplidas"] == []
    finally:
        if victima is not None:
            victima.cerrar()
        sitio.cerrar()
