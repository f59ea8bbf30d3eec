"""Whose sheet acts and on whom: what an order names, found among what the person may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.dominio.errores import DatoInvalido, NoPermitido
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Partida, Reparto
from partidas.politica import Lector
from personajes.models import Personaje
from reglas import motor

if TYPE_CHECKING:
    from reglas.nucleo.sistema import Accion


@dataclass(frozen=True, slots=True)
class Elegidos:
    """The cast rows that an order names, read through the gate before any lock."""

    actor: Reparto | None
    objetivo: Reparto | None


def accion_de(partida: Partida, clave: str) -> Accion:
    """Return the declaration of an action of the partida's system; DatoInvalido for an unknown one."""
    accion = motor.sistema(partida.sistema).acciones.get(clave)
    if accion is None:
        raise DatoInvalido("accion", _("Elige una acción de la lista."))
    return accion


def elegir(quien: Lector, declarada: TiradaDeclarada, *, voz: Reparto | None) -> Elegidos:
    """Find whose sheet acts and on whom, among those that the person may use; checks who may ask for the action."""
    accion = accion_de(quien.partida, declarada.accion)
    if not accion.declarable:
        raise DatoInvalido("accion", _("Esa acción continúa una tirada: tómala desde su tarjeta."))
    if accion.quien == "direccion" and not quien.dirige:
        raise NoPermitido(_("Esa acción la pide la dirección."))
    reparto = Reparto.objects.visibles_para(quien.usuario).filter(partida=quien.partida, hasta__isnull=True)
    reparto = reparto.select_related("personaje")
    actor = voz
    if declarada.personaje and (voz is None or voz.personaje.publico != declarada.personaje):
        actor = reparto.filter(personaje__publico=declarada.personaje).first()
        if actor is None or not (quien.dirige or actor.usuario_id == quien.usuario.pk):
            raise DatoInvalido("personaje", _("Elige una ficha de la lista."))
    if actor is not None and actor.personaje.estado != Personaje.Estado.ACTIVO:
        raise DatoInvalido("personaje", _("%(nombre)s no está en juego.") % {"nombre": actor.personaje.nombre})
    objetivo = None
    if declarada.objetivo:
        objetivo = reparto.filter(personaje__publico=declarada.objetivo).first()
        if objetivo is None or (actor is not None and objetivo.personaje_id == actor.personaje_id):
            raise DatoInvalido("objetivo", _("Elige un objetivo de la lista."))
    return Elegidos(actor, objetivo)
