"""The list «Hablas como»: one's own characters, and for the direction its PNJ, those of the scene first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.dominio.voces import SUELTO
from partidas.models import Escena
from personajes.models import Personaje

if TYPE_CHECKING:
    from partidas.models import Reparto
    from partidas.politica import Lector

SIN_VOZ = "-"
MUEVE = "!"
"""Before a character's public id: the direction plays it for its player, by their orders."""
Grupo = tuple[str, list[tuple[str, str]]]


def grupos_de_voces(
    quien: Lector,
    escena: Escena,
    reparto: Sequence[Reparto],
    aqui: frozenset[int],
    movibles: frozenset[int] = frozenset(),
) -> list[Grupo]:
    """Return who the person can speak as, in groups with a name (empty: on their own), none of them without voices.

    aqui: the characters who have spoken in the scene. movibles: those whom the direction plays for their players now.
    """
    mias = [
        _voz(fila)
        for fila in reparto
        if fila.usuario_id == quien.usuario.pk and fila.personaje.estado == Personaje.Estado.ACTIVO
    ]
    if not quien.dirige:
        fuera = escena.tipo == Escena.Tipo.FUERA
        propia = [(SIN_VOZ, quien.usuario.get_username())] if fuera else []
        return [("", [*propia, *mias])] if propia or mias else []
    pnj = [
        fila
        for fila in reparto
        if fila.personaje.clase == Personaje.Clase.PNJ and fila.personaje.estado == Personaje.Estado.ACTIVO
    ]
    grupos = [
        ("", [(SIN_VOZ, _("Dirección"))]),
        (_("Tus personajes"), mias),
        (_("PNJ que han hablado aquí"), [_voz(fila) for fila in pnj if fila.personaje_id in aqui]),
        (_("Los demás PNJ"), [_voz(fila) for fila in pnj if fila.personaje_id not in aqui]),
        (_("Según sus órdenes"), [_movida(fila) for fila in reparto if fila.personaje_id in movibles]),
        (_("Alguien de paso"), [(SUELTO, _("Otro nombre…"))]),
    ]
    return [(grupo, voces) for grupo, voces in grupos if voces]


def _movida(fila: Reparto) -> tuple[str, str]:
    nombre = {"nombre": fila.personaje.nombre}
    return f"{MUEVE}{fila.personaje.publico}", _("%(nombre)s (según sus órdenes)") % nombre


def _voz(fila: Reparto) -> tuple[str, str]:
    nombre = fila.personaje.nombre
    return fila.personaje.publico, _("%(nombre)s (secreto)") % {"nombre": nombre} if fila.secreto else nombre
