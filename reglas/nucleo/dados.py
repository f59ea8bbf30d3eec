"""Exact distributions of dice as integers over one denominator: sums, explosions, best and worst."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import comb, prod
from typing import Generic, TypeVar

T = TypeVar("T")

MAX_DADOS = 200
"""Dice that one action may throw, explosions included."""

COLA = 10**6 * MAX_DADOS
"""What is cut off one exploding die weighs at most 1 in COLA: 200 of them lose at most 10**-6 in all."""


@dataclass(frozen=True, slots=True)
class Reparto(Generic[T]):
    """What a draw may give: each value with an integer weight over `total`.

    The weights add up to `total` less what was cut off (the tail of an explosion).
    """

    valores: tuple[T, ...]
    pesos: tuple[int, ...]
    total: int


def _reparto(pesos: Mapping[T, int], total: int) -> Reparto[T]:
    return Reparto(tuple(pesos), tuple(pesos.values()), total)


@lru_cache(maxsize=64)
def uno(caras: int) -> Reparto[int]:
    """Return the distribution of one fair die."""
    return Reparto(tuple(range(1, caras + 1)), (1,) * caras, caras)


@lru_cache(maxsize=64)
def explosivo(caras: int) -> Reparto[int]:
    """Return the distribution of a die thrown again and added while it shows its highest face.

    caras: 2 or more, for a die of one face would never stop.
    """
    if caras < 2:
        raise ValueError("an exploding die needs two faces")
    vueltas = 1
    while caras**vueltas < COLA:
        vueltas += 1
    pesos = {
        vuelta * caras + cara: caras ** (vueltas - 1 - vuelta) for vuelta in range(vueltas) for cara in range(1, caras)
    }
    return _reparto(pesos, caras**vueltas)


def _sumar(a: Reparto[int], b: Reparto[int]) -> Reparto[int]:
    """Add two draws with one multiplication: the weights are the digits of a number wide enough not to carry."""
    total = a.total * b.total
    ancho = total.bit_length() // 8 + 1
    producto = _cifras(a, ancho) * _cifras(b, ancho)
    desde, cuantas = min(a.valores) + min(b.valores), max(a.valores) + max(b.valores)
    crudo = producto.to_bytes(ancho * (cuantas - desde + 1), "little")
    pesos = {}
    for lugar in range(0, len(crudo), ancho):
        if peso := int.from_bytes(crudo[lugar : lugar + ancho], "little"):
            pesos[desde + lugar // ancho] = peso
    return _reparto(pesos, total)


def _cifras(reparto: Reparto[int], ancho: int) -> int:
    """Return the weights as one number: that of each value, from the least, in as many bytes as `ancho`."""
    desde = min(reparto.valores)
    crudo = bytearray(ancho * (max(reparto.valores) - desde + 1))
    for valor, peso in zip(reparto.valores, reparto.pesos, strict=True):
        lugar = (valor - desde) * ancho
        crudo[lugar : lugar + ancho] = peso.to_bytes(ancho, "little")
    return int.from_bytes(crudo, "little")


@lru_cache(maxsize=64)
def suma(caras: tuple[int, ...]) -> Reparto[int]:
    """Return the distribution of the sum of plain dice."""
    return reduce(_sumar, map(uno, caras), _reparto({0: 1}, 1))


@lru_cache(maxsize=64)
def suma_explosiva(caras: tuple[int, ...]) -> Reparto[int]:
    """Return the distribution of the sum of exploding dice."""
    return reduce(_sumar, map(explosivo, caras), _reparto({0: 1}, 1))


@lru_cache(maxsize=64)
def mejor_explosivo(caras: tuple[int, ...]) -> Reparto[int]:
    """Return the distribution of the highest of several exploding dice, each thrown to its end."""
    repartos = [explosivo(n) for n in caras]
    pesos: dict[int, int] = {}
    acumulado = [0] * len(repartos)
    anterior = 0
    tablas = [dict(zip(r.valores, r.pesos, strict=True)) for r in repartos]
    for valor in sorted(set().union(*tablas)):
        acumulado = [suma + tabla.get(valor, 0) for suma, tabla in zip(acumulado, tablas, strict=True)]
        hasta = prod(acumulado)
        if hasta > anterior:
            pesos[valor] = hasta - anterior
        anterior = hasta
    return _reparto(pesos, prod(r.total for r in repartos))


@lru_cache(maxsize=64)
def elegidos(n: int, caras: tuple[int, ...], *, altos: bool) -> Reparto[tuple[int, ...]]:
    """Return the distribution of the `n` highest (or lowest) of several dice, best of them first."""
    estados: dict[tuple[int, ...], int] = {(): 1}
    for dado in caras:
        nuevos: dict[tuple[int, ...], int] = {}
        for guardados, peso in estados.items():
            for cara in range(1, dado + 1):
                clave = escoger(n, (*guardados, cara), altos=altos)
                nuevos[clave] = nuevos.get(clave, 0) + peso
        estados = nuevos
    return _reparto(estados, prod(caras))


@lru_cache(maxsize=64)
def mejor_de_pila(quedan: int, cuantas: int, hasta: int) -> Reparto[int]:
    """Return the distribution of the place, from 1, of the best of `cuantas` drawn from a pile that lies best first.

    hasta: the one kept, while it lies past that place, is changed for another: in the end, for any of those before.
    """
    if not 1 <= cuantas <= quedan or hasta > quedan:
        raise ValueError("the pile is too small")
    formas, peores = comb(quedan, cuantas), comb(quedan - hasta, cuantas) if hasta else 0
    lugares = range(1, (hasta or quedan - cuantas + 1) + 1)
    pesos = {lugar: comb(quedan - lugar, cuantas - 1) * (hasta or 1) + peores for lugar in lugares}
    return _reparto({lugar: peso for lugar, peso in pesos.items() if peso}, formas * (hasta or 1))


def escoger(n: int, valores: Iterable[int], *, altos: bool) -> tuple[int, ...]:
    """Return the `n` highest values, the highest first, or the `n` lowest, the lowest first."""
    return tuple(sorted(valores, reverse=altos)[:n])


def caras_de(dados: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    """Return the faces of dice asked for as (faces, reason)."""
    return tuple(caras for caras, _motivo in dados)
