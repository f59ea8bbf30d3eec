"""Days of a partida, as pure sums: which one is going on, which are over and not closed. No clock, no database.

A day is a date in the partida's zone that ends at an hour of its own. Nothing here works out the instant of that hour:
only dates of the wall clock are compared, so hours that a zone repeats or leaves out can hurt nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from partidas.models import Partida

UN_DIA = timedelta(days=1)
SIN_PREGUNTAR = 3
SIN_PREGUNTAR_TRAS_PARADA = 31


@dataclass(frozen=True, slots=True)
class Calendario:
    """How the days of a partida end.

    hora_corte: minutes after the local midnight. cada: days that one closing takes in; 0 when the direction closes by
    hand. ultima: the last date that is closed; None before the count begins.
    """

    zona: str
    hora_corte: int
    cada: int
    ultima: date | None


@dataclass(frozen=True, slots=True)
class Intervalo:
    """A time in which nothing worked in the background."""

    desde: datetime
    hasta: datetime


@dataclass(frozen=True, slots=True)
class Previsto:
    """What one action would do. efectos: of an action without dice; None for one that will be rolled."""

    accion: str
    efectos: tuple[Mapping[str, Any], ...] | None


@dataclass(frozen=True, slots=True)
class Prevision:
    """What the end of the day would do to one row of the cast. secreto: only the direction knows of the character."""

    nombre: str
    secreto: bool
    previstos: tuple[Previsto, ...]


def calendario(partida: Partida) -> Calendario:
    """Return how the days of that partida end."""
    cada = {"diario": 1, "cada_n": partida.cada_dias, "a_mano": 0}[partida.cierre]
    return Calendario(partida.zona, partida.hora_corte, cada, partida.ultima_jornada)


def por_reloj(como: Calendario, ahora: datetime) -> date:
    """Return the date of the day by the wall clock alone; near a change of hour it can go back."""
    local = ahora.astimezone(ZoneInfo(como.zona)).replace(tzinfo=None)
    return (local - timedelta(minutes=como.hora_corte)).date()


def en_curso(como: Calendario, ahora: datetime) -> date:
    """Return the date of the day that is going on: never one that is closed."""
    hoy = por_reloj(como, ahora)
    return hoy if como.ultima is None else max(hoy, como.ultima + UN_DIA)


def pendientes(como: Calendario, ahora: datetime) -> Iterator[date]:
    """Yield the dates that are over and not closed, in order, one for each closing that is due."""
    if como.ultima is None or not como.cada:
        return
    hoy, paso = por_reloj(como, ahora), como.cada * UN_DIA
    siguiente = como.ultima + paso
    while siguiente < hoy:
        yield siguiente
        siguiente += paso


def proxima(como: Calendario) -> date | None:
    """Return the date at whose end the next closing comes by itself, if any does."""
    return como.ultima + como.cada * UN_DIA if como.ultima is not None and como.cada else None


def al_empezar(como: Calendario, ahora: datetime) -> date:
    """Return the last closed date with which a count begins, or goes on, today: yesterday, or what is closed."""
    ayer = por_reloj(como, ahora) - UN_DIA
    return ayer if como.ultima is None else max(ayer, como.ultima)


def sin_preguntar(como: Calendario, dias: list[date], paradas: Iterable[Intervalo]) -> bool:
    """Say whether those days may be closed with nobody asked: few, or as many as a stop that was seen explains.

    More at once, with the server running all the time, is a clock that jumped or a setting gone wrong.
    """
    if len(dias) <= SIN_PREGUNTAR:
        return True
    return len(dias) <= SIN_PREGUNTAR_TRAS_PARADA and any(
        por_reloj(como, una.desde) <= dias[0] + UN_DIA and por_reloj(como, una.hasta) >= dias[-1] for una in paradas
    )
