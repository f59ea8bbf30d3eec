"""A process to kill and its own database: a file, or a database of the suite's PostgreSQL."""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.operacion.conftest import base_molde, datos, molde, servicios, sitio
from tests.operacion.sitio import RAIZ, entorno_limpio

__all__ = ["datos", "molde", "servicios", "sitio"]


class Victima:
    """`tests.averias.victima` in a process of its own."""

    def __init__(self, carpeta: Path, **variables: str) -> None:
        """Start it and make its table of people."""
        entorno = entorno_limpio(DIR_DATOS=str(carpeta), PRUEBAS="1", NIVEL_LOG="ERROR", **variables)
        self.proceso = subprocess.Popen(
            [sys.executable, "-m", "tests.averias.victima"],
            cwd=RAIZ,
            env=entorno,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._leer() == {"listo": True}
        self.pedir("preparar")

    def _leer(self) -> dict[str, Any]:
        assert self.proceso.stdout is not None
        linea = self.proceso.stdout.readline()
        assert linea, "la víctima ha muerto entera"
        respuesta: dict[str, Any] = json.loads(linea)
        return respuesta

    def _mandar(self, que: str, fallos: dict[str, list[Any]], datos: dict[str, Any]) -> None:
        assert self.proceso.stdin is not None
        self.proceso.stdin.write(json.dumps({"que": que, "datos": datos, "fallos": fallos}) + "\n")
        self.proceso.stdin.flush()

    def pedir(self, que: str, **datos: Any) -> Any:
        """Ask for something that must go well, and return the answer."""
        dicho = self.intentar(que, **datos)
        assert dicho["fin"] == 0, dicho
        return dicho["dice"]

    def intentar(self, que: str, *, punto: str = "", matar_a_los: float | None = None, **datos: Any) -> dict[str, Any]:
        """Ask for something and kill whoever does it: at a named point, or so many seconds after it began.

        The pid is printed; the kill is SIGKILL, on a process.
        """
        espera = "dormir" if matar_a_los is not None else "matar"
        self._mandar(que, {punto: [espera, 60.0]} if punto else {}, datos)
        dicho: dict[str, Any] = {}
        while "fin" not in dicho:
            dicho |= self._leer()
            if matar_a_los is not None and {"pid", "empieza"} <= dicho.keys():
                time.sleep(matar_a_los)
                print(f"kill -9 {dicho['pid']}")
                with suppress(ProcessLookupError):  # it was quicker: then all of it is done
                    os.kill(dicho["pid"], signal.SIGKILL)
                matar_a_los = None
        print(f"pid {dicho['pid']}, {que} {punto}: {dicho['fin']}")
        return dicho

    def cerrar(self) -> None:
        """End it: at the end of its input it leaves."""
        assert self.proceso.stdin is not None
        assert self.proceso.stdout is not None
        self.proceso.stdin.close()
        try:
            self.proceso.wait(10)
        except subprocess.TimeoutExpired:
            self.proceso.kill()
            self.proceso.wait()
        self.proceso.stdout.close()


@pytest.fixture
def propios(molde: Path, servicios: dict[str, str]) -> Iterator[dict[str, str]]:
    """Give the variables of a database for this test alone, with its tables made; nothing where it is a file."""
    if not servicios:
        yield {}
        return
    direccion = servicios["DATABASE_URL"]
    nombre = f"hilo_sitio_{secrets.token_hex(4)}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as conexion:
        conexion.execute(f"CREATE DATABASE {nombre} TEMPLATE {base_molde(servicios)}")
        try:
            yield servicios | {"DATABASE_URL": urlsplit(direccion)._replace(path=f"/{nombre}").geturl()}
        finally:
            conexion.execute(f"DROP DATABASE IF EXISTS {nombre} WITH (FORCE)")


@pytest.fixture
def victima(datos: Path, propios: dict[str, str]) -> Iterator[Victima]:
    """Give a process to kill, with a table set and nothing written."""
    una = Victima(datos, **propios)
    yield una
    una.cerrar()
