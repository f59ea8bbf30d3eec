"""A turn as one reader sees it: words, audience said in words, dice cards. Templates get this and compare nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from config import reloj
from partidas.consultas import hilo
from partidas.models import Mensaje, Partida
from partidas.ofertas import es_de
from partidas.politica import Lector
from partidas.presentacion import caras, fragmentos, jornadas, pedidas, peticiones
from partidas.presentacion.caras import Cara
from partidas.presentacion.escritura import dicho as _
from partidas.presentacion.fragmentos import Trozo
from partidas.presentacion.jornadas import JornadaVista
from partidas.presentacion.opciones import Ante, de_tarjeta
from partidas.presentacion.pedidas import PedidaVista
from partidas.presentacion.peticiones import PalabraVista
from partidas.presentacion.tarjetas import Tarjeta, tarjeta
from reglas import libro

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.consultas.hilo import Leido
    from partidas.models import Adjunto, Reparto, Tirada

CLASES: dict[str, str] = {
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
class ImagenVista:
    """One image of a turn: what it shows, in words, and the size of its small copy in pixels."""

    publico: str
    alt: str
    ancho: int
    alto: int


@dataclass(slots=True)
class MensajeVisto:
    """One turn on one reader's screen, put together in two steps: `acciones` come last.

    en_curso: says that words are still to come. narrar: they are the reader's. trozos: the text in pieces, for a reader
    of some of its private fragments; empty for all others. movido: who plays the character instead of its player, in
    words, if somebody does. aviso, jornadas: what the site tells in place of a text, in the reader's language.
    """

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
    palabras: tuple[PalabraVista, ...] = ()
    pedida: PedidaVista | None = None
    acciones: tuple[Accion, ...] = ()
    en_curso: str = ""
    narrar: bool = False
    aviso: str = ""
    jornadas: tuple[JornadaVista, ...] = ()
    trozos: tuple[Trozo, ...] = ()
    imagenes: tuple[ImagenVista, ...] = ()
    movido: str = ""


def ver(quien: Lector, leidos: Sequence[Leido], reparto: Sequence[Reparto] = ()) -> list[MensajeVisto]:
    """Put turns into words for one reader. reparto: the open cast, for whoever may take options of the cards."""
    return vistos(ante(quien, leidos, reparto), leidos)


def ante(quien: Lector, leidos: Sequence[Leido], reparto: Sequence[Reparto]) -> Ante:
    """Return the reader in front of all those turns, for `vistos` of some and of others; see `ver`."""
    filas = {fila.personaje_id: fila for fila in reparto}
    return Ante(
        quien,
        filas,
        ciegas=hilo.ciegas(quien, leidos, filas) if filas else {},
        sobres=cache(lambda: libro.comprometidos(quien.partida.publico)),
    )


def vistos(ante_: Ante, leidos: Sequence[Leido]) -> list[MensajeVisto]:
    """Put turns into words; no query, but for the envelopes, once, if a button needs them."""
    hechas = caras.de_varias([tirada for leido in leidos for tirada in leido.tiradas])
    return [_ver(ante_, leido, hechas) for leido in leidos]


def _ver(ante: Ante, leido: Leido, hechas: Mapping[int, Cara]) -> MensajeVisto:
    quien, filas = ante.quien, ante.filas
    fila = leido.mensaje
    autor = str(fila.autor or _("cuenta cerrada"))
    nombre = fila.nombre_voz or _sin_nombre(fila, autor)
    es_suyo = quien.usuario.is_authenticated and fila.autor_id == quien.usuario.pk
    legibles = ante.legibles if leido.tiradas or leido.palabras else frozenset()
    con_notas = leido.legible and (not fila.notas_direccion or quien.supervisa or es_suyo)
    return MensajeVisto(
        publico=fila.publico,
        clase=CLASES[fila.voz],
        nombre=nombre,
        papel=_papel(fila, autor),
        inicial=nombre[:1].upper(),
        autor=autor,
        fecha=fila.publicado or fila.creado,
        editado=fila.editado,
        audiencia=_audiencia(leido, autor),
        html=limpio(fila.html if leido.legible and not leido.jornadas else ""),
        notas=limpio(fila.notas_html if con_notas else ""),
        notas_direccion=fila.notas_direccion,
        retirado=_retirado(leido),
        tarjetas=tuple(
            tarjeta(
                tirada,
                opciones=() if quien.solo_mira else de_tarjeta(ante, tirada, leido.tiradas),
                legibles=legibles,
                propia=quien.usuario.is_authenticated and tirada.autor_id == quien.usuario.pk,
                anular=_anular(quien, tirada, filas),
                premiar=quien.manda and tirada.anulada is None and quien.partida.admite_escritura,
                dirige=quien.manda,
                cara=hechas[tirada.pk],
            )
            for tirada in leido.tiradas
        ),
        palabras=tuple(peticiones.ver(quien, solicitud, legibles) for solicitud in leido.palabras),
        pedida=_pedida(ante, leido),
        en_curso=_en_curso(quien, fila, nombre, es_suyo=es_suyo),
        narrar=es_suyo and not quien.solo_mira and fila.estado == Mensaje.Estado.EN_CURSO,
        aviso=_aviso(leido),
        jornadas=jornadas.ver(leido.jornadas),
        trozos=fragmentos.componer(fila.html, fragmentos.pintar(leido.fragmentos)),
        imagenes=tuple(imagen(fila, fila.alt) for fila in leido.adjuntos),
        movido=_("movido por la dirección, según sus órdenes") if fila.movido else "",
    )


def _pedida(ante: Ante, leido: Leido) -> PedidaVista | None:
    if leido.pedida is None:
        return None
    return pedidas.ver(
        ante.quien,
        leido.pedida,
        leido.respuestas,
        tiradas=leido.tiradas,
        filas=ante.filas,
        ahora=reloj.ahora(),
        ausentes=ante.se_dejan_mover if ante.quien.manda else (),
    )


def _sin_nombre(fila: Mensaje, autor: str) -> str:
    """Return who speaks when the turn has no voice of its own."""
    if fila.voz == Mensaje.Voz.PERSONA:
        return autor
    return _("Fin de jornada") if fila.voz == Mensaje.Voz.SISTEMA else _("Dirección")


def imagen(fila: Adjunto, alt: str) -> ImagenVista:
    """Return one image as a page shows it, under the description that it had."""
    return ImagenVista(fila.publico, alt or _("Imagen sin descripción"), *fila.medidas_de_miniatura)


def _aviso(leido: Leido) -> str:
    if not leido.jornadas:
        return ""
    return jornadas.aviso(leido.jornadas[0].cierre.numero, leido.jornadas[-1].cierre.numero)


def sueltos(usuario: Usuario, leidos: Sequence[Leido]) -> list[MensajeVisto]:
    """Put turns into words outside their thread: nothing of their partida or scene is named, and nothing is offered."""
    nadie = Lector(usuario, Partida())
    return vistos(Ante(nadie, {}), leidos)


def _en_curso(quien: Lector, fila: Mensaje, nombre: str, *, es_suyo: bool) -> str:
    if fila.estado != Mensaje.Estado.EN_CURSO:
        return ""
    if es_suyo or quien.dirige:
        return _("%(nombre)s ha tirado: sin narrar todavía.") % {"nombre": nombre}
    return _("%(nombre)s ha tirado y está escribiendo…") % {"nombre": nombre}


def _anular(quien: Lector, tirada: Tirada, filas: Mapping[int, Reparto]) -> str:
    """Say what the reader may do about voiding the roll."""
    if tirada.anulada or quien.solo_mira or not quien.partida.admite_escritura:
        return ""
    pedida = bool(getattr(tirada, "pedida", None))
    if quien.dirige:
        return "responder" if pedida else "anular"
    if pedida:
        return "retirar"
    fila = filas.get(tirada.personaje_id) if tirada.personaje_id else None
    suya = quien.juega and (tirada.autor_id == quien.usuario.pk or es_de(quien, tirada, fila))
    return "pedir" if suya else ""


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
    return SafeString(html)  # sanitised by nh3 when it was published
