"""Deadlines of turns: told before they end, done at their end what the scene says, and stopped while a partida is."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from cuentas.models import Ausencia
from partidas.dominio import actas, buzon, pendientes, ronda
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.obrero import manejador
from partidas.models import Acta, Escena, Participante, Partida, Pendiente, PuestoEnTurno

CERCA_COMO_MUCHO = timedelta(hours=12)
"""One is told when a quarter of the time is left, or this much of a long one."""
CERCA, VENCIDO = 1, 2
"""What `PuestoEnTurno.avisado` says."""

log = logging.getLogger("hilo.buzon")


def vigilar(ahora: datetime) -> int:
    """Look at the turns whose deadline is near or over, each scene in its own transaction; returns at how many scenes.

    Called by every tic: what a stopped worker left behind is done by the next.
    """
    filas = _con_plazo().filter(vence__lte=ahora + CERCA_COMO_MUCHO, escena__partida__estado=Partida.Estado.EN_JUEGO)
    puestos = PuestoEnTurno.objects.sin_filtrar("what they have been told").filter(
        escena__in=filas.values("escena"), personaje__isnull=False
    )
    avisado = {(e, p): a for e, p, a in puestos.values_list("escena", "personaje", "avisado")}
    tocan = {
        fila.escena_id
        for fila in filas.select_related("escena")
        if fila.escena is not None and avisado.get((fila.escena_id, fila.personaje_id), 0) < _paso(fila, ahora)
    }
    for pk in sorted(pk for pk in tocan if pk is not None):
        vigilar_escena(pk, ahora=ahora)
    return len(tocan)


@con_reintentos
def vigilar_escena(escena_pk: int, *, ahora: datetime) -> None:
    """Tell and do what the deadlines of one scene ask for, now that it is locked."""
    with verbo() as cerrojos:
        escena = Escena.objects.sin_filtrar("deadlines").get(pk=escena_pk)
        partida = cerrojos.partida(escena.partida_id)
        escena = cerrojos.escena(escena_pk)
        if partida.estado != Partida.Estado.EN_JUEGO:
            return
        ronda.cuadrar(partida, escena, ahora=ahora)
        for fila in _con_plazo().filter(escena=escena).order_by("vence", "pk"):
            puesto = ronda.puestos_de(escena).filter(personaje=fila.personaje_id).first()
            paso = _paso(fila, ahora)
            if puesto is None or puesto.avisado >= paso:
                continue
            puesto.avisado = paso
            puesto.save(update_fields=["avisado"])
            if paso == CERCA:
                buzon.anotar("plazo_cerca", partida=partida, pendiente=fila, actor=None, ahora=ahora)
            else:
                _vencer(partida, escena, fila, puesto, ahora)
        ronda.cuadrar(partida, escena, ahora=ahora)


def _vencer(partida: Partida, escena: Escena, fila: Pendiente, puesto: PuestoEnTurno, ahora: datetime) -> None:
    """Do what the scene says at the end of a deadline."""
    if escena.al_vencer == Escena.AlVencer.SALTAR:
        pendientes.saldar(pendientes.Fin.VENCIDO, ahora, pk=fila.pk)
        ronda.cerrar_puesto(puesto, PuestoEnTurno.Estado.SALTADO)
        buzon.anotar("turno_saltado", partida=partida, pendiente=fila, actor=None, ahora=ahora)
        return
    if escena.al_vencer == Escena.AlVencer.MOVER:
        puesto.mueve = True
        puesto.save(update_fields=["mueve"])
    buzon.anotar("plazo_vencido", partida=partida, pendiente=fila, actor=None, ahora=ahora)


def _paso(fila: Pendiente, ahora: datetime) -> int:
    """Return what is to be told of a deadline by now: nothing, that it is near, that it is over."""
    if fila.vence is None:
        return 0
    if fila.vence <= ahora:
        return VENCIDO
    return CERCA if fila.vence - ahora <= min((fila.vence - fila.desde) / 4, CERCA_COMO_MUCHO) else 0


def _con_plazo() -> Any:
    filas = Pendiente.objects.sin_filtrar("turns with a deadline")
    return filas.filter(
        clase=Pendiente.Clase.TURNO, saldado__isnull=True, vence__isnull=False, para__isnull=False, escena__isnull=False
    )


def mover_al_reanudar(partida: Partida, ahora: datetime) -> None:
    """Put off the deadlines of the partida by as long as it was stopped, inside the verb that sets it going."""
    parada = actas.ultima(partida, partida, Acta.Verbo.PAUSAR)
    filas = Pendiente.objects.sin_filtrar("deadlines of a partida that was stopped").filter(
        partida=partida, clase=Pendiente.Clase.TURNO, saldado__isnull=True, vence__isnull=False
    )
    for fila in filas:
        desde = max(fila.desde, parada.cuando) if parada is not None else fila.desde
        if fila.vence is not None:
            filas.filter(pk=fila.pk).update(vence=fila.vence + max(ahora - desde, timedelta()))


@manejador("mirar_ausencias", atomico=False)
def mirar_ausencias(_datos: Mapping[str, Any], ahora: datetime) -> None:
    """Make what is owed agree with the absences that begin or end about now, partida by partida."""
    hoy, un_dia = ahora.date(), timedelta(days=1)
    cerca = Ausencia.objects.filter(desde__lte=hoy + un_dia, hasta__gte=hoy - 2 * un_dia)
    cuadrar_las_de(cerca.values("usuario"), ahora)


def cuadrar_las_de(usuarios: Any, ahora: datetime) -> None:
    """Do so in each partida with turns where some accounts, by key, have a seat; after their absences change."""
    plazas = Participante.objects.sin_filtrar("who is away or has come back").filter(
        usuario__in=usuarios, estado=Participante.Estado.ACTIVA
    )
    con_puestos = PuestoEnTurno.objects.sin_filtrar("scenes with turns").values("escena__partida")
    donde = plazas.filter(partida__in=con_puestos, partida__estado=Partida.Estado.EN_JUEGO)
    for pk in sorted(set(donde.values_list("partida", flat=True))):
        cuadrar_con_cerrojo(pk, ahora=ahora)


@con_reintentos
def cuadrar_con_cerrojo(partida_pk: int, *, ahora: datetime) -> None:
    """Make what is owed in a partida agree with how things stand, in a transaction of its own."""
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida_pk)
        if partida.estado == Partida.Estado.EN_JUEGO:
            ronda.cuadrar_partida(partida, ahora=ahora)


@manejador("cuadrar_turnos", atomico=False)
def cuadrar_turnos(datos: Mapping[str, Any], ahora: datetime) -> None:
    """Make what is owed in one partida agree with who is left, after an account that played there was closed."""
    filas = Partida.objects.sin_filtrar("scenes with turns").filter(publico=datos["partida"])
    for pk in filas.values_list("pk", flat=True):
        cuadrar_con_cerrojo(pk, ahora=ahora)


def encargar(ahora: datetime) -> int:
    """Ask for that job, once an hour."""
    return int(buzon.encargar("mirar_ausencias", clave=f"mirar_ausencias:{ahora:%Y-%m-%dT%H}", ahora=ahora))
