"""What every field declares, and the fields that hold one value: integers, booleans, texts and words of a list."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from reglas.nucleo.condiciones import Condicion
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.textos import texto_limpio

Lector = Callable[..., Any]
"""Reads one value. A group's reader also takes `con_objetivo`: whether the request has the other sheet."""


class _Ausente:
    """The type of AUSENTE."""

    def __repr__(self) -> str:
        return "AUSENTE"


AUSENTE: Final = _Ausente()
"""Default of a field that is simply left out when it is not given."""


@dataclass(frozen=True, slots=True)
class Derivado:
    """A default computed from the sibling fields already read (those declared before)."""

    calcular: Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Campo:
    """What every field says of itself.

    etiqueta, ayuda: Spanish msgids for the label and one line of help.
    obligatorio: required, always or while a condition holds (only if `si` holds too).
    defecto: value when absent; a `Derivado`; or AUSENTE.
    si: the field goes with this variant of its group; given otherwise it is `combinacion_invalida`.
    de_ficha: path of the sheet that offers the values (keys of a map, `nombre` of a list), for the widget; several
    paths go with a bar between.
    nulo: null is a value of its own.
    aprueba: whose word it carries; only they may set it, and the host turns it into a request to them.
    """

    clave: str = ""
    etiqueta: str = ""
    ayuda: str = ""
    obligatorio: bool | Condicion = False
    defecto: Any = AUSENTE
    si: Condicion | None = None
    de_ficha: str = ""
    nulo: bool = False
    aprueba: Literal["", "direccion"] = ""
    leer: Lector = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Build the reader once."""
        leer = self.lector()
        object.__setattr__(self, "leer", _con_nulo(leer) if self.nulo else leer)

    def lector(self) -> Lector:
        """Return the closure that reads a value of this field."""
        raise NotImplementedError


def _con_nulo(leer: Lector) -> Lector:
    return lambda valor: None if valor is None else leer(valor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entero(Campo):
    """An integer from `minimo` to `maximo`, both included; a boolean is no integer.

    hasta: sibling field, declared before, whose value is also an upper limit.
    """

    minimo: int
    maximo: int
    hasta: str = ""

    def lector(self) -> Lector:
        """Read an integer."""
        minimo, maximo = self.minimo, self.maximo

        def leer(valor: Any) -> int:
            if type(valor) is int:
                if minimo <= valor <= maximo:
                    return valor
                raise Rechazo("fuera_de_rango")
            raise Rechazo("tipo_invalido")

        return leer


@dataclass(frozen=True, slots=True, kw_only=True)
class Booleano(Campo):
    """True or false, and nothing that looks like it."""

    def lector(self) -> Lector:
        """Read a boolean."""

        def leer(valor: Any) -> bool:
            if valor is True or valor is False:
                return bool(valor)
            raise Rechazo("tipo_invalido")

        return leer


@dataclass(frozen=True, slots=True, kw_only=True)
class Texto(Campo):
    """A text of `minimo` to `maximo` characters once in NFC and trimmed.

    sin_punto: it will be a key of a map, so it cannot hold a full stop.
    patron: regular expression of the whole text. abierto: what `de_ficha` offers are suggestions, others may be typed.
    largo: the widget shows it as several lines.
    """

    minimo: int = 1
    maximo: int = 80
    sin_punto: bool = False
    patron: str = ""
    abierto: bool = False
    largo: bool = False

    def lector(self) -> Lector:
        """Read a text."""
        minimo, maximo, sin_punto = self.minimo, self.maximo, self.sin_punto
        casa = re.compile(self.patron).fullmatch if self.patron else None

        def leer(valor: Any) -> str:
            if type(valor) is not str:
                raise Rechazo("tipo_invalido")
            limpio = texto_limpio(valor)
            if not minimo <= len(limpio) <= maximo or (sin_punto and "." in limpio) or not _guardable(limpio):
                raise Rechazo("fuera_de_rango")
            if casa is not None and casa(limpio) is None:
                raise Rechazo("fuera_de_rango")
            return limpio

        return leer


def _guardable(texto: str) -> bool:
    """Say whether a database can hold the text: no NUL, no half of a surrogate pair."""
    return "\0" not in texto and (texto.isascii() or not any("\ud800" <= c <= "\udfff" for c in texto))


@dataclass(frozen=True, slots=True, kw_only=True)
class Opcion(Campo):
    """One word of a list.

    opciones: word to its label (msgid), in display order. Words may be strings or integers (a die size).
    """

    opciones: Mapping[Any, str]

    def lector(self) -> Lector:
        """Read a word of the list."""
        palabras = frozenset(self.opciones)
        tipo: type = type(next(iter(self.opciones)))

        def leer(valor: Any) -> Any:
            if type(valor) is not tipo:
                raise Rechazo("tipo_invalido")
            if valor in palabras:
                return valor
            if isinstance(valor, str) and (limpio := texto_limpio(valor)) in palabras:
                return limpio
            raise Rechazo("fuera_de_rango")

        return leer
