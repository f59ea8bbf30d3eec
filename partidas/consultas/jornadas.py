"""Closed days as one reader has them: which they are, and what each did to the sheets that the reader reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
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


def completar(usuario: Actor, cierres: Sequence[Cierre]) -> tuple[JornadaLeida, ...]:
    """Hang on each day what it did to sheets: two queries for any number of days, none for none."""
    if not cierres:
        return ()
    filas = list(Recuperacion.objects.visibles_para(usuario).filter(cierre__in=cierres))
    recibos = [hecho["recibo"] for fila in filas for hecho in fila.hechos]
    anuladas: frozenset[str] = frozenset()
    if any(recibos):
        tiradas = Tirada.objects.visibles_para(usuario).filter(recibo__in=filter(None, recibos), anulada__isnull=False)
        anuladas = frozenset(tiradas.values_list("recibo", flat=True))
    return montar(cierres, filas, anuladas)


def montar(
    cierres: Sequence[Cierre], recuperaciones: Iterable[Recuperacion], anuladas: frozenset[str]
) -> tuple[JornadaLeida, ...]:
    """Hang on each day those of its rows in which something happened. anuladas: receipts of rolls that are void."""
    por_cierre: dict[int, list[Recuperacion]] = defaultdict(list)
    for fila in sorted(recuperaciones, key=lambda r: (r.nombre, r.pk)):
        if fila.hechos:
            por_cierre[fila.cierre_id].append(fila)
    return tuple(JornadaLeida(cierre, tuple(por_cierre[cierre.pk]), anuladas) for cierre in cierres)


def por_mensaje(leidas: Iterable[JornadaLeida]) -> dict[int, tuple[JornadaLeida, ...]]:
    """Group days by the message that tells of them."""
    grupos: dict[int, list[JornadaLeida]] = defaultdict(list)
    for leida in leidas:
        if leida.cierre.mensaje_id is not None:
            grupos[leida.cierre.mensaje_id].append(leida)
    return {pk: tuple(suyas) for pk, suyas in grupos.items()}
