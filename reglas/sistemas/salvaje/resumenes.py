"""The sentences that a player reads in the thread. Their wording is free; the numbers are in `detalle`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reglas.nucleo.tipos import Ficha, Texto, _
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.rasgo import Rasgo

ALGUIEN: Final = _("Alguien")

DE_RASGO: Final[Mapping[str, str]] = {
    "pifia": _("%(nombre)s tira %(rasgo)s y saca una pifia."),
    "fallo": _("%(nombre)s falla en %(rasgo)s: saca %(total)s y necesitaba %(vo)s."),
    "exito": _("%(nombre)s lo consigue con %(rasgo)s: saca %(total)s y necesitaba %(vo)s."),
    "aumento": _("%(nombre)s lo consigue con %(rasgo)s y aumento: saca %(total)s y necesitaba %(vo)s."),
}
DE_ATAQUE: Final[Mapping[str, str]] = {
    "pifia": _("%(nombre)s ataca a %(objetivo)s y saca una pifia."),
    "fallo": _("%(nombre)s no acierta a %(objetivo)s: saca %(total)s y necesitaba %(vo)s."),
    "exito": _("%(nombre)s acierta a %(objetivo)s: saca %(total)s y necesitaba %(vo)s."),
    "aumento": _("%(nombre)s acierta a %(objetivo)s con aumento: saca %(total)s y necesitaba %(vo)s."),
}
DE_GOLPE: Final[Mapping[str, str]] = {
    "nada": _("%(nombre)s recibe %(total)s de daño contra Dureza %(dureza)s: nada nuevo."),
    "aturdido": _("%(nombre)s recibe %(total)s de daño contra Dureza %(dureza)s y queda aturdido."),
    "herida": _("%(nombre)s recibe %(total)s de daño contra Dureza %(dureza)s. Heridas: %(heridas)s."),
    "incapacitado": _("%(nombre)s recibe %(total)s de daño contra Dureza %(dureza)s y cae incapacitado."),
}


def nombre_de(ficha: Ficha | None) -> object:
    """Return the name of a sheet, or a word for one without any."""
    return (ficha and ficha["nombre"]) or Texto(ALGUIEN)


def texto(ficha: Ficha, plantilla: str, **datos: object) -> Texto:
    """Return a sentence about a character. datos: the rest of what it names."""
    return Texto(plantilla, {"nombre": nombre_de(ficha), **datos})


def nombre_de_rasgo(rasgo: str) -> object:
    """Return the label of a trait, or the name that the sheet gives it."""
    etiqueta = t.ATRIBUTOS.get(rasgo) or t.HABILIDADES.get(rasgo)
    return Texto(etiqueta) if etiqueta else rasgo


def resumen_de_rasgo(ficha: Ficha, rasgo: str, tirada: Rasgo) -> Texto:
    """Return how a trait roll went."""
    nombre = nombre_de_rasgo(rasgo)
    return texto(ficha, DE_RASGO[tirada.grado], rasgo=nombre, total=tirada.total, vo=tirada.vo)


def resumen_de_ataque(ficha: Ficha, objetivo: Ficha | None, tirada: Rasgo) -> Texto:
    """Return how an attack went."""
    contra = Texto(_("un área")) if objetivo is None else nombre_de(objetivo)
    return texto(ficha, DE_ATAQUE[tirada.grado], objetivo=contra, total=tirada.total, vo=tirada.vo)


def resumen_de_golpe(victima: Ficha, total: int, detalle: Mapping[str, object]) -> Texto:
    """Return what a hit did to somebody, told of that somebody."""
    plantilla = DE_GOLPE[str(detalle["resultado"])]
    return texto(victima, plantilla, total=total, dureza=detalle["dureza_efectiva"], heridas=victima["heridas"])
