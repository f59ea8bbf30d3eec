"""The earlier response that a continuation builds on: what is read of it, and whether it still stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Efecto, Ficha
from reglas.sistemas.strange.tablas import ATRIBUTOS, CLAVE

CLAVES: Final = ("accion", "exito", "grado", "tiradas", "detalle", "efectos", "opciones")
MOTIVOS_VIGENTES: Final = frozenset({"dano", "dano_especial", "recuperacion"})
CAMPOS: Final[Mapping[str, Mapping[str, type]]] = {
    "ficha": {**{f"{a}.reserva": int for a in ATRIBUTOS}, "indicador": str, "recuperacion_pendiente": int},
    "objetivo": {"salud": int, "estado": str},
}
"""What an efecto vigente may have changed, and the type of its value."""


def invalida() -> Rechazo:
    """Return the refusal of a previa that cannot be continued."""
    return Rechazo("previa_invalida", "previa")


def obsoleta() -> Rechazo:
    """Return the refusal of a previa whose sheets have changed since. S-63."""
    return Rechazo("previa_obsoleta", "previa")


@dataclass(frozen=True, slots=True)
class Previa:
    """An earlier response, read. `original` is the action that the chain began with."""

    original: str
    exito: bool | None
    grado: str | None
    tiradas: list[Mapping[str, Any]]
    detalle: Mapping[str, Any]
    vigentes: tuple[Efecto, ...]
    opciones: list[str]

    def exigir(self, condicion: bool) -> None:
        """Refuse the previa unless the condition holds."""
        if not condicion:
            raise invalida()

    def entero(self, clave: str) -> int:
        """Return a natural number of `detalle`."""
        valor = self.detalle.get(clave)
        if type(valor) is not int or valor < 0:
            raise invalida()
        return valor

    def booleano(self, clave: str) -> bool:
        """Return a boolean of `detalle`."""
        valor = self.detalle.get(clave)
        if not isinstance(valor, bool):
            raise invalida()
        return valor

    def palabra(self, clave: str, palabras: Collection[str]) -> str:
        """Return a word of `detalle`, one of the list."""
        valor = self.detalle.get(clave)
        if not isinstance(valor, str) or valor not in palabras:
            raise invalida()
        return valor

    def natural(self) -> int | None:
        """Return the die that counts, None when none was thrown."""
        return None if self.detalle.get("natural") is None else self.entero("natural")


def leer_previa(c: Contexto, originales: Collection[str]) -> Previa:
    """Read the previa of a continuation. originales: the actions that it can continue, re-rolled or not."""
    cruda = c.previa or {}
    if cruda.get("sistema", CLAVE) != CLAVE or any(clave not in cruda for clave in CLAVES):
        raise invalida()
    accion, exito, grado, tiradas, detalle, efectos, opciones = (cruda[clave] for clave in CLAVES)
    bien = (
        isinstance(accion, str)
        and (exito is None or isinstance(exito, bool))
        and (grado is None or isinstance(grado, str))
        and all(isinstance(lista, list) for lista in (tiradas, efectos, opciones))
        and isinstance(detalle, dict)
    )
    if not bien or not all(isinstance(opcion, str) for opcion in opciones):
        raise invalida()
    original = detalle.get("accion_original") if accion == "repetir" else accion
    if not isinstance(original, str) or original not in originales:
        raise invalida()
    propios = [_leer_efecto(efecto) for efecto in efectos]
    if accion == "repetir":
        vigentes = detalle.get("efectos_vigentes")
        if not isinstance(vigentes, list):
            raise invalida()
        propios = [_leer_efecto(efecto) for efecto in vigentes]
    vigentes_de = tuple(efecto for efecto in propios if efecto.motivo in MOTIVOS_VIGENTES)
    return Previa(original, exito, grado, tiradas, detalle, vigentes_de, opciones)


def _leer_efecto(crudo: Any) -> Efecto:
    claves = ("sobre", "campo", "antes", "despues", "motivo")
    if not isinstance(crudo, dict) or any(clave not in crudo for clave in claves):
        raise invalida()
    efecto = Efecto(*(crudo[clave] for clave in claves))
    if not all(isinstance(valor, str) for valor in (efecto.sobre, efecto.campo, efecto.motivo)):
        raise invalida()
    if efecto.motivo in MOTIVOS_VIGENTES:
        tipo = CAMPOS.get(efecto.sobre, {}).get(efecto.campo)
        if tipo is None or type(efecto.antes) is not tipo or type(efecto.despues) is not tipo:
            raise invalida()
    return efecto


def comprobar_vigentes(c: Contexto, previa: Previa) -> None:
    """Refuse a previa whose efectos vigentes no longer stand: each value must be the last one it was given. S-63."""
    ultimos = {(efecto.sobre, efecto.campo): efecto.despues for efecto in previa.vigentes}
    for (sobre, campo), despues in ultimos.items():
        ficha = c.ficha if sobre == "ficha" else c.objetivo
        if ficha is None:
            raise invalida()
        if valor_de(ficha, campo) != despues:
            raise obsoleta()


def valor_de(ficha: Ficha, campo: str) -> Any:
    """Return the value at a path of a complete sheet."""
    grupo, _punto, clave = campo.partition(".")
    return ficha[grupo][clave] if clave else ficha[grupo]


def exigir_objetivo_de_ataque(c: Contexto, previa: Previa) -> None:
    """Ask for the objetivo if the previa is an attack, and refuse it otherwise."""
    if previa.original == "ataque" and c.objetivo is None:
        raise Rechazo("campo_requerido", "objetivo")
    if previa.original != "ataque" and c.objetivo is not None:
        raise Rechazo("combinacion_invalida", "objetivo")
