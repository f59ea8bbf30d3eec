"""Who is away, and what they let happen meanwhile in a partida."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from cuentas.models import Ausencia
from partidas.models import Partida, ReglaDeAusencia

_UN_DIA = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Ausente:
    """One person who is away now. hasta: the last day. que: one of `ReglaDeAusencia.Que`."""

    usuario_id: int
    hasta: date
    que: str


def ausentes(partida: Partida, usuarios: Iterable[int], ahora: datetime) -> dict[int, Ausente]:
    """Return those of these accounts who are away now, each day taken in their own time zone; two queries."""
    pks = set(usuarios)
    filas = Ausencia.objects.filter(
        usuario__in=pks, desde__lte=ahora.date() + _UN_DIA, hasta__gte=ahora.date() - _UN_DIA
    )
    hasta: dict[int, date] = {}
    for fila in filas.select_related("usuario"):
        hoy = ahora.astimezone(ZoneInfo(fila.usuario.zona)).date()
        if fila.desde <= hoy <= fila.hasta:
            hasta[fila.usuario_id] = max(fila.hasta, hasta.get(fila.usuario_id, fila.hasta))
    if not hasta:
        return {}
    reglas = ReglaDeAusencia.objects.sin_filtrar("what each lets happen").filter(partida=partida, usuario__in=hasta)
    que = dict(reglas.values_list("usuario_id", "que"))
    esperar = ReglaDeAusencia.Que.ESPERAR
    return {pk: Ausente(usuario_id=pk, hasta=dia, que=que.get(pk, esperar)) for pk, dia in hasta.items()}
