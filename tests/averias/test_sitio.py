"""The outbox of a whole site: its worker is woken at once, and its tic does what nobody could wake it for."""

import os
import signal
import subprocess
from pathlib import Path
from time import monotonic
from uuid import uuid4

import pytest

from config.procesos import BEAT, OBRERO, orden
from tests.averias.conftest import Victima
from tests.operacion.sitio import RAIZ, Sitio, entorno_limpio, esperar

pytestmark = pytest.mark.averias

SEGUNDOS_ENTRE_TICS = 30


def lanzar(argumentos: tuple[str, ...], entorno: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start one of the site's processes by itself."""
    proceso = subprocess.Popen(orden(argumentos), cwd=RAIZ, env=entorno, stdin=subprocess.DEVNULL)
    print(f"pid {proceso.pid}: {' '.join(argumentos[2:5])}")
    return proceso


def test_fia_44_el_obrero_de_un_sitio_entero_se_despierta_y_el_tic_hace_lo_que_quedo(
    sitio: Sitio, servicios: dict[str, str]
) -> None:
    """Three in a row within the time between two tics: at most one of them can be the work of the tic."""
    victima = Victima(sitio.carpeta, **servicios)
    try:
        empezo = monotonic()
        for n in range(1, 4):
            victima.pedir("publicar", clave=str(uuid4()))
            esperar(lambda n=n: victima.pedir("estado")["repartidos"] == n, segundos=30)
        despertado_en = monotonic() - empezo

        dicho = victima.intentar("publicar", punto="buzon:tras_commit", clave=str(uuid4()))
        esperar(lambda: victima.pedir("estado")["repartidos"] == 4, segundos=60, paso=0.5)

        assert despertado_en < SEGUNDOS_ENTRE_TICS
        assert dicho["fin"] == -9
        assert victima.pedir("estado")["incumplidas"] == []
    finally:
        victima.cerrar()


def test_fia_28_muere_el_obrero_de_un_sitio_entero_en_mitad_del_cierre_y_el_dia_se_cierra(
    datos: Path, propios: dict[str, str]
) -> None:
    """Its closings last some seconds, so that the kill finds it in the middle of one; nobody but beat asks again."""
    sitio = Sitio(datos, PRUEBAS="1", FALLOS="cierre:fichas=dormir:5", SEGUNDOS_ENTRE_TICS="8", **propios)
    victima = None
    try:
        esperar(sitio.listo, segundos=120)
        victima = Victima(datos, **propios)
        victima.pedir("cansar")
        _pid, antes = victima.pedir("latido")
        victima.pedir("vencer")
        obrero = esperar(lambda: (n := victima.pedir("latido"))[1] > antes and n[0], segundos=60)
        print(f"kill -9 obrero {obrero}")
        os.kill(obrero, signal.SIGKILL)
        assert victima.pedir("noche")["cierres"] == 0

        esperar(lambda: victima.pedir("noche")["cierres"] == 1, segundos=120, paso=0.5)

        assert obrero not in sitio.pids()["obrero"]
        final = victima.pedir("noche")
        assert (final["mensajes"], final["cambios"], final["anclas"], final["descansadas"]) == (1, 2, 1, 2)
        assert final["incumplidas"] == []
    finally:
        if victima is not None:
            victima.cerrar()
        sitio.cerrar()


def test_fia_29_dos_beats_y_cuatro_obreros_cierran_cada_dia_una_vez(datos: Path, propios: dict[str, str]) -> None:
    """Real processes over the real queue, all woken by both beats: one closing for each day, and nothing left over."""
    entorno = entorno_limpio(DIR_DATOS=str(datos), **propios)
    victima = Victima(datos, **propios)
    procesos: list[subprocess.Popen[bytes]] = []
    try:
        procesos.extend(lanzar(OBRERO, entorno) for _ in range(4))
        _pid, antes = victima.pedir("latido")
        for n in range(1, 3):
            victima.pedir("cansar")
            victima.pedir("vencer")
            beats = [lanzar(BEAT, entorno) for _ in range(2)]  # each sends a tic as it starts
            procesos += beats
            esperar(lambda n=n: victima.pedir("latido")[1] >= antes + 2 * n, segundos=90, paso=0.3)
            esperar(lambda n=n: victima.pedir("noche")["cierres"] == n, segundos=60, paso=0.3)
            for beat in beats:
                beat.terminate()
                beat.wait(20)

        final = victima.pedir("noche")
        assert [final[cosa] for cosa in ("cierres", "mensajes", "anclas", "sucesos")] == [2, 2, 2, 2]
        assert (final["cambios"], final["descansadas"]) == (4, 2)
    finally:
        for proceso in procesos:
            proceso.kill()
            proceso.wait()
        victima.cerrar()
