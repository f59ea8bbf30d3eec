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
