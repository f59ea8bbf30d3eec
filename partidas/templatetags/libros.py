"""The banners of a book of rolls that does not hold."""

from __future__ import annotations

from typing import Any

from django import template

from partidas.consultas import libros
from partidas.models import Partida

register = template.Library()
A_LA_VISTA = 5


@register.inclusion_tag("partidas/_libros_rotos.html")
def libros_rotos() -> dict[str, Any]:
    """Tell the staff which books failed their last audit, on every page until they hold again."""
    filas = list(libros.rotos()[: A_LA_VISTA + 1])
    return {"rotos": filas[:A_LA_VISTA], "hay_mas": len(filas) > A_LA_VISTA}


@register.inclusion_tag("partidas/_libro_roto.html")
def libro_roto(partida: Partida) -> dict[str, Any]:
    """Tell who directs a partida that a book of theirs failed its last audit."""
    return {"rotos": list(libros.rotos_de(partida))}
