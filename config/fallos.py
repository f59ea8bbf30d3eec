"""Named crash points for the tests of failures: `punto` does nothing at all unless PRUEBAS=1 and FALLOS name it."""

import os
import signal
import time
from collections.abc import Mapping

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

ACCIONES = ("matar", "excepcion", "dormir")


class FalloProvocado(Exception):
    """What a test asked to happen at a named point."""


def leer_puntos(texto: str) -> dict[str, tuple[str, float]]:
    """Read `nombre=matar,otro=excepcion,otro=dormir:2.5` into what to do at each point."""
    puntos: dict[str, tuple[str, float]] = {}
    for trozo in filter(None, (parte.strip() for parte in texto.split(","))):
        nombre, _, orden = trozo.partition("=")
        accion, _, segundos = orden.partition(":")
        if not nombre or accion not in ACCIONES or not (segundos or "0").replace(".", "", 1).isdigit():
            remedio = "Escribe nombre=matar, nombre=excepcion o nombre=dormir:2, separados por comas"
            raise ImproperlyConfigured(f"FALLOS: no se entiende «{trozo}». {remedio}.")
        puntos[nombre] = (accion, float(segundos or 0))
    return puntos


def punto(nombre: str) -> None:
    """Die, raise or sleep here, if a test's environment says so for this name."""
    puntos: Mapping[str, tuple[str, float]] = settings.FALLOS
    if not settings.PRUEBAS or nombre not in puntos:
        return
    accion, segundos = puntos[nombre]
    if accion == "matar":
        os.kill(os.getpid(), signal.SIGKILL)
    if accion == "dormir":
        time.sleep(segundos)
    if accion == "excepcion":
        raise FalloProvocado(nombre)
