"""Whose turn it is, in words and with the buttons that this reader has."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.consultas.pendientes import promesa_en_pie
from partidas.models import Escena
from partidas.models.vez import DIRECCION, ENTRE_EMPUJONES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from partidas.consultas.ausencias import Ausente
    from partidas.models import Pendiente
    from partidas.politica import Lector


@dataclass(frozen=True, slots=True)
class TurnoVisto:
    """One turn that is owed. clave: the character's public id, or the direction's word. vence: its end, if it has one.

    mueve: the direction is to play the character. prometido: who owes it said that they would do it today. The rest are
    what this reader may do, and until when who owes it is away.
    """

    clave: str
    nombre: str
    desde: datetime
    vence: datetime | None = None
    vencido: bool = False
    mueve: bool = False
    prometido: bool = False
    ausente: date | None = None
    es_mio: bool = False
    empujar: bool = False
    empujado: datetime | None = None
    saltar: bool = False


@dataclass(frozen=True, slots=True)
class TurnosVistos:
    """What the thread says of the turns of a scene. rotulo: «Le toca a», or «Faltan». ronda: 0 where there is none.

    parado: clocks do not run, because the partida does not. abrir: the direction may open the next round.
    """

    rotulo: str
    turnos: tuple[TurnoVisto, ...]
    ronda: int = 0
    parado: bool = False
    abrir: bool = False

    def __bool__(self) -> bool:
        """Tell whether there is anything to say."""
        return bool(self.turnos)


def ver(quien: Lector, escena: Escena, filas: Sequence[Pendiente], *, ahora: datetime) -> TurnosVistos:
    """Put the turns that are owed in a scene into words."""
    por_rondas = escena.modo == Escena.Modo.RONDAS
    return TurnosVistos(
        rotulo=_("Faltan") if por_rondas and any(f.personaje_id for f in filas) else _("Le toca a"),
        turnos=tuple(uno(quien, fila, ahora=ahora) for fila in filas),
        ronda=escena.ronda if escena.modo != Escena.Modo.LIBRE else 0,
        parado=quien.partida.estado != quien.partida.Estado.EN_JUEGO,
        abrir=por_rondas and quien.manda and any(not f.personaje_id for f in filas),
    )


def uno(quien: Lector, fila: Pendiente, *, ahora: datetime, ausente: Ausente | None = None) -> TurnoVisto:
    """Put one into words."""
    yo = quien.usuario.pk if quien.usuario.is_authenticated else None
    es_mio = yo is not None and fila.para_id == yo
    espera = not quien.solo_mira and (quien.juega or quien.dirige)
    suyo = es_mio or (fila.para_id is None and quien.dirige)
    hace_poco = fila.empujado is not None and ahora - fila.empujado < ENTRE_EMPUJONES
    abierta = quien.partida.admite_escritura
    return TurnoVisto(
        clave=fila.personaje.publico if fila.personaje else DIRECCION,
        nombre=fila.personaje.nombre if fila.personaje else _("la dirección"),
        desde=fila.desde,
        vence=fila.vence,
        vencido=fila.vence is not None and fila.vence <= ahora,
        mueve=fila.personaje_id is not None and fila.para_id is None,
        prometido=promesa_en_pie(fila, ahora, quien.partida),
        ausente=ausente.hasta if ausente is not None else None,
        es_mio=es_mio and espera and abierta,
        empujar=espera and abierta and not suyo and not hace_poco and ausente is None,
        empujado=fila.empujado if hace_poco else None,
        saltar=quien.manda and abierta and not (fila.personaje_id is None and fila.escena_id and _de_ronda(fila)),
    )


def _de_ronda(fila: Pendiente) -> bool:
    """Tell whether it is the next round that is owed, which is opened and not skipped."""
    return fila.escena is not None and fila.escena.modo != Escena.Modo.ORDEN
