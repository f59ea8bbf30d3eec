"""Answering what the direction asked for: thrown once, judged if its difficulty was to come, withdrawn or expired."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from partidas.consultas.ausencias import ausentes
from partidas.dominio import buzon, debidas, lances
from partidas.dominio import tiradas as rodar
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.debidas import Fin
from partidas.dominio.eleccion import Elegidos, accion_de
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido, TiradaRechazada
from partidas.dominio.lotes import Una
from partidas.dominio.obrero import manejador
from partidas.models import (
    Escena,
    Mensaje,
    Partida,
    ReglaDeAusencia,
    Reparto,
    RespuestaPedida,
    Tirada,
    TiradaPedida,
)
from partidas.ofertas import palabra_de
from partidas.politica import Lector, lector, puede_tirar
from personajes.models import Personaje
from reglas.models import Clase
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.simples import AUSENTE, Derivado, Entero, Opcion
from reglas.nucleo.tipos import Peticion

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from reglas.nucleo.sistema import Accion

Estado, Como = RespuestaPedida.Estado, RespuestaPedida.Como
Dificultad, AlVencer = TiradaPedida.Dificultad, TiradaPedida.AlVencer
CLAVES = UUID("8a0f6c1e-7a57-5a53-9d4c-6f0d5e9b3c11")
"""The keys of the rolls follow from their answers: one roll each, whoever asks for it."""
UN_DIA = timedelta(days=1)


class _Lugar:
    """An answer whose place is locked down to its turn; `fila`: who plays its character now."""

    def __init__(self, cerrojos: Cerrojos, vista: RespuestaPedida) -> None:
        mensaje = vista.pedida.mensaje
        self.cerrojos = cerrojos
        self.partida: Partida = cerrojos.partida(mensaje.escena.partida_id)
        self.escena: Escena = cerrojos.escena(mensaje.escena_id)
        self.mensaje: Mensaje = cerrojos.mensaje(mensaje.pk)
        self.respuesta = debidas.abiertas(pk=vista.pk).get()
        self.pedida: TiradaPedida = self.respuesta.pedida
        self.accion: Accion = accion_de(self.partida, self.pedida.accion)
        self.fila: Reparto | None = debidas.quien_lleva(self.partida, self.respuesta.personaje)

    def anotar(self, clase: str, por: Usuario | None, ahora: datetime, tirada: Tirada | None = None) -> None:
        """Tell of what became of it."""
        buzon.anotar(
            clase,
            partida=self.partida,
            escena=self.escena,
            mensaje=self.mensaje,
            tirada=tirada,
            actor=por,
            ahora=ahora,
        )


def _abrir(cerrojos: Cerrojos, publico: str, por: Usuario) -> tuple[_Lugar, Lector]:
    filas = RespuestaPedida.objects.visibles_para(por).filter(publico=publico)
    vista = filas.select_related("pedida__mensaje__escena").first()
    if vista is None:
        raise NoExiste
    lugar = _Lugar(cerrojos, vista)
    return lugar, lector(por, lugar.partida)


def como_tira(quien: Lector, respuesta: RespuestaPedida, fila: Reparto | None, *, falta: bool, ahora: datetime) -> str:
    """Return as what the person may throw it: `Como`, or nothing. falta: its player lets the direction move them now.

    The direction throws for whom nobody plays, for who is away and lets it, and for who let the time pass.
    """
    if fila is None:
        return ""
    if fila.usuario_id is not None and fila.usuario_id == quien.usuario.pk:
        return Como.JUGADOR
    vencida = respuesta.vence is not None and respuesta.vence <= ahora
    return Como.DIRECCION if quien.dirige and (fila.usuario_id is None or falta or vencida) else ""


def se_dejan_mover(partida: Partida, filas: Iterable[Reparto], ahora: datetime) -> frozenset[int]:
    """Return the accounts of those rows that are away and let the direction move their characters; two queries."""
    fuera = ausentes(partida, [fila.usuario_id for fila in filas if fila.usuario_id is not None], ahora)
    return frozenset(cuenta for cuenta, uno in fuera.items() if uno.que == ReglaDeAusencia.Que.MOVER)


@con_reintentos
def responder(
    publico: str, datos: Mapping[str, Any], *, por: Usuario, ahora: datetime, aporte: str = "", sobre: str = ""
) -> Tirada:
    """Throw what is asked of a character, with what its player adds; again, by whoever: the roll that there is.

    datos: what the direction left to the player; what it set wins. Raises NoExiste, NoPermitido, DatoInvalido,
    TiradaRechazada, SobreCambiado (nothing is written, no die falls).
    """
    with verbo() as cerrojos:
        lugar, quien = _abrir(cerrojos, publico, por)
        respuesta = lugar.respuesta
        if respuesta.tirada is not None:
            return respuesta.tirada
        if respuesta.estado != Estado.PENDIENTE:
            raise NoPermitido(_("Esa tirada ya no se pide."))
        falta = bool(se_dejan_mover(lugar.partida, [lugar.fila] if lugar.fila else [], ahora))
        como = como_tira(quien, respuesta, lugar.fila, falta=falta, ahora=ahora)
        if not como:
            raise NoPermitido(_("Esa tirada la hace quien lleva a %(nombre)s.") % {"nombre": respuesta.nombre})
        permiso = puede_tirar(quien, lugar.escena)
        if not permiso:
            raise NoPermitido(permiso.motivo)
        if lugar.mensaje.estado != Mensaje.Estado.PUBLICADO:
            raise NoPermitido(_("Ese mensaje no está publicado."))
        suyos = {clave: valor for clave, valor in datos.items() if clave not in lugar.pedida.datos}
        if como == Como.JUGADOR and palabra_de(lugar.accion, suyos):
            raise NoPermitido(_("Eso lo permite la dirección: pídeselo antes de tirar."))
        tirada = _tirar(lugar, suyos, como, por, ahora, aporte=aporte, sobre=sobre)
        if debidas.completa(lugar.pedida):
            lugar.anotar("pedida_completa", por, ahora)
    return tirada


def _tirar(
    lugar: _Lugar,
    suyos: Mapping[str, Any],
    como: str,
    por: Usuario | None,
    ahora: datetime,
    *,
    aporte: str = "",
    sobre: str = "",
) -> Tirada:
    """Throw it and hang it on the turn of the request; settle what was owed of it."""
    respuesta, pedida, fila = lugar.respuesta, lugar.pedida, lugar.fila
    if fila is None or fila.personaje.estado != Personaje.Estado.ACTIVO:
        raise NoPermitido(_("%(nombre)s no está en juego.") % {"nombre": respuesta.nombre})
    a_juicio = pedida.dificultad == Dificultad.DESPUES
    datos = {**suyos, **pedida.datos}
    if a_juicio:
        datos[lugar.accion.dificultad] = cualquiera(lugar.accion)
    declarada = rodar.TiradaDeclarada(
        accion=pedida.accion,
        datos=datos,
        personaje=respuesta.personaje.publico,
        aporte=aporte,
        sobre=sobre,
        a_peticion=True,
        oculta=pedida.dificultad == Dificultad.OCULTA,
        a_juicio=a_juicio,
    )
    personajes = lugar.cerrojos.personajes([fila.personaje_id])
    libro = lugar.cerrojos.libro(lugar.partida.publico, rodar.clase_de_libro(lugar.mensaje, lugar.escena))
    clave = uuid5(CLAVES, respuesta.publico)
    mano = lances.Mano(mensaje=lugar.mensaje, partida=lugar.partida, libro=libro, autor=por, ahora=ahora, clave=clave)
    posicion = rodar.siguiente_posicion(lugar.mensaje)
    una = Una(0, declarada, Elegidos(fila, None), clave)
    tirada = rodar.resolver_una(mano, una, personajes, posicion=posicion)
    libro.rotar_si_toca(ahora=ahora)
    respuesta.estado = Estado.JUICIO if a_juicio else Estado.TIRADA
    respuesta.como, respuesta.tirada, respuesta.resuelta, respuesta.resuelta_por = como, tirada, ahora, por
    respuesta.save(update_fields=["estado", "como", "tirada", "resuelta", "resuelta_por"])
    debidas.saldar(respuesta, Fin.VENCIDO if como == Como.SITIO else Fin.HECHO, ahora=ahora)
    if a_juicio:
        debidas.dar_juicio(respuesta, pedida, espera=fila.usuario, ahora=ahora)
    lugar.anotar("pedida_contestada", por, ahora, tirada)
    return tirada


def cualquiera(accion: Accion) -> Any:
    """Return some difficulty of the action, with which its dice are thrown when none is known: they do not change."""
    campo = accion.campos[accion.dificultad]
    if campo.defecto is not AUSENTE and not isinstance(campo.defecto, Derivado):
        return campo.defecto
    if isinstance(campo, Entero):
        return campo.minimo
    return next(iter(campo.opciones)) if isinstance(campo, Opcion) else None


@con_reintentos
def juzgar(publico: str, dificultad: Any, *, por: Usuario, ahora: datetime) -> Tirada:
    """Say how hard it was what has fallen, and resolve it with those very dice and the sheet as it is now.

    Judged already, it is returned as it is. Raises NoExiste, NoPermitido, DatoInvalido, TiradaRechazada.
    """
    with verbo() as cerrojos:
        lugar, quien = _abrir(cerrojos, publico, por)
        if not quien.dirige:
            raise NoPermitido(_("Eso lo hace la dirección."))
        respuesta, tirada = lugar.respuesta, lugar.respuesta.tirada
        if tirada is None or respuesta.estado not in (Estado.JUICIO, Estado.TIRADA):
            raise NoPermitido(_("Esa tirada no espera juicio."))
        if respuesta.estado == Estado.TIRADA:
            return tirada
        if not lugar.partida.admite_escritura or lugar.partida.estado == Partida.Estado.PAUSADA:
            raise NoPermitido(_("La partida no está en juego: sus tiradas quedan como están."))
        personajes = cerrojos.personajes([respuesta.personaje_id])
        libro = cerrojos.libro(lugar.partida.publico, Clase(tirada.libro))
        actor = personajes[respuesta.personaje_id]
        try:
            valor = lugar.accion.campos[lugar.accion.dificultad].leer(dificultad)
            peticion = _peticion_juzgada(tirada, actor, lugar.accion.dificultad, valor)
            mano = lances.Mano(
                mensaje=lugar.mensaje, partida=lugar.partida, libro=libro, autor=por, ahora=ahora, clave=tirada.clave
            )
            tirada = lances.juzgar(mano, tirada, peticion, actor, None)
        except Rechazo as rechazo:
            raise TiradaRechazada(0, rechazo) from rechazo
        libro.rotar_si_toca(ahora=ahora)
        respuesta.estado = Estado.TIRADA
        respuesta.save(update_fields=["estado"])
        debidas.saldar(respuesta, Fin.HECHO, ahora=ahora)
        lugar.anotar("pedida_juzgada", por, ahora, tirada)
    return tirada


def _peticion_juzgada(tirada: Tirada, actor: Personaje, campo: str, dificultad: Any) -> Peticion:
    """Return what the book has of the roll, with its difficulty and the sheet as it is now."""
    datos = {**json.loads(tirada.asiento.peticion)["datos"], campo: dificultad}
    return Peticion(sistema=tirada.sistema, accion=tirada.accion, ficha=actor.ficha, datos=datos)


@con_reintentos
def retirar(publico: str, *, por: Usuario, ahora: datetime, todas: bool = False) -> int:
    """Withdraw one answer, or all of its request that nobody has thrown; returns how many were waiting."""
    with verbo() as cerrojos:
        lugar, quien = _abrir(cerrojos, publico, por)
        if not quien.dirige:
            raise NoPermitido(_("Eso lo hace la dirección."))
        donde: dict[str, Any] = {"pedida": lugar.pedida} if todas else {"pk": lugar.respuesta.pk}
        cuantas = debidas.cerrar(por, ahora, **donde)
        if cuantas:
            lugar.anotar("pedida_retirada", por, ahora)
    return cuantas


@manejador("vence_pedida")
def vencer(datos: Mapping[str, Any], ahora: datetime) -> None:
    """Do what the direction chose for who does not answer in time. Done again, it finds it done.

    In a paused partida nothing expires: resuming it moves the deadline. So does who is away and asked to be waited
    for; who asked to be passed over is.
    """
    vista = debidas.abiertas(publico=datos["respuesta"], estado=Estado.PENDIENTE).first()
    if vista is None:
        return
    with verbo() as cerrojos:
        lugar = _Lugar(cerrojos, vista)
        respuesta = lugar.respuesta
        if respuesta.estado != Estado.PENDIENTE or respuesta.vence is None or respuesta.vence > ahora:
            return
        if lugar.partida.estado == Partida.Estado.PAUSADA:
            return  # asked for again when it goes on
        usuario = lugar.fila.usuario if lugar.fila else None
        fuera = ausentes(lugar.partida, [usuario.pk], ahora).get(usuario.pk) if usuario else None
        if fuera is not None and usuario is not None and fuera.que == ReglaDeAusencia.Que.ESPERAR:
            vuelta = datetime.combine(fuera.hasta + 2 * UN_DIA, time.min, ZoneInfo(usuario.zona))
            debidas.mover(respuesta, vuelta, ahora)
            return
        que = lugar.pedida.al_vencer
        if lugar.mensaje.estado != Mensaje.Estado.PUBLICADO:  # nobody could answer it
            debidas.retirar(respuesta, None, ahora=ahora)
        elif fuera is not None and fuera.que == ReglaDeAusencia.Que.SALTAR:
            debidas.retirar(respuesta, None, ahora=ahora, fin=Fin.SALTADO)
        elif que == AlVencer.FALLO:
            respuesta.estado, respuesta.resuelta = Estado.FALLADA, ahora
            respuesta.save(update_fields=["estado", "resuelta"])
            debidas.saldar(respuesta, Fin.VENCIDO, ahora=ahora)
        elif que != AlVencer.TIRAR or not _tirar_sin_esfuerzo(lugar, ahora):
            debidas.retirar(respuesta, None, ahora=ahora, fin=Fin.VENCIDO)
        lugar.anotar("pedida_vencida", None, ahora)
        if debidas.completa(lugar.pedida):
            lugar.anotar("pedida_completa", None, ahora)


def _tirar_sin_esfuerzo(lugar: _Lugar, ahora: datetime) -> bool:
    """Throw with what the direction set and nothing else; False if that is not enough to throw."""
    try:
        with transaction.atomic():
            _tirar(lugar, {}, Como.SITIO, None, ahora)
    except (NoPermitido, DatoInvalido, TiradaRechazada):
        return False
    return True
