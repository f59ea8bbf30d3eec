"""What the panel of a fight shows: who is in it and what was last said of their order, as each reader may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partidas.models import Combatiente, Reparto, Tirada
from personajes.models import Personaje
from reglas import motor

if TYPE_CHECKING:
    from partidas.models import Escena
    from partidas.politica import Lector


def combatientes(quien: Lector, escena: Escena) -> list[Reparto]:
    """Return the rows of who fights that the reader may know of: for the direction by their turn, else by name."""
    dentro = Combatiente.objects.visibles_para(quien.usuario).filter(escena=escena).values("personaje")
    filas = Reparto.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida, hasta__isnull=True, personaje__in=dentro, personaje__estado=Personaje.Estado.ACTIVO
    )
    lista = list(filas.select_related("personaje", "usuario").order_by("personaje__nombre", "pk"))
    if not quien.dirige:
        return lista
    puesto = motor.sistema(quien.partida.sistema).puesto
    puestos = {fila.pk: puesto(fila.personaje.ficha) for fila in lista}
    return sorted(lista, key=lambda fila: (puestos[fila.pk] is None, puestos[fila.pk] or 0))


def orden(quien: Lector, escena: Escena) -> list[Tirada]:
    """Return the last roll of each character, of the actions that look at the whole scene, that the reader may see."""
    acciones = motor.sistema(quien.partida.sistema).acciones.values()
    claves = [accion.clave for accion in acciones if accion.de_la_escena is not None]
    filas = Tirada.objects.visibles_para(quien.usuario).filter(
        mensaje__escena=escena, accion__in=claves, anulada__isnull=True
    )
    ultimas = {(tirada.accion, tirada.personaje_id): tirada for tirada in filas.order_by("pk")}
    return list(ultimas.values())
