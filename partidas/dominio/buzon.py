"""The outbox, as verbs write it: facts and jobs go in with the verb's own transaction, or not at all.

What takes the jobs out is `partidas.dominio.obrero`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from config import fallos
from partidas.models import (
    Escena,
    Fragmento,
    Mensaje,
    Participante,
    Partida,
    Pendiente,
    Reparto,
    SolicitudDeAnulacion,
    Suceso,
    Tirada,
    Trabajo,
)

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from personajes.models import Personaje

log = logging.getLogger("hilo.buzon")
_despertadores: list[Callable[[], None]] = []


def poner_despertador(despertar: Callable[[], None]) -> None:
    """Say how to tell a worker that there is something to do; without one, the next tic finds it."""
    _despertadores[:] = [despertar]


def anotar(
    clase: str,
    *,
    partida: Partida,
    actor: Usuario | None,
    ahora: datetime,
    escena: Escena | None = None,
    mensaje: Mensaje | None = None,
    fragmento: Fragmento | None = None,
    tirada: Tirada | None = None,
    plaza: Participante | None = None,
    reparto: Reparto | None = None,
    ficha: Personaje | None = None,
    solicitud: SolicitudDeAnulacion | None = None,
    pendiente: Pendiente | None = None,
) -> Suceso:
    """Write a fact and the job of telling it, inside the verb that makes it true; the last thing a verb does.

    clase: what happened, in one word (`publicado`). The narrowest object given decides who may know of it.
    """
    suceso = Suceso.objects.sin_filtrar("write a fact").create(
        clase=clase,
        partida=partida,
        escena=escena,
        mensaje=mensaje,
        fragmento=fragmento,
        tirada=tirada,
        plaza=plaza,
        reparto=reparto,
        ficha=ficha,
        solicitud=solicitud,
        pendiente=pendiente,
        actor=actor,
        cuando=ahora,
    )
    # Its key is as new as the fact: there is nothing to look for first.
    Trabajo.objects.create(
        tipo="suceso",
        clave=f"suceso:{suceso.publico}",
        datos={"suceso": suceso.publico},
        no_antes_de=ahora,
        creado=ahora,
    )
    transaction.on_commit(_despertar, robust=True)
    return suceso


def encargar(
    tipo: str, *, clave: str, ahora: datetime, datos: Mapping[str, str] | None = None, cuando: datetime | None = None
) -> bool:
    """Ask for a job, now or not before `cuando`; returns False if one with that key had been asked for.

    datos: ids only. A worker is told when the transaction is committed.
    """
    campos = {"tipo": tipo, "datos": dict(datos or {}), "no_antes_de": cuando or ahora, "creado": ahora}
    _trabajo, nuevo = Trabajo.objects.get_or_create(clave=clave, defaults=campos)
    if nuevo and cuando is None:
        transaction.on_commit(_despertar, robust=True)
    return nuevo


def encargar_varios(tipo: str, trabajos: Mapping[str, Mapping[str, str]], *, ahora: datetime) -> None:
    """Ask for many jobs at once, each by its key with its data; those that had been asked for stay as they are."""
    if not trabajos:
        return
    Trabajo.objects.bulk_create(
        [
            Trabajo(tipo=tipo, clave=clave, datos=dict(datos), no_antes_de=ahora, creado=ahora)
            for clave, datos in trabajos.items()
        ],
        ignore_conflicts=True,
    )
    transaction.on_commit(_despertar, robust=True)


def _despertar() -> None:
    """Tell a worker. What was asked for is in the database already: a queue that is down is nobody's error."""
    fallos.punto("buzon:tras_commit")
    for despertar in _despertadores:
        try:
            despertar()
        except Exception as error:
            log.warning("no se ha podido avisar al obrero, lo hará el próximo tic: %s", type(error).__name__)
