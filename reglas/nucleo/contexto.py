"""Contexto: what one run of a rule works on. It records every change of a sheet as an effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reglas.nucleo.azar import Azar
from reglas.nucleo.tipos import Efecto, Ficha


class Contexto:
    """The sheets, the declared data and the dice of one run.

    The sheets it is given are never changed: a change makes a new one, so many runs can share them.
    datos, previa: already read; previa is the raw earlier response.
    """

    __slots__ = ("azar", "datos", "efectos", "ficha", "objetivo", "previa")

    def __init__(
        self,
        ficha: Ficha,
        objetivo: Ficha | None,
        datos: Mapping[str, Any],
        previa: Mapping[str, Any] | None,
        azar: Azar,
    ) -> None:
        self.ficha = ficha
        self.objetivo = objetivo
        self.datos = datos
        self.previa = previa
        self.azar = azar
        self.efectos: list[Efecto] = []

    def cambiar(self, sobre: str, campo: str, despues: Any, motivo: str) -> bool:
        """Set a value of a sheet and record the effect; return False if it already had it.

        sobre: `ficha` or `objetivo`. campo: dotted path of keys that exist, of two levels at most.
        """
        ficha: Ficha = self.ficha if sobre == "ficha" else self.objetivo or {}
        grupo, _punto, clave = campo.partition(".")
        antes = ficha[grupo][clave] if clave else ficha[grupo]
        if antes == despues:
            return False
        nueva = {**ficha, grupo: {**ficha[grupo], clave: despues} if clave else despues}
        if sobre == "ficha":
            self.ficha = nueva
        else:
            self.objetivo = nueva
        self.efectos.append(Efecto(sobre, campo, antes, despues, motivo))
        return True
