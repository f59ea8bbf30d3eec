"""Professions: which rango a roll may add, and the tricks that work once with each opponent."""

from __future__ import annotations

from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.lemuria.ficha import MAX_TRUCOS, es_heroe
from reglas.sistemas.lemuria.jugada import Jugada
from reglas.sistemas.lemuria.mensajes import rechazar


def rango_de(ficha: Ficha, nombre: str | None) -> int:
    """Return the rango of a profession of the sheet, 0 without one; names go without regard to case. L-07."""
    if nombre is None:
        return 0
    buscado = nombre.casefold()
    for propia, rango in ficha["profesiones"].items():
        if propia.casefold() == buscado:
            return int(rango)
    raise rechazar("profesion_desconocida", "datos.profesion", profesion=nombre)


def exigir_aprobacion(j: Jugada) -> None:
    """Refuse what the seed leaves to the DJ, without the DJ's word (1.6)."""
    if not j.datos["aprobado_dj"]:
        raise Rechazo("requiere_aprobacion", "datos.aprobado_dj")


def rango_en_combate(j: Jugada) -> int:
    """Return what a profession adds to an attack or its damage, after every check of 6.2 (8). L-94, L-95."""
    nombre = j.datos.get("profesion")
    if nombre is None:
        return 0
    if not es_heroe(j.ficha):
        raise Rechazo("solo_heroes", "datos.profesion")
    rango = rango_de(j.ficha, nombre)
    exigir_aprobacion(j)
    if not j.objetivo["nombre"]:
        raise Rechazo("campo_requerido", "objetivo.nombre")
    if j.objetivo["nombre"] in j.ficha["trucos"]:
        raise rechazar("truco_ya_usado", "datos.profesion", objetivo=j.objetivo["nombre"])
    return 0 if j.objetivo.get("conoce_trucos") else rango


def gastar_truco(j: Jugada) -> bool:
    """Note that a profession was tried on this opponent; say whether there was one. L-95: it is spent even in vain."""
    if j.datos.get("profesion") is None:
        return False
    trucos = j.ficha["trucos"]
    j.poner("ficha", trucos=[*trucos, j.objetivo["nombre"]][:MAX_TRUCOS])
    return True
