"""Where dice come from: the Azar protocol, and its sources the system, a forced list and any function.

The verbs record every natural die and return only what a rule reads, so that `AzarRamificado` can merge equal branches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from reglas.nucleo.dados import MAX_DADOS, escoger
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import TiradaDado

DadoPedido = tuple[int, str]
"""Faces of a die and the `motivo` it is recorded with."""

EXPLOTA = "_explota"
"""Suffix of the `motivo` of a die thrown because the one before it exploded."""


class Oculto(int):
    """A number that a merged branch does not know; `sondear` never takes it for certain, nor what is summed with it."""

    def __add__(self, _otro: int) -> Oculto:
        """Return the unknown."""
        return self

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __add__


OCULTO = Oculto(0)


def nombrar(cual: int, nombres: Sequence[str]) -> Any:
    """Return the name at a place, counted from 0; a place that is not known has none, and stays hidden."""
    return cual if isinstance(cual, Oculto) else nombres[cual]


@dataclass(frozen=True, slots=True)
class Suma:
    """Sum of exploding dice: the rule reads `total`; `partes` (one sum a group) are for the detail only."""

    total: int
    partes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mejor:
    """Highest of exploding dice: the rule reads `total` (1 only when every first face was 1).

    partes: total of each die; cual: index of the first that reached `total`. Both are for the detail only.
    """

    total: int
    partes: tuple[int, ...]
    cual: int


@dataclass(frozen=True, slots=True)
class Robo:
    """What was drawn from a pile: the rule reads `mejor`, the place of the one that is kept, from 1.

    todas: the places of all that were drawn, in order, for the detail only.
    """

    mejor: int
    todas: tuple[int, ...]


class Azar(Protocol):
    """A source of dice for one action. `tiradas` grows by one for each natural die."""

    @property
    def tiradas(self) -> Sequence[TiradaDado]:
        """Every die so far, in order; empty where branches are merged."""
        ...

    def dado(self, caras: int, motivo: str) -> int:
        """Throw one die. Raises Rechazo("demasiados_dados") past the budget."""
        ...

    def suma(self, dados: Sequence[DadoPedido]) -> int:
        """Throw plain dice and return their sum."""
        ...

    def suma_explosiva(self, grupos: Sequence[Sequence[DadoPedido]]) -> Suma:
        """Throw exploding dice, each to its end before the next, and return their sum."""
        ...

    def mejor_explosivo(self, dados: Sequence[DadoPedido]) -> Mejor:
        """Throw exploding dice, each to its end before the next, and return the highest."""
        ...

    def mejores(self, n: int, dados: Sequence[DadoPedido]) -> tuple[int, ...]:
        """Throw plain dice and return the `n` highest, the highest first."""
        ...

    def peores(self, n: int, dados: Sequence[DadoPedido]) -> tuple[int, ...]:
        """Throw plain dice and return the `n` lowest, the lowest first."""
        ...

    def robar(self, quedan: int, motivo: str, *, cuantas: int = 1, hasta: int = 0) -> Robo:
        """Draw `cuantas` of a pile without putting any back and keep the best: the pile lies best first.

        Each is a die of as many faces as the pile has left. hasta: while the one kept lies past that place, another is
        drawn in its stead; 0 keeps the first.
        """
        ...

    def cerrar(self) -> None:
        """Say that the action has thrown its last die. A forced list refuses what is left."""
        ...


class AzarDeFuente:
    """Dice from a function `fuente(indice, caras)`, which returns the face of the die at that place.

    A subclass only needs to give the function: the verbs, the record and the budget are here.
    """

    def __init__(self, fuente: Callable[[int, int], int]) -> None:
        self._fuente = fuente
        self.tiradas: list[TiradaDado] = []

    def dado(self, caras: int, motivo: str) -> int:
        """Throw one die."""
        self._caben(1)
        valor = self._fuente(len(self.tiradas), caras)
        if not 1 <= valor <= caras:
            raise Rechazo("dado_imposible", f"dados.{len(self.tiradas)}")
        self.tiradas.append(TiradaDado(f"d{caras}", valor, motivo))
        return valor

    def suma(self, dados: Sequence[DadoPedido]) -> int:
        """Throw plain dice and return their sum."""
        self._caben(len(dados))
        return sum(self.dado(caras, motivo) for caras, motivo in dados)

    def suma_explosiva(self, grupos: Sequence[Sequence[DadoPedido]]) -> Suma:
        """Throw exploding dice, group by group, and return their sum."""
        self._caben(sum(map(len, grupos)))
        partes = tuple(sum(self._explotar(caras, motivo) for caras, motivo in grupo) for grupo in grupos)
        return Suma(sum(partes), partes)

    def mejor_explosivo(self, dados: Sequence[DadoPedido]) -> Mejor:
        """Throw exploding dice and return the highest, the first of them on a tie."""
        self._caben(len(dados))
        partes = tuple(self._explotar(caras, motivo) for caras, motivo in dados)
        total = max(partes)
        return Mejor(total, partes, partes.index(total))

    def mejores(self, n: int, dados: Sequence[DadoPedido]) -> tuple[int, ...]:
        """Throw plain dice and return the `n` highest."""
        return self._elegir(n, dados, altos=True)

    def peores(self, n: int, dados: Sequence[DadoPedido]) -> tuple[int, ...]:
        """Throw plain dice and return the `n` lowest."""
        return self._elegir(n, dados, altos=False)

    def robar(self, quedan: int, motivo: str, *, cuantas: int = 1, hasta: int = 0) -> Robo:
        """Draw from a pile and keep the best."""
        if not 1 <= cuantas <= quedan or hasta > quedan:
            raise ValueError("the pile is too small")
        self._caben(cuantas)
        pila = list(range(1, quedan + 1))
        todas = [pila.pop(self.dado(len(pila), motivo) - 1) for _vez in range(cuantas)]
        mejor = min(todas)
        while hasta and mejor > hasta:
            mejor = pila.pop(self.dado(len(pila), motivo) - 1)
            todas.append(mejor)
        return Robo(mejor, tuple(todas))

    def cerrar(self) -> None:
        """Accept the end of the action; nothing can be left over."""

    def _caben(self, cuantos: int) -> None:
        if len(self.tiradas) + cuantos > MAX_DADOS:
            raise Rechazo("demasiados_dados")

    def _elegir(self, n: int, dados: Sequence[DadoPedido], *, altos: bool) -> tuple[int, ...]:
        self._caben(len(dados))
        return escoger(n, [self.dado(caras, motivo) for caras, motivo in dados], altos=altos)

    def _explotar(self, caras: int, motivo: str) -> int:
        if caras < 2:
            raise ValueError("an exploding die needs two faces")
        total = valor = self.dado(caras, motivo)
        while valor == caras:
            valor = self.dado(caras, motivo + EXPLOTA)
            total += valor
        return total


class AzarSistema(AzarDeFuente):
    """Dice from the operating system's randomness."""

    def __init__(self) -> None:
        from secrets import randbelow  # noqa: PLC0415 - a tenth of the start-up, and only who rolls needs it

        super().__init__(lambda _indice, caras: randbelow(caras) + 1)


class AzarDictado(AzarDeFuente):
    """Dice from a forced list, for worked cases, audits and dice thrown by hand.

    dados: natural values in the order thrown. Raises Rechazo("tipo_invalido", "dados") if it is no list;
    the verbs raise `tipo_invalido`, `dado_imposible` and `dados_insuficientes`, and `cerrar` `dados_sobrantes`.
    """

    def __init__(self, dados: Any) -> None:
        if not isinstance(dados, list | tuple):
            raise Rechazo("tipo_invalido", "dados")
        self._dados = tuple(dados)
        super().__init__(self._leer)

    def _leer(self, indice: int, _caras: int) -> int:
        if indice >= len(self._dados):
            raise Rechazo("dados_insuficientes", "dados")
        valor = self._dados[indice]
        if type(valor) is not int:
            raise Rechazo("tipo_invalido", f"dados.{indice}")
        return valor

    def cerrar(self) -> None:
        """Refuse what is left of the list."""
        for indice, valor in enumerate(self._dados):
            if type(valor) is not int:
                raise Rechazo("tipo_invalido", f"dados.{indice}")
        if len(self._dados) > len(self.tiradas):
            raise Rechazo("dados_sobrantes", "dados")
