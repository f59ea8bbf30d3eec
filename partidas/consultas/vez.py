"""Who owes a turn: in one scene, for its thread, and in all those of a partida, for the desk of the direction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from partidas.consultas.ausencias import Ausente, ausentes
from partidas.consultas.moldes import Molde
from partidas.models import Escena, OrdenesDePJ, Pendiente, PuestoEnTurno, Reparto

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from partidas.politica import Lector


@dataclass(frozen=True, slots=True)
class Falta:
    """One turn that is owed, and whether its player is away."""

    fila: Pendiente
    ausente: Ausente | None = None


@dataclass(frozen=True, slots=True)
class EscenaQueEspera:
    """One open scene of the game and who is missing in it."""

    escena: Escena
    faltan: tuple[Falta, ...]


def lleva_turnos(escena: Escena) -> bool:
    """Tell whether somebody may owe a turn there: scenes where none was ever given are not asked for."""
    return escena.tipo == Escena.Tipo.JUEGO and (escena.modo != Escena.Modo.LIBRE or escena.ronda > 0)


def de_escena(usuario: Actor, escena: Escena) -> list[Pendiente]:
    """Return the turns owed in the scene, the oldest first, as the gate has it; one query, or none."""
    if not lleva_turnos(escena):
        return []
    return sorted(_DE_ESCENA.leer(usuario, escena=escena.pk), key=lambda fila: (fila.desde, fila.pk))


def _los_de_escena(usuario: Actor, *, escena: int) -> tuple[QuerySet[Pendiente]]:
    filas = Pendiente.objects.visibles_para(usuario).filter(
        escena=escena, clase=Pendiente.Clase.TURNO, saldado__isnull=True
    )
    return (filas.select_related("personaje", "para"),)


_DE_ESCENA = Molde(_los_de_escena)


def de_partida(quien: Lector, *, ahora: datetime) -> list[EscenaQueEspera]:
    """Return the open scenes of the game that order turns or owe some, with who is missing; four queries at most."""
    escenas = Escena.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida, tipo=Escena.Tipo.JUEGO, estado=Escena.Estado.ABIERTA
    )
    escenas = escenas.exclude(modo=Escena.Modo.LIBRE) | escenas.filter(ronda__gt=0)
    filas = list(
        Pendiente.objects.visibles_para(quien.usuario)
        .filter(partida=quien.partida, clase=Pendiente.Clase.TURNO, saldado__isnull=True)
        .select_related("personaje", "para")
        .order_by("desde", "pk")
    )
    fuera = _fuera(quien, filas, ahora)
    return [
        EscenaQueEspera(
            escena,
            tuple(Falta(f, fuera.get(f.personaje_id or 0)) for f in filas if f.escena_id == escena.pk),
        )
        for escena in escenas.order_by("posicion", "pk")
    ]


def _fuera(quien: Lector, filas: Sequence[Pendiente], ahora: datetime) -> dict[int, Ausente]:
    """Return, by character, whose players are away, those whom the direction moves too."""
    pjs = [fila.personaje_id for fila in filas if fila.personaje_id is not None]
    reparto = Reparto.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida, hasta__isnull=True, personaje__in=pjs, usuario__isnull=False
    )
    de_quien = dict(reparto.values_list("personaje", "usuario")) if pjs else {}
    fuera = ausentes(quien.partida, [u for u in de_quien.values() if u is not None], ahora)
    return {pj: fuera[u] for pj, u in de_quien.items() if u in fuera}


def puestos(usuario: Actor, escena: Escena) -> list[PuestoEnTurno]:
    """Return the places of the scene, in order."""
    filas = PuestoEnTurno.objects.visibles_para(usuario).filter(escena=escena)
    return list(filas.select_related("personaje").order_by("posicion", "pk"))


def se_mueven(quien: Lector, filas: Sequence[Pendiente]) -> frozenset[int]:
    """Return the characters of players whose turn, of those owed, the direction plays; none for who does not direct."""
    if not quien.manda:
        return frozenset()
    return frozenset(f.personaje_id for f in filas if f.para_id is None and f.personaje_id is not None)


def ordenes(usuario: Actor, fila: Reparto) -> OrdenesDePJ | None:
    """Return the orders in force of a character, those of who plays it now, for who may read them."""
    filas = OrdenesDePJ.objects.visibles_para(usuario)
    return filas.filter(partida=fila.partida_id, personaje=fila.personaje_id, usuario=fila.usuario_id).first()
