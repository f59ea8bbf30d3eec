"""The values that cross the door of the book. Reached through `reglas.libro`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from reglas.models import Asiento
from reglas.nucleo.tipos import TiradaDado


class Motivo(StrEnum):
    """Why an envelope was opened."""

    ESCENA = "escena"
    TIRADAS = "tiradas"
    DIAS = "dias"
    RESTAURACION = "restauracion"
    PETICION = "peticion"
    ARCHIVO = "archivo"


class Compromiso(NamedTuple):
    """What a form shows before the roll: the number of the envelope and the SHA-256 of its seed."""

    sobre: int
    compromiso: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TiradaHecha:
    """A resolved roll on its way to the book.

    tiradas: every natural die, in order. autor: opaque id, or empty for the site itself (a day's end).
    solicitud: the whole request of the engine, kept beside the entry to resolve it again; only its salted seal
    is in the chain. version: of the rules. sustituye: the roll that a rule lets this one replace.
    a_juicio: its difficulty is still to be said, so that the request does not have it.
    """

    tiradas: Sequence[TiradaDado]
    autor: str
    solicitud: Mapping[str, Any]
    version: str
    sustituye: Asiento | None = None
    a_juicio: bool = False
