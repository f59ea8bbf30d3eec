"""What the last audits of the books say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reglas.models import Auditoria

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from partidas.models import Partida


def rotos() -> QuerySet[Auditoria]:
    """Return the audits that failed, the oldest book first: for whoever keeps the site."""
    return Auditoria.objects.filter(fallos__gt=0).select_related("libro").order_by("libro")


def rotos_de(partida: Partida) -> QuerySet[Auditoria]:
    """Return the audits of one partida that failed: for who directs it."""
    return rotos().filter(libro__dueno=partida.publico)
