"""A damage roll and a hit (3.2): what reaches the victim and how it leaves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reglas.nucleo.azar import Azar, DadoPedido
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.estado import foto, herir


@dataclass(frozen=True, slots=True)
class Dano:
    """Damage dice, read. sumas: of each kind, None for those that were not thrown."""

    total: int
    sumas: Mapping[str, int | None]

    def detalle(self) -> dict[str, Any]:
        """Return the keys that depend on the dice."""
        return {"sumas": dict(self.sumas), "total": self.total}


@dataclass(frozen=True, slots=True)
class TiradaDeDano:
    """Damage before its dice: those of each kind in the order in which they are thrown. None: not thrown at all.

    V-35: no dado salvaje and no penalty. V-36: every die explodes.
    """

    dados: Mapping[str, Sequence[DadoPedido] | None]
    modificador: int
    detalle: dict[str, Any] = field(default_factory=dict)

    def tirar(self, azar: Azar) -> Dano:
        """Throw them, each to its end."""
        suma = azar.suma_explosiva([dados for dados in self.dados.values() if dados is not None])
        partes = iter(suma.partes)
        sumas = {clave: None if dados is None else next(partes) for clave, dados in self.dados.items()}
        return Dano(suma.total + self.modificador, sumas)


@dataclass(frozen=True, slots=True)
class Golpe:
    """What a hit did: the victim as it ends, the degree and the keys of the detail."""

    victima: Ficha
    grado: str
    detalle: Mapping[str, Any]


def golpear(victima: Ficha, total: int, pa: int, *, fisico: bool) -> Golpe:
    """Hit somebody (3.2). V-45: PA takes away armour and never more than there is."""
    dureza = victima["dureza"] - min(pa, victima["armadura"])
    margen = total - dureza
    aumentos = max(0, margen // t.POR_AUMENTO)
    heridas = aumentos  # V-44
    if margen < 0:  # V-40
        grado = "sin_efecto"
    elif aumentos:
        grado = "aumento"
    else:
        grado = "exito"
        heridas = int(victima["aturdido"] and fisico)  # V-42, V-43
    # V-41; V-72: a new hit closes the soak of the one before
    alcanzada = {**victima, "aturdido": victima["aturdido"] or margen >= 0, "absorcion_pendiente": heridas > 0}
    acabada = herir(alcanzada, heridas)
    detalle = {
        "dureza": victima["dureza"],
        "armadura": victima["armadura"],
        "pa": pa,
        "dureza_efectiva": dureza,
        "margen": margen,
        "aumentos": aumentos,
        "resultado": _resultado(victima, acabada, heridas),
        "golpe": {"heridas": heridas, "antes": foto(victima)},
    }
    return Golpe(acabada, grado, detalle)


def _resultado(antes: Ficha, despues: Ficha, heridas: int) -> str:
    if heridas:
        return "incapacitado" if despues["incapacitado"] else "herida"
    return "aturdido" if despues["aturdido"] and not antes["aturdido"] else "nada"
