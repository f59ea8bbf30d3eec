"""Grouped draws against a count of every branch, face by face."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from reglas.nucleo import dados as d

PROFUNDIDAD = 7


def contar(reparto: d.Reparto[Any]) -> dict[Any, Fraction]:
    """Return a distribution as fractions."""
    pares = zip(reparto.valores, reparto.pesos, strict=True)
    return {valor: Fraction(peso, reparto.total) for valor, peso in pares}


def de_fuerza_bruta(caras: Iterable[int], leer: Callable[[tuple[int, ...]], Any]) -> dict[Any, Fraction]:
    """Count plain dice one by one."""
    tiradas = list(product(*(range(1, n + 1) for n in caras)))
    cuenta: dict[Any, Fraction] = {}
    for tirada in tiradas:
        cuenta[leer(tirada)] = cuenta.get(leer(tirada), Fraction(0)) + Fraction(1, len(tiradas))
    return cuenta


def cadenas(caras: int, tope: int) -> dict[int, Fraction]:
    """Throw one exploding die by hand: the totals up to `tope`."""
    pendientes, totales = [(0, Fraction(1))], dict[int, Fraction]()
    while pendientes:
        suma, peso = pendientes.pop()
        for cara in range(1, caras + 1):
            total = suma + cara
            if cara < caras:
                totales[total] = totales.get(total, Fraction(0)) + peso / caras
            elif total < tope:
                pendientes.append((total, peso / caras))
    return {total: peso for total, peso in totales.items() if total <= tope}


def juntar(repartos: list[dict[int, Fraction]], leer: Callable[[tuple[int, ...]], int]) -> dict[int, Fraction]:
    """Combine independent dice one pair at a time, by hand."""
    cuenta: dict[int, Fraction] = {}
    for combinacion in product(*(r.items() for r in repartos)):
        clave = leer(tuple(valor for valor, _peso in combinacion))
        peso = Fraction(1)
        for _valor, parte in combinacion:
            peso *= parte
        cuenta[clave] = cuenta.get(clave, Fraction(0)) + peso
    return cuenta


@pytest.mark.parametrize("caras", [(6,), (6, 6), (3, 4, 8)])
def test_suma_cuenta_como_la_fuerza_bruta(caras: tuple[int, ...]) -> None:
    assert contar(d.suma(caras)) == de_fuerza_bruta(caras, sum)


@pytest.mark.parametrize("altos", [True, False])
@pytest.mark.parametrize(("n", "caras"), [(2, (6, 6, 6)), (1, (6, 6)), (2, (6, 6, 6, 6)), (2, (4, 6))])
def test_elegidos_cuenta_como_la_fuerza_bruta(n: int, caras: tuple[int, ...], altos: bool) -> None:
    esperado = de_fuerza_bruta(caras, lambda tirada: tuple(sorted(tirada, reverse=altos)[:n]))

    assert contar(d.elegidos(n, caras, altos=altos)) == esperado


@pytest.mark.parametrize("caras", [4, 6, 8, 10, 12])
def test_explosivo_cuenta_como_la_fuerza_bruta(caras: int) -> None:
    tope = caras * PROFUNDIDAD
    calculado = {valor: peso for valor, peso in contar(d.explosivo(caras)).items() if valor <= tope}

    assert calculado == cadenas(caras, tope)


@pytest.mark.parametrize("caras", [(4, 6), (6, 6), (8, 6, 6)])
def test_suma_explosiva_cuenta_como_la_fuerza_bruta(caras: tuple[int, ...]) -> None:
    tope = 22
    esperado = juntar([cadenas(n, tope) for n in caras], sum)
    calculado = contar(d.suma_explosiva(caras))

    assert all(calculado.get(total, 0) == esperado.get(total, 0) for total in range(tope))


@pytest.mark.parametrize("caras", [(8, 6), (4, 6), (12, 6)])
def test_mejor_explosivo_cuenta_como_la_fuerza_bruta(caras: tuple[int, ...]) -> None:
    tope = 24
    repartos = [cadenas(n, tope * 4) for n in caras]
    esperado = juntar(repartos, max)
    calculado = contar(d.mejor_explosivo(caras))

    assert all(abs(calculado.get(total, 0) - esperado.get(total, 0)) < Fraction(1, 10**6) for total in range(tope))
    assert calculado[1] == Fraction(1, caras[0] * caras[1])


@pytest.mark.parametrize("caras", [(4,) * 6, (6,) * 6, (12,) * 6, (4, 6, 8, 10, 12, 6)])
def test_lo_que_se_corta_de_seis_explosivos_es_menos_de_una_millonesima(caras: tuple[int, ...]) -> None:
    reparto = d.suma_explosiva(caras)
    resto = 1 - Fraction(sum(reparto.pesos), reparto.total)

    assert 0 < resto <= Fraction(1, 10**6)
    assert len(reparto.valores) <= 2_000
    assert all(peso > 0 for peso in reparto.pesos)


def test_dado_de_una_cara_no_puede_explotar() -> None:
    with pytest.raises(ValueError, match="two faces"):
        d.explosivo(1)


def de_pila(quedan: int, cuantas: int, hasta: int) -> dict[int, Fraction]:
    """Draw a pile in every order by hand and count the place that is kept."""
    cuenta: dict[int, Fraction] = {}
    ordenes = list(permutations(range(1, quedan + 1)))
    for orden in ordenes:
        resto = iter(orden[cuantas:])
        mejor = min(orden[:cuantas])
        while hasta and mejor > hasta:
            mejor = next(resto)
        cuenta[mejor] = cuenta.get(mejor, Fraction(0)) + Fraction(1, len(ordenes))
    return cuenta


@pytest.mark.parametrize("cuantas", [1, 2, 3, 5])
@pytest.mark.parametrize("hasta", [0, 1, 3, 5])
def test_mejor_de_pila_cuenta_como_la_fuerza_bruta(cuantas: int, hasta: int) -> None:
    reparto = d.mejor_de_pila(5, cuantas, hasta)

    assert contar(reparto) == de_pila(5, cuantas, hasta)
    assert sum(reparto.pesos) == reparto.total


@pytest.mark.parametrize(("cuantas", "hasta"), [(0, 0), (6, 0), (1, 6)])
def test_mejor_de_una_pila_que_no_da_es_un_error(cuantas: int, hasta: int) -> None:
    with pytest.raises(ValueError, match="pile"):
        d.mejor_de_pila(5, cuantas, hasta)


@pytest.mark.parametrize("caras", [(4,) * 6, (12,) * 6, (4, 6, 8, 10, 12, 12)])
def test_suma_de_seis_explosivos_pesa_lo_que_cada_uno(caras: tuple[int, ...]) -> None:
    total, pesos = 1, 1
    for n in caras:
        total *= d.explosivo(n).total
        pesos *= sum(d.explosivo(n).pesos)

    reparto = d.suma_explosiva(caras)

    assert (reparto.total, sum(reparto.pesos)) == (total, pesos)
    assert (reparto.valores[0], reparto.pesos[0]) == (len(caras), _primero(caras))


def _primero(caras: tuple[int, ...]) -> int:
    """Return the weight of every die showing 1."""
    peso = 1
    for n in caras:
        peso *= d.explosivo(n).pesos[0]
    return peso
