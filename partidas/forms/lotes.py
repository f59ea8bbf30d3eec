"""The part of the roll widget that makes a batch of it: several PNJ, or several times with one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.dominio.lotes import LOTE_MAXIMO
from personajes.models import FICHA_COMPLETA, Personaje

if TYPE_CHECKING:
    from django.http import QueryDict

    from partidas.models import Reparto


@dataclass(slots=True)
class FormularioLote:
    """Who else throws the same, and how many times. fichas: the PNJ in play that have a whole sheet.

    marcados: public ids, as they were sent. cuantas: what was typed; veces: the number that it is, 1 if it is none.
    """

    fichas: Sequence[Reparto]
    marcados: list[str] = field(default_factory=list)
    cuantas: str = "1"
    veces: int = 1
    error: str = ""

    @classmethod
    def de(cls, fichas: Sequence[Reparto]) -> FormularioLote | None:
        """Return the part for those sheets; None if no PNJ is among them."""
        suyas = [
            fila
            for fila in fichas
            if (fila.personaje.clase, fila.personaje.formato, fila.personaje.estado)
            == (Personaje.Clase.PNJ, FICHA_COMPLETA, Personaje.Estado.ACTIVO)
        ]
        return cls(sorted(suyas, key=lambda fila: (fila.personaje.nombre, fila.pk))) if suyas else None

    @property
    def abierto(self) -> bool:
        """Tell whether there is something in it to see."""
        return bool(self.marcados or self.error or self.veces != 1)

    @property
    def opciones(self) -> list[tuple[Reparto, bool]]:
        """Return each PNJ with whether it is marked."""
        return [(fila, fila.personaje.publico in self.marcados) for fila in self.fichas]

    def leer(self, peticion: QueryDict, prefijo: str) -> None:
        """Take in what was typed; what is no number of rolls is said beside it."""
        self.marcados = list(dict.fromkeys(peticion.getlist(f"{prefijo}varios")))
        self.cuantas = peticion.get(f"{prefijo}cuantas", "1").strip()
        numero = int(self.cuantas) if self.cuantas.isdecimal() and len(self.cuantas) <= 4 else 0
        if not self.cuantas:
            numero = 1
        self.error = "" if 1 <= numero <= LOTE_MAXIMO else _("Escribe un número del 1 al 20.")
        self.veces = 1 if self.error else numero

    def tiran(self, elegido: str) -> tuple[str, ...]:
        """Return the public ids of all that throw, who was chosen as whose sheet it is first."""
        return tuple(dict.fromkeys([*([elegido] if elegido else []), *self.marcados]))
