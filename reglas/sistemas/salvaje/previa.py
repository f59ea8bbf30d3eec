"""The earlier response that a continuation builds on (1.4): what is read of it, and whether it still stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from reglas.nucleo.campos import AUSENTE, Entero, Grupo
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.simples import Campo
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.salvaje.estado import foto
from reglas.sistemas.salvaje.ficha import CLAVES_DE_ESTADO, ESTADO, FICHA
from reglas.sistemas.salvaje.tablas import CLAVE

REPETIR: Final = "repetir"


def _exigido(campo: Campo) -> Campo:
    exigido = replace(campo, obligatorio=True, defecto=AUSENTE)
    return replace(exigido, hasta="") if isinstance(exigido, Entero) else exigido


FOTO: Final = Grupo(clave="antes", campos=tuple(map(_exigido, ESTADO)))
"""The eleven state fields, all of them required."""
GOLPE: Final = Grupo(
    clave="golpe",
    campos=(Entero(clave="heridas", minimo=0, maximo=10**6, obligatorio=True), replace(FOTO, obligatorio=True)),
)


def invalida() -> Rechazo:
    """Return the refusal of a previa that cannot be continued."""
    return Rechazo("previa_invalida", "previa")


def obsoleta() -> Rechazo:
    """Return the refusal of a previa whose sheets have changed since. V-66, V-72."""
    return Rechazo("previa_obsoleta", "previa")


@dataclass(frozen=True, slots=True)
class Previa:
    """An earlier response, read. `original` is the action that the chain began with."""

    original: str
    cruda: Mapping[str, Any]
    detalle: Mapping[str, Any]

    def leer(self, ruta: str, campo: Campo) -> Any:
        """Return the value at a path of its detail, read by a field; refuse the previa if it is missing or bad."""
        valor: Any = self.detalle
        for clave in ruta.split("."):
            if not isinstance(valor, Mapping) or clave not in valor:
                raise invalida()
            valor = valor[clave]
        return _leer(campo, valor)

    def estado(self, sobre: str) -> dict[str, Any]:
        """Return the state of the sheet that it returned."""
        ficha = self.cruda.get(sobre)
        if not isinstance(ficha, Mapping):
            raise invalida()
        return foto_de({clave: ficha[clave] for clave in CLAVES_DE_ESTADO if clave in ficha})

    def exigir_vigente(self, ficha: Ficha, sobre: str) -> None:
        """Refuse it if the state of a sheet is not the one that it returned. benis are not compared."""
        if foto(ficha) != self.estado(sobre):
            raise obsoleta()


def foto_de(valor: Any) -> dict[str, Any]:
    """Return a state, read."""
    leida: dict[str, Any] = _leer(FOTO, valor)
    return leida


def _leer(campo: Campo, valor: Any) -> Any:
    try:
        return campo.leer(valor)
    except Rechazo:
        raise invalida() from None


def leer_previa(c: Contexto, originales: Collection[str] | None = None) -> Previa:
    """Read the previa of a continuation. originales: the actions that it continues, re-rolled or not; None is any."""
    cruda = c.previa or {}
    accion, detalle = cruda.get("accion"), cruda.get("detalle")
    bien = cruda.get("sistema") == CLAVE and isinstance(accion, str) and "error" not in cruda
    if not bien or not isinstance(detalle, Mapping) or not isinstance(cruda.get("ficha"), Mapping):
        raise invalida()
    original = detalle.get("accion_original") if accion == REPETIR else accion
    if not isinstance(original, str) or (originales is not None and original not in originales):
        raise invalida()
    return Previa(original, cruda, detalle)


def restaurar(ficha: Ficha, antes: Mapping[str, Any]) -> Ficha:
    """Return a sheet with its state of before; refuse the previa if that state cannot be this sheet's."""
    return dict(_leer(FICHA, {**ficha, **antes}))
