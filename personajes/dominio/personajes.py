"""Characters as people of the fiction: made, renamed, retired."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from cuentas.nombres import clave_de_nombre
from personajes.dominio import fichas
from personajes.models import CambioFicha, Personaje

if TYPE_CHECKING:
    from cuentas.models import Usuario


def crear(
    *,
    sistema: str,
    clase: str,
    formato: str,
    nombre: str,
    ficha: Mapping[str, Any],
    titular: Usuario | None,
    por: Usuario | None,
    ahora: datetime,
    presentacion: str = "",
    estado: str = Personaje.Estado.ACTIVO,
) -> Personaje:
    """Make a character whose sheet its system accepts; the sheet bears the same name.

    Raises Rechazo, having written nothing, with the path of what is wrong in the sheet.
    """
    completa = fichas.validar(sistema, formato=formato, datos={**ficha, "nombre": nombre})
    personaje = Personaje.objects.sin_filtrar("make a character").create(
        sistema=sistema,
        clase=clase,
        formato=formato,
        nombre=completa["nombre"],
        clave_nombre=clave_de_nombre(completa["nombre"]),
        presentacion=presentacion,
        titular=titular,
        estado=estado,
        ficha=completa,
        creado=ahora,
    )
    CambioFicha.objects.sin_filtrar("explain the first version").create(
        personaje=personaje, version=1, causa=CambioFicha.Causa.CREACION, por=por, cuando=ahora
    )
    return personaje
