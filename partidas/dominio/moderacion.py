"""What is done to a published message: hidden, deleted, moved, told to others; each with the verb that undoes it.

Every verb is called with the message as somebody saw it and looks at it again under its locks. All raise NoExiste
for whoever may not know of the message, and NoPermitido for who sees it and may not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.consultas import lectores
from partidas.dominio import actas, pendientes
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.models import Acta, Escena, Mensaje, Partida, Tirada
from partidas.permisos import (
    EN_PIE,
    puede_borrar,
    puede_restaurar,
    solo_direccion,
    solo_direccion_en_juego,
)
from partidas.politica import Lector, Veredicto, lector

if TYPE_CHECKING:
    from cuentas.guarda import Actor
    from cuentas.models import Usuario


@dataclass(frozen=True, slots=True)
class EnMano:
    """A message under its locks, with where it is and who acts on it. otra: the other scene that was asked for."""

    partida: Partida
    escena: Escena
    mensaje: Mensaje
    quien: Lector
    otra: Escena | None = None


@contextmanager
def en_mano(mensaje: Mensaje, *, por: Usuario, otra: Escena | None = None) -> Iterator[EnMano]:
    """Open the transaction of a verb on a message that `por` has in their thread, and lock it with its scenes."""
    with verbo() as cerrojos:
        partida_id = Escena.objects.sin_filtrar("lock the partida of a turn").get(pk=mensaje.escena_id).partida_id
        partida = cerrojos.partida(partida_id)
        actual = Mensaje.objects.sin_filtrar("scene of a turn, under the partida's lock").get(pk=mensaje.pk).escena_id
        pedidas = {actual} | ({otra.pk} if otra is not None else set())
        filas = {fila.pk: fila for fila in cerrojos.escenas(pedidas)}
        fila = cerrojos.mensaje(mensaje.pk)
        if not Mensaje.objects.en_hilo_de(por).filter(pk=fila.pk).exists():
            raise NoExiste
        for escena in filas.values():
            escena.partida = partida
        yield EnMano(partida, filas[actual], fila, lector(por, partida), filas[otra.pk] if otra is not None else None)


def exigir(permiso: Veredicto) -> None:
    """Raise NoPermitido with the verdict's sentence."""
    if not permiso:
        raise NoPermitido(permiso.motivo)


def respondido(mensaje: Mensaje, *, por: Usuario) -> bool:
    """Tell whether others have written after it, among what `por` can see: a whisper elsewhere must not show here.

    What the site says is no answer.
    """
    if mensaje.orden is None:
        return False
    despues = Mensaje.objects.visibles_para(por).filter(escena=mensaje.escena_id, orden__gt=mensaje.orden)
    return despues.exclude(autor=por).exclude(voz=Mensaje.Voz.SISTEMA).exists()


def lleva_tiradas(mensaje: Mensaje) -> bool:
    """Tell whether dice hang on the message."""
    return Tirada.objects.sin_filtrar("dice fix the audience of a turn").filter(mensaje=mensaje).exists()


@con_reintentos
def ocultar(mensaje: Mensaje, *, motivo: str, por: Usuario, ahora: datetime) -> bool:
    """Hide the words from all but author and direction; its dice stay. Returns False if it was not in sight.

    Raises NoExiste, NoPermitido, DatoInvalido (no reason).
    """
    with en_mano(mensaje, por=por) as mano:
        exigir(solo_direccion(mano.quien))
        motivo = actas.razon(motivo)
        if not _pasar(mano.mensaje, [Mensaje.Estado.PUBLICADO], Mensaje.Estado.OCULTO, motivo):
            return False
        actas.anotar(mano.partida, Acta.Verbo.OCULTAR, mano.mensaje, por=por, ahora=ahora, motivo=motivo)
    return True


@con_reintentos
def mostrar(mensaje: Mensaje, *, por: Usuario, ahora: datetime) -> bool:
    """Show a hidden message again in its place; returns False if it was not hidden."""
    with en_mano(mensaje, por=por) as mano:
        exigir(solo_direccion(mano.quien))
        if not _pasar(mano.mensaje, [Mensaje.Estado.OCULTO], Mensaje.Estado.PUBLICADO, gana=ahora):
            return False
        actas.anotar(mano.partida, Acta.Verbo.MOSTRAR, mano.mensaje, por=por, ahora=ahora)
    return True


@con_reintentos
def borrar(mensaje: Mensaje, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Take the message away: its author while nobody has answered, the direction with a reason at any time.

    Nothing is lost: its dice stay in sight, and its words for author and direction. Returns False if it was deleted.
    """
    with en_mano(mensaje, por=por) as mano:
        if mano.mensaje.estado == Mensaje.Estado.BORRADO and mano.mensaje.autor_id == por.pk:
            return False
        ya = respondido(mano.mensaje, por=por)
        exigir(puede_borrar(mano.quien, mano.escena, mano.mensaje, respondido=ya))
        motivo = actas.razon(motivo, obligatoria=mano.mensaje.autor_id != por.pk)
        antes = mano.mensaje.estado
        if not _pasar(mano.mensaje, EN_PIE, Mensaje.Estado.BORRADO, motivo or mano.mensaje.motivo):
            return False
        datos = {"antes": antes}
        actas.anotar(mano.partida, Acta.Verbo.BORRAR, mano.mensaje, por=por, ahora=ahora, motivo=motivo, datos=datos)
    return True


@con_reintentos
def restaurar(mensaje: Mensaje, *, por: Usuario, ahora: datetime) -> bool:
    """Bring a deleted message back as it was, in its place; a hidden one comes back hidden. False if it was there."""
    with en_mano(mensaje, por=por) as mano:
        acta = actas.ultima(mano.partida, mano.mensaje, Acta.Verbo.BORRAR)
        suyo = acta is not None and acta.por_id == por.pk
        exigir(puede_restaurar(mano.quien, mano.escena, mano.mensaje, lo_borro=suyo))
        antes = acta.datos["antes"] if acta is not None else Mensaje.Estado.PUBLICADO
        oculta = actas.ultima(mano.partida, mano.mensaje, Acta.Verbo.OCULTAR) if antes != "publicado" else None
        if not _pasar(mano.mensaje, [Mensaje.Estado.BORRADO], antes, oculta.motivo if oculta else "", gana=ahora):
            return False
        actas.anotar(mano.partida, Acta.Verbo.RESTAURAR, mano.mensaje, por=por, ahora=ahora)
    return True


@con_reintentos
def mover(mensaje: Mensaje, *, destino: Escena, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Put the message at the end of another scene of its partida, whose readers it then has if it was for all.

    Returns False if it was already there. Raises NoExiste (a scene that `por` cannot see or of another partida),
    NoPermitido (also when somebody would lose sight of dice that have fallen).
    """
    with en_mano(mensaje, por=por, otra=destino) as mano:
        exigir(solo_direccion_en_juego(mano.quien))
        visible = Escena.objects.visibles_para(por).filter(pk=destino.pk, partida=mano.partida)
        if mano.otra is None or not visible.exists():
            raise NoExiste
        if mano.otra.pk == mano.escena.pk or mano.mensaje.estado not in EN_PIE:
            return False
        no_quitar_dados(mano, lectores.al_mover(mano.mensaje, mano.escena, mano.otra))
        datos = {"de": mano.escena.publico, "a": mano.otra.publico, "orden": mano.mensaje.orden}
        mano.otra.ultimo_orden += 1
        mano.otra.save(update_fields=["ultimo_orden"])
        _colocar(mano.mensaje, mano.otra, mano.otra.ultimo_orden)
        motivo = actas.razon(motivo, obligatoria=False)
        actas.anotar(mano.partida, Acta.Verbo.MOVER, mano.mensaje, por=por, ahora=ahora, motivo=motivo, datos=datos)
    return True


@con_reintentos
def devolver(mensaje: Mensaje, *, por: Usuario, ahora: datetime) -> bool:
    """Put a moved message back in the scene and the very place that it came from; returns False if it never moved."""
    acta = _ultimo_viaje(mensaje)
    origen = Escena.objects.visibles_para(por).filter(publico=acta.datos["de"]).first() if acta is not None else None
    with en_mano(mensaje, por=por, otra=origen) as mano:
        exigir(solo_direccion_en_juego(mano.quien))
        viaje = _ultimo_viaje(mano.mensaje)
        if viaje is None or mano.otra is None or viaje != acta or mano.escena.publico != viaje.datos["a"]:
            return False
        no_quitar_dados(mano, lectores.al_mover(mano.mensaje, mano.escena, mano.otra))
        datos = {"de": mano.escena.publico, "a": mano.otra.publico, "orden": mano.mensaje.orden}
        mano.mensaje.ampliado = ahora
        _colocar(mano.mensaje, mano.otra, viaje.datos["orden"])
        actas.anotar(mano.partida, Acta.Verbo.DEVOLVER, mano.mensaje, por=por, ahora=ahora, datos=datos)
    return True


def lo_borro(usuario: Actor, mensaje: Mensaje) -> bool:
    """Tell whether the person is who deleted the message, the last time that it was."""
    return mensaje.publico in _los_que_borro(usuario, [mensaje.publico])


def borrados_por(usuario: Actor, mensajes: Iterable[Mensaje]) -> frozenset[str]:
    """Return the public ids of those deleted messages that the person deleted: one query, none for none."""
    publicos = [mensaje.publico for mensaje in mensajes if mensaje.estado == Mensaje.Estado.BORRADO]
    return _los_que_borro(usuario, publicos) if publicos else frozenset()


def _los_que_borro(usuario: Actor, publicos: list[str]) -> frozenset[str]:
    filas = Acta.objects.sin_filtrar("who deleted a turn").filter(
        clase=Acta.Clase.MENSAJE, objeto__in=publicos, verbo=Acta.Verbo.BORRAR
    )
    ultimas = dict(filas.order_by("pk").values_list("objeto", "por"))
    return frozenset(publico for publico, por in ultimas.items() if por == usuario.pk)


def esta_movido(mensaje: Mensaje) -> bool:
    """Tell whether the message is where a move put it, so that it can be put back."""
    return _ultimo_viaje(mensaje) is not None


def _ultimo_viaje(mensaje: Mensaje) -> Acta | None:
    """Return the row of its last move, if it has not been put back since."""
    filas = Acta.objects.sin_filtrar("where a turn was before").filter(
        clase=Acta.Clase.MENSAJE, objeto=mensaje.publico, verbo__in=[Acta.Verbo.MOVER, Acta.Verbo.DEVOLVER]
    )
    ultima = filas.order_by("-pk").first()
    return ultima if ultima is not None and ultima.verbo == Acta.Verbo.MOVER else None


def _colocar(mensaje: Mensaje, escena: Escena, orden: int) -> None:
    mensaje.escena, mensaje.orden = escena, orden
    mensaje.save(update_fields=["escena", "orden", "ampliado"])
    pendientes.seguir(mensaje)


def no_quitar_dados(mano: EnMano, cambio: lectores.Cambio) -> None:
    """A die that has fallen stays with those who saw it: the audience of a message with rolls can only grow."""
    if cambio.alguien_pierde and lleva_tiradas(mano.mensaje):
        raise NoPermitido(
            _("Lleva tiradas y alguien dejaría de verlas. Oculta el texto: los dados se quedan con quien los vio.")
        )


def _pasar(
    mensaje: Mensaje,
    desde: tuple[str, ...] | list[Mensaje.Estado],
    hasta: str,
    motivo: str = "",
    *,
    gana: datetime | None = None,
) -> bool:
    """Change the state if it is one of `desde`; returns whether it changed. gana: when somebody gains it by that."""
    if mensaje.estado not in desde:
        return False
    mensaje.estado, mensaje.motivo, mensaje.ampliado = hasta, motivo, gana or mensaje.ampliado
    mensaje.save(update_fields=["estado", "motivo", "ampliado"])
    return True
