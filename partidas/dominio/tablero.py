"""What an action takes from the scene it is played in: earlier rolls of its kind and the other sheets of the fight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partidas.models import Combatiente, Mensaje, Reparto, Tirada
from personajes.models import Personaje
from reglas import motor
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import EscenaDeJuego

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from partidas.models import Escena
    from reglas.nucleo.tipos import Peticion


def completar(peticion: Peticion, escena: Escena, actor: Personaje | None, *, visibilidad: str) -> Peticion:
    """Return the request with what the host knows of the scene, which wins over what was typed.

    visibilidad: of the turn. Characters that are the direction's secret go only into what it alone reads.
    """
    puestos = poner(peticion, escena, actor, visibilidad=visibilidad)
    return replace(peticion, datos={**peticion.datos, **puestos}) if puestos else peticion


def poner(peticion: Peticion, escena: Escena, actor: Personaje | None, *, visibilidad: str) -> Mapping[str, Any]:
    """Return the `datos` that the host fills in; none for the actions that take nothing from the scene."""
    juego = motor.sistema(peticion.sistema)
    accion = juego.acciones.get(peticion.accion)
    if accion is None or accion.de_la_escena is None:
        return {}
    try:
        ficha = juego.ficha.leer(peticion.ficha)
    except Rechazo:
        return {}
    anteriores = Tirada.objects.sin_filtrar("earlier rolls of the scene").filter(
        mensaje__escena=escena, accion=accion.clave, anulada__isnull=True
    )
    otras = en_combate(escena, secretos=visibilidad == Mensaje.Visibilidad.DIRECCION)
    return accion.de_la_escena(
        EscenaDeJuego(
            ficha=ficha,
            otras=[fila.personaje.ficha for fila in otras if actor is None or fila.personaje_id != actor.pk],
            respuestas=list(anteriores.order_by("pk").values_list("respuesta", flat=True)),
            datos=peticion.datos,
        )
    )


def en_combate(escena: Escena, *, secretos: bool) -> QuerySet[Reparto]:
    """Return the open cast rows of who fights in the scene and is in play, by name."""
    dentro = Combatiente.objects.sin_filtrar("who fights in the scene").filter(escena=escena).values("personaje")
    filas = Reparto.objects.sin_filtrar("who fights in the scene").filter(
        partida=escena.partida_id,
        hasta__isnull=True,
        personaje__in=dentro,
        personaje__estado=Personaje.Estado.ACTIVO,
        personaje__formato__in=motor.sistema(escena.partida.sistema).formatos_enteros,
    )
    if not secretos:
        filas = filas.filter(secreto=False)
    return filas.select_related("personaje", "usuario").order_by("personaje__nombre", "pk")
