"""How a card shows the dice of a stored response: which count, and which a re-roll had before."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DadoMostrado:
    """One die of a card. `cuenta`: the result comes from it. `anterior`: it fell in the roll that this one repeats.

    nombre: msgid of what it drew, where it is no die to its readers (a card of a deck).
    """

    dado: str
    valor: int
    motivo: str
    cuenta: bool = True
    anterior: bool = False
    nombre: str = ""


def mostrar_dados(
    respuesta: Mapping[str, Any], cuentan: Collection[int] | None = None, *, anterior: bool = False
) -> tuple[DadoMostrado, ...]:
    """Return the dice of a response in the order thrown. cuentan: places of those that count; None when all do."""
    return tuple(
        DadoMostrado(t["dado"], t["valor"], t["motivo"], cuentan is None or lugar in cuentan, anterior)
        for lugar, t in enumerate(respuesta["tiradas"])
    )


def guardados(n: int, valores: Sequence[int], *, altos: bool = True) -> frozenset[int]:
    """Return the places of the `n` highest (or lowest) values, the first on a tie: those that a roll keeps."""
    orden = sorted(range(len(valores)), key=lambda lugar: -valores[lugar] if altos else valores[lugar])
    return frozenset(orden[:n])
