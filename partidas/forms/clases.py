"""The actions of a system by kind, for a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.presentacion.palabras import Palabras

if TYPE_CHECKING:
    from reglas.nucleo.sistema import Accion


def _grupo_de(accion: Accion) -> str:
    """Name the kind under which a list of actions shows one."""
    if accion.quien == "direccion":
        return _("De la dirección")
    if accion.objetivo == "requerido":
        return _("Contra otro o con otro")
    return _("Con dados") if accion.lanza else _("Sin dados")


def por_clase(palabras: Palabras, acciones: Iterable[Accion]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return actions by kind, each with its key and name."""
    grupos: dict[str, list[tuple[str, str]]] = {}
    for accion in acciones:
        grupos.setdefault(_grupo_de(accion), []).append((accion.clave, palabras(accion.nombre)))
    return list(grupos.items())
