"""How lucky a roll was, against everything that it could have been."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from reglas import motor
from reglas.nucleo.rechazo import Rechazo

if TYPE_CHECKING:
    from reglas.nucleo.probabilidad import Distribucion
    from reglas.nucleo.tipos import Peticion, Respuesta

MIL = 1000


@dataclass(frozen=True, slots=True)
class Suerte:
    """Of a thousand rolls like one, how many come out worse and how many better; None where that says nothing."""

    mejor_que: int | None = None
    peor_que: int | None = None


def medir(peticion: Peticion, respuesta: Respuesta, odds: Distribucion | None = None) -> Suerte:
    """Measure a roll against its own odds, by the headline number of its action.

    Rounded down, so that nobody is told a certainty. Nothing is said of what threw no die, has no headline number,
    can only come out one way, or has too many branches to count. odds: of the request, if they are known already.
    """
    accion = motor.sistema(peticion.sistema).acciones[peticion.accion]
    numero = respuesta.detalle.get(accion.valor or "")
    if not respuesta.tiradas or type(numero) is not int:
        return Suerte()
    try:
        valores = (odds or motor.sondear(peticion)).valor
    except Rechazo:
        return Suerte()
    if len(valores) < 2:
        return Suerte()
    menos = sum((parte for valor, parte in valores.items() if valor < numero), Fraction(0))
    mas = sum((parte for valor, parte in valores.items() if valor > numero), Fraction(0))
    if accion.mejor_es == "menos":
        menos, mas = mas, menos
    return Suerte(int(menos * MIL), int(mas * MIL))
