"""Sow the demo in an empty site: five accounts, a partida in play and one that is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from cuentas.dominio import crear_cuenta
from partidas.demostracion.faro import FARO
from partidas.demostracion.hora import HORA
from partidas.demostracion.representar import duracion, representar
from partidas.models import Partida

CONTRASENA = "faro-sin-guardian"
CUENTAS = ("dani", "ana", "bruno", "carla", "hugo")
DESDE_ENTONCES = timedelta(days=9)
"""How long ago the one that is over ended."""


def sembrar(*, ahora: datetime) -> Partida:
    """Make the accounts and play both scripts; returns the partida in play, whose last turn is at `ahora`."""
    final = ahora - max(duracion(FARO), DESDE_ENTONCES)
    alta = final - duracion(HORA) - timedelta(days=1)
    gente = {nombre: crear_cuenta(nombre, contrasena=CONTRASENA, ahora=alta) for nombre in CUENTAS}
    representar(HORA, gente, hasta=final)
    return representar(FARO, gente, hasta=ahora)
