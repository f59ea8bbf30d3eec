"""The doors of this app's secret tables: `visibles_para(usuario)` reads, `sin_filtrar(motivo)` writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from django.db import models

from cuentas.guarda import LecturaSinPermiso, PuertaCerrada, testigo_de

if TYPE_CHECKING:
    from cuentas.guarda import Actor

__all__ = ["LecturaSinPermiso", "PuertaCerrada", "PuertaDeMensajes"]

M = TypeVar("M", bound=models.Model)


class PuertaDeMensajes(PuertaCerrada[M]):
    """The door of the turns: a thread also keeps the place of a withdrawn turn whose dice the reader was shown."""

    def en_hilo_de(
        self, usuario: Actor, *, elegidos: Callable[[models.QuerySet[M]], models.Expression] | None = None
    ) -> models.QuerySet[M]:
        """Return the reader's thread, each row with `legible`: whether its words may be shown.

        elegidos: chooses in the thread the rows to return, by a condition on them; so the gate is asked there alone,
        and not for each of them once more.
        """
        from partidas.models import visibilidad  # noqa: PLC0415 - the gate imports the tables that this door guards

        en_pie = models.ExpressionWrapper(visibilidad.sigue_en_pie(usuario), output_field=models.BooleanField())
        hilo = self.sin_filtrar("puerta").filter(visibilidad.ocupa_lugar(usuario)).annotate(legible=en_pie)
        testigo = testigo_de(usuario)
        if testigo is not None:
            hilo = hilo.filter(visibilidad.ocupa_lugar(testigo))
        if elegidos is not None:
            cuales = elegidos(cast("models.QuerySet[M]", hilo))
            hilo = self.sin_filtrar("puerta").filter(cuales).annotate(legible=en_pie)
        return cast("models.QuerySet[M]", hilo)
