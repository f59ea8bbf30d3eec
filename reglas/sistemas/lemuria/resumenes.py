"""The sentences that a player reads in the thread. Their wording is free; the numbers are in `detalle`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.tipos import Ficha, Texto, _
from reglas.sistemas.lemuria.jugada import Jugada
from reglas.sistemas.lemuria.tirada import Lectura

ALGUIEN: Final = _("Alguien")

DE_TIRADA: Final[Mapping[str, str]] = {
    "fallo": _("%(nombre)s no lo consigue: %(total)s."),
    "fallo_automatico": _("%(nombre)s saca un 2 natural y falla sin remedio."),
    "exito": _("%(nombre)s lo consigue: %(total)s."),
    "exito_poderoso": _("%(nombre)s saca un 12 natural: éxito poderoso."),
}
DE_ATAQUE: Final[Mapping[str, str]] = {
    "fallo": _("%(nombre)s falla contra %(objetivo)s: %(total)s."),
    "fallo_automatico": _("%(nombre)s saca un 2 natural contra %(objetivo)s y falla sin remedio."),
    "exito": _("%(nombre)s acierta a %(objetivo)s: %(total)s."),
    "exito_poderoso": _("%(nombre)s acierta a %(objetivo)s con un 12 natural: éxito poderoso."),
}


def nombre_de(ficha: Ficha) -> object:
    """Return the name of a sheet, or a word for one without it."""
    return ficha["nombre"] or Texto(ALGUIEN)


def texto(j: Jugada, plantilla: str, **datos: object) -> Texto:
    """Return a sentence about the character. datos: the rest of what it names."""
    return Texto(plantilla, {"nombre": nombre_de(j.ficha), **datos})


def resumen_de_tirada(j: Jugada, lectura: Lectura) -> Texto:
    """Return how a 2d6 roll went."""
    return texto(j, DE_TIRADA[lectura.grado], total=lectura.detalle["total"])


def resumen_de_ataque(j: Jugada, lectura: Lectura) -> Texto:
    """Return how an attack went."""
    return texto(j, DE_ATAQUE[lectura.grado], objetivo=nombre_de(j.objetivo), total=lectura.detalle["total"])


def resumen_de_dano(j: Jugada, detalle: Mapping[str, Any]) -> Texto:
    """Return what a blow did."""
    if detalle["desarmado"]:
        plantilla = _("%(nombre)s desarma a %(objetivo)s.")
    elif detalle["bajas"]:
        plantilla = _("%(nombre)s hace %(dano)s de daño a %(objetivo)s: caen %(bajas)s.")
    elif detalle["dano"]:
        plantilla = _("%(nombre)s hace %(dano)s de daño a %(objetivo)s.")
    else:
        plantilla = _("La armadura de %(objetivo)s para el golpe de %(nombre)s.")
    return texto(j, plantilla, objetivo=nombre_de(j.objetivo), dano=detalle["dano"], bajas=detalle["bajas"])
