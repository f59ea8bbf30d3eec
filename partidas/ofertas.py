"""What a roll still offers, and to whom: read from the stored response and the options already taken from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reglas import motor
from reglas.nucleo.campos import Texto

if TYPE_CHECKING:
    from partidas.models import Reparto, Tirada
    from partidas.politica import Lector
    from reglas.nucleo.campos import Campo
    from reglas.nucleo.sistema import Continuacion, Sistema


@dataclass(frozen=True, slots=True)
class Ofrecida:
    """One option of a roll as one person has it: whether they may take it now, and if it asks for something first."""

    opcion: str
    continuacion: Continuacion | None
    disponible: bool
    pide: bool


def ofrecidas(quien: Lector, tirada: Tirada, *, usadas: Sequence[str], es_suya: bool) -> list[Ofrecida]:
    """Return what a roll still offers. usadas: options already taken from it. es_suya: the person plays its sheet."""
    if tirada.anulada:
        return []
    juego = motor.sistema(tirada.sistema)
    # A repeatable option is kept with its target («option:id»); the system knows it by the option alone.
    vigentes = juego.opciones_vigentes(tirada.respuesta["opciones"], [usada.partition(":")[0] for usada in usadas])
    return [
        Ofrecida(opcion, continuacion, _puede(quien, continuacion, es_suya), _pide(juego, tirada, continuacion))
        for opcion in vigentes
        for continuacion in [juego.continuaciones.get(opcion)]
    ]


def _puede(quien: Lector, continuacion: Continuacion | None, es_suya: bool) -> bool:
    if continuacion is None or continuacion.accion is None:
        return False
    if continuacion.quien == "direccion":
        return quien.dirige
    return es_suya or (continuacion.quien == "ambos" and quien.dirige)


def es_de(quien: Lector, tirada: Tirada, fila: Reparto | None) -> bool:
    """Whether the person plays the sheet that rolled: its player now, or the direction if nobody does.

    fila: the open cast row of that sheet, or None.
    """
    if tirada.personaje_id is None:
        return quien.dirige and tirada.autor_id == quien.usuario.pk
    if fila is None:
        return False
    return fila.usuario_id == quien.usuario.pk if fila.usuario_id else quien.dirige


def gasta_opcion(hija: Tirada) -> bool:
    """Whether a continuation leaves its option spent: voiding gives it back, but a re-roll is written once."""
    continuacion = motor.sistema(hija.sistema).continuaciones.get(hija.opcion.partition(":")[0])
    return not hija.anulada or (continuacion is not None and continuacion.sustituye)


def original_de(tirada: Tirada) -> str:
    """Return the action at the beginning of the chain that the roll continues."""
    return motor.sistema(tirada.sistema).original(tirada.respuesta)


def campos_libres(juego: Sistema, continuacion: Continuacion) -> list[Campo]:
    """Return the fields that the option leaves to the person who takes it."""
    if continuacion.accion is None:
        return []
    campos = juego.acciones[continuacion.accion].campos.campos
    return [campo for campo in campos if campo.clave not in continuacion.datos]


def _pide(juego: Sistema, tirada: Tirada, continuacion: Continuacion | None) -> bool:
    if continuacion is None:
        return False
    otro = continuacion.objetivo_tras(original_de(tirada)) == "otro"
    libres = campos_libres(juego, continuacion)
    return otro or any(not isinstance(campo, Texto) or campo.obligatorio is True for campo in libres)
