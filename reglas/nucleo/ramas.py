"""AzarRamificado: the dice that fall every way, one branch a run, with the weight of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from reglas.nucleo import dados as d
from reglas.nucleo.azar import OCULTO, DadoPedido, Mejor, Robo, Suma
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import TiradaDado

T = TypeVar("T")

MAX_CORRIDAS = 2_000
"""Runs of a rule that one question about odds may take."""

MAX_EXPLOSIVOS = 6
"""Exploding dice in one draw whose odds are computed; above, the answer is `demasiados_dados`."""


class AzarRamificado:
    """The dice of one branch: `camino` says which value each draw gives; past its end, the first.

    Group verbs draw what the rule reads as one value, so equal branches are one. Nothing is recorded.
    """

    def __init__(self, camino: Sequence[int] = ()) -> None:
        self._camino = camino
        self.pasos: list[tuple[int, int]] = []
        self.peso = 1
        self.denominador = 1
        self.pedidos = 0

    @property
    def tiradas(self) -> Sequence[TiradaDado]:
        """Nothing: a merged branch has no natural dice."""
        return ()

    @property
    def probabilidad(self) -> Fraction:
        """How likely this branch is."""
        return Fraction(self.peso, self.denominador)

    def siguiente(self) -> list[int] | None:
        """Return the path of the next branch in order, or None after the last."""
        pasos = list(self.pasos)
        while pasos:
            elegido, cuantos = pasos.pop()
            if elegido + 1 < cuantos:
                return [*(paso for paso, _cuantos in pasos), elegido + 1]
        return None

    def dado(self, caras: int, motivo: str) -> int:  # noqa: ARG002 - the protocol's signature
        """Throw one die."""
        return self._sacar(d.uno(caras), 1)

    def suma(self, dados: Sequence[DadoPedido]) -> int:
        """Throw plain dice; their sum is one draw."""
        self._contar(len(dados))
        return self._sacar(d.suma(d.caras_de(dados)), 0)

    def suma_explosiva(self, grupos: Sequence[Sequence[DadoPedido]]) -> Suma:
        """Throw exploding dice; the sum of all groups is one draw."""
        todos = [dado for grupo in grupos for dado in grupo]
        self._contar(len(todos), MAX_EXPLOSIVOS)
        return Suma(self._sacar(d.suma_explosiva(d.caras_de(todos)), 0), (OCULTO,) * len(grupos))

    def mejor_explosivo(self, dados: Sequence[DadoPedido]) -> Mejor:
        """Throw exploding dice; the highest is one draw."""
        self._contar(len(dados), MAX_EXPLOSIVOS)
        return Mejor(self._sacar(d.mejor_explosivo(d.caras_de(dados)), 0), (OCULTO,) * len(dados), OCULTO)

    def mejores(self, n: int, dados: Sequence[DadoPedido]) -> tuple[int, ...]:
        """Throw plain dice; the `n` highest are one draw."""
        self._contar(len(dados))
        return self._sacar(d.elegidos(n, d.caras_de(dados), altos=True), 0)

    def peores(self, n: int, dados: Sequence[DadoPedido]) -> tuple[int, ...]:
        """Throw plain dice; the `n` lowest are one draw."""
        self._contar(len(dados))
        return self._sacar(d.elegidos(n, d.caras_de(dados), altos=False), 0)

    def robar(self, quedan: int, motivo: str, *, cuantas: int = 1, hasta: int = 0) -> Robo:  # noqa: ARG002
        """Draw from a pile; the one that is kept is one draw."""
        return Robo(self._sacar(d.mejor_de_pila(quedan, cuantas, hasta), cuantas), (OCULTO,))

    def cerrar(self) -> None:
        """Accept the end of the action."""

    def _contar(self, cuantos: int, juntos: int = d.MAX_DADOS) -> None:
        self.pedidos += cuantos
        if self.pedidos > d.MAX_DADOS or cuantos > juntos:
            raise Rechazo("demasiados_dados")

    def _sacar(self, reparto: d.Reparto[T], dados: int) -> T:
        self._contar(dados)
        lugar = len(self.pasos)
        elegido = self._camino[lugar] if lugar < len(self._camino) else 0
        self.pasos.append((elegido, len(reparto.valores)))
        self.peso *= reparto.pesos[elegido]
        self.denominador *= reparto.total
        return reparto.valores[elegido]


def ramas() -> Iterator[AzarRamificado]:
    """Yield dice for every branch in turn; run the rule with each before asking for the next.

    Raises Rechazo("demasiados_dados") instead of a branch past MAX_CORRIDAS.
    """
    camino: list[int] | None = []
    corridas = 0
    while camino is not None:
        if corridas == MAX_CORRIDAS:
            raise Rechazo("demasiados_dados")
        azar = AzarRamificado(camino)
        yield azar
        corridas += 1
        camino = azar.siguiente()
