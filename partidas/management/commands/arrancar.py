"""`manage.py arrancar`: prepare everything and run the site until told to stop; `make run` calls it."""

import errno
import fcntl
import os
import socket
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command, get_commands

from config import procesos
from config.supervisor import Supervisor


class Command(BaseCommand):
    """Run the web, one worker and one beat as three supervised processes."""

    help = "Arranca el sitio entero: base de datos, estáticos, web, obrero y beat. Ctrl-C lo para."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, start, and stay until a signal arrives."""
        cerrojo = exclusiva(settings.DIR_DATOS / "arrancar.pid")
        exigir_puerto(settings.ESCUCHA, settings.PUERTO)
        self._decir("Preparando la base de datos y los archivos…")
        call_command("preparar")
        if settings.DEMO and "demo" in get_commands():
            call_command("demo")
        supervisor = Supervisor(
            {
                "web": procesos.orden(procesos.WEB),
                "obrero": procesos.orden(procesos.OBRERO),
                "beat": procesos.orden(procesos.BEAT),
            },
            carpeta=str(settings.BASE_DIR),
            entorno=entorno_de_los_hijos(),
            avisar=self._decir,
        )

        def presentar() -> None:
            numeros = " · ".join(f"{nombre} {pid}" for nombre, pid in supervisor.pids.items())
            self._decir(f"\n  Hilo y Dado está en  {settings.SITIO_URL}\n  Procesos: {numeros}\n  Ctrl-C para parar.\n")

        supervisor.atender(listo=lambda: responde(settings.ESCUCHA, settings.PUERTO), al_estar_listo=presentar)
        cerrojo.close()
        self._decir("Parado.")

    def _decir(self, frase: str) -> None:
        """Print for whoever looks; a terminal that has been closed must not stop the stopping."""
        try:
            self.stdout.write(frase)
            self.stdout.flush()
        except OSError:
            return


def entorno_de_los_hijos() -> dict[str, str]:
    """Return the environment of the three processes: the pinned tzdata, and a quiet log for whoever watches."""
    entorno = {"NIVEL_LOG": "WARNING", **os.environ, "PYTHONTZPATH": "", "PYTHONUNBUFFERED": "1"}
    if os.geteuid() == 0:  # in a container root is what there is; Celery would say so at every restart
        entorno["PYTHONWARNINGS"] = "ignore:You're running the worker with superuser privileges"
    return entorno


def exclusiva(archivo: Path) -> IO[str]:
    """Take the folder of data for this process alone: two beats on one database would be one too many."""
    abierto = archivo.open("a+", encoding="ascii")
    try:
        fcntl.flock(abierto, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fallo:
        abierto.seek(0)
        pid = abierto.read().strip()
        frase = f"Ya hay un sitio en marcha con estos datos (pid {pid}). Páralo antes, o usa otra DIR_DATOS."
        raise CommandError(frase) from fallo
    abierto.truncate(0)
    abierto.write(str(os.getpid()))
    abierto.flush()
    return abierto


def exigir_puerto(direccion: str, puerto: int) -> None:
    """Refuse, in words, a port that another program has."""
    with socket.socket(socket.AF_INET6 if ":" in direccion else socket.AF_INET) as zocalo:
        zocalo.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            zocalo.bind((direccion, puerto))
        except OSError as fallo:
            otro = puerto + 1 if puerto < 65535 else 8000
            razon = "lo usa otro programa" if fallo.errno == errno.EADDRINUSE else f"no se deja usar ({fallo.strerror})"
            raise CommandError(f"El puerto {puerto} {razon}. Prueba con otro:  make run PUERTO={otro}") from fallo


def responde(direccion: str, puerto: int) -> bool:
    """Return whether somebody listens there."""
    destino = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(direccion, direccion)  # noqa: S104 - compared, not bound
    try:
        socket.create_connection((destino, puerto), timeout=0.5).close()
    except OSError:
        return False
    return True
