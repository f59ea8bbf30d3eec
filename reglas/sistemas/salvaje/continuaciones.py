"""What each option leads to, for whom it is, and which others it closes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reglas.nucleo.sistema import Continuacion
from reglas.nucleo.tipos import _

_DE_DANO: Final = frozenset({"dano"})

_LISTA: Final = (
    Continuacion(
        opcion="dano",
        etiqueta=_("Tirar el daño"),
        accion="dano",
        requiere_objetivo="mismo",
        varios_si="datos.arma.area",  # 4.3: an area weapon, one for each victim
        cierra=frozenset({"repetir"}),
    ),
    Continuacion(
        opcion="resistir",
        etiqueta=_("Resistir"),
        accion="resistir",
        del_objetivo_tras=frozenset({"prueba"}),
        notoria=True,  # 4.14: every success is resisted
        cierra=frozenset({"repetir"}),
    ),
    Continuacion(
        opcion="deriva",
        etiqueta=_("Ver hacia dónde deriva"),
        accion="deriva",
        quien="ambos",
        cierra=frozenset({"repetir"}),
    ),
    Continuacion(
        opcion="absorcion",
        etiqueta=_("Absorber las heridas (1 beni)"),
        accion="absorcion",
        del_objetivo_tras=_DE_DANO,
        cierra=frozenset({"incapacitacion", "gastar_beni", "repetir"}),  # its own response offers them anew
    ),
    Continuacion(
        opcion="incapacitacion",
        etiqueta=_("Tirada de incapacitación"),
        accion="incapacitacion",
        del_objetivo_tras=frozenset({"dano", "curar"}),
        notoria=True,  # 3.3: the damage that fells says so
        cierra=frozenset({"absorcion", "gastar_beni", "repetir"}),  # 7.13: it closes the soak
        con_previa=False,
    ),
    Continuacion(
        opcion="gastar_beni",
        etiqueta=_("Quitarse el aturdido (1 beni)"),
        accion="gastar_beni",
        datos=MappingProxyType({"uso": "quitar_aturdido"}),
        del_objetivo_tras=_DE_DANO,
        cierra=frozenset({"absorcion", "repetir"}),
        con_previa=False,
    ),
    Continuacion(
        opcion="repetir",
        etiqueta=_("Repetir la tirada (1 beni)"),
        accion="repetir",
        requiere_objetivo="mismo",
        cierra=frozenset({"dano", "resistir", "deriva", "absorcion", "incapacitacion", "gastar_beni"}),
        sustituye=True,
    ),
    Continuacion(
        opcion="premiar_beni",
        etiqueta=_("Un beni por el joker"),
        accion="premiar_beni",
        quien="direccion",
        con_previa=False,  # V-96
    ),
)

CONTINUACIONES: Final[Mapping[str, Continuacion]] = MappingProxyType({c.opcion: c for c in _LISTA})
"""In the order in which the actions offer them."""
