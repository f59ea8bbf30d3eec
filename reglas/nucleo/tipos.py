"""The values that cross the engine: request, response, dice, effects and translatable sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

Ficha = dict[str, Any]
"""A sheet as JSON. The system's declaration validates it at the door; inside, it is complete."""

VACIO: Mapping[str, Any] = MappingProxyType({})


def vacio() -> Mapping[str, Any]:
    """Return the empty map that cannot be changed, as the default of a field."""
    return VACIO


def _(msgid: str) -> str:
    """Mark a msgid for the catalogue. The core renders Spanish only; `reglas.idioma` translates."""
    return msgid


@dataclass(frozen=True, slots=True)
class Texto:
    """A sentence as template and data, so that it can be rendered in any language later.

    plantilla: a Spanish msgid with `%(name)s` placeholders.
    datos: what fills them; a value that is itself a Texto is rendered in the same language.
    """

    plantilla: str
    datos: Mapping[str, object] = field(default_factory=vacio)

    def rendir(self, traducir: Callable[[str], str]) -> str:
        """Return the sentence, with every msgid in it passed through `traducir`."""
        datos = {
            clave: valor.rendir(traducir) if isinstance(valor, Texto) else valor for clave, valor in self.datos.items()
        }
        return traducir(self.plantilla) % datos

    def es(self) -> str:
        """Return the sentence in Spanish."""
        return self.rendir(_)

    __str__ = es


@dataclass(frozen=True, slots=True)
class TiradaDado:
    """One die as it fell: `dado` is its name (`d20`), `valor` the natural face."""

    dado: str
    valor: int
    motivo: str


@dataclass(frozen=True, slots=True)
class Efecto:
    """One real change of a sheet (`antes` is never equal to `despues`).

    sobre: `ficha` or `objetivo`. campo: dotted path inside that sheet.
    """

    sobre: str
    campo: str
    antes: Any
    despues: Any
    motivo: str

    def a_dict(self) -> dict[str, Any]:
        """Return the effect as the contract writes it."""
        return {
            "sobre": self.sobre,
            "campo": self.campo,
            "antes": self.antes,
            "despues": self.despues,
            "motivo": self.motivo,
        }


@dataclass(frozen=True, slots=True)
class Peticion:
    """One action on one sheet. The sheets and `datos` are raw JSON: the engine validates them.

    objetivo, previa: None means that they were not given.
    """

    sistema: str
    accion: str
    ficha: Mapping[str, Any]
    objetivo: Mapping[str, Any] | None = None
    datos: Mapping[str, Any] = field(default_factory=vacio)
    previa: Mapping[str, Any] | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Respuesta:
    """The outcome of one action, with the complete sheets after its effects."""

    sistema: str
    accion: str
    tiradas: tuple[TiradaDado, ...]
    exito: bool | None
    grado: str | None
    detalle: Mapping[str, Any]
    efectos: tuple[Efecto, ...]
    ficha: Ficha
    objetivo: Ficha | None
    opciones: tuple[str, ...]
    resumen: Texto
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Resultado:
    """What a rule returns; the motor adds sheets, effects and dice.

    valor: key of `detalle` that is the headline of this result, when it is not the action's own.
    """

    exito: bool | None
    grado: str | None
    detalle: dict[str, Any]
    resumen: Texto
    opciones: tuple[str, ...] = ()
    valor: str | None = None
