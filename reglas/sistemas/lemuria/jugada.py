"""Jugada: the sheets of one action while its rule works on them, and the difference that it leaves. L-113."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reglas.nucleo.azar import Azar
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha, Resultado
from reglas.sistemas.lemuria.ficha import LIMITES, es_heroe


class Jugada:
    """What a rule works on: both sheets as they stand now, the declared data, the previa and the dice.

    A sheet changes only through `poner`; `volcar` records in the end one effect for each key that came out different.
    """

    __slots__ = ("_c", "_sobre")

    def __init__(self, c: Contexto) -> None:
        self._c = c
        self._sobre = {"ficha": c.ficha, "objetivo": c.objetivo}

    @property
    def ficha(self) -> Ficha:
        """The acting sheet as it stands now."""
        return self._sobre["ficha"] or {}

    @property
    def objetivo(self) -> Ficha:
        """The other sheet as it stands now; empty when there is none."""
        return self._sobre["objetivo"] or {}

    @property
    def hay_objetivo(self) -> bool:
        """Whether the request has the other sheet."""
        return self._c.objetivo is not None

    @property
    def datos(self) -> Mapping[str, Any]:
        """What was declared."""
        return self._c.datos

    @property
    def previa(self) -> Mapping[str, Any]:
        """The raw earlier response; empty when the action takes none."""
        return self._c.previa or {}

    @property
    def azar(self) -> Azar:
        """The dice."""
        return self._c.azar

    def de(self, sobre: str) -> Ficha:
        """Return one of the sheets: `ficha` or `objetivo`."""
        return self.ficha if sobre == "ficha" else self.objetivo

    def poner(self, sobre: str, **valores: Any) -> None:
        """Set values of a sheet; those of keys that its class does not have are left out.

        A number past its range stays at the end of it.
        """
        ficha = self.de(sobre)
        propios = {clave: _en_rango(clave, valor) for clave, valor in valores.items() if clave in ficha}
        self._sobre[sobre] = {**ficha, **propios}

    def sumar(self, sobre: str, **incrementos: int) -> None:
        """Add to numbers of a sheet."""
        ficha = self.de(sobre)
        self.poner(sobre, **{clave: ficha.get(clave, 0) + cuanto for clave, cuanto in incrementos.items()})

    def volcar(self, motivo: str) -> None:
        """Record the difference with the sheets of the request, key by key in the order of the table."""
        for sobre, antes in (("ficha", self._c.ficha), ("objetivo", self._c.objetivo or {})):
            despues = self.de(sobre)
            for clave in antes:
                self._c.cambiar(sobre, clave, despues[clave], motivo)


def _en_rango(clave: str, valor: Any) -> Any:
    limites = LIMITES.get(clave)
    return valor if limites is None else max(limites[0], min(limites[1], valor))


Regla = Callable[[Jugada], Resultado]


def regla(accion: str, resolver: Regla, *, solo_heroes: str = "") -> Callable[[Contexto], Resultado]:
    """Return the rule of an action as the motor calls it. solo_heroes: code that refuses a PNJ. L-30, L-67."""

    def correr(c: Contexto) -> Resultado:
        if solo_heroes and not es_heroe(c.ficha):
            raise Rechazo(solo_heroes, "ficha.clase")
        jugada = Jugada(c)
        resultado = resolver(jugada)
        jugada.volcar(accion)
        return resultado

    return correr
