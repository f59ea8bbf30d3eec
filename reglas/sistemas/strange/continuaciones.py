"""What each option leads to, and which others it closes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reglas.nucleo.sistema import Continuacion
from reglas.nucleo.tipos import _
from reglas.sistemas.strange.tablas import EFECTOS_DE_DADO

_DE_ATAQUE: Final = frozenset({"ataque"})
_EFECTOS: Final = frozenset(EFECTOS_DE_DADO)

_LISTA: Final = (
    *(
        Continuacion(
            opcion=opcion,
            etiqueta=etiqueta,
            accion="efecto",
            datos=MappingProxyType({"eleccion": opcion}),
            requiere_objetivo="segun",
            mismo_tras=_DE_ATAQUE,
            cierra=_EFECTOS | {"repetir"},  # 5.8: a re-roll comes before the choice
        )
        for opcion, etiqueta in EFECTOS_DE_DADO.items()
    ),
    Continuacion(
        opcion="intromision_libre",
        etiqueta=_("El DJ añade una complicación"),
        accion=None,
        quien="direccion",
    ),
    Continuacion(
        opcion="objetivo_adicional",
        etiqueta=_("Otro objetivo del área"),
        accion="objetivo_adicional",
        requiere_objetivo="otro",
        cierra=frozenset({"repetir"}),
        repetible=True,
    ),
    Continuacion(
        opcion="reparto",
        etiqueta=_("Repartir los puntos"),
        accion="reparto",
        cierra=frozenset({"repetir"}),
        con_previa=False,
    ),
    Continuacion(
        opcion="repetir",
        etiqueta=_("Repetir la tirada (1 PX)"),
        accion="repetir",
        requiere_objetivo="segun",
        mismo_tras=_DE_ATAQUE,
        cierra=_EFECTOS | {"intromision_libre", "objetivo_adicional", "reparto"},  # its own response offers them anew
        sustituye=True,
    ),
)

CONTINUACIONES: Final[Mapping[str, Continuacion]] = MappingProxyType({c.opcion: c for c in _LISTA})
"""In the order in which the actions offer them."""
