"""What an action costs in reservas (4.3): capacidad, esfuerzo, ventaja; and its payment, before the die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reglas.nucleo.contexto import Contexto
from reglas.nucleo.tipos import Ficha, Texto
from reglas.sistemas.strange.estado import esta_penalizado, poner_reserva
from reglas.sistemas.strange.mensajes import rechazar
from reglas.sistemas.strange.tablas import ATRIBUTOS


@dataclass(frozen=True, slots=True)
class Coste:
    """The price of an action. The two costs are before ventaja; `pagos` are (atributo, points, motivo) after it.

    total: points really paid.
    """

    reserva: str
    niveles: int
    esfuerzo: int
    capacidad: int
    pagos: tuple[tuple[str, int, str], tuple[str, int, str]]
    total: int
    penalizado: bool

    def detalle(self) -> dict[str, Any]:
        """Return the cost keys of 4.5."""
        return {
            "penalizado": self.penalizado,
            "reserva": self.reserva,
            "niveles_esfuerzo": self.niveles,
            "coste_capacidad": self.capacidad,
            "coste_esfuerzo": self.esfuerzo,
            "ventaja_aplicada": self.esfuerzo + self.capacidad - self.total,
            "coste_total": self.total,
        }


def calcular(
    ficha: Ficha,
    reserva: str,
    niveles: int,
    capacidad: Mapping[str, Any] | None,
    *,
    campo_esfuerzo: str = "datos.esfuerzo",
    campo_coste: str = "",
) -> Coste:
    """Return what an action costs, or refuse what cannot be declared or paid.

    reserva: pays the esfuerzo. niveles: of the whole action, priced as one purchase (S-91).
    campo_coste: the key to blame for any cost that cannot be met; left out, the esfuerzo or else the capacidad.
    """
    if niveles > ficha["esfuerzo"]:  # S-85
        raise rechazar("esfuerzo_excesivo", campo_esfuerzo, niveles=niveles, limite=ficha["esfuerzo"])
    penalizado = esta_penalizado(ficha)
    esfuerzo = 0
    if niveles:  # S-83; S-118: 1 more for each nivel, before ventaja
        esfuerzo = 1 + 2 * niveles + (niveles if penalizado else 0)
    coste = capacidad["coste"] if capacidad else 0
    de_capacidad = capacidad["reserva"] if capacidad else reserva
    neto_capacidad, neto_esfuerzo = _descontar(ficha, de_capacidad, coste, reserva, esfuerzo)
    de_ambas = neto_capacidad + neto_esfuerzo
    if de_capacidad == reserva:
        _exigir_puntos(ficha, reserva, de_ambas, campo_coste or ("datos.esfuerzo" if niveles else "datos.capacidad"))
    else:
        _exigir_puntos(ficha, de_capacidad, neto_capacidad, campo_coste or "datos.capacidad")
        _exigir_puntos(ficha, reserva, neto_esfuerzo, campo_coste or "datos.esfuerzo")
    pagos = ((de_capacidad, neto_capacidad, "capacidad"), (reserva, neto_esfuerzo, "esfuerzo"))
    return Coste(reserva, niveles, esfuerzo, coste, pagos, de_ambas, penalizado)


def _exigir_puntos(ficha: Ficha, atributo: str, cuesta: int, campo: str) -> None:
    """Refuse a cost that the reserva cannot meet. S-87."""
    tiene = ficha[atributo]["reserva"]
    if cuesta > tiene:
        nombre = Texto(ATRIBUTOS[atributo])
        raise rechazar("reserva_insuficiente", campo, reserva=nombre, tienes=tiene, cuesta=cuesta)


def _descontar(ficha: Ficha, de_capacidad: str, coste: int, reserva: str, esfuerzo: int) -> tuple[int, int]:
    """Return both costs after ventaja: S-79, S-86 never below 0; S-80 only its own reserva; S-98 once for each."""
    ventaja = ficha[reserva]["ventaja"]
    if de_capacidad != reserva:
        return max(0, coste - ficha[de_capacidad]["ventaja"]), max(0, esfuerzo - ventaja)
    if coste > esfuerzo:
        return max(0, coste - ventaja), esfuerzo
    return coste, max(0, esfuerzo - ventaja)


def pagar(c: Contexto, coste: Coste) -> None:
    """Pay first the capacidad, then the esfuerzo. S-115: a reserva spent down to 0 takes a peldaño."""
    for atributo, puntos, motivo in coste.pagos:
        if puntos:
            poner_reserva(c, atributo, c.ficha[atributo]["reserva"] - puntos, motivo)
