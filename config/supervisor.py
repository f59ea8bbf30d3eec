"""Keep a few processes running: start them, start again the one that dies, and leave none behind.

Nothing here knows Django. Each child leads its own session, so a Ctrl-C reaches only this process, which then ends
them in order; if this process is killed outright, they notice by themselves (config/vigia.py).
"""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import FrameType

from config.vigia import PADRE

SENALES = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
ESPERA_INICIAL, ESPERA_MAXIMA = 0.5, 30.0
VIDA_BUENA = 30.0
GRACIA = 12.0
PASO = 0.1


@dataclass
class _Hijo:
    nombre: str
    orden: list[str]
    proceso: subprocess.Popen[bytes] | None = None
    nacido: float = 0.0
    espera: float = ESPERA_INICIAL
    volver: float = field(default=0.0)


class Supervisor:
    """The parent of the site's processes."""

    def __init__(
        self,
        ordenes: Mapping[str, list[str]],
        *,
        carpeta: str,
        entorno: Mapping[str, str],
        avisar: Callable[[str], None],
    ) -> None:
        """Prepare to run each named command in `carpeta` with `entorno`; `avisar` prints for people."""
        self._hijos = [_Hijo(nombre, orden) for nombre, orden in ordenes.items()]
        self._carpeta, self._entorno = carpeta, {**entorno, PADRE: str(os.getpid())}
        self._avisar = avisar
        self._fin = False

    @property
    def pids(self) -> dict[str, int]:
        """Return the number of each process that has been started."""
        return {hijo.nombre: hijo.proceso.pid for hijo in self._hijos if hijo.proceso}

    def atender(self, *, listo: Callable[[], bool], al_estar_listo: Callable[[], None]) -> None:
        """Run everything until a signal asks to stop, and then stop everything."""
        for senal in SENALES:
            if signal.getsignal(senal) is not signal.SIG_IGN or senal == signal.SIGINT:  # respect nohup
                signal.signal(senal, self._terminar)
        dicho = False
        try:
            for hijo in self._hijos:
                self._lanzar(hijo)
            while not self._fin:
                if not dicho and listo():
                    al_estar_listo()
                    dicho = True
                self._repasar()
                time.sleep(PASO)
        finally:
            self.parar()

    def parar(self) -> None:
        """Ask every process to end, wait, and end by force those that do not and whatever they left."""
        procesos = [hijo.proceso for hijo in self._hijos if hijo.proceso]
        for proceso in procesos:
            proceso.terminate()  # does nothing to one that has already ended
        limite = time.monotonic() + GRACIA
        for proceso in procesos:
            with contextlib.suppress(subprocess.TimeoutExpired):
                proceso.wait(max(0.0, limite - time.monotonic()))
        for proceso in procesos:
            self._matar_sesion(proceso)

    def _terminar(self, _: int, __: FrameType | None) -> None:
        self._fin = True

    def _lanzar(self, hijo: _Hijo) -> None:
        hijo.proceso = subprocess.Popen(
            hijo.orden, cwd=self._carpeta, env=self._entorno, stdin=subprocess.DEVNULL, start_new_session=True
        )
        hijo.nacido, hijo.volver = time.monotonic(), 0.0

    def _repasar(self) -> None:
        """Start again the processes that died, later and later if they keep dying at once."""
        ahora = time.monotonic()
        for hijo in self._hijos:
            if hijo.proceso is None or hijo.proceso.poll() is None:
                continue
            if not hijo.volver:
                if ahora - hijo.nacido > VIDA_BUENA:
                    hijo.espera = ESPERA_INICIAL
                self._matar_sesion(hijo.proceso)
                hijo.volver = ahora + hijo.espera
                self._avisar(f"{hijo.nombre} ha terminado (código {hijo.proceso.returncode}); vuelve a arrancar.")
                hijo.espera = min(hijo.espera * 2, ESPERA_MAXIMA)
            elif ahora >= hijo.volver:
                self._lanzar(hijo)
                self._avisar(f"{hijo.nombre}: pid {hijo.proceso.pid}")

    @staticmethod
    def _matar_sesion(proceso: subprocess.Popen[bytes]) -> None:
        """End what is left of a child's session: a gunicorn killed outright leaves its workers."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(proceso.pid, signal.SIGKILL)
        proceso.wait()
