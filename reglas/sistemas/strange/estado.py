"""The indicador de daño and who may act: peldaños, reservas that reach 0 or leave it, and the refusals of 4.9."""

from __future__ import annotations

from typing import Final

from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.strange.ficha import peldano
from reglas.sistemas.strange.tablas import PELDANOS

ULTIMO: Final = len(PELDANOS) - 1


def esta_penalizado(ficha: Ficha) -> bool:
    """Say whether the indicador in the request is lesionado or incapacitado."""
    return ficha["indicador"] in ("lesionado", "incapacitado")


def exigir_vivo(ficha: Ficha) -> None:
    """Refuse a muerto: no actions. S-123."""
    if ficha["indicador"] == "muerto":
        raise Rechazo("personaje_muerto", "ficha.indicador")


def exigir_capaz(ficha: Ficha) -> None:
    """Refuse a muerto or an incapacitado: no actions but what the page lists. S-121, S-123."""
    exigir_vivo(ficha)
    if ficha["indicador"] == "incapacitado":
        raise Rechazo("personaje_incapacitado", "ficha.indicador")


def exigir_en_combate(objetivo: Ficha | None) -> None:
    """Refuse an objetivo that has fallen already."""
    if objetivo is not None and objetivo["estado"] != "activo":
        raise Rechazo("objetivo_fuera_de_combate", "objetivo.estado")


def bajar(c: Contexto, pasos: int, motivo: str) -> None:
    """Move the indicador down, to muerto at most. S-113."""
    c.cambiar("ficha", "indicador", PELDANOS[min(ULTIMO, peldano(c.ficha) + pasos)], motivo)


def subir(c: Contexto, motivo: str) -> None:
    """Move the indicador up one peldaño, to ileso at most."""
    c.cambiar("ficha", "indicador", PELDANOS[max(0, peldano(c.ficha) - 1)], motivo)


def poner_reserva(c: Contexto, atributo: str, valor: int, motivo: str) -> None:
    """Set a reserva. Reaching 0 takes one peldaño (S-111, S-112, S-115); leaving it gives one back (S-132)."""
    antes = c.ficha[atributo]["reserva"]
    c.cambiar("ficha", f"{atributo}.reserva", valor, motivo)
    if antes and not valor:
        bajar(c, 1, motivo)
    elif valor and not antes:
        subir(c, motivo)
