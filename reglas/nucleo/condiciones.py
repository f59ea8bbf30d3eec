"""When a field goes with its group: conditions on the sibling fields already read, and on there being an objetivo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Vale:
    """The sibling has one of these values."""

    clave: str
    valores: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Falta:
    """The sibling was not given and has no default."""

    clave: str


@dataclass(frozen=True, slots=True)
class Entre:
    """The sibling is a number between two others, both included."""

    clave: str
    minimo: int
    maximo: int


@dataclass(frozen=True, slots=True)
class Objetivo:
    """The request has an objetivo, or (hay=False) has none."""

    hay: bool = True


Condicion = Vale | Falta | Entre | Objetivo


def se_cumple(condicion: Condicion, leido: Mapping[str, Any], *, con_objetivo: bool) -> bool:
    """Say whether a condition holds of the fields read so far."""
    match condicion:
        case Vale(clave, valores):
            return leido.get(clave) in valores
        case Falta(clave):
            return clave not in leido
        case Entre(clave, minimo, maximo):
            return clave in leido and minimo <= leido[clave] <= maximo
        case Objetivo(hay):
            return con_objetivo is hay
