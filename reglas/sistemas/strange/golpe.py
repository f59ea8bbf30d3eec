"""What an attack deals once its die is known; the attack, its re-roll and its effects all read it here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reglas.nucleo.contexto import Contexto
from reglas.sistemas.strange.dano import danar_objetivo, neto_de
from reglas.sistemas.strange.tarea import Lectura, Prueba


@dataclass(frozen=True, slots=True)
class Golpe:
    """An attack declared: `base` is the damage of the weapon, a fixed number (S-35)."""

    prueba: Prueba
    base: int
    esfuerzo_dano: int
    dano_esfuerzo: int
    area: bool
    reduccion: int
    al_caer: str

    def dano_natural(self, lectura: Lectura) -> int:
        """Return the extra damage of the die. S-31: only on a hit; S-40: only of an attack that does damage."""
        natural = lectura.natural
        if natural is None or natural < 17 or not lectura.exito or not self.base:
            return 0
        if self.prueba.penalizado:
            return 1  # S-120
        return {17: 1, 18: 2}.get(natural, 0)  # S-23, S-24; a 19 or 20 waits for `efecto`

    def asestar(self, c: Contexto, natural: int | None) -> tuple[Lectura, dict[str, Any]]:
        """Read the die and take its damage from the objetivo; return the keys of `detalle` that it decides."""
        lectura = self.prueba.leer(natural)
        dano_natural = self.dano_natural(lectura)
        bruto = dano_bruto(lectura.exito, self.base + self.dano_esfuerzo + dano_natural, self.area, self.esfuerzo_dano)
        neto = neto_de(bruto, self.reduccion)
        danar_objetivo(c, neto, self.al_caer)
        return lectura, {
            **lectura.detalle(),
            "dano_natural": dano_natural,
            "dano_bruto": bruto,
            "dano_neto": neto,
        }


def dano_bruto(exito: bool, acierto: int, area: bool, esfuerzo_dano: int) -> int:
    """Return the damage before armour. S-93: who resists an area attack with esfuerzo for damage still takes 1."""
    if exito:
        return acierto
    return 1 if area and esfuerzo_dano else 0


def dano_de_esfuerzo(niveles: int, area: bool) -> int:
    """Return the damage that esfuerzo adds. S-90: 3 a nivel; S-92: 2 a nivel, to everyone, in an area."""
    return niveles * (2 if area else 3)
