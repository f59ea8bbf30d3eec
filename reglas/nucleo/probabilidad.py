"""Exact odds of a rule by running it over every branch of the dice. There is no rule here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from reglas.nucleo.azar import Azar, Oculto
from reglas.nucleo.ramas import ramas
from reglas.nucleo.tipos import Efecto, Resultado

Corrida = tuple[Resultado, list[Efecto]]
AUSENTE = object()


@dataclass(frozen=True, slots=True)
class Distribucion:
    """What may come of an action, exactly. `exito`, `grados` and `valor` add up to 1 - `resto` each.

    exito: None, and grados empty, for an action without success or failure. valor: of the headline number.
    resto: what was cut off, 10**-6 at most. corridas: runs of the rule.
    seguros: the effects of every branch (the declared costs). detalle: what is the same in every branch.
    lanza: whether any die is thrown. tocados: the sheets that some branch changes (`ficha`, `objetivo`).
    inciertos: those of them whose changes depend on the dice.
    """

    exito: Fraction | None
    grados: Mapping[str, Fraction]
    valor: Mapping[int, Fraction]
    resto: Fraction
    corridas: int
    seguros: tuple[Efecto, ...]
    detalle: Mapping[str, Any]
    lanza: bool
    tocados: frozenset[str] = frozenset()
    inciertos: frozenset[str] = frozenset()


class _Suma:
    """Weights by key, kept as integers for each denominator until the end."""

    def __init__(self) -> None:
        self._pesos: dict[tuple[Any, int], int] = {}

    def anotar(self, clave: Any, peso: int, denominador: int) -> None:
        lugar = (clave, denominador)
        self._pesos[lugar] = self._pesos.get(lugar, 0) + peso

    def fracciones(self) -> dict[Any, Fraction]:
        total: dict[Any, Fraction] = {}
        for (clave, denominador), peso in self._pesos.items():
            total[clave] = total.get(clave, Fraction(0)) + Fraction(peso, denominador)
        return total


def explorar(correr: Callable[[Azar], Corrida], valor: str | None) -> Distribucion:
    """Return the distribution of a rule. correr: one run with the dice given. valor: the headline key."""
    exitos, grados, valores, todo = _Suma(), _Suma(), _Suma(), _Suma()
    seguros: list[Efecto] = []
    detalle: dict[str, Any] = {}
    corridas = 0
    con_exito = lanza = False
    tocados: set[str] = set()
    inciertos: set[str] = set()
    primeros: list[Efecto] = []
    for azar in ramas():
        resultado, efectos = correr(azar)
        peso, denominador = azar.peso, azar.denominador
        todo.anotar(None, peso, denominador)
        if resultado.exito is not None:
            con_exito = True
            exitos.anotar(resultado.exito, peso, denominador)
        if resultado.grado is not None:
            grados.anotar(resultado.grado, peso, denominador)
        numero = resultado.detalle.get(resultado.valor or valor or "")
        if type(numero) is int:
            valores.anotar(numero, peso, denominador)
        tocados.update(efecto.sobre for efecto in efectos)
        if corridas == 0:
            seguros, detalle, primeros = list(efectos), _visible(resultado.detalle), list(efectos)
        else:
            seguros = _comunes(seguros, efectos)
            inciertos.update(lado for lado in tocados if _de(lado, efectos) != _de(lado, primeros))
            detalle = {c: v for c, v in detalle.items() if _igual(resultado.detalle.get(c, AUSENTE), v)}
        lanza = lanza or bool(azar.pasos)
        corridas += 1
    total = todo.fracciones()[None]
    exito = exitos.fracciones().get(True, Fraction(0)) if con_exito else None
    return Distribucion(
        exito,
        grados.fracciones(),
        dict(sorted(valores.fracciones().items())),
        1 - total,
        corridas,
        tuple(seguros),
        detalle,
        lanza,
        frozenset(tocados),
        frozenset(inciertos),
    )


def _igual(a: Any, b: Any) -> bool:
    return type(a) is type(b) and bool(a == b)


def _de(lado: str, efectos: list[Efecto]) -> list[Efecto]:
    return [efecto for efecto in efectos if efecto.sobre == lado]


def _comunes(seguros: list[Efecto], efectos: list[Efecto]) -> list[Efecto]:
    """Return the effects of the first list that are in the second too, each as often as in both."""
    quedan = list(efectos)
    comunes = []
    for efecto in seguros:
        if efecto in quedan:
            quedan.remove(efecto)
            comunes.append(efecto)
    return comunes


def _visible(detalle: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what a merged branch does not know."""
    return {clave: valor for clave, valor in detalle.items() if not _oculta(valor)}


def _oculta(valor: Any) -> bool:
    if isinstance(valor, Oculto):
        return True
    if isinstance(valor, Mapping):
        return any(map(_oculta, valor.values()))
    return isinstance(valor, list | tuple) and any(map(_oculta, valor))
