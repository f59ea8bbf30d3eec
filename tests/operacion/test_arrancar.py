"""The run command, with its real processes: they serve, they come back, and none is left behind."""

import os
import pty
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.operacion.sitio import RAIZ, Sitio, entorno_limpio, esperar, puerto_libre

pytestmark = [pytest.mark.averias, pytest.mark.skipif(sys.platform != "linux", reason="mira los procesos en /proc")]


def test_arranca_trabaja_en_otro_proceso_y_levanta_al_que_cae(sitio: Sitio) -> None:
    salida = esperar(lambda: sitio.salida.read_text() if "Procesos:" in sitio.salida.read_text() else "")
    antes = sitio.pids()
    assert f"http://localhost:{sitio.puerto}" in salida
    assert f"web {antes['web'][0]} · obrero {antes['obrero'][0]} · beat {antes['beat'][0]}" in salida
    assert (sitio.listo() or {})["tareas"]["pid_del_obrero"] == antes["obrero"][0], "el tic no lo ha hecho el obrero"
    assert (sitio.carpeta / "clave").stat().st_mode & 0o777 == 0o600
    for clase in ("obrero", "beat", "web"):
        viejo = sitio.pids()[clase][0]
        print(f"kill -9 {clase} {viejo}")
        os.kill(viejo, signal.SIGKILL)
        esperar(lambda clase=clase, viejo=viejo: viejo not in (n := sitio.pids()[clase]) and len(n) > 0)
    esperar(sitio.listo)
    sitio.padre.terminate()
    assert sitio.padre.wait(60) == 0
    assert sitio.vivos() == []


@pytest.mark.parametrize("senal", [signal.SIGINT, signal.SIGKILL], ids=lambda s: s.name)
def test_no_deja_procesos_al_acabar(sitio: Sitio, senal: signal.Signals) -> None:
    assert len(sitio.vivos()) == 5, sitio.pids()  # parent, gunicorn and its worker, worker, beat

    print(f"{senal.name} al padre {sitio.padre.pid}")
    sitio.padre.send_signal(senal)

    codigo = sitio.padre.wait(60)
    esperar(lambda: sitio.vivos() == [], segundos=15)
    assert codigo == (-signal.SIGKILL if senal == signal.SIGKILL else 0)
    with socket.socket() as zocalo:
        zocalo.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        zocalo.bind(("127.0.0.1", sitio.puerto))


def test_cerrar_la_terminal_no_deja_procesos(datos: Path, servicios: dict[str, str]) -> None:
    amo, esclavo = pty.openpty()
    puerto = puerto_libre()
    entorno = entorno_limpio(DIR_DATOS=str(datos), PUERTO=str(puerto), HILO_PRUEBA=str(datos), **servicios)
    guion = "import os,fcntl,signal,termios,sys; os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    guion += "signal.signal(signal.SIGHUP, signal.SIG_DFL);"  # the suite itself may be running under nohup
    guion += "os.execv(sys.executable, [sys.executable, 'manage.py', 'arrancar'])"
    sitio = Sitio.__new__(Sitio)
    sitio.carpeta, sitio.puerto, sitio.marca = datos, puerto, f"HILO_PRUEBA={datos}"
    sitio.padre = subprocess.Popen(
        [sys.executable, "-c", guion], cwd=RAIZ, env=entorno, stdin=esclavo, stdout=esclavo, stderr=esclavo
    )
    os.close(esclavo)
    try:
        esperar(sitio.listo, segundos=120)

        os.close(amo)  # the window is closed: the kernel sends SIGHUP and every write fails from now on

        assert sitio.padre.wait(60) == 0
        esperar(lambda: sitio.vivos() == [], segundos=15)
    finally:
        sitio.cerrar()


def test_dice_con_palabras_que_el_puerto_esta_ocupado(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as otro:
        puerto = otro.getsockname()[1]

        fin = subprocess.run(
            [sys.executable, "manage.py", "arrancar"],
            cwd=RAIZ,
            env=entorno_limpio(DIR_DATOS=str(tmp_path), PUERTO=str(puerto)),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    assert fin.returncode == 1
    assert f"El puerto {puerto} lo usa otro programa. Prueba con otro:  make run PUERTO=" in fin.stderr
    assert "Traceback" not in fin.stderr
