"""What is told of a fact, and to which accounts of a partida: what the answers of `destinos` are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from partidas.models import Participante

if TYPE_CHECKING:
    from django.db.models import QuerySet

UNA_VEZ, DE_NUEVO, SIGUE = "una_vez", "de_nuevo", "sigue"
"""What is done with a row of the same key: nothing; it is told anew; if it is still to be read, it follows the new."""


@dataclass(frozen=True, slots=True)
class Cosa:
    """What a row tells. como: what is done with one of the same key that is there. Keys of rows, None without one."""

    clase: str
    clave: str
    como: str = UNA_VEZ
    escena: int | None = None
    mensaje: int | None = None
    fragmento: int | None = None
    pendiente: int | None = None


Destinos = dict[int, Cosa]
"""What each account is told of one fact."""


def a_todos(plazas: QuerySet[Participante], cosa: Cosa) -> Destinos:
    """Return it for the people of all those seats."""
    return dict.fromkeys(plazas.values_list("usuario", flat=True), cosa)


def a(plazas: QuerySet[Participante], personas: Iterable[int | None], cosa: Cosa) -> Destinos:
    """Return it for those accounts, of them that have one of the seats."""
    return a_todos(plazas.filter(usuario__in=[persona for persona in personas if persona is not None]), cosa)


def a_la_direccion(plazas: QuerySet[Participante], cosa: Cosa) -> Destinos:
    """Return it for who directs."""
    return a_todos(plazas.filter(papel=Participante.Papel.DIRECCION, estado=Participante.Estado.ACTIVA), cosa)
