"""What somebody is told, in one plain sentence that carries no secret text, with the address to which it leads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from partidas.consultas.avisos import CON_LO_QUE_DICE
from partidas.models import Aviso, ClaseDeAviso, Pendiente
from partidas.presentacion.pendientes import pedida_de

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.functional import Promise

    from partidas.consultas.avisos import Fila
    from partidas.models import Tirada

__all__ = ["CON_LO_QUE_DICE", "Dicho", "Grupo", "agrupar", "decir"]

C = ClaseDeAviso
CUENTA_MAXIMA = 99


@dataclass(frozen=True, slots=True)
class Dicho:
    """One thing told, for a page or a mail.

    clase: one of `ClaseDeAviso`; tipo: the same in words. frase: one sentence in the language that is active, without
    a full stop. enlace: path to the exact message or page. partida, escena: their titles; escena "" if there is none.
    """

    clase: str
    tipo: str
    frase: str
    enlace: str
    partida: str
    escena: str
    cuando: datetime


FRASES: dict[str, str | Promise] = {
    C.TURNO: gettext_lazy("Te toca en %(donde)s"),
    C.PLAZO: gettext_lazy("Se acaba tu plazo en %(donde)s"),
    C.EMPUJON: gettext_lazy("Te esperan en %(donde)s"),
    C.PETICION: gettext_lazy("Te piden una tirada en %(donde)s"),
    C.DECISION: gettext_lazy("Algo espera tu decisión en %(donde)s"),
    C.RESPUESTA: gettext_lazy("Han contestado a lo que pediste en %(donde)s"),
    C.MENCION: gettext_lazy("Te nombran en %(donde)s"),
    C.MENSAJE: gettext_lazy("Mensaje nuevo en %(donde)s"),
    C.ESCENA: gettext_lazy("Escena nueva: %(donde)s"),
    C.JORNADA: gettext_lazy("Ha acabado una jornada en %(donde)s"),
    C.PLAZA: gettext_lazy("Tu plaza en %(donde)s ha cambiado"),
    C.ENFRIA: gettext_lazy("Se enfría %(donde)s"),
}
"""What is said of each kind. donde: the title of the scene, or of the partida where there is none."""

DE_LO_QUE_ESPERA: dict[str, str | Promise] = {
    Pendiente.Clase.JUICIO: gettext_lazy("Una tirada espera tu juicio en %(donde)s"),
    Pendiente.Clase.PALABRA: gettext_lazy("Piden la palabra de la dirección en %(donde)s"),
    Pendiente.Clase.ANULACION: gettext_lazy("Piden anular una tirada en %(donde)s"),
}
"""What is said to who directs of each thing that waits for a decision."""

DE_LO_QUE_PASO: dict[str, str | Promise] = {
    "palabra_concedida": gettext_lazy("La dirección concede lo que pediste en %(donde)s"),
    "palabra_negada": gettext_lazy("La dirección no concede lo que pediste en %(donde)s"),
    "anulado": gettext_lazy("Se ha anulado la tirada que pediste anular en %(donde)s"),
    "anulacion_negada": gettext_lazy("No se anula la tirada que pediste anular en %(donde)s"),
    "pedida_juzgada": gettext_lazy("La dirección ha juzgado tu tirada en %(donde)s"),
    "pedida_vencida": gettext_lazy("Se acabó el plazo de la tirada que te pedían en %(donde)s"),
    "pedida_completa": gettext_lazy("Han contestado todos a la tirada que pediste en %(donde)s"),
    "turno_saltado": gettext_lazy("Se ha saltado tu turno en %(donde)s"),
    "plazo_vencido": gettext_lazy("Se acabó tu plazo en %(donde)s"),
    "plaza_ofrecida": gettext_lazy("Te ofrecen plaza en %(donde)s"),
    "plaza_aceptada": gettext_lazy("Aceptan la plaza que ofreciste en %(donde)s"),
    "plaza_rechazada": gettext_lazy("No toman la plaza que ofreciste en %(donde)s"),
    "papel_cambiado": gettext_lazy("Tienes otro papel en %(donde)s"),
    "silenciado": gettext_lazy("La dirección te ha dejado sin voz en %(donde)s"),
    "voz_devuelta": gettext_lazy("La dirección te devuelve la voz en %(donde)s"),
}
"""What is said of an answer, of a turn that is over, or of a seat, by the fact that it tells."""


def decir(aviso: Aviso, cuantos: int = 1) -> Dicho:
    """Put a row into words, for its person, whom the gate lets know of it: this asks nothing again.

    Read the row with `select_related(*CON_LO_QUE_DICE)`. cuantos: how many messages of its scene are new to them now.
    """
    escena = aviso.escena.titulo if aviso.escena is not None else ""
    donde = escena or aviso.partida.titulo
    return Dicho(
        clase=aviso.clase,
        tipo=aviso.get_clase_display(),
        frase=_frase(aviso, cuantos) % {"donde": donde, "n": _numero(cuantos)} + _con_quien(aviso),
        enlace=_enlace(aviso),
        partida=aviso.partida.titulo,
        escena=escena,
        cuando=aviso.creado,
    )


def _frase(aviso: Aviso, cuantos: int) -> str:
    if aviso.clase == C.MENSAJE and cuantos > 1:
        return ngettext("%(n)s mensaje nuevo en %(donde)s", "%(n)s mensajes nuevos en %(donde)s", cuantos)
    if aviso.clase == C.DECISION and aviso.pendiente is not None:
        return str(DE_LO_QUE_ESPERA.get(aviso.pendiente.clase, FRASES[C.DECISION]))
    if aviso.clase == C.PLAZA and aviso.pendiente is not None:
        return _("Te ofrecen plaza en %(donde)s")
    if aviso.clase in (C.RESPUESTA, C.PLAZA, C.TURNO, C.PLAZO) and aviso.suceso is not None:
        return str(DE_LO_QUE_PASO.get(aviso.suceso.clase, FRASES[aviso.clase]))
    return str(FRASES[aviso.clase])


def _numero(cuantos: int) -> str:
    return str(cuantos) if cuantos <= CUENTA_MAXIMA else f"{CUENTA_MAXIMA}+"


def _con_quien(aviso: Aviso) -> str:
    """Name the character with whom its person is to do what waits, in brackets; nothing where there is none."""
    suyo = aviso.pendiente is not None and aviso.pendiente.para_id == aviso.usuario_id
    if not suyo or aviso.pendiente is None or aviso.pendiente.personaje is None:
        return ""
    return f" ({aviso.pendiente.personaje.nombre})"


def _enlace(aviso: Aviso) -> str:
    """Return the path to what is asked or to the card of its roll, else to the message, the scene or the partida."""
    respuesta = pedida_de(aviso.pendiente) if aviso.pendiente is not None else ""
    if respuesta:
        return reverse("pedida", args=[respuesta])
    if aviso.mensaje is not None:
        ruta, tirada = reverse("mensaje", args=[aviso.mensaje.publico]), _tirada(aviso)
        return f"{ruta}?tirada={tirada.publico}" if tirada is not None else ruta
    if aviso.escena is not None:
        return reverse("escena", args=[aviso.partida.publico, aviso.escena.publico])
    return reverse("partida", args=[aviso.partida.publico])


def _tirada(aviso: Aviso) -> Tirada | None:
    return aviso.suceso.tirada if aviso.clase == C.RESPUESTA and aviso.suceso is not None else None


@dataclass(frozen=True, slots=True)
class FilaVista:
    """One row of the page of the bell: its public id, what it says, and whether it is new."""

    publico: str
    dicho: Dicho
    nuevo: bool


@dataclass(frozen=True, slots=True)
class Grupo:
    """The rows of one scene, or of a partida outside its scenes, newest first."""

    partida: str
    escena: str
    filas: tuple[FilaVista, ...]


def agrupar(filas: Sequence[Fila]) -> list[Grupo]:
    """Put the rows of a page together by scene; the scene of the newest goes first."""
    grupos: dict[tuple[int, int | None], list[FilaVista]] = {}
    for fila in filas:
        vista = FilaVista(fila.aviso.publico, decir(fila.aviso, fila.cuantos), fila.nuevo)
        grupos.setdefault((fila.aviso.partida_id, fila.aviso.escena_id), []).append(vista)
    return [Grupo(suyas[0].dicho.partida, suyas[0].dicho.escena, tuple(suyas)) for suyas in grupos.values()]
