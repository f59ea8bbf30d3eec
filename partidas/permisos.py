"""What one may do to what others wrote: verdicts of moderation, with the sentence to show."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from partidas.models import Mensaje, Participante
from partidas.politica import SI, SOLO_LECTURA, Veredicto, puede_escribir

if TYPE_CHECKING:
    from partidas.models import Escena
    from partidas.politica import Lector

EN_PIE = (Mensaje.Estado.PUBLICADO, Mensaje.Estado.OCULTO)
ALGUIEN_DIRIGE = _("Alguien tiene que dirigir: da antes la dirección a otra persona.")


def solo_direccion(quien: Lector) -> Veredicto:
    """Whether the person directs; what moderates works in a partida that no longer takes turns too."""
    return SI if quien.manda else Veredicto(False, _("Eso lo hace la dirección."))


def solo_direccion_en_juego(quien: Lector) -> Veredicto:
    """Whether the person directs a partida that is not read-only."""
    if not quien.manda:
        return solo_direccion(quien)
    return SI if quien.partida.admite_escritura else Veredicto(False, _("La partida está cerrada: solo se puede leer."))


def solo_lectura_si_cerrada(quien: Lector) -> Veredicto:
    """Whether who takes part may still write what is theirs in the partida."""
    if quien.solo_mira:
        return SOLO_LECTURA
    if quien.partida.admite_escritura:
        return SI
    return Veredicto(False, _("La partida está cerrada: solo se puede leer."))


def puede_editar(quien: Lector, escena: Escena, mensaje: Mensaje, *, ahora: datetime) -> Veredicto:
    """Whether the person may change the words: the direction, or the author in time, where they could write now."""
    if quien.dirige and mensaje.voz == Mensaje.Voz.SISTEMA:
        return Veredicto(False, _("Eso lo ha escrito el sitio: se puede ocultar, no cambiar."))
    if quien.dirige:
        return _si_sigue(quien, mensaje)
    return _como_autor(quien, escena, mensaje) and _a_tiempo(quien, mensaje, ahora)


def _a_tiempo(quien: Lector, mensaje: Mensaje, ahora: datetime) -> Veredicto:
    """Whether the partida still lets authors change a message of that age; without a window, always."""
    ventana = timedelta(minutes=quien.partida.ventana_edicion)
    if ventana and ahora - (mensaje.publicado or mensaje.creado) > ventana:
        return Veredicto(False, _("Ha pasado el plazo para cambiarlo: pídeselo a la dirección."))
    return SI


def puede_borrar(quien: Lector, escena: Escena, mensaje: Mensaje, *, respondido: bool) -> Veredicto:
    """Whether the person may take the message away. respondido: others have written after it, that they can see."""
    if quien.dirige:
        return solo_direccion_en_juego(quien)
    return _como_autor(quien, escena, mensaje) and _si_nadie(respondido)


def puede_cambiar_lectores(quien: Lector, escena: Escena, mensaje: Mensaje, *, respondido: bool) -> Veredicto:
    """Whether the person may say again whom the message is for; what rolls forbid is looked at in the verb."""
    if quien.dirige:
        return _si_sigue(quien, mensaje)
    return _como_autor(quien, escena, mensaje) and _si_nadie(respondido)


def puede_restaurar(quien: Lector, escena: Escena, mensaje: Mensaje, *, lo_borro: bool) -> Veredicto:
    """Whether the person may bring a deleted message back: the direction, or the author who deleted it."""
    if quien.dirige:
        return solo_direccion_en_juego(quien)
    if mensaje.autor_id != quien.usuario.pk or not lo_borro:
        return solo_direccion(quien)
    return puede_escribir(quien, escena)


def _si_sigue(quien: Lector, mensaje: Mensaje) -> Veredicto:
    if mensaje.estado not in EN_PIE:
        return Veredicto(False, _("Ese mensaje no está publicado."))
    return solo_direccion_en_juego(quien)


def _como_autor(quien: Lector, escena: Escena, mensaje: Mensaje) -> Veredicto:
    if mensaje.autor_id is None or mensaje.autor_id != quien.usuario.pk:
        return Veredicto(False, _("Eso lo hacen quien lo escribió y la dirección."))
    if mensaje.estado != Mensaje.Estado.PUBLICADO:
        return Veredicto(False, _("Ese mensaje no está publicado."))
    return puede_escribir(quien, escena)


def _si_nadie(respondido: bool) -> Veredicto:
    if respondido:
        return Veredicto(False, _("Alguien ha escrito después: pídeselo a la dirección."))
    return SI


def procede_con_plaza(que: str, plaza: Participante, *, unica: bool) -> Veredicto:
    """Whether an act of the direction applies to a seat as it stands. unica: nobody else directs the partida.

    que: `papel`, `quitar`, `expulsar`, `readmitir`, `silenciar`, `dar-voz`.
    """
    estado = Participante.Estado(plaza.estado)
    abierta = estado in (Participante.Estado.ACTIVA, Participante.Estado.INVITADA)
    if que == "dar-voz":
        return SI if plaza.silenciada else Veredicto(False, _("No está en silencio."))
    if que == "readmitir":
        return Veredicto(False, _("Su plaza está abierta.")) if abierta else SI
    if estado == Participante.Estado.EXPULSADA:
        return Veredicto(False, _("Está fuera de la partida."))
    if que != "expulsar" and not abierta:
        return Veredicto(False, _("Su plaza está cerrada."))
    if que == "silenciar":
        tomada = estado == Participante.Estado.ACTIVA
        return _puede_callar(plaza) if tomada else Veredicto(False, _("Todavía no ha tomado su plaza."))
    return Veredicto(False, ALGUIEN_DIRIGE) if unica else SI


def _puede_callar(plaza: Participante) -> Veredicto:
    if plaza.papel == Participante.Papel.DIRECCION:
        return Veredicto(False, _("A quien dirige no se le pide silencio: cámbiale antes el papel."))
    return Veredicto(False, _("Ya está en silencio.")) if plaza.silenciada else SI
