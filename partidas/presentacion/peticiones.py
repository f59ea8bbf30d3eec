"""What waits for the direction's word, as each reader of its message has it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.models import SolicitudDePalabra
from partidas.ofertas import palabra_de
from partidas.presentacion.caras import Linea
from partidas.presentacion.palabras import Palabras

if TYPE_CHECKING:
    from partidas.politica import Lector

Estado = SolicitudDePalabra.Estado


@dataclass(frozen=True, slots=True)
class PalabraVista:
    """One request. que: what the direction is asked to allow. hacer: `responder`, `retirar` or nothing."""

    publico: str
    titulo: str
    nombre: str
    objetivo: str
    declaracion: str
    que: str
    datos: tuple[Linea, ...]
    pendiente: bool
    estado: str
    hacer: str


def ver(quien: Lector, solicitud: SolicitudDePalabra, legibles: Collection[int]) -> PalabraVista:
    """Put a request into words. legibles: characters whose sheets the reader may read.

    A request that does not say that the reader knows of its target (`se_sabe`) does not name it.
    """
    palabras = Palabras.de(solicitud.sistema)
    accion = palabras.sistema.acciones[solicitud.accion]
    que = palabra_de(accion, solicitud.datos)
    claves = {campo.clave for campo in que}
    return PalabraVista(
        publico=solicitud.publico,
        titulo=palabras.opcion(solicitud.opcion) if solicitud.opcion else palabras(accion.nombre),
        nombre=solicitud.nombre,
        objetivo=solicitud.objetivo.nombre if solicitud.objetivo and getattr(solicitud, "se_sabe", False) else "",
        declaracion=solicitud.declaracion,
        que=", ".join(palabras(campo.etiqueta) for campo in que),
        datos=tuple(
            Linea(palabras(campo.etiqueta), palabras.valor(solicitud.datos[campo.clave]))
            for campo in accion.campos.campos
            if campo.etiqueta
            and campo.clave not in claves
            and solicitud.datos.get(campo.clave) not in (None, False, [])
        ),
        pendiente=solicitud.estado == Estado.PENDIENTE,
        estado=_estado(quien, solicitud, legibles),
        hacer=_hacer(quien, solicitud),
    )


def _estado(quien: Lector, solicitud: SolicitudDePalabra, legibles: Collection[int]) -> str:
    if solicitud.estado == Estado.PENDIENTE:
        return _("Espera la palabra de la dirección.")
    if solicitud.estado == Estado.NEGADA:
        if solicitud.motivo:
            return _("La dirección no lo permite: %(motivo)s") % {"motivo": solicitud.motivo}
        return _("La dirección no lo permite.")
    # why it could not be thrown can tell of the sheet
    lo_lee = quien.supervisa or solicitud.personaje_id in legibles
    if solicitud.motivo and lo_lee:
        return _("No se llegó a tirar: %(motivo)s") % {"motivo": solicitud.motivo}
    return _("No se llegó a tirar.")


def _hacer(quien: Lector, solicitud: SolicitudDePalabra) -> str:
    if solicitud.estado != Estado.PENDIENTE or quien.solo_mira:
        return ""
    if quien.usuario.is_authenticated and solicitud.por_id == quien.usuario.pk:
        return "retirar"
    return "responder" if quien.dirige and quien.partida.admite_escritura else ""
