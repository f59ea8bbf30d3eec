"""Who would read a turn, said in words: from the gate where it was asked, in general where it was not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from partidas.models import Escena, Mensaje

if TYPE_CHECKING:
    from partidas.consultas.lectores import Audiencia, Censo
    from partidas.politica import Lector

NOMBRES_MAXIMO = 8


def lo_leeran(
    quien: Lector,
    escena: Escena,
    visibilidad: str,
    marcados: Sequence[str],
    audiencia: tuple[Censo, Audiencia] | None,
) -> str:
    """Return the sentence. marcados: the characters named as recipients."""
    if visibilidad == Mensaje.Visibilidad.DIRECCION:
        return _("Lo leerá solo la dirección.")
    if visibilidad == Mensaje.Visibilidad.DESTINATARIOS:
        if not marcados:
            return _("Marca quién lo leerá.")
        return _("Lo leerán: %(nombres)s y la dirección.") % {"nombres": ", ".join(marcados)}
    if audiencia is not None:
        return _de_la_puerta(quien, *audiencia)
    if escena.secreta:
        return _("Lo leerán quienes están en esta escena secreta y la dirección.")
    if quien.partida.acceso == quien.partida.Acceso.PRIVADA:
        return _("Lo leerá toda la partida.")
    return _("Lo leerá toda la partida y quien la visite: es de lectura abierta.")


def _de_la_puerta(quien: Lector, censo: Censo, audiencia: Audiencia) -> str:
    nombres = [*censo.quienes(audiencia.menos(censo.direccion | {quien.usuario.pk or 0}))]
    if not nombres:
        return (
            _("Lo leerá la dirección, y quien visite la partida.") if audiencia.visitas else _("Lo leerá la dirección.")
        )
    if len(nombres) > NOMBRES_MAXIMO:
        quedan = len(nombres) - NOMBRES_MAXIMO
        mas = ngettext("%(n)s persona más", "%(n)s personas más", quedan) % {"n": quedan}
        nombres = [*nombres[:NOMBRES_MAXIMO], mas]
    datos = {"nombres": ", ".join(nombres)}
    if audiencia.visitas:
        return _("Lo leerán: %(nombres)s y la dirección; también quien visite la partida.") % datos
    return _("Lo leerán: %(nombres)s y la dirección.") % datos
