"""The 2d6 roll: its dice, its degree, what it says and what it offers next (section 4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from reglas.nucleo.azar import Azar
from reglas.nucleo.dados import MAX_DADOS
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.ficha import es_heroe, puntos_de_heroe
from reglas.sistemas.lemuria.jugada import Jugada

TIPOS: Final[Mapping[str, str]] = {
    "tirada": "tarea",
    "atacar": "ataque",
    "iniciativa": "iniciativa",
    "estabilizar": "estabilizar",
    "tratar": "tratar",
}
"""The `tipo` of each action that rolls 2d6."""
SIN_VUELTA: Final = frozenset({"estabilizar", "tratar"})
"""Rolls that are not repeated when they succeed: they could only be lost."""


@dataclass(frozen=True, slots=True)
class Dados:
    """The dice of a roll: how many of more and of penalty, and the two kept, the higher first."""

    extra: int
    penalizacion: int
    conservados: tuple[int, ...]

    @property
    def natural(self) -> int:
        """The sum of the two dice kept. L-11."""
        return sum(self.conservados)

    def detalle(self) -> dict[str, Any]:
        """Return the keys of 4.3 that the dice decide."""
        return {
            "dados_extra": self.extra,
            "dados_penalizacion": self.penalizacion,
            "conservados": list(self.conservados),
            "natural": self.natural,
        }


def lanzar(azar: Azar, tipo: str, extra: int, penalizacion: int) -> Dados:
    """Throw the dice. L-08, L-09, L-10: a net of n rolls 2 + n and keeps the two highest, or the two lowest. L-114."""
    neto = extra - penalizacion
    cuantos = 2 + abs(neto)
    if cuantos > MAX_DADOS:
        raise Rechazo("demasiados_dados")
    motivo = "dado_extra" if neto > 0 else "dado_penalizacion"
    dados = [(6, tipo), (6, tipo), *[(6, motivo)] * abs(neto)]
    elegidos = azar.mejores(2, dados) if neto >= 0 else azar.peores(2, dados)[::-1]
    return Dados(extra, penalizacion, elegidos)


def tirar(j: Jugada, tipo: str, ambitos: Collection[str | None]) -> Dados:
    """Throw a new roll with the dice of `datos` and of the sheet. ambitos: the scopes of the roll.

    L-12: each entry of `lisiado` that is one of them, and `penalizacion_proxima`, which is used up. L-107.
    """
    ficha = j.ficha
    de_ficha = sum(ambito in ambitos for ambito in ficha["lisiado"]) + ficha["penalizacion_proxima"]
    j.poner("ficha", penalizacion_proxima=False)
    return lanzar(j.azar, tipo, j.datos["dados_extra"], j.datos["dados_penalizacion"] + de_ficha)


def grado_de(natural: int, total: int) -> str:
    """Return the degree of a roll (4.2). L-04, L-13: a natural 12 is an EP; L-05: a natural 2 fails."""
    if natural == 12:
        return "exito_poderoso"
    if natural == 2:
        return "fallo_automatico"
    return "exito" if total >= t.ACIERTO else "fallo"  # L-01, L-02


@dataclass(frozen=True, slots=True)
class Lectura:
    """A 2d6 roll once read."""

    exito: bool
    grado: str
    detalle: dict[str, Any]


def leer(j: Jugada, tipo: str, dados: Dados, modificadores: Mapping[str, int], *, resta: int = 0) -> Lectura:
    """Read a roll and write its detail (4.3). resta: what is taken from the sum besides the modifiers."""
    total = dados.natural + sum(modificadores.values()) - resta
    grado = grado_de(dados.natural, total)
    detalle = {
        "tipo": tipo,
        "actor": j.ficha["nombre"],
        **dados.detalle(),
        **modificadores,
        "total": total,
        "repetida": False,
        "ataque_extra": False,
    }
    return Lectura(grado in t.EXITOS, grado, detalle)


def opciones(ficha: Ficha, grado: str, detalle: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the acting player may do after a roll (4.4), with the sheet that it left. L-14."""
    exito = grado in t.EXITOS
    ofrece = ["danar"] if detalle["tipo"] == "ataque" and exito else []
    if not es_heroe(ficha):  # L-30
        return tuple(ofrece)
    paga = puntos_de_heroe(ficha) >= 1 and not detalle["ataque_extra"]  # L-104
    if paga and not detalle["repetida"] and not (exito and detalle["tipo"] in SIN_VUELTA):
        ofrece.append("suerte_de_los_dioses")
    if paga and grado == "exito":
        ofrece.append("exito_poderoso")
    if paga and grado == "exito_poderoso" and detalle["natural"] == 12:
        ofrece.append("exito_legendario")
    if grado == "fallo_automatico":
        ofrece.append("fallo_calamitoso")  # L-20: at no cost
    return tuple(ofrece)


def escudo_grande(ficha: Ficha, atributo: str) -> int:
    """Return what a large shield takes from its bearer's rolls of agilidad. L-85."""
    return -1 if ficha["escudo"] == "grande" and atributo == "agilidad" else 0
