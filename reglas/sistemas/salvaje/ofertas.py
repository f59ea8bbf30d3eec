"""What a result opens (4.0), in the order of 1.3."""

from __future__ import annotations

from reglas.nucleo.tipos import Ficha
from reglas.sistemas.salvaje.tablas import COSTE_BENI


def tiene_beni(ficha: Ficha) -> bool:
    """Say whether a beni can be paid."""
    return bool(ficha["benis"] >= COSTE_BENI)


def absorcion(ficha: Ficha, heridas: int) -> tuple[str, ...]:
    """Offer the soak of a hit that wounds. V-68, V-72."""
    return ("absorcion",) if heridas and tiene_beni(ficha) else ()


def incapacitacion(ficha: Ficha) -> tuple[str, ...]:
    """Offer the Vigor roll of who has fallen. V-75."""
    return ("incapacitacion",) if ficha["incapacitacion_pendiente"] else ()


def gastar_beni(ficha: Ficha) -> tuple[str, ...]:
    """Offer a beni against being aturdido. V-57, V-58."""
    solo_aturdido = ficha["aturdido"] and not ficha["incapacitado"] and not ficha["muerto"]
    return ("gastar_beni",) if solo_aturdido and tiene_beni(ficha) else ()


def repetir(ficha: Ficha, grado: str) -> tuple[str, ...]:
    """Offer to roll again, but not a pifia. V-61, V-62."""
    return ("repetir",) if grado != "pifia" and tiene_beni(ficha) else ()
