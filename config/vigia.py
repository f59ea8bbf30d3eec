"""How a child process of the run command notices that its parent is gone, however it went."""

import ctypes
import os
import platform
import signal
import threading
import time

PADRE = "HILO_PID_PADRE"
PR_SET_PDEATHSIG = 1
SEGUNDOS_DE_GRACIA = 10.0


def morir_con_el_padre(*, con_hilo: bool) -> None:
    """Ask to be ended when the run command dies, even by kill -9; does nothing if another started this process.

    con_hilo: also watch from a thread, which insists if the process does not obey. Not for a process that will fork.
    """
    padre = int(os.environ.get(PADRE) or 0)
    if not padre:
        return
    es_linux = platform.system() == "Linux"
    if es_linux:
        # The signal comes from the kernel at once. It is not inherited by children: gunicorn's own watch their arbiter.
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != padre:  # it died before we asked
            os.kill(os.getpid(), signal.SIGTERM)
    if con_hilo or not es_linux:
        threading.Thread(target=_mirar, args=(padre,), daemon=True, name="vigia").start()


def _mirar(padre: int) -> None:
    """Watch the parent's number, and end for good a process that does not end by itself."""
    while os.getppid() == padre:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SEGUNDOS_DE_GRACIA)
    os._exit(1)
