"""A roll and what it does, apart: so that `repetir` can do it all again with another roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from reglas.nucleo.azar import Azar
from reglas.nucleo.campos import Campo
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.tipos import Ficha, Resultado, Texto, vacio
from reglas.sistemas.salvaje import ofertas
from reglas.sistemas.salvaje.estado import asentar


class Tirado(Protocol):
    """Dice that have fallen, read."""

    @property
    def total(self) -> int:
        """The number that counts."""
        ...

    def detalle(self) -> dict[str, Any]:
        """Return the keys that depend on the dice."""
        ...


class Declarada(Protocol):
    """A roll before its dice."""

    @property
    def detalle(self) -> dict[str, Any]:
        """What is known already."""
        ...

    def tirar(self, azar: Azar) -> Tirado:
        """Throw it."""
        ...


@dataclass(frozen=True, slots=True)
class Lance:
    """What a roll is about to do: on which sheets, and the keys of the detail that it needs, by their path."""

    ficha: Ficha
    objetivo: Ficha | None
    leido: Mapping[str, Any]
    tirada: Any


@dataclass(frozen=True, slots=True)
class Desenlace:
    """What a roll did: the sheets as they end, the outcome, more keys of the detail, what it offers but `repetir`."""

    ficha: Ficha
    objetivo: Ficha | None
    exito: bool
    grado: str
    resumen: Texto
    detalle: Mapping[str, Any] = field(default_factory=vacio)
    opciones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Repetible:
    """An action whose roll may be thrown again.

    consumar: does all that the action does with a roll. lee: the paths of the detail that it needs, with how each is
    read from an earlier response. valor: key of the headline number. con_objetivo: it always has one.
    """

    accion: str
    consumar: Callable[[Lance], Desenlace]
    lee: Mapping[str, Campo] = field(default_factory=vacio)
    valor: str = "total"
    con_objetivo: bool = False

    def lanzar(self, c: Contexto, declarada: Declarada, ficha: Ficha | None = None) -> Resultado:
        """Throw the dice and do what they say; they are all that the action throws, so V-102 is the Azar's to see.

        ficha: the acting sheet if the action has changed it already.
        """
        tirada = declarada.tirar(c.azar)
        leido = {ruta: en(declarada.detalle, ruta) for ruta in self.lee}
        lance = Lance(c.ficha if ficha is None else ficha, c.objetivo, leido, tirada)
        return self.cerrar(c, lance, declarada.detalle)

    def cerrar(self, c: Contexto, lance: Lance, detalle: Mapping[str, Any], mas: Mapping[str, Any] = {}) -> Resultado:
        """Do what a roll says and write it down. mas: keys of the detail that go last."""
        d = self.consumar(lance)
        asentar(c, d.ficha, d.objetivo, self.accion)
        return Resultado(
            d.exito,
            d.grado,
            {**detalle, **lance.tirada.detalle(), **d.detalle, **mas},
            d.resumen,
            d.opciones + ofertas.repetir(d.ficha, d.grado),
            self.valor,
        )


def en(detalle: Mapping[str, Any], ruta: str) -> Any:
    """Return the value at a dotted path. Raises KeyError."""
    valor: Any = detalle
    for clave in ruta.split("."):
        valor = valor[clave]
    return valor
