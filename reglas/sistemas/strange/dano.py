"""Damage to a PJ (4.7) and to a PNJ or object (4.8)."""

from __future__ import annotations

from reglas.nucleo.contexto import Contexto
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.strange.estado import bajar, poner_reserva
from reglas.sistemas.strange.tablas import ATRIBUTOS


def reduccion(ficha: Ficha, tipo_dano: str, *, ambiental: bool = False, proteccion: int = 0) -> int:
    """Return what armour takes off, once for the whole damage.

    S-41: armadura counts; S-110: not against velocidad or intelecto; S-103: nor against ambient damage, where only
    `proteccion` does; S-82: ventaja never does.
    """
    armadura: int = ficha["armadura"] if tipo_dano == "vigor" and not ambiental else 0
    return armadura + proteccion


def neto_de(bruto: int, reducido: int) -> int:
    """Return what is left of a damage: none at all when the armadura covers it. S-42."""
    return max(0, bruto - reducido)


def danar_pj(c: Contexto, neto: int, tipo_dano: str) -> int:
    """Take damage from the reservas; return what found none above 0.

    S-107: first the reserva of its type; S-108: then vigor, velocidad, intelecto; S-109: with no second reduction.
    """
    for atributo in (tipo_dano, *(otro for otro in ATRIBUTOS if otro != tipo_dano)):
        reserva = c.ficha[atributo]["reserva"]
        quitado = min(neto, reserva)
        if quitado:
            poner_reserva(c, atributo, reserva - quitado, "dano")
            neto -= quitado
    return neto


def quitar_peldanos(c: Contexto, pasos: int) -> None:
    """Take peldaños directly, after the points. S-114."""
    if pasos:
        bajar(c, pasos, "dano_especial")


def danar_objetivo(c: Contexto, neto: int, al_caer: str) -> int:
    """Take damage of any type from the salud (S-100); return what exceeded it.

    al_caer: what a PNJ at 0 becomes (S-105); an object is always destruido (S-106).
    """
    objetivo = c.objetivo or {}
    salud: int = objetivo["salud"]
    quitado = min(neto, salud)
    if quitado:
        c.cambiar("objetivo", "salud", salud - quitado, "dano")
        if quitado == salud:
            c.cambiar("objetivo", "estado", al_caer if objetivo["clase"] == "pnj" else "destruido", "dano")
    return neto - quitado
