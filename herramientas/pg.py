"""Run a command with PostgreSQL and Redis: `pg.py orden…`.

DATABASE_URL and REDIS_URL are used if they are there; a private server is started for each one that is not, from
the machine's own binaries, on a free port, in a temporary folder, never as root; and stopped whatever happens.
"""

import contextlib
import ctypes
import os
import platform
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

BASE = "hilo"
PR_SET_PDEATHSIG = 1
APT = {"initdb": "postgresql", "redis-server": "redis-server"}
# Nothing here outlives the tests: durability only makes them slow.
AJUSTES = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=200", "shared_buffers=128MB")


def binario(nombre: str) -> str:
    """Return the path of a program; PostgreSQL's are not in PATH on Debian."""
    carpetas = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda c: float(c.parent.name))
    ruta = shutil.which(nombre) or next((str(c / nombre) for c in reversed(carpetas) if (c / nombre).exists()), None)
    if ruta is None:
        paquete = APT.get(nombre, "postgresql")
        sys.exit(f"\nFalta el programa {nombre}.\n  En Debian o Ubuntu:  sudo apt install {paquete}\n")
    return ruta


def puerto_libre() -> int:
    """Return a port that nobody has right now."""
    with socket.socket() as zocalo:
        zocalo.bind(("127.0.0.1", 0))
        return int(zocalo.getsockname()[1])


def sin_privilegios() -> str | None:
    """Return the user that must run the servers if we are root, or None if we already are an ordinary one."""
    if os.geteuid() != 0:
        return None
    for nombre in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(nombre).pw_name
    sys.exit("\nComo root no se puede arrancar PostgreSQL, y no hay otro usuario (postgres o nobody).\n")


def acompanar(senal: signal.Signals) -> Callable[[], None]:
    """Return what a server must do first: ask the kernel to be stopped if this process dies."""
    prctl = ctypes.CDLL(None).prctl if platform.system() == "Linux" else None

    def pedir() -> None:
        if prctl:
            prctl(PR_SET_PDEATHSIG, int(senal), 0, 0, 0)

    return pedir


@contextlib.contextmanager
def servidor(orden: list[str], *, carpeta: Path, parar: signal.Signals, puerto: int) -> Iterator[None]:
    """Keep a server running inside the block; its output stays in `carpeta`."""
    registro = carpeta / f"{Path(orden[0]).name}.log"
    with registro.open("wb") as salida:
        proceso = subprocess.Popen(
            orden,
            cwd=carpeta,
            stdout=salida,
            stderr=subprocess.STDOUT,
            user=sin_privilegios(),
            start_new_session=True,
            preexec_fn=acompanar(parar),  # noqa: PLW1509 - this process has one thread
        )
    try:
        limite = time.monotonic() + 30
        while proceso.poll() is None and time.monotonic() < limite:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", puerto), timeout=1).close()
                break
            time.sleep(0.1)
        else:
            sys.exit(f"\n{orden[0]} no arranca:\n{registro.read_text(errors='replace')[-2000:]}")
        yield
    finally:
        proceso.send_signal(parar)
        try:
            proceso.wait(20)
        except subprocess.TimeoutExpired:
            proceso.kill()
            proceso.wait()


@contextlib.contextmanager
def postgres(carpeta: Path) -> Iterator[str]:
    """Give the address of an empty database in a server of its own."""
    datos, puerto, usuario = carpeta / "pg", puerto_libre(), sin_privilegios()
    crear = [binario("initdb"), "-D", str(datos), "-U", BASE, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"]
    subprocess.run(crear, cwd=carpeta, user=usuario, check=True, stdout=subprocess.DEVNULL)
    orden = [binario("postgres"), "-D", str(datos), "-p", str(puerto), "-h", "127.0.0.1", "-k", str(carpeta)]
    orden += [parte for ajuste in AJUSTES for parte in ("-c", ajuste)]
    with servidor(orden, carpeta=carpeta, parar=signal.SIGINT, puerto=puerto):
        creadb = [binario("createdb"), "-h", "127.0.0.1", "-p", str(puerto), "-U", BASE, BASE]
        for intento in range(20):  # it listens a moment before it answers
            if subprocess.run(creadb, cwd=carpeta, check=False, stderr=subprocess.DEVNULL).returncode == 0:
                break
            time.sleep(0.2 + intento / 10)
        else:
            sys.exit("\nPostgreSQL ha arrancado pero no deja crear la base de datos.\n")
        yield f"postgres://{BASE}@127.0.0.1:{puerto}/{BASE}"


@contextlib.contextmanager
def redis(carpeta: Path, puerto: int = 0) -> Iterator[str]:
    """Give the address of an empty Redis; on a free port if none is named."""
    puerto = puerto or puerto_libre()
    orden = [binario("redis-server"), "--port", str(puerto), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with servidor(orden, carpeta=carpeta, parar=signal.SIGTERM, puerto=puerto):
        yield f"redis://127.0.0.1:{puerto}/0"


def terminar(senal: int, _: FrameType | None) -> None:
    """Leave through every `finally`."""
    raise SystemExit(128 + senal)


def main(orden: list[str]) -> int:
    """Run the command and return its exit code."""
    for senal in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(senal, terminar)
    with contextlib.ExitStack() as pila:
        carpeta = Path(pila.enter_context(tempfile.TemporaryDirectory(prefix="hilo-pg-", ignore_cleanup_errors=True)))
        if usuario := sin_privilegios():
            shutil.chown(carpeta, usuario)
        entorno = dict(os.environ)
        if not entorno.get("DATABASE_URL"):
            entorno["DATABASE_URL"] = pila.enter_context(postgres(carpeta))
        if not entorno.get("REDIS_URL"):
            entorno["REDIS_URL"] = pila.enter_context(redis(carpeta))
        with subprocess.Popen(orden, env=entorno) as proceso:
            try:
                return proceso.wait()
            except KeyboardInterrupt:
                return proceso.wait()
            except SystemExit:
                proceso.terminate()
                raise
    return 1


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("Uso: python herramientas/pg.py orden…")
    sys.exit(main(sys.argv[1:]))
