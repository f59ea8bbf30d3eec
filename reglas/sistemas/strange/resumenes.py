"""The sentences that a player reads in the thread. Their wording is free; the numbers are in `detalle`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.contexto import Contexto
from reglas.nucleo.tipos import Texto, _
from reglas.sistemas.strange.tarea import Lectura

DE_TAREA: Final[Mapping[str, str]] = {
    "exito_automatico": _("%(nombre)s lo consigue sin tirar."),
    "fallo": _("%(nombre)s falla con un %(natural)s (necesitaba %(numero)s)."),
    "exito": _("%(nombre)s lo consigue con un %(natural)s (necesitaba %(numero)s)."),
    "efecto_menor": _("%(nombre)s lo consigue con un %(natural)s y logra un efecto menor."),
    "efecto_mayor": _("%(nombre)s lo consigue con un %(natural)s y logra un efecto mayor."),
}


def texto(c: Contexto, plantilla: str, **datos: object) -> Texto:
    """Return a sentence about the character. datos: the rest of what it names."""
    return Texto(plantilla, {"nombre": c.ficha["nombre"], **datos})


def resumen_de_tarea(c: Contexto, lectura: Lectura, detalle: Mapping[str, Any]) -> Texto:
    """Return how a task went."""
    return texto(c, DE_TAREA[lectura.grado], natural=lectura.natural, numero=detalle["numero_objetivo"])


DE_ATAQUE: Final[Mapping[str, str]] = {
    "exito_automatico": _("%(nombre)s acierta a %(objetivo)s sin tirar y le hace %(dano)s de daño."),
    "fallo": _("%(nombre)s falla contra %(objetivo)s con un %(natural)s (necesitaba %(numero)s)."),
    "exito": _("%(nombre)s acierta a %(objetivo)s con un %(natural)s y le hace %(dano)s de daño."),
    "efecto_menor": _(
        "%(nombre)s acierta a %(objetivo)s con un %(natural)s, le hace %(dano)s de daño y logra un efecto menor."
    ),
    "efecto_mayor": _(
        "%(nombre)s acierta a %(objetivo)s con un %(natural)s, le hace %(dano)s de daño y logra un efecto mayor."
    ),
}
RESISTIDO: Final = _("%(objetivo)s resiste el ataque de área de %(nombre)s y aun así recibe %(dano)s de daño.")
DE_DEFENSA: Final[Mapping[str, str]] = {
    "exito_automatico": _("%(nombre)s evita el ataque sin tirar."),
    "fallo": _("%(nombre)s no evita el ataque con un %(natural)s y recibe %(dano)s de daño."),
    "exito": _("%(nombre)s evita el ataque con un %(natural)s."),
    "efecto_menor": _("%(nombre)s evita el ataque con un %(natural)s y logra un efecto menor."),
    "efecto_mayor": _("%(nombre)s evita el ataque con un %(natural)s y logra un efecto mayor."),
}


def resumen_de_ataque(c: Contexto, lectura: Lectura, detalle: Mapping[str, Any]) -> Texto:
    """Return how an attack went."""
    objetivo = c.objetivo or {}
    plantilla = RESISTIDO if lectura.grado == "fallo" and detalle["dano_neto"] else DE_ATAQUE[lectura.grado]
    return texto(
        c,
        plantilla,
        objetivo=objetivo["nombre"],
        natural=lectura.natural,
        numero=detalle["numero_objetivo"],
        dano=detalle["dano_neto"],
    )


def resumen_de_defensa(c: Contexto, lectura: Lectura, detalle: Mapping[str, Any]) -> Texto:
    """Return how a defence went."""
    return texto(c, DE_DEFENSA[lectura.grado], natural=lectura.natural, dano=detalle["dano_neto"])
