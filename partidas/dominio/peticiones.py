"""What waits for the direction's word: written down by the verb that declares it, closed with its place."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from partidas.dominio import pendientes
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import SolicitudDePalabra
from reglas.nucleo.canonico import huella

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from cuentas.models import Usuario
    from partidas.models import Mensaje, Tirada
    from personajes.models import Personaje

PENDIENTE = SolicitudDePalabra.Estado.PENDIENTE


def anotar(
    mensaje: Mensaje,
    declarada: TiradaDeclarada,
    *,
    actor: Personaje | None,
    objetivo: Personaje | None,
    clave: UUID,
    por: Usuario,
    ahora: datetime,
    sistema: str,
    continua: Tirada | None = None,
    opcion: str = "",
) -> SolicitudDePalabra:
    """Write down a declaration that waits, inside the verb that makes it.

    The player's own chance does not wait with it: the envelope may be another by then.
    """
    hecha = SolicitudDePalabra.objects.sin_filtrar("ask for the direction's word").create(
        mensaje=mensaje,
        por=por,
        clave=clave,
        huella=huella(declarada.huella()),
        personaje=actor,
        objetivo=objetivo,
        nombre=actor.nombre if actor else mensaje.nombre_voz,
        sistema=sistema,
        accion=declarada.accion,
        datos=dict(declarada.datos),
        declaracion=declarada.declaracion,
        continua=continua,
        opcion=opcion,
        creada=ahora,
    )
    pendientes.dar_a(
        None,
        pendientes.Clase.PALABRA,
        clave=clave_de(hecha),
        partida=mensaje.escena.partida,
        escena=mensaje.escena,
        mensaje=mensaje,
        personaje=actor,
        espera=por,
        actor=por,
        ahora=ahora,
    )
    return hecha


def clave_de(solicitud: SolicitudDePalabra) -> str:
    """Return the key of what the direction owes because of a request."""
    return f"palabra:{solicitud.publico}"


def cerrar(por: Usuario | None, motivo: str | Promise, ahora: datetime, **donde: Any) -> int:
    """Close all that waits in a place whose lock the verb holds; returns how many. donde: filters of the rows."""
    filas = SolicitudDePalabra.objects.sin_filtrar("close what waits").filter(estado=PENDIENTE, **donde)
    cerrada = SolicitudDePalabra.Estado.CERRADA
    pendientes.saldar(pendientes.Fin.RETIRADO, ahora, clase=pendientes.Clase.PALABRA, **donde)
    return filas.update(estado=cerrada, motivo=str(motivo), resuelta=ahora, resuelta_por=por)
