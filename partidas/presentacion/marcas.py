"""What is unread, as pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from partidas.consultas.marcas import TOPE, es_nuevo, lleva_marcas

if TYPE_CHECKING:
    from partidas.consultas.hilo import Leido
    from partidas.politica import Lector


@dataclass(frozen=True, slots=True)
class MarcasVistas:
    """What one page of a thread says of what its reader has read.

    nuevos: the public ids of what is unread on it; linea: that of the first of them, before which the line goes;
    sueltos: those that come after something that was read, which say so themselves.
    con_algo: in how many partidas there is something unread. avisos: how many rows of the bell are. callada: whether
    the reader has muted the scene. desde: when the marker last moved. ultimo: the last turn
    of the page. abierto: when it was made, in seconds of the epoch.
    """

    nuevos: frozenset[str]
    linea: str
    sueltos: frozenset[str]
    desde: datetime | None
    ultimo: str
    abierto: int
    con_algo: int = 0
    avisos: int = 0
    callada: bool = False


def ver(quien: Lector, leidos: Sequence[Leido], *, ahora: datetime) -> MarcasVistas | None:
    """Return it for who has markers and a page with turns; None for everybody else."""
    if not lleva_marcas(quien) or not leidos:
        return None
    nuevos: list[str] = []
    sueltos: list[str] = []
    seguido = True
    for leido in leidos:
        if leido.legible and es_nuevo(quien, leido.mensaje):
            sueltos += [] if seguido else [leido.mensaje.publico]
            nuevos.append(leido.mensaje.publico)
            seguido = True
        elif leido.mensaje.autor_id != quien.usuario.pk:
            seguido = not nuevos
    return MarcasVistas(
        nuevos=frozenset(nuevos),
        linea=nuevos[0] if nuevos else "",
        sueltos=frozenset(sueltos),
        desde=getattr(leidos[0].mensaje, "leido_el", None),
        ultimo=leidos[-1].mensaje.publico,
        abierto=int(ahora.timestamp()),
        con_algo=getattr(leidos[0].mensaje, "con_algo", 0),
        avisos=getattr(leidos[0].mensaje, "avisos", 0),
        callada=bool(getattr(leidos[0].mensaje, "callada", False)),
    )


def numero(cuantos: int) -> str:
    """Write a count as it is shown: up to 99, and then «99+»."""
    return str(cuantos) if cuantos < TOPE else f"{TOPE - 1}+"
