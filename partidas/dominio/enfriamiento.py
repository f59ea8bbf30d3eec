"""Every day, whether a scene has gone silent for longer than it is used to: its direction is told, once a silence."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from partidas.consultas.enfriamiento import CLASE, ritmo
from partidas.dominio import buzon
from partidas.dominio.cerrojos import verbo
from partidas.dominio.obrero import manejador
from partidas.models import Escena, Partida, Suceso

TRABAJO = "enfriar"
HORA = 7  # UTC


def encargar(ahora: datetime) -> bool:
    """Ask for the look of this day."""
    return ahora.hour >= HORA and buzon.encargar(TRABAJO, clave=f"{TRABAJO}:{ahora:%Y-%m-%d}", ahora=ahora)


@manejador(TRABAJO, atomico=False)
def mirar(_datos: Mapping[str, Any], ahora: datetime) -> None:
    """Look at every open scene that is played, each in its own transaction. Again: the same silence is told once."""
    filas = Escena.objects.sin_filtrar("scenes that may cool").filter(
        estado=Escena.Estado.ABIERTA, tipo=Escena.Tipo.JUEGO, partida__estado=Partida.Estado.EN_JUEGO
    )
    for pk, partida in filas.order_by("pk").values_list("pk", "partida"):
        with verbo() as cerrojos:
            de_la_escena = cerrojos.partida(partida)
            _mirar(de_la_escena, cerrojos.escena(pk), ahora)


def _mirar(partida: Partida, escena: Escena, ahora: datetime) -> None:
    suyo = ritmo(escena)
    se_juega = partida.estado == Partida.Estado.EN_JUEGO and escena.estado == Escena.Estado.ABIERTA
    if suyo is None or not se_juega or not suyo.enfria(ahora):
        return
    dichas = Suceso.objects.sin_filtrar("whether a silence was told").filter(escena=escena, clase=CLASE)
    if not dichas.filter(cuando__gt=suyo.ultimo).exists():
        buzon.anotar(CLASE, partida=partida, escena=escena, actor=None, ahora=ahora)
