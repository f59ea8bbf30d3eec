"""The outbox, as workers empty it: jobs are taken with a lease, done at least once, and put off when they fail.

The kinds of job register themselves with `manejador`. Several workers at once are harmless.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from config import fallos
from partidas.dominio.cerrojos import con_reintentos
from partidas.models import Trabajo

Manejador = Callable[[Mapping[str, Any], datetime], None]
Reloj = Callable[[], datetime]

TANDA = 20
PLAZO = timedelta(seconds=60)
ESPERAS = tuple(timedelta(minutes=minutos) for minutos in (1, 5, 30, 120, 720))
INTENTOS_MAXIMO = len(ESPERAS) + 1

log = logging.getLogger("hilo.buzon")


class PlazoPerdido(RuntimeError):
    """Another worker has the job now: what this one did inside the transaction is taken back."""


class Despues(RuntimeError):
    """Not now, and no try is spent: the job waits until `cuando`."""

    def __init__(self, cuando: datetime) -> None:
        """Keep the moment."""
        super().__init__()
        self.cuando = cuando


class NoRepetir(RuntimeError):
    """Trying again would change nothing: the job stops at once and waits for a person."""


@dataclass(frozen=True, slots=True)
class _Registro:
    """How to do one kind of job. atomico: its effects and «done» are one transaction. plazo: its lease."""

    hacer: Manejador
    atomico: bool
    plazo: timedelta


@dataclass(frozen=True, slots=True)
class Recuento:
    """What a worker did in one go."""

    hechos: int = 0
    fallidos: int = 0


_manejadores: dict[str, _Registro] = {}
_al_acabar: list[Callable[[], None]] = []


def manejador(tipo: str, *, atomico: bool = True, plazo: timedelta = PLAZO) -> Callable[[Manejador], Manejador]:
    """Register the function that does the jobs of one kind. It can be called twice for one job.

    atomico=False is for what takes long and only reads: on SQLite an open transaction keeps every writer waiting.
    plazo: how long it may take before another worker thinks that the one that does it has died.
    """

    def registrar(hacer: Manejador) -> Manejador:
        _manejadores[tipo] = _Registro(hacer, atomico, plazo)
        return hacer

    return registrar


def al_acabar(funcion: Callable[[], None]) -> Callable[[], None]:
    """Register what closes that which the jobs left open (a connection), when a worker stops emptying."""
    _al_acabar.append(funcion)
    return funcion


def vaciar(reloj: Reloj, *, quien: str = "", segundos: float = 45) -> Recuento:
    """Do every job that is due, and those that they ask for, until none is left or the time is over."""
    fin = reloj() + timedelta(seconds=segundos)
    hechos = fallidos = 0
    try:
        while reloj() < fin:
            vale = f"{quien[:31]}/{uuid4().hex}"
            tanda = _tomar(vale, reloj())
            if not tanda:
                break
            for trabajo in tanda:
                if reloj() >= fin:
                    _soltar(vale)
                    break
                comienzo = time.monotonic()
                resultado = _hacer(trabajo, vale, reloj)
                hechos += resultado is True
                fallidos += resultado is False
                _dejar_paso(time.monotonic() - comienzo)
    finally:
        for acabar in _al_acabar:
            acabar()
    return Recuento(hechos, fallidos)


def _soltar(vale: str) -> None:
    """Let go of what was taken and not begun: the next worker need not wait for its lease."""
    mios = Trabajo.objects.filter(tomado_por=vale, estado=Trabajo.Estado.PENDIENTE)
    mios.update(tomado_por="", tomado_hasta=None)


def _dejar_paso(segundos: float) -> None:
    """Rest on SQLite for as long as a job took, so that who wants to write finds the file free half of the time."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        time.sleep(min(0.05, max(0.005, segundos)))


def retirar_abandonados(ahora: datetime) -> int:
    """Stop the jobs that took their worker down each time that they were tried; returns how many."""
    return (
        _libres(ahora)
        .filter(intentos__gte=INTENTOS_MAXIMO)
        .update(
            estado=Trabajo.Estado.PARADO, error="cada intento acabó con su proceso", tomado_por="", tomado_hasta=None
        )
    )


def reanudar(clave: str, *, ahora: datetime) -> bool:
    """Give a stopped job all its tries again; returns False if it was not stopped."""
    filas = Trabajo.objects.filter(clave=clave, estado=Trabajo.Estado.PARADO)
    return filas.update(estado=Trabajo.Estado.PENDIENTE, intentos=0, no_antes_de=ahora, error="") == 1


def _libres(ahora: datetime) -> QuerySet[Trabajo]:
    """Return the jobs that are due and that nobody has, or had and let go."""
    libre = Q(tomado_hasta__isnull=True) | Q(tomado_hasta__lte=ahora)
    return Trabajo.objects.filter(libre, estado=Trabajo.Estado.PENDIENTE, no_antes_de__lte=ahora)


@con_reintentos
def _tomar(vale: str, ahora: datetime) -> list[Trabajo]:
    """Take some jobs for a minute, those tried least first, so that one that kills its worker stops no other.

    PostgreSQL skips the rows that another worker is taking; SQLite, where the transaction is already the only
    writer, has nothing to skip.
    """
    with transaction.atomic():
        libres = _libres(ahora).filter(intentos__lt=INTENTOS_MAXIMO).order_by("intentos", "no_antes_de", "pk")
        tanda = list(libres.select_for_update(skip_locked=True)[:TANDA])
        pks = [trabajo.pk for trabajo in tanda]
        Trabajo.objects.filter(pk__in=pks).update(tomado_por=vale, tomado_hasta=ahora + PLAZO)
    return tanda


def _hacer(trabajo: Trabajo, vale: str, reloj: Reloj) -> bool | None:
    """Do one job; True if it is done, False if it failed, None if another worker has it."""
    ahora = reloj()
    mio = Trabajo.objects.filter(pk=trabajo.pk, tomado_por=vale, estado=Trabajo.Estado.PENDIENTE)
    # The try counts from its beginning: one that kills the worker leaves its mark too. The lease begins again.
    registro = _manejadores.get(trabajo.tipo)
    hasta = ahora + (registro.plazo if registro else PLAZO)
    if not mio.filter(tomado_hasta__gt=ahora).update(intentos=F("intentos") + 1, tomado_hasta=hasta):
        return None
    fallos.punto(f"trabajo:{trabajo.tipo}")
    try:
        if registro is None:
            raise NoRepetir(f"nadie sabe hacer «{trabajo.tipo}»")
        if not registro.atomico:
            registro.hacer(trabajo.datos, ahora)
        with transaction.atomic():
            if registro.atomico:
                registro.hacer(trabajo.datos, ahora)
            hecho = mio.update(estado=Trabajo.Estado.HECHO, hecho=reloj(), tomado_por="", tomado_hasta=None, error="")
            if not hecho:
                raise PlazoPerdido
    except PlazoPerdido:
        return None
    except Despues as error:
        sin_gastar = {"intentos": F("intentos") - 1, "tomado_por": "", "tomado_hasta": None}
        mio.update(no_antes_de=error.cuando, **sin_gastar)
        return None
    except Exception as error:
        _aplazar(mio, trabajo, error, reloj())
        return False
    return True


def _aplazar(mio: QuerySet[Trabajo], trabajo: Trabajo, error: Exception, ahora: datetime) -> None:
    """Put the job off, longer each time, or stop it; the log has the trace, the row only what kind of error."""
    log.error("falla el trabajo %s (intento %d)", trabajo.clave, trabajo.intentos + 1, exc_info=error)
    texto = f"{type(error).__name__}: {error}" if isinstance(error, NoRepetir) else type(error).__name__
    soltar = {"tomado_por": "", "tomado_hasta": None, "error": texto[:500]}
    if isinstance(error, NoRepetir) or trabajo.intentos >= len(ESPERAS):
        mio.update(estado=Trabajo.Estado.PARADO, **soltar)
    else:
        mio.update(no_antes_de=ahora + ESPERAS[trabajo.intentos], **soltar)
