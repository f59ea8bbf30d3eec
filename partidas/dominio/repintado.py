"""Stored HTML of an older version of the markup, made again: in batches, by the outbox or by `manage.py repintar`.

A row is written only if it still is what was read, so an edit that comes first wins: what it stores is of today's
version. Nobody sees it happen: neither the version of a turn, nor its marks, nor its facts change (docs/marcado.md).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from partidas.dominio import buzon, indice
from partidas.dominio.obrero import manejador
from partidas.models import Fragmento, Mensaje
from partidas.presentacion import marcado

TANDA = 200
"""Rows in one job: a second or two, and other jobs do not wait for more."""
MOTIVO = "HTML of an older version is made again"

log = logging.getLogger("hilo.buzon")


@dataclass(frozen=True, slots=True)
class Avance:
    """What a batch did. hasta: the last message and fragment that it looked at; acabado: no older row is left."""

    repintados: int = 0
    hasta: tuple[int, int] = (0, 0)
    acabado: bool = False


def quedan() -> int:
    """Count the rows of an older version."""
    return _mensajes().count() + _fragmentos().count()


def repintar(desde: tuple[int, int] = (0, 0), *, tanda: int = TANDA) -> Avance:
    """Make the HTML of the next rows of an older version again: messages in their order, then loose fragments.

    desde: the last message and fragment already looked at; those before are not asked for again.
    """
    mensajes = list(_mensajes().filter(pk__gt=desde[0]).order_by("pk")[:tanda])
    hechos = sum(_mensaje(fila) for fila in mensajes)
    if len(mensajes) == tanda:
        return Avance(hechos, (mensajes[-1].pk, desde[1]))
    sueltos = _fragmentos().filter(pk__gt=desde[1]).select_related("mensaje", "revision").order_by("pk")
    fragmentos = list(sueltos[: tanda - len(mensajes)])
    hechos += sum(map(_suelto, fragmentos))
    hasta = (mensajes[-1].pk if mensajes else desde[0], fragmentos[-1].pk if fragmentos else desde[1])
    return Avance(hechos, hasta, acabado=len(mensajes) + len(fragmentos) < tanda)


def _mensajes() -> QuerySet[Mensaje]:
    """Return the messages with older HTML; a turn in progress has none yet."""
    filas = Mensaje.objects.sin_filtrar(MOTIVO).filter(html_version__lt=marcado.VERSION)
    return filas.exclude(estado=Mensaje.Estado.EN_CURSO)


def _fragmentos() -> QuerySet[Fragmento]:
    return Fragmento.objects.sin_filtrar(MOTIVO).filter(html_version__lt=marcado.VERSION)


def _mensaje(fila: Mensaje) -> bool:
    """Write one message, and the fragments that stand in it with their new places; False if somebody edited it."""
    html, notas = marcado.render(fila.texto).html, marcado.render(fila.notas).html
    with transaction.atomic():
        igual = _mensajes().filter(pk=fila.pk, version=fila.version, html_version=fila.html_version)
        if not igual.update(html=html, notas_html=notas, html_version=marcado.VERSION):
            return False
        for fragmento in _fragmentos().filter(mensaje=fila.pk, revision__isnull=True):
            _fragmento(fragmento, fila.texto, html)
        indice.rehacer_uno(fila.pk)
    return True


def _suelto(fila: Fragmento) -> bool:
    """Write a fragment whose message is of today's version, and what can be found of it while it stands."""
    with transaction.atomic():
        escrito = _fragmento(fila, fila.revision.texto if fila.revision else fila.mensaje.texto)
        if escrito and fila.revision is None:
            indice.rehacer_uno(fila.mensaje_id)
    return escrito


def _fragmento(fila: Fragmento, publico: str, pagina: str | None = None) -> bool:
    """Write one fragment with its place among the blocks of the public text that it belongs to."""
    pagina = marcado.render(publico).html if pagina is None else pagina
    posicion = marcado.posiciones(publico, pagina, {fila.linea})[fila.linea]
    igual = _fragmentos().filter(pk=fila.pk, texto=fila.texto, linea=fila.linea, revision=fila.revision_id)
    nuevo = marcado.render(fila.texto).html
    return bool(igual.update(html=nuevo, posicion=posicion, html_version=marcado.VERSION))


def encargar(ahora: datetime) -> bool:
    """Ask for what is of an older version, once a day: a web of the release before may still be writing it."""
    return buzon.encargar("repintar", clave=f"repintar:{marcado.VERSION}:{ahora:%Y-%m-%d}", ahora=ahora)


@manejador("repintar", atomico=False)
def _repintar(datos: Mapping[str, Any], ahora: datetime) -> None:
    """Do one batch and ask for the next: a worker that dies between two leaves nothing to do twice."""
    desde = (int(datos.get("mensaje", 0)), int(datos.get("fragmento", 0)))
    avance = repintar(desde)
    if avance.repintados:
        log.info("HTML de otra versión repintado: %d", avance.repintados)
    if not avance.acabado:
        mensaje, fragmento = map(str, avance.hasta)
        clave = f"repintar:{marcado.VERSION}:{ahora:%Y-%m-%d}:{mensaje}:{fragmento}"
        buzon.encargar("repintar", clave=clave, datos={"mensaje": mensaje, "fragmento": fragmento}, ahora=ahora)
