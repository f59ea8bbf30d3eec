"""A whole site of its own for a test: its folder, its port, its processes; found and ended by their numbers."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from config.settings import ENTORNO

RAIZ = Path(__file__).resolve().parents[2]
T = TypeVar("T")
DEL_SITIO = frozenset(ENTORNO.leidas) | {"DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "HILO_PID_PADRE"}


def puerto_libre() -> int:
    """Return a port that nobody has right now."""
    with socket.socket() as zocalo:
        zocalo.bind(("127.0.0.1", 0))
        return int(zocalo.getsockname()[1])


def esperar(que: Callable[[], T], *, segundos: float = 60.0, paso: float = 0.1) -> T:
    """Return the first true answer of `que`; fail if none comes in time."""
    limite = time.monotonic() + segundos
    while True:
        valor = que()
        if valor:
            return valor
        assert time.monotonic() < limite, f"no llega en {segundos} s: {que}"
        time.sleep(paso)


def entorno_limpio(**variables: str) -> dict[str, str]:
    """Return this process's environment without what the suite or a person may have set for the site."""
    return {k: v for k, v in os.environ.items() if k not in DEL_SITIO and k != "DJANGO_ALLOW_ASYNC_UNSAFE"} | variables


class Sitio:
    """The run command in a process of its own."""

    def __init__(self, carpeta: Path, *, orden: list[str] | None = None, **variables: str) -> None:
        """Start it; the output goes to a file in its folder."""
        self.carpeta, self.puerto = carpeta, puerto_libre()
        self.salida = carpeta / "salida.txt"
        self.marca = f"HILO_PRUEBA={carpeta}"
        entorno = entorno_limpio(DIR_DATOS=str(carpeta), PUERTO=str(self.puerto), HILO_PRUEBA=str(carpeta), **variables)
        with self.salida.open("wb") as salida:
            self.padre = subprocess.Popen(
                orden or [sys.executable, "manage.py", "arrancar"],
                cwd=RAIZ,
                env=entorno,
                stdin=subprocess.DEVNULL,
                stdout=salida,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def listo(self) -> dict[str, Any] | None:
        """Return what /salud/listo says if it says all is well."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.puerto}/salud/listo", timeout=5) as respuesta:
                datos: dict[str, Any] = json.load(respuesta)
                return datos
        except (urllib.error.URLError, http.client.HTTPException, OSError, TimeoutError):
            return None

    def pids(self) -> dict[str, list[int]]:
        """Return the living processes of this site by kind, the parent apart, as the system sees them."""
        clases: dict[str, list[int]] = {"web": [], "obrero": [], "beat": [], "padre": []}
        for proceso in Path("/proc").iterdir():
            if not proceso.name.isdigit():
                continue
            try:
                if self.marca.encode() not in (proceso / "environ").read_bytes():
                    continue
                argumentos = (proceso / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            clases[_clase(argumentos)].append(int(proceso.name))
        return {clase: sorted(numeros) for clase, numeros in clases.items()}

    def vivos(self) -> list[int]:
        """Return the numbers of every process of this site."""
        return sorted(pid for numeros in self.pids().values() for pid in numeros)

    def cerrar(self) -> None:
        """End whatever is left, by number."""
        for pid in self.vivos():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.padre.wait(10)


def _clase(argumentos: list[bytes]) -> str:
    if b"gunicorn" in argumentos:
        return "web"
    if b"worker" in argumentos:
        return "obrero"
    return "beat" if b"beat" in argumentos else "padre"
