"""Sow the demo in an empty site: five accounts, a partida in play of each game and one that is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from cuentas.dominio import crear_cuenta
from partidas.demostracion.faro import FARO
from partidas.demostracion.faro_espera import dejar_a_medias
from partidas.demostracion.hora import HORA
from partidas.demostracion.representar import duracion, representar
from partidas.demostracion.sal import SAL
from partidas.demostracion.viento import VIENTO
from partidas.models import Partida

CONTRASENA = "faro-sin-guardian"
CUENTAS = ("dani", "ana", "bruno", "carla", "hugo")
DESDE_ENTONCES = timedelta(days=9)
"""How long ago the one that is over ended."""


EN_COMBATE = ((SAL, timedelta(hours=7)), (VIENTO, timedelta(hours=4)))
"""The partidas of a single scene, and how long ago was their last turn."""


def sembrar(*, ahora: datetime) -> Partida:
    """Make the accounts and play the scripts; returns the first partida in play, whose last turn is at `ahora`."""
    final = ahora - max(duracion(FARO), DESDE_ENTONCES)
    alta = final - duracion(HORA) - timedelta(days=1)
    gente = {
        nombre: crear_cuenta(nombre, contrasena=CONTRASENA, correo=f"{nombre}@example.org", ahora=alta)
        for nombre in CUENTAS
    }
    representar(HORA, gente, hasta=final)
    for guion, hace in EN_COMBATE:
        representar(guion, gente, hasta=ahora - hace)
    partida = representar(FARO, gente, hasta=ahora)
    dejar_a_medias(partida, gente, ahora=ahora)
    return partida
