"""Seats: offered and taken, changed, taken back, put out and readmitted, silenced, left and returned to.

A seat is found by its person; the row stays for ever and only its state changes. Every verb writes the record.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from cuentas.models import Usuario
from partidas.dominio import actas, pendientes, ronda
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.cesiones import dejar_personajes, recuperar_personajes
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Acta, Participante, Partida
from partidas.permisos import ALGUIEN_DIRIGE, solo_direccion, solo_direccion_en_juego
from partidas.politica import Veredicto, lector

if TYPE_CHECKING:
    from collections.abc import Callable

    from partidas.politica import Lector

PARA_VOLVER = timedelta(days=7)
CIERRAN = (Acta.Verbo.DEJAR, Acta.Verbo.RECHAZAR_PLAZA, Acta.Verbo.QUITAR_PLAZA, Acta.Verbo.EXPULSAR)
Estado, Papel = Participante.Estado, Participante.Papel
Fin = pendientes.Fin


@con_reintentos
def dar(partida: Partida, *, persona: Usuario, papel: str, por: Usuario, ahora: datetime) -> bool:
    """Offer a seat, which the person accepts, or change at once what an active seat is for.

    Returns False if the person already had that seat or that offer. Raises NoExiste, NoPermitido, DatoInvalido
    (a closed account, who was put out, the last director).
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        _exigir(por, partida, solo_direccion_en_juego)
        if papel not in Papel.values:
            raise DatoInvalido("papel", _("Elige un papel de la lista."))
        if persona.cerrada or not persona.is_active:
            raise DatoInvalido("persona", _("No hay ninguna cuenta abierta con ese nombre."))
        plaza = _plaza(partida, persona)
        if plaza is not None and plaza.estado == Estado.EXPULSADA:
            raise DatoInvalido("persona", _("Está fuera de la partida: readmite su plaza primero."))
        if plaza is not None and plaza.estado in (Estado.ACTIVA, Estado.INVITADA):
            return _cambiar_papel(plaza, papel, por=por, ahora=ahora)
        if plaza is None:
            plaza = Participante(partida=partida, usuario=persona, desde=ahora)
        plaza.papel, plaza.estado = papel, Estado.INVITADA
        plaza.save()
        _ofrecer(plaza, por=por, ahora=ahora)
        actas.anotar(partida, Acta.Verbo.DAR_PLAZA, persona, por=por, ahora=ahora, datos={"papel": papel})
    return True


def _cambiar_papel(plaza: Participante, papel: str, *, por: Usuario, ahora: datetime) -> bool:
    if plaza.papel == papel:
        return False
    _que_quede_direccion(plaza)
    antes, plaza.papel = plaza.papel, papel
    plaza.save(update_fields=["papel"])
    ronda.cuadrar_partida(plaza.partida, ahora=ahora, actor=por)
    datos = {"antes": antes, "papel": papel}
    actas.anotar(plaza.partida, Acta.Verbo.CAMBIAR_PAPEL, plaza.usuario, por=por, ahora=ahora, datos=datos)
    return True


@con_reintentos
def aceptar(partida: Partida, *, por: Usuario, ahora: datetime) -> bool:
    """Take the seat that was offered, for what it was offered; returns False if it was taken.

    Who had left and is readmitted gets back, on taking it, the characters that nobody else plays.
    """
    with verbo() as cerrojos:
        plaza = _propia(cerrojos, partida, por)
        if plaza.estado == Estado.ACTIVA:
            return False
        if plaza.estado != Estado.INVITADA:
            raise NoExiste
        if not plaza.partida.admite_escritura:  # what is put away is read by whoever could read it then
            raise NoPermitido(_("La partida está cerrada: ya no se puede entrar."))
        oferta = actas.ultima(plaza.partida, por, Acta.Verbo.DAR_PLAZA, Acta.Verbo.READMITIR)
        dejados = oferta.datos.get("dejados", []) if oferta is not None else []
        if dejados and plaza.papel != Papel.LECTOR:
            recuperar_personajes(cerrojos, plaza, dejados=dejados, ahora=ahora)
        _poner(plaza, Estado.ACTIVA, ahora, Fin.HECHO)
        ronda.cuadrar_partida(plaza.partida, ahora=ahora, actor=por)
        actas.anotar(plaza.partida, Acta.Verbo.ACEPTAR_PLAZA, por, por=por, ahora=ahora)
    return True


@con_reintentos
def rechazar(partida: Partida, *, por: Usuario, ahora: datetime) -> bool:
    """Say no to the seat that was offered; returns False if there is no offer any more."""
    with verbo() as cerrojos:
        plaza = _propia(cerrojos, partida, por)
        if plaza.estado != Estado.INVITADA:
            return False
        _poner(plaza, Estado.RETIRADA, ahora, Fin.HECHO)
        actas.anotar(plaza.partida, Acta.Verbo.RECHAZAR_PLAZA, por, por=por, ahora=ahora)
    return True


@con_reintentos
def quitar(plaza: Participante, *, por: Usuario, ahora: datetime, motivo: str = "", como_pnj: bool = False) -> bool:
    """Take a seat or an offer back, without closing the door: the person can be given another. False if it was."""
    return _cerrar(plaza, Acta.Verbo.QUITAR_PLAZA, Estado.RETIRADA, por=por, ahora=ahora, motivo=motivo, pnj=como_pnj)


@con_reintentos
def expulsar(plaza: Participante, *, motivo: str, por: Usuario, ahora: datetime, como_pnj: bool = False) -> bool:
    """Put a person out: in a private partida nothing of it exists for them from now on. False if they were out.

    Raises NoExiste, NoPermitido, DatoInvalido (no reason, the last director).
    """
    return _cerrar(plaza, Acta.Verbo.EXPULSAR, Estado.EXPULSADA, por=por, ahora=ahora, motivo=motivo, pnj=como_pnj)


def _cerrar(
    plaza: Participante, que: Acta.Verbo, estado: str, *, por: Usuario, ahora: datetime, motivo: str, pnj: bool
) -> bool:
    with verbo() as cerrojos:
        plaza = _ajena(cerrojos, plaza, por)
        motivo = actas.razon(motivo, obligatoria=que == Acta.Verbo.EXPULSAR)
        if plaza.estado in (estado, Estado.EXPULSADA):
            return False
        _que_quede_direccion(plaza)
        datos = {"antes": plaza.estado, "dejados": dejar_personajes(cerrojos, plaza, como_pnj=pnj, ahora=ahora)}
        _poner(plaza, estado, ahora)
        ronda.cuadrar_partida(plaza.partida, ahora=ahora, actor=por)
        actas.anotar(plaza.partida, que, plaza.usuario, por=por, ahora=ahora, motivo=motivo, datos=datos)
    return True


@con_reintentos
def readmitir(plaza: Participante, *, por: Usuario, ahora: datetime) -> bool:
    """Give a closed seat back as it was, with its characters; returns False if it was open.

    Whom the direction did not take it from while it was active (who had left, who was only invited) is invited again,
    and gets the characters that they had left on taking it.
    """
    with verbo() as cerrojos:
        plaza = _ajena(cerrojos, plaza, por)
        if plaza.estado not in (Estado.EXPULSADA, Estado.RETIRADA):
            return False
        estado, dejados = vuelta(plaza)
        if estado == Estado.ACTIVA:
            recuperar_personajes(cerrojos, plaza, dejados=dejados, ahora=ahora)
        _poner(plaza, estado, ahora)
        if estado == Estado.INVITADA:
            _ofrecer(plaza, por=por, ahora=ahora)
        ronda.cuadrar_partida(plaza.partida, ahora=ahora, actor=por)
        datos = {"dejados": dejados} if estado == Estado.INVITADA else {}
        actas.anotar(plaza.partida, Acta.Verbo.READMITIR, plaza.usuario, por=por, ahora=ahora, datos=datos)
    return True


def vuelta(plaza: Participante) -> tuple[str, list[dict[str, Any]]]:
    """Return in which state a closed seat comes back if it is readmitted, and the characters that its person left."""
    cierres = actas.de(plaza.partida, plaza.usuario).filter(verbo__in=CIERRAN).order_by("-pk")
    activas = (acta for acta in cierres if acta.verbo == Acta.Verbo.DEJAR or acta.datos.get("antes") == Estado.ACTIVA)
    salida, ultimo = next(activas, None), cierres.first()
    dejados = salida.datos.get("dejados", []) if salida is not None else []
    sigue = ultimo is not None and ultimo == salida and salida.verbo != Acta.Verbo.DEJAR
    return (Estado.ACTIVA if sigue else Estado.INVITADA), dejados


@con_reintentos
def silenciar(plaza: Participante, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Ask a person not to write: they go on reading; returns False if it was asked."""
    return _poner_silencio(plaza, silencio=True, por=por, ahora=ahora, motivo=motivo)


@con_reintentos
def dar_voz(plaza: Participante, *, por: Usuario, ahora: datetime) -> bool:
    """Let a silenced person write again; returns False if they could."""
    return _poner_silencio(plaza, silencio=False, por=por, ahora=ahora)


def _poner_silencio(plaza: Participante, *, silencio: bool, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    with verbo() as cerrojos:
        plaza = _ajena(cerrojos, plaza, por)
        if plaza.silenciada == silencio:
            return False
        if silencio and plaza.papel == Papel.DIRECCION:
            raise DatoInvalido("persona", _("A quien dirige no se le pide silencio: cámbiale antes el papel."))
        plaza.silenciada = silencio
        plaza.save(update_fields=["silenciada"])
        ronda.cuadrar_partida(plaza.partida, ahora=ahora, actor=por)
        que = Acta.Verbo.SILENCIAR if silencio else Acta.Verbo.DAR_VOZ
        motivo = actas.razon(motivo, obligatoria=False)
        actas.anotar(plaza.partida, que, plaza.usuario, por=por, ahora=ahora, motivo=motivo)
    return True


@con_reintentos
def dejar(partida: Partida, *, por: Usuario, ahora: datetime, como_pnj: bool = False) -> bool:
    """Leave: the characters are retired, or become PNJ of the direction. Returns False if the person had left.

    Raises NoExiste (never had a seat, or was put out), NoPermitido (the last director).
    """
    with verbo() as cerrojos:
        plaza = _propia(cerrojos, partida, por)
        if plaza.estado == Estado.RETIRADA:
            return False
        if plaza.estado != Estado.ACTIVA:
            raise NoExiste
        try:
            _que_quede_direccion(plaza)
        except DatoInvalido as error:
            raise NoPermitido(error.motivo) from error
        datos = {"dejados": dejar_personajes(cerrojos, plaza, como_pnj=como_pnj, ahora=ahora)}
        _poner(plaza, Estado.RETIRADA, ahora)
        ronda.cuadrar_partida(plaza.partida, ahora=ahora, actor=por)
        actas.anotar(plaza.partida, Acta.Verbo.DEJAR, por, por=por, ahora=ahora, datos=datos)
    return True


@con_reintentos
def volver(partida: Partida, *, por: Usuario, ahora: datetime) -> bool:
    """Take back the seat that one left oneself, with its characters, within seven days. False if one had not left.

    Raises NoExiste: too late, taken back or put out by the direction, or never there.
    """
    with verbo() as cerrojos:
        plaza = _propia(cerrojos, partida, por)
        if plaza.estado == Estado.ACTIVA:
            return False
        acta = puede_volver(plaza, ahora=ahora)
        if acta is None:
            raise NoExiste
        recuperar_personajes(cerrojos, plaza, dejados=acta.datos["dejados"], ahora=ahora)
        _poner(plaza, Estado.ACTIVA, ahora)
        ronda.cuadrar_partida(plaza.partida, ahora=ahora, actor=por)
        actas.anotar(plaza.partida, Acta.Verbo.VOLVER, por, por=por, ahora=ahora)
    return True


def puede_volver(plaza: Participante, *, ahora: datetime) -> Acta | None:
    """Return the row of the person's own leaving, if they can still undo it."""
    acta = actas.ultima(plaza.partida, plaza.usuario)
    propia = acta is not None and acta.verbo == Acta.Verbo.DEJAR and acta.por_id == plaza.usuario_id
    return acta if propia and acta is not None and ahora - acta.cuando <= PARA_VOLVER else None


def es_la_unica_direccion(plaza: Participante) -> bool:
    """Tell whether nobody else directs the partida."""
    if plaza.papel != Papel.DIRECCION or plaza.estado != Estado.ACTIVA:
        return False
    otras = Participante.objects.sin_filtrar("somebody must direct").filter(
        partida=plaza.partida, papel=Papel.DIRECCION, estado=Estado.ACTIVA
    )
    return not otras.exclude(pk=plaza.pk).exists()


def _exigir(por: Usuario, partida: Partida, permiso: Callable[[Lector], Veredicto]) -> None:
    """Raise NoExiste for whom the partida is not there, NoPermitido with the sentence for who may not."""
    if not Partida.objects.visibles_para(por).filter(pk=partida.pk).exists():
        raise NoExiste
    veredicto = permiso(lector(por, partida))
    if not veredicto:
        raise NoPermitido(veredicto.motivo)


def _ajena(cerrojos: Cerrojos, plaza: Participante, por: Usuario) -> Participante:
    """Lock the partida of a seat and return it as it is now, for who directs."""
    partida = cerrojos.partida(plaza.partida_id)
    _exigir(por, partida, solo_direccion)
    fila = _plaza(partida, plaza.usuario)
    if fila is None:
        raise NoExiste
    return fila


def _propia(cerrojos: Cerrojos, partida: Partida, por: Usuario) -> Participante:
    fila = _plaza(cerrojos.partida(partida.pk), por)
    if fila is None:
        raise NoExiste
    return fila


def _plaza(partida: Partida, persona: Usuario) -> Participante | None:
    filas = Participante.objects.sin_filtrar("the seat of a verb").filter(partida=partida, usuario=persona)
    fila = filas.select_related("usuario").first()
    if fila is not None:
        fila.partida = partida
    return fila


def _poner(plaza: Participante, estado: str, ahora: datetime, fin: str = Fin.RETIRADO) -> None:
    """Change the state of a seat: an answered offer is owed no more, and who goes owes nothing there."""
    plaza.estado = estado
    plaza.save(update_fields=["estado"])
    suyos = {"partida": plaza.partida, "para": plaza.usuario}
    pendientes.saldar(fin, ahora, clase=pendientes.Clase.PLAZA, **suyos)
    if estado in (Estado.RETIRADA, Estado.EXPULSADA):
        pendientes.saldar(Fin.RETIRADO, ahora, **suyos)


def _ofrecer(plaza: Participante, *, por: Usuario, ahora: datetime) -> None:
    """Say that the person owes an answer."""
    clave = f"plaza:{plaza.partida.publico}:{plaza.usuario.publico}"
    pendientes.dar_a(plaza.usuario, pendientes.Clase.PLAZA, clave=clave, partida=plaza.partida, actor=por, ahora=ahora)


def _que_quede_direccion(plaza: Participante) -> None:
    """Refuse what would leave the partida without anybody who directs it."""
    if es_la_unica_direccion(plaza):
        raise DatoInvalido("persona", ALGUIEN_DIRIGE)
