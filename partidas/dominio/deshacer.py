"""Undoing an act from its row of the record: which verb is the inverse of which, and on what."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from partidas.dominio import (
    actas,
    cesiones,
    declaraciones,
    edicion,
    escenas,
    lectores,
    moderacion,
    partidas,
    plazas,
    vez,
)
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import NoExiste
from partidas.models import Acta, Escena, Mensaje, Participante, Reparto, Tirada

if TYPE_CHECKING:
    from cuentas.models import Usuario

Inverso = Callable[[Acta, "Usuario", datetime], bool]
V = Acta.Verbo


@con_reintentos
def deshacer(acta: Acta, *, por: Usuario, ahora: datetime) -> bool:
    """Call the inverse verb of an act, with its own checks; returns False if there was nothing left to undo.

    Only the last act on its object is undone: a link kept from before, or pressed twice, takes back nothing of what
    was done since. Raises NoExiste for an act without an inverse or that the person may not know of, and whatever the
    inverse raises.
    """
    inverso = INVERSOS.get(Acta.Verbo(acta.verbo))
    if inverso is None:
        raise NoExiste
    with verbo() as cerrojos:
        cerrojos.partida(acta.partida_id)
        if not Acta.objects.visibles_para(por).filter(pk=acta.pk).exists():
            raise NoExiste
        return actas.es_la_ultima(acta) and inverso(acta, por, ahora)


def _mensaje(acta: Acta, por: Usuario) -> Mensaje:
    fila = Mensaje.objects.en_hilo_de(por).filter(publico=acta.objeto).first()
    if fila is None:
        raise NoExiste
    return fila


def _escena(acta: Acta, por: Usuario) -> Escena:
    fila = Escena.objects.visibles_para(por).filter(publico=acta.objeto).select_related("partida").first()
    if fila is None:
        raise NoExiste
    return fila


def _plaza(acta: Acta, por: Usuario) -> Participante:
    filas = Participante.objects.visibles_para(por).filter(partida=acta.partida_id, usuario__publico=acta.objeto)
    fila = filas.select_related("partida", "usuario").first()
    if fila is None:
        raise NoExiste
    return fila


def _fila(acta: Acta, por: Usuario) -> Reparto:
    filas = Reparto.objects.visibles_para(por).filter(personaje__publico=acta.objeto, hasta__isnull=True)
    fila = filas.select_related("partida").first()
    if fila is None:
        raise NoExiste
    return fila


def _ocultar_otra_vez(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    mensaje = _mensaje(acta, por)
    anterior = actas.ultima(acta.partida, mensaje, V.OCULTAR)
    return moderacion.ocultar(mensaje, motivo=anterior.motivo if anterior else "—", por=por, ahora=ahora)


def _borrar_otra_vez(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    mensaje = _mensaje(acta, por)
    anterior = actas.ultima(acta.partida, mensaje, V.BORRAR)
    return moderacion.borrar(mensaje, motivo=(anterior.motivo if anterior else "") or "—", por=por, ahora=ahora)


def _mover_otra_vez(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    destino = Escena.objects.visibles_para(por).filter(publico=acta.datos["de"]).first()
    if destino is None:
        raise NoExiste
    return moderacion.mover(_mensaje(acta, por), destino=destino, por=por, ahora=ahora)


def _mostrar_version(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    return edicion.mostrar_version(_mensaje(acta, por), version=acta.datos["version"], por=por, ahora=ahora)


def _ocultar_version_otra_vez(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    mensaje, version = _mensaje(acta, por), acta.datos["version"]
    filas = actas.de(acta.partida, mensaje).filter(verbo=V.TAPAR_VERSION, datos__version=version)
    anterior = filas.order_by("-pk").first()
    motivo = anterior.motivo if anterior else "—"
    return edicion.ocultar_version(mensaje, version=version, motivo=motivo, por=por, ahora=ahora)


def _mostrar_declaracion(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    return declaraciones.mostrar(acta.objeto, por=por, ahora=ahora)


def _tapar_otra_vez(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    tirada = Tirada.objects.visibles_para(por).filter(publico=acta.objeto).first()
    if tirada is None:
        raise NoExiste
    anterior = actas.ultima(acta.partida, tirada, V.TAPAR)
    return declaraciones.ocultar(acta.objeto, motivo=anterior.motivo if anterior else "—", por=por, ahora=ahora)


def _papel_de_antes(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    plaza = _plaza(acta, por)
    return plazas.dar(plaza.partida, persona=plaza.usuario, papel=acta.datos["antes"], por=por, ahora=ahora)


def _cerrar_partida(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    cerrar = partidas.archivar if acta.datos["antes"] == "archivada" else partidas.finalizar
    return cerrar(acta.partida, por=por, ahora=ahora)


def _desarchivar(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    volver = partidas.finalizar if acta.datos["antes"] == "finalizada" else partidas.reabrir
    return volver(acta.partida, por=por, ahora=ahora)


def _dar_otra_vez(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    datos = acta.datos
    return vez.dar(_escena(acta, por), datos["personaje"], por=por, ahora=ahora, en_ronda=datos["ronda"])


def _saltar_otra_vez(acta: Acta, por: Usuario, ahora: datetime) -> bool:
    escena = _escena(acta, por)
    return escena.ronda == acta.datos["ronda"] and vez.saltar(escena, acta.datos["personaje"], por=por, ahora=ahora)


def _con_mensaje(verbo: Callable[..., bool]) -> Inverso:
    return lambda acta, por, ahora: verbo(_mensaje(acta, por), por=por, ahora=ahora)


def _con_escena(verbo: Callable[..., bool]) -> Inverso:
    return lambda acta, por, ahora: verbo(_escena(acta, por), por=por, ahora=ahora)


def _con_plaza(verbo: Callable[..., bool]) -> Inverso:
    return lambda acta, por, ahora: verbo(_plaza(acta, por), por=por, ahora=ahora)


def _con_fila(verbo: Callable[..., bool]) -> Inverso:
    return lambda acta, por, ahora: verbo(_fila(acta, por), por=por, ahora=ahora)


def _con_partida(verbo: Callable[..., bool]) -> Inverso:
    return lambda acta, por, ahora: verbo(acta.partida, por=por, ahora=ahora)


INVERSOS: dict[Acta.Verbo, Inverso] = {
    V.OCULTAR: _con_mensaje(moderacion.mostrar),
    V.MOSTRAR: _ocultar_otra_vez,
    V.BORRAR: _con_mensaje(moderacion.restaurar),
    V.RESTAURAR: _borrar_otra_vez,
    V.MOVER: _con_mensaje(moderacion.devolver),
    V.DEVOLVER: _mover_otra_vez,
    V.LECTORES: _con_mensaje(lectores.deshacer),
    V.TAPAR_VERSION: _mostrar_version,
    V.ABRIR_VERSION: _ocultar_version_otra_vez,
    V.TAPAR: _mostrar_declaracion,
    V.DESTAPAR: _tapar_otra_vez,
    V.CERRAR_ESCENA: _con_escena(escenas.reabrir),
    V.REABRIR_ESCENA: _con_escena(escenas.cerrar),
    V.PRESENTES: _con_escena(escenas.deshacer_presentes),
    V.SALTAR_TURNO: _dar_otra_vez,
    V.DAR_TURNO: _saltar_otra_vez,
    V.DAR_PLAZA: _con_plaza(plazas.quitar),
    V.CAMBIAR_PAPEL: _papel_de_antes,
    V.QUITAR_PLAZA: _con_plaza(plazas.readmitir),
    V.EXPULSAR: _con_plaza(plazas.readmitir),
    V.SILENCIAR: _con_plaza(plazas.dar_voz),
    V.DAR_VOZ: _con_plaza(plazas.silenciar),
    V.DEJAR: _con_partida(plazas.volver),
    V.VOLVER: _con_partida(plazas.dejar),
    V.ENTREGAR: _con_fila(cesiones.deshacer_entrega),
    V.MOSTRAR_PNJ: _con_fila(cesiones.esconder_pnj),
    V.ESCONDER_PNJ: _con_fila(cesiones.mostrar_pnj),
    V.PAUSAR: _con_partida(partidas.reanudar),
    V.REANUDAR: _con_partida(partidas.pausar),
    V.FINALIZAR: _con_partida(partidas.reabrir),
    V.ARCHIVAR: _desarchivar,
    V.REABRIR: _cerrar_partida,
}
SIN_INVERSO = {
    V.EDITAR: "another edit, with the revision as its text",
    V.CAMBIAR: "another change; what it replaced is prose, which the record does not keep",
    V.CAMBIAR_TURNOS: "another change; what was owed meanwhile is not owed anew",
    V.ACEPTAR_PLAZA: "leaving",
    V.RECHAZAR_PLAZA: "another offer",
    V.READMITIR: "putting out again, which asks for a reason",
    V.CERRAR_JORNADA: "a roll is voided on its card, a number is corrected on its sheet: a day is not lived twice",
    V.SALTAR_DIAS: "the days went by",
    V.CAMBIAR_DIAS: "another change, which counts from that day",
    V.ENTRAR_EQUIPO: "leaving, which is the next act",
    V.SALIR_EQUIPO: "entering again, with another reason",
}
