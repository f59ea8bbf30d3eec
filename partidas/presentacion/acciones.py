"""What the «Más» of each message offers to its reader: links to pages, each of which asks the verb again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from partidas.models import Mensaje
from partidas.permisos import puede_borrar, puede_cambiar_lectores, puede_editar, puede_restaurar
from partidas.politica import puede_escribir
from partidas.presentacion.escritura import dicho as _
from partidas.presentacion.mensajes import Accion, MensajeVisto

if TYPE_CHECKING:
    from partidas.consultas.hilo import Leido
    from partidas.models import Escena
    from partidas.politica import Lector


def con_acciones(
    quien: Lector,
    escena: Escena,
    leidos: Sequence[Leido],
    vistos: Sequence[MensajeVisto],
    *,
    ahora: datetime,
    hay_mas: bool,
    borrados: Collection[str] = (),
) -> list[MensajeVisto]:
    """Hang on each message what its reader may do with it.

    hay_mas: the thread goes on after this page. borrados: public ids of the messages that the reader deleted.
    """
    if not quien.participa or quien.solo_mira:
        return list(vistos)
    respondido, yo = hay_mas, quien.usuario.pk
    escribe, citar = bool(puede_escribir(quien, escena)), Accion("citar", _("Citar"))
    for leido, visto in zip(reversed(leidos), reversed(vistos), strict=True):
        lo_borro = leido.mensaje.publico in borrados
        acciones = _acciones(quien, escena, leido.mensaje, ahora=ahora, respondido=respondido, lo_borro=lo_borro)
        if escribe and leido.legible and leido.mensaje.texto and leido.mensaje.voz != Mensaje.Voz.SISTEMA:
            acciones.insert(0, citar)
        visto.acciones = tuple(acciones)
        ajeno = leido.mensaje.autor_id != yo and leido.mensaje.voz != Mensaje.Voz.SISTEMA
        respondido = respondido or (leido.legible and ajeno)
    return list(vistos)


def _acciones(
    quien: Lector, escena: Escena, mensaje: Mensaje, *, ahora: datetime, respondido: bool, lo_borro: bool
) -> list[Accion]:
    es_suyo = mensaje.autor_id is not None and mensaje.autor_id == quien.usuario.pk
    if not (quien.dirige or es_suyo) or mensaje.estado == Mensaje.Estado.EN_CURSO:
        return []
    acciones = []
    if puede_editar(quien, escena, mensaje, ahora=ahora):
        acciones.append(Accion("editar", _("Editar")))
    if puede_cambiar_lectores(quien, escena, mensaje, respondido=respondido):
        acciones.append(Accion("lectores", _("Cambiar quién lo lee")))
    if quien.dirige:
        acciones.extend(_de_la_direccion(quien, mensaje))
    if mensaje.estado != Mensaje.Estado.BORRADO and puede_borrar(quien, escena, mensaje, respondido=respondido):
        acciones.append(Accion("borrar", _("Borrar")))
    elif mensaje.estado == Mensaje.Estado.BORRADO and puede_restaurar(quien, escena, mensaje, lo_borro=lo_borro):
        acciones.append(Accion("restaurar", _("Restaurar")))
    if mensaje.version > 1 or quien.dirige:
        acciones.append(Accion("historial", _("Historial")))
    return acciones


def _de_la_direccion(quien: Lector, mensaje: Mensaje) -> list[Accion]:
    acciones = []
    if mensaje.estado == Mensaje.Estado.PUBLICADO:
        acciones.append(Accion("ocultar", _("Ocultar")))
    elif mensaje.estado == Mensaje.Estado.OCULTO:
        acciones.append(Accion("mostrar", _("Volver a mostrar")))
    if mensaje.estado != Mensaje.Estado.BORRADO and quien.partida.admite_escritura:
        acciones.append(Accion("mover", _("Mover a otra escena")))
    return acciones
