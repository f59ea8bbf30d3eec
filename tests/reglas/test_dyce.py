"""A second opinion: `dyce`, which shares nothing with us, on what it can express; brute force on the rest."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from dyce import H, P

from reglas.motor import resolver, sondear
from reglas.nucleo import dados as d
from reglas.nucleo.azar import Azar, AzarDictado
from reglas.nucleo.probabilidad import Distribucion, explorar
from reglas.nucleo.tipos import Efecto, Peticion, Resultado, Texto
from reglas.protocolo import a_dict

EXPLOSIONES = 4
FICHA: dict[str, Any] = {
    "nombre": "Ainhoa",
    "tipo": "vector",
    "rango": 2,
    "px": 3,
    "vigor": {"maximo": 14, "ventaja": 1, "reserva": 3},
    "velocidad": {"maximo": 12},
    "intelecto": {"maximo": 10},
    "esfuerzo": 2,
    "bonificador_recuperacion": 2,
}
GUARDIA = {"nombre": "Guardia", "nivel": 4, "armadura": 1}


def fracciones(h: H[Any]) -> dict[Any, Fraction]:
    """Return a histogram as exact fractions."""
    return {valor: Fraction(veces, h.total) for valor, veces in h.items() if veces}


def nuestras(tirar: Callable[[Azar], Any]) -> dict[Any, Fraction]:
    """Return the odds that the engine gives to a draw."""

    def correr(azar: Azar) -> tuple[Resultado, list[Efecto]]:
        return Resultado(None, None, {"valor": tirar(azar)}, Texto("x")), []

    return dict(explorar(correr, "valor").valor)


@pytest.mark.parametrize("caras", [(6,), (6, 6), (4, 6, 8), (12, 12, 10, 2), (20, 100)])
def test_la_suma_de_dados_es_la_de_dyce(caras: tuple[int, ...]) -> None:
    pedidos = [(unas, "x") for unas in caras]

    assert nuestras(lambda azar: azar.suma(pedidos)) == fracciones(P(*caras).h())


@pytest.mark.parametrize(("n", "caras"), [(1, (20, 20)), (2, (6, 6, 6)), (3, (6, 6, 6, 6)), (2, (4, 6, 8, 10))])
def test_quedarse_los_mejores_o_los_peores_es_lo_de_dyce(n: int, caras: tuple[int, ...]) -> None:
    pedidos = [(unas, "x") for unas in caras]

    assert nuestras(lambda azar: sum(azar.mejores(n, pedidos))) == fracciones(P(*caras).at(slice(-n, None)))
    assert nuestras(lambda azar: sum(azar.peores(n, pedidos))) == fracciones(P(*caras).at(slice(n)))


def explotado(caras: int) -> H[int]:
    """Return an exploding die after a few explosions; what lies past them is not comparable."""
    dado: H[int] = H(caras)
    for _vez in range(EXPLOSIONES):
        sin_explotar = ((cara, dado.total) for cara in range(1, caras))
        dado = H.from_counts(itertools.chain(sin_explotar, (dado + caras).items()))
    return dado


def comparables(una: dict[Any, Fraction], otra: dict[Any, Fraction], hasta: int) -> tuple[dict[Any, Fraction], ...]:
    """Return both odds without what the cut of one of them touches."""
    return tuple({valor: parte for valor, parte in cada.items() if valor < hasta} for cada in (una, otra))


@pytest.mark.parametrize("caras", [4, 6, 8, 10, 12])
def test_un_dado_que_explota_es_el_de_dyce(caras: int) -> None:
    ours, theirs = comparables(
        nuestras(lambda azar: azar.suma_explosiva([[(caras, "x")]]).total), fracciones(explotado(caras)), caras * 5
    )

    assert ours == theirs
    assert len(ours) == 5 * (caras - 1)


@pytest.mark.parametrize("caras", [(8, 6), (12, 6), (4, 4), (6, 6)])
def test_el_mejor_de_dos_que_explotan_y_su_suma_son_los_de_dyce(caras: tuple[int, int]) -> None:
    uno, otro = map(explotado, caras)
    pedidos = [(unas, "x") for unas in caras]
    hasta = min(caras) * 5

    mejor, suyo = comparables(
        nuestras(lambda azar: azar.mejor_explosivo(pedidos).total), fracciones(uno.apply(max, otro)), hasta
    )
    suma, suya = comparables(nuestras(lambda azar: azar.suma_explosiva([pedidos]).total), fracciones(uno + otro), hasta)

    assert mejor == suyo
    assert suma == suya
    assert sum(mejor.values()) > Fraction(99, 100)


@pytest.mark.parametrize("dificultad", range(1, 8))
@pytest.mark.parametrize("bonificador", [0, 2])
def test_una_tarea_es_un_d20_contra_el_triple(dificultad: int, bonificador: int) -> None:
    datos = {"dificultad": dificultad, "reserva": "velocidad", "bonificadores": [bonificador] if bonificador else []}

    odds = sondear(Peticion("strange", "tarea", FICHA, datos=datos))

    total = H(20) + bonificador
    assert odds.valor == fracciones(total)
    assert odds.exito == fracciones(total.ge(3 * dificultad)).get(True, Fraction(0))


@pytest.mark.parametrize("natural", [1, 7, 19])
def test_repetir_es_quedarse_con_el_mayor(natural: int) -> None:
    tarea = Peticion("strange", "tarea", FICHA, datos={"dificultad": 4, "reserva": "velocidad"})
    previa = a_dict(resolver(tarea, AzarDictado([natural])))

    odds = sondear(Peticion("strange", "repetir", previa["ficha"], previa=previa))

    assert odds.valor == fracciones(H(20).apply(lambda nuevo: max(nuevo, natural)))


def test_el_dano_de_un_ataque_es_el_de_dyce() -> None:
    datos = {"modo": "cuerpo_a_cuerpo", "arma": "mediana", "reserva": "velocidad", "esfuerzo_dano": 1}

    odds = sondear(Peticion("strange", "ataque", FICHA, GUARDIA, datos))

    def dano(natural: int) -> int:
        return 4 + 3 + {17: 1, 18: 2}.get(natural, 0) - 1 if natural >= 12 else 0

    assert odds.valor == fracciones(H(20).apply(dano))


def test_la_recuperacion_es_un_d6_mas_rango_y_bonificador() -> None:
    odds = sondear(Peticion("strange", "recuperacion", FICHA, datos={}))

    assert odds.valor == fracciones(H(6) + 4)


@pytest.mark.parametrize("caras", [4, 6])
def test_lo_que_dyce_no_dice_se_cuenta_a_mano(caras: int) -> None:
    """The pair kept of three, which is not a number: every triple of faces, one by one."""
    reparto = d.elegidos(2, (caras,) * 3, altos=True)

    cuenta = Counter(tuple(sorted(trio, reverse=True)[:2]) for trio in itertools.product(range(1, caras + 1), repeat=3))
    assert dict(zip(reparto.valores, reparto.pesos, strict=True)) == cuenta
    assert reparto.total == caras**3


def test_la_segunda_opinion_puede_disentir() -> None:
    """What the comparison would say of odds that are wrong by one face."""
    buenas: Distribucion = sondear(Peticion("strange", "tarea", FICHA, datos={"dificultad": 3, "reserva": "velocidad"}))

    assert buenas.valor != fracciones(H(19))
    assert buenas.exito != fracciones(H(20).ge(10))[True]
