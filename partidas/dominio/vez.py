"""Whose turn it is, by hand: how a scene orders its turns; passing, giving, skipping, nudging, opening a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from partidas.consultas.ausencias import ausentes
from partidas.dominio import actas, buzon, pendientes, ronda
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido, NoProcede
from partidas.models import Acta, Escena, Partida, Pendiente, PuestoEnTurno
from partidas.models.escena import PLAZO_MAXIMO
from partidas.models.vez import DIRECCION, ENTRE_EMPUJONES
from partidas.permisos import solo_direccion_en_juego
from partidas.politica import SOLO_LECTURA, lector

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.politica import Lector

Modo, Estado = Escena.Modo, PuestoEnTurno.Estado


@dataclass(frozen=True, slots=True)
class Turnos:
    """How a scene orders its turns, as its form says it.

    plazo_horas: None for no deadline. orden: public ids of characters, and `DIRECCION` where the direction has
    its place, looked at in mode `orden` alone; who is not named goes after them.
    """

    modo: str = Modo.LIBRE
    plazo_horas: int | None = None
    al_vencer: str = Escena.AlVencer.AVISAR
    orden: tuple[str, ...] = ()


@con_reintentos
def configurar(escena: Escena, turnos: Turnos, *, por: Usuario, ahora: datetime) -> bool:
    """Say how the scene orders its turns; returns False if it already did so.

    From free to one of the other modes a round begins, and everybody owes their turn. A new deadline counts from now.
    Raises NoExiste, NoPermitido, DatoInvalido.
    """
    with verbo() as cerrojos:
        partida, escena = _abrir(cerrojos, escena, por)
        _comprobar(escena, turnos)
        antes = _como_esta(escena)
        otro_plazo = escena.plazo_horas != turnos.plazo_horas
        empieza = escena.modo == Modo.LIBRE != turnos.modo
        escena.modo, escena.plazo_horas, escena.al_vencer = turnos.modo, turnos.plazo_horas, turnos.al_vencer
        escena.save(update_fields=["modo", "plazo_horas", "al_vencer"])
        if turnos.modo == Modo.LIBRE and antes["modo"] != Modo.LIBRE:
            ronda.puestos_de(escena).update(estado=Estado.HECHO, mueve=False)
        if turnos.modo == Modo.ORDEN:
            _poner_en_orden(partida, escena, turnos.orden)
        if empieza:
            ronda.abrir_ronda(escena)
        if _como_esta(escena) == antes:
            return False
        if otro_plazo:
            _otro_plazo(escena, ahora)
        datos = {"antes": antes, "despues": _como_esta(escena)}
        ronda.cuadrar(partida, escena, ahora=ahora, actor=por)
        actas.anotar(partida, Acta.Verbo.CAMBIAR_TURNOS, escena, por=por, ahora=ahora, datos=datos)
    return True


def _comprobar(escena: Escena, turnos: Turnos) -> None:
    if turnos.modo not in Modo.values or turnos.al_vencer not in Escena.AlVencer.values:
        raise DatoInvalido("modo", _("Elige una opción de la lista."))
    if escena.tipo != Escena.Tipo.JUEGO and turnos.modo != Modo.LIBRE:
        raise DatoInvalido("modo", _("Fuera de personaje no hay turnos: escribe quien quiere."))
    if turnos.plazo_horas is not None and not 1 <= turnos.plazo_horas <= PLAZO_MAXIMO:
        raise DatoInvalido("plazo_horas", _("El plazo va de 1 a 720 horas; déjalo vacío si no lo hay."))


def _como_esta(escena: Escena) -> dict[str, Any]:
    """Return how the scene orders its turns, as the record keeps it."""
    puestos = ronda.puestos_de(escena) if escena.modo == Modo.ORDEN else ()
    return {
        "modo": escena.modo,
        "plazo_horas": escena.plazo_horas,
        "al_vencer": escena.al_vencer,
        "orden": [p.personaje.publico if p.personaje else DIRECCION for p in puestos],
    }


def _poner_en_orden(partida: Partida, escena: Escena, orden: Sequence[str]) -> None:
    """Give each its place: those named, as they are named, and behind them whoever else counts."""
    estan = {p.personaje.publico if p.personaje else DIRECCION: p for p in ronda.puestos_de(escena)}
    cuentan = {f.personaje.publico: f.personaje for f in ronda.candidatos(partida, escena).values()}
    ajenos = [uno for uno in orden if uno != DIRECCION and uno not in cuentan and uno not in estan]
    if ajenos or len(orden) != len(set(orden)):
        raise DatoInvalido("orden", _("El orden ha cambiado mientras tanto: revísalo y guárdalo otra vez."))
    resto = [uno for uno in (*estan, *cuentan) if uno not in orden and uno != DIRECCION]
    for posicion, uno in enumerate(dict.fromkeys((*orden, *resto))):
        puesto = estan.get(uno) or PuestoEnTurno(escena=escena, personaje=cuentan.get(uno))
        puesto.posicion = posicion
        puesto.save()
    if DIRECCION in estan and DIRECCION not in orden:
        estan[DIRECCION].delete()


def _otro_plazo(escena: Escena, ahora: datetime) -> None:
    """Count the turns that players owe by the new deadline, from now."""
    vence = ahora + timedelta(hours=escena.plazo_horas) if escena.plazo_horas else None
    _abiertos(escena).filter(para__isnull=False).update(vence=vence)
    ronda.puestos_de(escena).update(avisado=0)


@con_reintentos
def pasar(escena: Escena, personaje: str, *, por: Usuario, ahora: datetime) -> bool:
    """Let the turn of one's own character go by without writing; returns False if it owed none.

    Raises NoExiste, NoPermitido (it is somebody else's).
    """
    with verbo() as cerrojos:
        partida, escena = _visible(cerrojos, escena, por)
        _exigir_que_juegue(lector(por, partida))
        fila = _abiertos(escena).filter(personaje__publico=personaje).first()
        if fila is None:
            return False
        if fila.para_id != por.pk:
            raise NoPermitido(_("Solo pasa quien tiene el turno."))
        _cerrar(partida, escena, fila, Estado.PASADO, pendientes.Fin.PASADO, por=por, ahora=ahora)
        buzon.anotar("turno_pasado", partida=partida, escena=escena, actor=por, ahora=ahora)
    return True


@con_reintentos
def saltar(escena: Escena, personaje: str, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Go on without the turn of a character, or without the direction's own; returns False if it was not owed.

    Raises NoExiste, NoPermitido, DatoInvalido (a reason too long).
    """
    with verbo() as cerrojos:
        partida, escena = _abrir(cerrojos, escena, por)
        fila = _abiertos(escena).filter(**_de(personaje)).first()
        motivo = actas.razon(motivo, obligatoria=False)
        if fila is None or not _puestos(escena, personaje):
            return False
        numero = escena.ronda
        _cerrar(partida, escena, fila, Estado.SALTADO, pendientes.Fin.SALTADO, por=por, ahora=ahora)
        datos = {"personaje": personaje, "ronda": numero}
        actas.anotar(partida, Acta.Verbo.SALTAR_TURNO, escena, por=por, ahora=ahora, motivo=motivo, datos=datos)
    return True


@con_reintentos
def dar(escena: Escena, personaje: str, *, por: Usuario, ahora: datetime, en_ronda: int | None = None) -> bool:
    """Give the turn to a character, also if it had it in this round; returns False if it is owed already.

    One after another, it goes before whoever had the turn. en_ronda: only if that round is still open. Raises
    NoExiste, NoPermitido, DatoInvalido (no such character there, or a scene without turns).
    """
    with verbo() as cerrojos:
        partida, escena = _abrir(cerrojos, escena, por)
        if not ronda.lleva_turnos(partida, escena):
            raise DatoInvalido("personaje", _("En esta escena no hay turnos: o está cerrada o es fuera de personaje."))
        if en_ronda is not None and escena.ronda != en_ronda:
            return False
        if _abiertos(escena).filter(**_de(personaje)).exists():
            return False
        puesto = _puesto_para(partida, escena, personaje)
        puesto.estado, puesto.mueve, puesto.avisado = Estado.PENDIENTE, False, 0
        puesto.save()
        if escena.modo == Modo.ORDEN:
            _adelantar(escena, puesto)
        if not escena.ronda:  # of a free scene, whose pages ask for turns from the first that is given
            escena.ronda = 1
            escena.save(update_fields=["ronda"])
        datos = {"personaje": personaje, "ronda": escena.ronda}
        ronda.cuadrar(partida, escena, ahora=ahora, actor=por)
        actas.anotar(partida, Acta.Verbo.DAR_TURNO, escena, por=por, ahora=ahora, datos=datos)
    return True


def _puesto_para(partida: Partida, escena: Escena, personaje: str) -> PuestoEnTurno:
    """Return the place of a character that counts there, a new one if it had none, or that of the direction."""
    if personaje == DIRECCION:
        puesto = next(iter(_puestos(escena, personaje)), None)
        if puesto is None or escena.modo != Modo.ORDEN:
            raise DatoInvalido("personaje", _("La dirección no tiene sitio en el orden de esta escena."))
        return puesto
    filas = ronda.candidatos(partida, escena).values()
    fila = next((f for f in filas if f.personaje.publico == personaje), None)
    if fila is None:
        raise DatoInvalido("personaje", _("Elige un personaje de la escena."))
    puesto = next(iter(_puestos(escena, personaje)), None)
    return puesto or PuestoEnTurno(escena=escena, personaje=fila.personaje, posicion=ronda.puestos_de(escena).count())


def _adelantar(escena: Escena, puesto: PuestoEnTurno) -> None:
    """Put a place before the first that has not written."""
    otros = [p for p in ronda.puestos_de(escena) if p.pk != puesto.pk]
    donde = next((n for n, p in enumerate(otros) if p.estado == Estado.PENDIENTE), len(otros))
    for posicion, uno in enumerate([*otros[:donde], puesto, *otros[donde:]]):
        PuestoEnTurno.objects.sin_filtrar("a turn is given").filter(pk=uno.pk).update(posicion=posicion)


@con_reintentos
def abrir_ronda(escena: Escena, *, por: Usuario, ahora: datetime) -> bool:
    """Open the next round without writing, by the direction; returns False if somebody is still to write.

    Raises NoExiste, NoPermitido, NoProcede (a scene that does not go by rounds).
    """
    with verbo() as cerrojos:
        partida, escena = _abrir(cerrojos, escena, por)
        if escena.modo != Modo.RONDAS:
            raise NoProcede(_("Esta escena no va por rondas."))
        if not pendientes.saldar(pendientes.Fin.HECHO, ahora, clave=ronda.clave(escena, None)):
            return False
        ronda.abrir_ronda(escena)
        ronda.cuadrar(partida, escena, ahora=ahora, actor=por)
        buzon.anotar("ronda_abierta", partida=partida, escena=escena, actor=por, ahora=ahora)
    return True


@con_reintentos
def empujar(escena: Escena, personaje: str, *, por: Usuario, ahora: datetime) -> bool:
    """Remind who owes a turn that they are waited for, once a day, whoever does it; returns False if it is not owed.

    Raises NoExiste, NoPermitido (a visitor, or oneself), NoProcede (not yet, or they are away).
    """
    with verbo() as cerrojos:
        partida, escena = _visible(cerrojos, escena, por)
        quien = _exigir_que_juegue(lector(por, partida))
        fila = _abiertos(escena).filter(**_de(personaje)).first()
        if fila is None:
            return False
        if fila.para_id == por.pk or (fila.para_id is None and quien.dirige):
            raise NoPermitido(_("Ese turno es tuyo."))
        if fila.empujado is not None and ahora - fila.empujado < ENTRE_EMPUJONES:
            raise NoProcede(_("Ya se le ha recordado hace menos de un día: basta un empujón cada 24 horas."))
        if fila.para_id is not None and ausentes(partida, [fila.para_id], ahora):
            raise NoProcede(_("Está fuera y lo ha dicho: no hace falta recordárselo."))
        fila.empujado, fila.empujones = ahora, fila.empujones + 1
        fila.save(update_fields=["empujado", "empujones"])
        buzon.anotar("empujon", partida=partida, pendiente=fila, actor=por, ahora=ahora)
    return True


def _cerrar(
    partida: Partida, escena: Escena, fila: Pendiente, estado: str, fin: str, *, por: Usuario, ahora: datetime
) -> None:
    """Settle a turn that is owed without its being written, and go on."""
    pendientes.saldar(fin, ahora, pk=fila.pk)
    for puesto in ronda.puestos_de(escena).filter(personaje=fila.personaje_id):
        ronda.cerrar_puesto(puesto, estado)
    ronda.cuadrar(partida, escena, ahora=ahora, actor=por)


def _exigir_que_juegue(quien: Lector) -> Lector:
    if quien.solo_mira:
        raise NoPermitido(SOLO_LECTURA.motivo)
    if not (quien.juega or quien.dirige):
        raise NoPermitido(_("De los turnos se ocupa quien juega o dirige."))
    return quien


def _abiertos(escena: Escena) -> Any:
    filas = Pendiente.objects.sin_filtrar("turns that are owed")
    return filas.filter(escena=escena, clase=Pendiente.Clase.TURNO, saldado__isnull=True)


def _de(personaje: str) -> dict[str, Any]:
    return {"personaje__isnull": True} if personaje == DIRECCION else {"personaje__publico": personaje}


def _puestos(escena: Escena, personaje: str) -> list[PuestoEnTurno]:
    return list(ronda.puestos_de(escena).filter(**_de(personaje)))


def _visible(cerrojos: Cerrojos, escena: Escena, por: Usuario) -> tuple[Partida, Escena]:
    partida = cerrojos.partida(escena.partida_id)
    escena = cerrojos.escena(escena.pk)
    if not Escena.objects.visibles_para(por).filter(pk=escena.pk).exists():
        raise NoExiste
    return partida, escena


def _abrir(cerrojos: Cerrojos, escena: Escena, por: Usuario) -> tuple[Partida, Escena]:
    partida, escena = _visible(cerrojos, escena, por)
    permiso = solo_direccion_en_juego(lector(por, partida))
    if not permiso:
        raise NoPermitido(permiso.motivo)
    return partida, escena
