"""What each option leads to, and which others it closes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reglas.nucleo.sistema import Continuacion
from reglas.nucleo.tipos import _

_DE_TIRADA: Final = frozenset(
    {"danar", "suerte_de_los_dioses", "exito_poderoso", "exito_legendario", "fallo_calamitoso"}
)
_DE_HERIDO: Final = frozenset({"escudo_astillado", "sacudirse_las_heridas", "desafiar_a_la_muerte"})
_REPETIR: Final = frozenset({"suerte_de_los_dioses"})

_LISTA: Final = (
    Continuacion(
        opcion="danar",
        etiqueta=_("Tirar el daño"),
        accion="danar",
        requiere_objetivo="mismo",
        cierra=_DE_TIRADA,
    ),
    Continuacion(
        opcion="suerte_de_los_dioses",
        etiqueta=_("Repetir la tirada (1 PH)"),
        accion="suerte_de_los_dioses",
        requiere_objetivo="mismo",
        cierra=_DE_TIRADA | _DE_HERIDO | {"atacar"},  # its own response offers them anew
        sustituye=True,
    ),
    Continuacion(
        opcion="exito_poderoso",
        etiqueta=_("Éxito poderoso (1 PH)"),
        accion="exito_poderoso",
        requiere_objetivo="mismo",
        cierra=_DE_TIRADA,
    ),
    Continuacion(
        opcion="exito_legendario",
        etiqueta=_("Éxito legendario (1 PH)"),
        accion="exito_legendario",
        requiere_objetivo="mismo",
        cierra=_DE_TIRADA,
    ),
    Continuacion(
        opcion="fallo_calamitoso",
        etiqueta=_("Fallo calamitoso"),
        accion="fallo_calamitoso",
        requiere_objetivo="mismo",
        cierra=_DE_TIRADA,  # L-25
    ),
    Continuacion(
        opcion="atacar",
        etiqueta=_("El otro ataque"),
        accion="atacar",
        datos=MappingProxyType({"ataque_extra": True}),
        requiere_objetivo="cualquiera",  # L-103
        cierra=_REPETIR,
        repetible=True,
        con_previa=False,
        vigente=lambda ficha: ficha.get("ataques_extra", 0) >= 1,
    ),
    Continuacion(
        opcion="interrumpir",
        etiqueta=_("Interrumpir (1 PH)"),
        accion="interrumpir",
        con_previa=False,
    ),
    Continuacion(
        opcion="quedar_fuera",
        etiqueta=_("Quedarse fuera"),
        accion="quedar_fuera",
        cierra=frozenset({"espabilarse"}),
        con_previa=False,
    ),
    Continuacion(
        opcion="espabilarse",
        etiqueta=_("Espabilarse (1 PH)"),
        accion="espabilarse",
        cierra=frozenset({"quedar_fuera"}),
        con_previa=False,
    ),
    Continuacion(
        opcion="escudo_astillado",
        etiqueta=_("Escudo astillado (1 PH)"),
        accion="escudo_astillado",
        cierra=_DE_HERIDO | _REPETIR,
    ),
    Continuacion(
        opcion="sacudirse_las_heridas",
        etiqueta=_("Sacudirse las heridas (1 PH)"),
        accion="sacudirse_las_heridas",
        cierra=_DE_HERIDO | _REPETIR,
        con_previa=False,
    ),
    Continuacion(
        opcion="desafiar_a_la_muerte",
        etiqueta=_("Desafiar a la muerte (1 PH)"),
        accion="desafiar_a_la_muerte",
        cierra=_DE_HERIDO | _REPETIR,
        con_previa=False,
    ),
)

CONTINUACIONES: Final[Mapping[str, Continuacion]] = MappingProxyType({c.opcion: c for c in _LISTA})
"""The three last are offered to the player of the target of a damage roll, and the last also to one's own dying."""
