"""The one door to a sheet: validated by its game system, changed by compare-and-set, every version explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from personajes.models import FICHA_COMPLETA, CambioFicha, Personaje
from reglas.motor import sistema

if TYPE_CHECKING:
    from cuentas.models import Usuario

Ficha = Mapping[str, Any]


class FichaCambiada(RuntimeError):
    """Somebody changed the sheet since it was read; nothing was written."""

    def __init__(self, personaje: Personaje) -> None:
        """Keep which sheet it was."""
        super().__init__(personaje.publico)
        self.personaje = personaje


def validar(clave_sistema: str, *, formato: str, datos: Ficha) -> dict[str, Any]:
    """Return the sheet whole, defaults filled in; raises Rechazo with the path of what is wrong."""
    reglas = sistema(clave_sistema)
    if formato == FICHA_COMPLETA:
        return reglas.validar_ficha(datos)
    return reglas.validar_objetivo(datos, formato)


def aplicar(
    personaje: Personaje,
    *,
    ficha: Ficha,
    efectos: Sequence[Mapping[str, Any]],
    causa: str,
    por: Usuario | None,
    ahora: datetime,
    asiento: str = "",
    motivo: str = "",
) -> bool:
    """Write the sheet that a verb computed from `personaje` as it was read, and say why.

    Returns False, having changed nothing, when the sheet is the same. Raises FichaCambiada when the stored version
    is no longer the one that was read.
    """
    if ficha == personaje.ficha:
        return False
    filas = Personaje.objects.sin_filtrar("write a sheet").filter(pk=personaje.pk, version=personaje.version)
    if filas.update(ficha=dict(ficha), version=personaje.version + 1) != 1:
        raise FichaCambiada(personaje)
    personaje.ficha, personaje.version = dict(ficha), personaje.version + 1
    CambioFicha.objects.sin_filtrar("explain a version").create(
        personaje=personaje,
        version=personaje.version,
        causa=causa,
        motivo=motivo,
        efectos=list(efectos),
        asiento=asiento,
        por=por,
        cuando=ahora,
    )
    return True
