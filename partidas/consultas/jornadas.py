"""Closed days as one reader has them: which they are, and what each did to the sheets that the reader reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from partidas.models import Cierre, Recuperacion, Tirada

if TYPE_CHECKING:
    from cuentas.guarda import Actor
    from partidas.models import Partida

TAMANO = 20


@dataclass(frozen=True, slots=True)
class JornadaLeida:
    """One closed day: its row, what it did to the sheets the reader may read, and which of its rolls are void."""

    cierre: Cierre
    recuperaciones: tuple[Recuperacion, ...]
    anuladas: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PaginaDeJornadas:
    """Closed days, the last first; `antes` is the number at which the next page begins, 0 on the last."""

    jornadas: tuple[JornadaLeida, ...]
    antes: int = 0


def cerradas(usuario: Actor, partida: Partida, *, antes: int = 0) -> PaginaDeJornadas:
    """Return a page of closed days: the last ones, or those with a number below `antes`."""
    filas = Cierre.objects.visibles_para(usuario).filter(partida=partida).select_related("partida", "por")
    if antes:
        filas = filas.filter(numero__lt=antes)
    pagina = list(filas.order_by("-numero")[: TAMANO + 1])
    siguiente = pagina[TAMANO - 1].numero if len(pagina) > TAMANO else 0
    return PaginaDeJornadas(completar(usuario, pagina[:TAMANO]), siguiente)


def de_mensajes(usuario: Actor, mensajes: Collection[int]) -> dict[int, tuple[JornadaLeida, ...]]:
    """Return the days that each of those messages tells of; no query when there is no message."""
    if not mensajes:
        return {}
    filas = Cierre.objects.visibles_para(usuario).filter(mensaje__in=mensajes).select_related("partida", "por")
    por_mensaje: dict[int, list[JornadaLeida]] = defaultdict(list)
    for leida in completar(usuario, list(filas.order_by("numero"))):
        if leida.cierre.mensaje_id is not None:
            por_mensaje[leida.cierre.mensaje_id].append(leida)
    return {pk: tuple(leidas) for pk, leidas in por_mensaje.items()}


def completar(usuario: Actor, cierres: Sequence[Cierre]) -> tuple[JornadaLeida, ...]:
    """Hang on each day what it did to sheets: two queries for any number of days, none for none."""
    if not cierres:
        return ()
    filas = Recuperacion.objects.visibles_para(usuario).filter(cierre__in=cierres)
    por_cierre: dict[int, list[Recuperacion]] = defaultdict(list)
    for fila in filas.order_by("nombre", "pk"):
        if fila.hechos:
            por_cierre[fila.cierre_id].append(fila)
    recibos = [hecho["recibo"] for filas in por_cierre.values() for fila in filas for hecho in fila.hechos]
    anuladas: frozenset[str] = frozenset()
    if any(recibos):
        tiradas = Tirada.objects.visibles_para(usuario).filter(recibo__in=filter(None, recibos), anulada__isnull=False)
        anuladas = frozenset(tiradas.values_list("recibo", flat=True))
    return tuple(JornadaLeida(cierre, tuple(por_cierre[cierre.pk]), anuladas) for cierre in cierres)
