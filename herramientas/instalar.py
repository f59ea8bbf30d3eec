"""Make the environment in .venv and install pinned requirements: `instalar.py ejecucion|desarrollo`.

It runs with whatever python3 the machine has, so it must be readable by an old one: no syntax newer than 3.6.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent
ENTORNO = RAIZ / ".venv"
MINIMA = (3, 11)
MODERNOS = ["python3.13", "python3.12", "python3.11"]


def salir(*lineas):
    """Stop with a plain explanation."""
    sys.stderr.write("\n" + "\n".join(lineas) + "\n\n")
    raise SystemExit(1)


def buscar_python():
    """Return a Python new enough: the one that runs this, or another of the machine."""
    if sys.version_info[:2] >= MINIMA:
        return sys.executable
    for nombre in MODERNOS:
        ruta = shutil.which(nombre)
        if ruta and subprocess.call([ruta, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            return ruta
    salir(
        "Hace falta Python 3.11 o posterior, y este python3 es el {}.{}.".format(*sys.version_info[:2]),
        "En Debian o Ubuntu:  sudo apt install python3 python3-venv",
        "Si tienes otro más nuevo:  make run PYTHON=/ruta/a/python3.12",
    )


def crear_entorno(python):
    """Make .venv, or make it again if its Python no longer works."""
    propio = ENTORNO / "bin" / "python"
    if propio.exists() and subprocess.call([str(propio), "-m", "pip", "--version"], stdout=subprocess.DEVNULL) == 0:
        return
    if subprocess.call([python, "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL) != 0:
        salir(
            "A este Python le falta el módulo que crea entornos (venv).",
            "En Debian o Ubuntu:  sudo apt install python3-venv",
            "Después repite la orden.",
        )
    print("Creando el entorno en .venv…", flush=True)
    shutil.rmtree(str(ENTORNO), ignore_errors=True)
    if subprocess.call([python, "-m", "venv", str(ENTORNO)]) != 0:
        shutil.rmtree(str(ENTORNO), ignore_errors=True)
        salir("No se ha podido crear el entorno en .venv.", "En Debian o Ubuntu:  sudo apt install python3-venv")


def instalar(conjunto):
    """Install what requirements/<conjunto>.txt pins, checking every hash."""
    print("Instalando las dependencias ({}); la primera vez tarda como un minuto…".format(conjunto), flush=True)  # noqa: UP032
    orden = [str(ENTORNO / "bin" / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    orden += ["--require-hashes", "-r", str(RAIZ / "requirements" / (conjunto + ".txt"))]
    variables = dict(os.environ, PIP_ROOT_USER_ACTION="ignore")
    if subprocess.call(orden, env=variables) != 0:
        salir(
            "No se han podido instalar las dependencias: pip dice por qué unas líneas más arriba.",
            "Lo más corriente es que no haya conexión con el índice de paquetes.",
        )


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("ejecucion", "desarrollo"):
        salir("Uso: python3 herramientas/instalar.py ejecucion|desarrollo")
    crear_entorno(buscar_python())
    instalar(sys.argv[1])
