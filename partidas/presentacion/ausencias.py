"""Absences in words, and as a table of one month: a person in each row, and the days that they are away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.utils import formats
from django.utils.translation import gettext_lazy as _

from partidas.models import ReglaDeAusencia

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from partidas.consultas.ausencias import DeCompanero

MESES_DE_VISTA = 24
QUE_DE_OTRO: dict[str, str | Promise] = {
    ReglaDeAusencia.Que.ESPERAR: _("se le espera"),
    ReglaDeAusencia.Que.SALTAR: _("se salta su turno"),
    ReglaDeAusencia.Que.MOVER: _("la dirección mueve a su personaje"),
    "": "",
}


@dataclass(frozen=True, slots=True)
class Tramo:
    """Some days of one row in a line: how many, from which to which, and whether the person is away."""

    dias: int
    desde: int
    hasta: int
    fuera: bool


@dataclass(frozen=True, slots=True)
class Mes:
    """One month: its name, the numbers of its days, a row for each person, and the addresses of those beside it."""

    titulo: str
    dias: range
    filas: tuple[tuple[str, tuple[Tramo, ...]], ...]
    anterior: str
    siguiente: str


def primero(texto: str, hoy: date) -> date:
    """Return the first day of the month that an address names (`2026-12`), or of this one; only two years around."""
    este = hoy.replace(day=1)
    try:
        ano, _guion, mes = texto.partition("-")
        pedido = date(int(ano), int(mes), 1)
    except (ValueError, OverflowError):
        return este
    return pedido if abs(_meses(pedido) - _meses(este)) <= MESES_DE_VISTA else este


def ultimo(dia: date) -> date:
    """Return the last day of its month."""
    return (dia.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def mes(dia: date, filas: Iterable[tuple[str, date, date]]) -> Mes:
    """Lay out the month of a day. filas: who is away, from which day to which; a person may come more than once."""
    fin = ultimo(dia)
    por_quien: dict[str, set[int]] = {}
    for quien, desde, hasta in filas:
        inicio, final = max(desde, dia.replace(day=1)), min(hasta, fin)
        if inicio <= final:
            por_quien.setdefault(quien, set()).update(range(inicio.day, final.day + 1))
    return Mes(
        titulo=formats.date_format(dia, "YEAR_MONTH_FORMAT"),
        dias=range(1, fin.day + 1),
        filas=tuple((quien, tuple(_tramos(dias, fin.day))) for quien, dias in por_quien.items()),
        anterior=f"{dia.replace(day=1) - timedelta(days=1):%Y-%m}",
        siguiente=f"{fin + timedelta(days=1):%Y-%m}",
    )


def _tramos(dias: set[int], cuantos: int) -> Iterable[Tramo]:
    desde = 1
    for dia in range(2, cuantos + 2):
        if dia > cuantos or (dia in dias) != (desde in dias):
            yield Tramo(dia - desde, desde, dia - 1, desde in dias)
            desde = dia


def _meses(dia: date) -> int:
    return dia.year * 12 + dia.month


def que_pasa(fila: DeCompanero) -> Sequence[tuple[str, str, str]]:
    """Return, for each partida that both are in, its address, its title and what the person lets happen there."""
    return [(partida.publico, partida.titulo, str(QUE_DE_OTRO[que])) for partida, que in fila.donde]
