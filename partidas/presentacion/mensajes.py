"""A turn as one reader sees it: words, audience said in words, dice cards. Templates get this and compare nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from partidas.models import Mensaje, Partida
from partidas.ofertas import es_de, gasta_opcion, ofrecidas
from partidas.politica import Lector, fichas_legibles
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import OpcionDeTarjeta, Tarjeta, tarjeta
from reglas import libro

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.consultas.hilo import Leido
    from partidas.models import Reparto, Tirada
    from reglas.tipos_libro import Compromiso

    Sobres = Callable[[], Mapping[str, Compromiso]]

CLASES = {
    Mensaje.Voz.PJ: "pj",
    Mensaje.Voz.PNJ: "pnj",
    Mensaje.Voz.DIRECCION: "direccion",
    Mensaje.Voz.PERSONA: "fuera",
    Mensaje.Voz.SISTEMA: "sistema",
}


@dataclass(frozen=True, slots=True)
class Accion:
    """Something that the reader may do with a message: the last piece of its page's address, and its words."""

    clave: str
    etiqueta: str


@dataclass(frozen=True, slots=True)
class MensajeVisto:
    """One turn on one reader's screen. en_curso: says that words are still to come. narrar: they are the reader's."""

    publico: str
    clase: str
    nombre: str
    papel: str
    inicial: str
    autor: str
    fecha: datetime
    editado: datetime | None
    audiencia: str
    html: SafeString
    notas: SafeString
    notas_direccion: bool
    retirado: str
    tarjetas: tuple[Tarjeta, ...]
    acciones: tuple[Accion, ...] = ()
    en_curso: str = ""
    narrar: bool = False


def ver(quien: Lector, leidos: Sequence[Leido], reparto: Sequence[Reparto] = ()) -> list[MensajeVisto]:
    """Put turns into words for one reader. reparto: the open cast, for whoever may take options of the cards."""
    filas = {fila.personaje_id: fila for fila in reparto}
    sobres = cache(lambda: libro.comprometidos(quien.partida.publico))
    return [_ver(quien, leido, filas, sobres) for leido in leidos]


def _ver(quien: Lector, leido: Leido, filas: Mapping[int, Reparto], sobres: Sobres) -> MensajeVisto:
    fila = leido.mensaje
    autor = str(fila.autor or _("cuenta cerrada"))
    nombre = fila.nombre_voz or (autor if fila.voz == Mensaje.Voz.PERSONA else _("Dirección"))
    es_suyo = quien.usuario.is_authenticated and fila.autor_id == quien.usuario.pk
    con_notas = leido.legible and (not fila.notas_direccion or quien.dirige or es_suyo)
    return MensajeVisto(
        publico=fila.publico,
        clase=CLASES[Mensaje.Voz(fila.voz)],
        nombre=nombre,
        papel=_papel(fila, autor),
        inicial=nombre[:1].upper(),
        autor=autor,
        fecha=fila.publicado or fila.creado,
        editado=fila.editado,
        audiencia=_audiencia(leido, autor),
        html=limpio(fila.html if leido.legible else ""),
        notas=limpio(fila.notas_html if con_notas else ""),
        notas_direccion=fila.notas_direccion,
        retirado=_retirado(leido),
        tarjetas=tuple(
            tarjeta(
                tirada,
                opciones=_opciones(quien, tirada, leido.tiradas, filas, sobres),
                legibles=fichas_legibles(quien, filas.values()),
                propia=quien.usuario.is_authenticated and tirada.autor_id == quien.usuario.pk,
                anular=_anular(quien, tirada, filas),
                dirige=quien.dirige,
            )
            for tirada in leido.tiradas
        ),
        en_curso=_en_curso(quien, fila, nombre, es_suyo=es_suyo),
        narrar=es_suyo and fila.estado == Mensaje.Estado.EN_CURSO,
    )


def sueltos(usuario: Usuario, leidos: Sequence[Leido]) -> list[MensajeVisto]:
    """Put turns into words outside their thread: nothing of their partida or scene is named, and nothing is offered."""
    nadie = Lector(usuario, Partida())
    return [_ver(nadie, leido, {}, dict) for leido in leidos]


def _en_curso(quien: Lector, fila: Mensaje, nombre: str, *, es_suyo: bool) -> str:
    if fila.estado != Mensaje.Estado.EN_CURSO:
        return ""
    if es_suyo or quien.dirige:
        return _("%(nombre)s ha tirado: sin narrar todavía.") % {"nombre": nombre}
    return _("%(nombre)s ha tirado y está escribiendo…") % {"nombre": nombre}


def _anular(quien: Lector, tirada: Tirada, filas: Mapping[int, Reparto]) -> str:
    """Say what the reader may do about voiding the roll."""
    if tirada.anulada or not quien.partida.admite_escritura:
        return ""
    pedida = bool(getattr(tirada, "pedida", None))
    if quien.dirige:
        return "responder" if pedida else "anular"
    if pedida:
        return "retirar"
    fila = filas.get(tirada.personaje_id) if tirada.personaje_id else None
    suya = quien.juega and (tirada.autor_id == quien.usuario.pk or es_de(quien, tirada, fila))
    return "pedir" if suya else ""


def _opciones(
    quien: Lector, tirada: Tirada, hermanas: Sequence[Tirada], filas: Mapping[int, Reparto], sobres: Sobres
) -> list[OpcionDeTarjeta]:
    """Say what the roll still offers: buttons for who may take them, words for the direction, nothing for others.

    sobres: asked only for a button, which carries the commitment of the envelope that it would draw from.
    That a re-roll is on offer tells that its player has a PX: a fact of the sheet, not of the card.
    """
    usadas = [t.opcion for t in hermanas if t.continua_id == tirada.pk and gasta_opcion(t)]
    fila = filas.get(tirada.personaje_id) if tirada.personaje_id else None
    palabras = Palabras.de(tirada.sistema)
    return [
        OpcionDeTarjeta(
            oferta.opcion,
            palabras.opcion(oferta.opcion),
            oferta.disponible,
            oferta.pide,
            sobre=_compromiso(tirada, sobres) if oferta.disponible else "",
        )
        for oferta in ofrecidas(quien, tirada, usadas=usadas, es_suya=es_de(quien, tirada, fila))
        if oferta.disponible or quien.dirige
    ]


def _compromiso(tirada: Tirada, sobres: Sobres) -> str:
    sobre = sobres().get(tirada.libro)
    return sobre.compromiso if sobre else ""


def _papel(fila: Mensaje, autor: str) -> str:
    if fila.voz == Mensaje.Voz.PJ:
        return _("PJ de %(autor)s") % {"autor": autor}
    if fila.voz == Mensaje.Voz.PNJ:
        return _("PNJ")
    if fila.voz == Mensaje.Voz.PERSONA:
        return _("fuera de personaje")
    return ""


def _audiencia(leido: Leido, autor: str) -> str:
    """Say in words who was told; "" for a turn that every reader of the scene has."""
    fila = leido.mensaje
    if fila.visibilidad == Mensaje.Visibilidad.TODOS:
        return ""
    quien_habla = fila.nombre_voz or autor
    if fila.visibilidad == Mensaje.Visibilidad.DIRECCION:
        return (
            _("Solo %(nombre)s y la dirección") % {"nombre": quien_habla} if fila.nombre_voz else _("Solo la dirección")
        )
    nombres = [n for n in leido.destinatarios if n != fila.nombre_voz]
    if fila.nombre_voz:
        nombres = [fila.nombre_voz, *nombres]
    return _("Solo %(nombres)s y la dirección") % {"nombres": ", ".join(nombres)}


def _retirado(leido: Leido) -> str:
    """Say that it was taken away; why, only to whom its words still stand for: author and direction."""
    motivo = leido.mensaje.motivo if leido.legible else ""
    if leido.mensaje.estado == Mensaje.Estado.OCULTO:
        if motivo:
            return _("Mensaje oculto por la dirección: %(motivo)s") % {"motivo": motivo}
        return _("Mensaje oculto por la dirección")
    if leido.mensaje.estado == Mensaje.Estado.BORRADO:
        if motivo:
            return _("Mensaje borrado: %(motivo)s") % {"motivo": motivo}
        if not leido.tiradas:
            return _("Mensaje borrado")
        return _("Mensaje borrado · la tirada sigue en el libro")
    return ""


def limpio(html: str) -> SafeString:
    """Trust HTML that the one pipeline (`marcado.render`) made and stored."""
    return mark_safe(html)  # noqa: S308 - sanitised by nh3 when it was published
