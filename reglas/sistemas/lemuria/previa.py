"""The earlier response that a continuation builds on: what is read of it, and its common refusals (1.7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.ficha import FICHA
from reglas.sistemas.lemuria.jugada import Jugada
from reglas.sistemas.lemuria.tirada import TIPOS

DE_2D6: Final = frozenset(TIPOS.values())
DE_GRADO: Final = frozenset({"suerte_de_los_dioses", "exito_poderoso", "exito_legendario", "fallo_calamitoso"})
"""Continuations of a 2d6 roll: their `tipo` is that of the roll."""
TIPOS_DE: Final[Mapping[str, frozenset[str]]] = {
    **{accion: frozenset({tipo}) for accion, tipo in TIPOS.items()},
    **dict.fromkeys(DE_GRADO, DE_2D6),
    "suerte_de_los_dioses": DE_2D6 | {"dano", "sacudirse"},
    "danar": frozenset({"dano"}),
    "sacudirse_las_heridas": frozenset({"sacudirse"}),
}
"""What the `tipo` of a response of each action may be."""

Comprueba = Callable[[Any], bool]


def _entero(valor: Any) -> bool:
    return type(valor) is int


def _booleano(valor: Any) -> bool:
    return isinstance(valor, bool)


def _palabra(palabras: Collection[str]) -> Comprueba:
    return lambda valor: isinstance(valor, str) and valor in palabras


def _objeto(valor: Any) -> bool:
    return isinstance(valor, dict)


_COMUNES: Final[Mapping[str, Comprueba]] = {"repetida": _booleano, "ataque_extra": _booleano}
_DE_2D6: Final[Mapping[str, Comprueba]] = {
    "dados_extra": _entero,
    "dados_penalizacion": _entero,
    "natural": _entero,
    "total": _entero,
    **_COMUNES,
}
CLAVES: Final[Mapping[str, Mapping[str, Comprueba]]] = {
    "tarea": _DE_2D6,
    "iniciativa": _DE_2D6,
    "estabilizar": _DE_2D6,
    "tratar": {**_DE_2D6, "paciente": _palabra(("ficha", "objetivo"))},
    "ataque": {
        **_DE_2D6,
        "elecciones": _entero,
        "modo": _palabra(t.MODOS),
        "categoria": _palabra(t.CATEGORIAS_DE_GOLPE),
        "profesion_usada": _booleano,
    },
    "dano": {
        "categoria": _palabra(t.CATEGORIAS_DE_GOLPE),
        "dado": _entero,
        "bruto": _entero,
        "armadura": _entero,
        "dano": _entero,
        "conversion": _booleano,
        "destino": _palabra(t.DESTINOS),
        "desarmado": _booleano,
        "antes": _objeto,
        **_COMUNES,
    },
    "sacudirse": {
        "tope": _entero,
        "pv_antes": _entero,
        "sin_armas_antes": _entero,
        "recuperado": _entero,
        **_COMUNES,
    },
}
"""The keys of `detalle` that are read of each `tipo`, and what their value has to be."""
GOLPE: Final = (
    "pv",
    "estado",
    "numero",
    "dano_reciente",
    "dano_sin_armas",
    "descansado",
    "curado",
    "turnos_aturdido",
)
"""The keys of the blow (6.3): those that the class of the target has."""


@dataclass(frozen=True, slots=True)
class Previa:
    """An earlier response, read. `objetivo` is the other sheet as it left it, of a damage roll."""

    accion: str
    tipo: str
    exito: bool | None
    grado: str
    detalle: Mapping[str, Any]
    objetivo: Mapping[str, Any]


def leer_previa(j: Jugada, acciones: Collection[str], tipos: Collection[str], *, propia: bool = True) -> Previa:
    """Read the previa of a continuation. acciones, tipos: those that it continues. propia: of this actor only."""
    cruda = j.previa
    detalle = cruda.get("detalle")
    if cruda.get("sistema") != t.CLAVE or not isinstance(detalle, dict):
        raise Rechazo("previa_invalida", "previa")
    accion = cruda.get("accion")
    if not isinstance(accion, str) or accion not in acciones:
        raise Rechazo("previa_invalida", "previa.accion")
    tipo, actor = detalle.get("tipo"), detalle.get("actor")
    if not isinstance(tipo, str) or tipo not in TIPOS_DE[accion] or tipo not in tipos or not isinstance(actor, str):
        raise Rechazo("previa_invalida", "previa.detalle")
    if not all(clave in detalle and vale(detalle[clave]) for clave, vale in CLAVES[tipo].items()):
        raise Rechazo("previa_invalida", "previa.detalle")
    exito, objetivo = cruda.get("exito"), cruda.get("objetivo")
    grado: Any = cruda.get("grado")
    if tipo in DE_2D6:
        if not isinstance(exito, bool):
            raise Rechazo("previa_invalida", "previa.exito")
        if not isinstance(grado, str) or grado not in t.GRADOS:
            raise Rechazo("previa_invalida", "previa.grado")
    if tipo == "dano" and not isinstance(objetivo, dict):
        raise Rechazo("previa_invalida", "previa.objetivo")
    if propia and actor != j.ficha["nombre"]:  # L-27
        raise Rechazo("previa_ajena", "previa.detalle.actor")
    return Previa(accion, tipo, exito, grado or "", detalle, objetivo or {})


def restituir(j: Jugada, sobre: str, valores: Mapping[str, Any]) -> None:
    """Give a sheet back the values that an earlier response kept; refuse those that make a sheet that cannot be."""
    ficha = j.de(sobre)
    restituida: Ficha = {**ficha, **{clave: valores.get(clave) for clave in valores if clave in GOLPE}}
    try:
        FICHA.leer(restituida)
    except Rechazo:
        raise Rechazo("previa_invalida", "previa.detalle") from None
    j.poner(sobre, **{clave: restituida[clave] for clave in valores if clave in GOLPE})


def exigir_exito(previa: Previa) -> None:
    """Refuse to build on a roll that failed. L-16, L-100."""
    if previa.exito is not True:
        raise Rechazo("sin_exito", "previa.exito")


def exigir_que_admita_ph(previa: Previa) -> None:
    """Refuse to spend PH on an attack won with an EP, or on its damage. L-104."""
    if previa.detalle["ataque_extra"]:
        raise Rechazo("sin_ph_en_ataque_extra", "previa.detalle.ataque_extra")
