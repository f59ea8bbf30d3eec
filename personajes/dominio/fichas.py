"""The one door to a sheet: validated by its game system, changed by compare-and-set, every version explained."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
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


def corregir(
    personaje: Personaje,
    *,
    cambios: Ficha,
    por: Usuario,
    ahora: datetime,
    motivo: str = "",
) -> bool:
    """Set values of a locked sheet by hand, at dotted paths; None takes a value back to its default.

    Returns False, having changed nothing, when the sheet comes out the same. Raises Rechazo (paths under `ficha` or
    `objetivo`) and FichaCambiada.
    """
    nueva = copy.deepcopy(dict(personaje.ficha))
    for ruta, valor in cambios.items():
        _poner(nueva, ruta.split("."), valor)
    completa = validar(personaje.sistema, formato=personaje.formato, datos=nueva)
    en_creacion = personaje.estado == Personaje.Estado.CREACION
    return aplicar(
        personaje,
        ficha=completa,
        efectos=_diferencias(personaje, completa),
        causa=CambioFicha.Causa.CREACION if en_creacion else CambioFicha.Causa.CORRECCION,
        por=por,
        ahora=ahora,
        motivo=motivo,
    )


def _poner(ficha: dict[str, Any], partes: Sequence[str], valor: Any) -> None:
    """Set or take out one value of a nested sheet."""
    for parte in partes[:-1]:
        if ficha.get(parte) is None:
            ficha[parte] = {}
        ficha = ficha[parte]
    if valor is None:
        ficha.pop(partes[-1], None)
    else:
        ficha[partes[-1]] = valor


def _diferencias(personaje: Personaje, nueva: Ficha) -> list[dict[str, Any]]:
    """Explain a correction as effects: one for each path whose value changed."""
    sobre = "ficha" if personaje.formato == FICHA_COMPLETA else "objetivo"
    antes, despues = dict(_hojas(personaje.ficha)), dict(_hojas(nueva))
    return [
        {"sobre": sobre, "campo": ruta, "antes": antes.get(ruta), "despues": despues.get(ruta), "motivo": "correccion"}
        for ruta in {**antes, **despues}
        if antes.get(ruta) != despues.get(ruta)
    ]


def _hojas(ficha: Ficha, prefijo: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted paths of a sheet; lists and maps of the players' own keys count as one value."""
    for clave, valor in ficha.items():
        if isinstance(valor, Mapping) and prefijo == "" and all(isinstance(v, int) for v in valor.values()) and valor:
            yield from _hojas(valor, f"{clave}.")
        else:
            yield f"{prefijo}{clave}", valor
