"""What has come to a scene while somebody writes in it, for that reader."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.db.models import Exists, Q, Subquery

from partidas.consultas.hilo import TAMANO
from partidas.models import Mensaje

if TYPE_CHECKING:
    from partidas.models import Escena
    from partidas.politica import Lector

CONTADOS_MAXIMO = 100


def desde(quien: Lector, escena: Escena, tras: str, abierto: int) -> list[str]:
    """Return the public ids of what others have published since, oldest first: what the reader reads, up to a hundred.

    tras: the last turn that was there, if there was one; abierto: when it was, in seconds of the epoch, which counts if
    that turn is no longer there. One query.
    """
    if not (tras or abierto):
        return []
    leidos = Mensaje.objects.visibles_para(quien.usuario).filter(escena=escena, estado=Mensaje.Estado.PUBLICADO)
    ancla = Mensaje.objects.en_hilo_de(quien.usuario).filter(escena=escena, publico=tras).values("orden")[:1]
    luego = Q(publicado__gt=datetime.fromtimestamp(abierto, UTC)) if abierto else Q(pk__in=())
    despues = Q(orden__gt=Subquery(ancla)) | (luego & ~Q(Exists(ancla))) if tras else luego
    filas = leidos.filter(despues).exclude(autor=quien.usuario.pk).order_by("orden")
    return list(filas.values_list("publico", flat=True)[:CONTADOS_MAXIMO])


def quienes_hablan(quien: Lector, escena: Escena) -> frozenset[int]:
    """Return the characters of the last turns of a scene, for whoever chooses among PNJ; one query, none for others."""
    if not quien.dirige:
        return frozenset()
    leidos = Mensaje.objects.visibles_para(quien.usuario).filter(escena=escena, orden__isnull=False)
    ultimos = leidos.order_by("-orden").values_list("personaje_id", flat=True)[:TAMANO]
    return frozenset(pk for pk in ultimos if pk is not None)
