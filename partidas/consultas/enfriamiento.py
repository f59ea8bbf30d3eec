"""The pace of a scene: how long its turns usually take to come, and whether its silence is longer than that.

Only turns in character that all who read the scene may read count, so that nothing can be told from it of others.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from partidas.models import Escena, Mensaje, Partida, Suceso

if TYPE_CHECKING:
    from partidas.politica import Lector

HUECOS, BASTAN = 20, 4
"""How many of the last gaps are looked at, and how few tell no pace."""
AL_MENOS = timedelta(hours=48)
VECES = 3
CLASE = "escena_enfria"
UN_DIA = timedelta(days=1)
VOCES = (Mensaje.Voz.PJ, Mensaje.Voz.PNJ, Mensaje.Voz.DIRECCION)


@dataclass(frozen=True, slots=True)
class Ritmo:
    """When the last turn came, and how long they usually take."""

    ultimo: datetime
    normal: timedelta

    def enfria(self, ahora: datetime) -> bool:
        """Tell whether the silence is long, and longer than what is usual there."""
        silencio = ahora - self.ultimo
        return silencio >= AL_MENOS and silencio > VECES * self.normal


@dataclass(frozen=True, slots=True)
class EscenaFria:
    """A scene that has cooled: whole days of silence, and how many were usual."""

    escena: Escena
    dias: int
    normal: float


def ritmo(escena: Escena) -> Ritmo | None:
    """Return the pace of a scene, or None if too few turns have come; one query."""
    filas = Mensaje.objects.sin_filtrar("how often turns come, whoever asks").filter(
        escena=escena,
        orden__isnull=False,
        estado=Mensaje.Estado.PUBLICADO,
        visibilidad=Mensaje.Visibilidad.TODOS,
        voz__in=VOCES,
    )
    ultimos = filas.order_by("-orden").values_list("publicado", flat=True)[: HUECOS + 1]
    cuando = sorted(momento for momento in ultimos if momento is not None)
    huecos = [(despues - antes).total_seconds() for antes, despues in pairwise(cuando)]
    return Ritmo(cuando[-1], timedelta(seconds=median(huecos))) if len(huecos) >= BASTAN else None


def frias(quien: Lector, ahora: datetime) -> list[EscenaFria]:
    """Return the open scenes of the partida of which it has been said that they cool, while they do; for who directs.

    One query, and one more for each.
    """
    if not quien.dirige or quien.partida.estado != Partida.Estado.EN_JUEGO:
        return []
    dichas = Suceso.objects.visibles_para(quien.usuario).filter(partida=quien.partida, clase=CLASE)
    abiertas = Escena.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida, estado=Escena.Estado.ABIERTA, pk__in=dichas.values("escena")
    )
    salida = []
    for escena in abiertas.order_by("posicion", "pk"):
        suyo = ritmo(escena)
        if suyo is not None and suyo.enfria(ahora):
            salida.append(EscenaFria(escena, (ahora - suyo.ultimo) // UN_DIA, suyo.normal / UN_DIA))
    return salida
