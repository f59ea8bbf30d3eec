"""The doors of this app's secret tables: `visibles_para(usuario)` reads, `sin_filtrar(motivo)` writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django.db import models

from cuentas.guarda import LecturaSinPermiso, PuertaCerrada

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from cuentas.models import Usuario

    Actor = Usuario | AnonymousUser

__all__ = ["LecturaSinPermiso", "PuertaDeMensajes", "PuertaDePartida"]

M = TypeVar("M", bound=models.Model)


class PuertaDePartida(PuertaCerrada[M]):
    """A locked door that opens for one reader: the rows that the gate of `models.visibilidad` lets through."""

    def visibles_para(self, usuario: Actor) -> models.QuerySet[M]:
        """Return the rows that `usuario` (an account or AnonymousUser) may know of right now."""
        from partidas.models import visibilidad  # noqa: PLC0415 - the gate imports the tables that this door guards

        return self.sin_filtrar("puerta").filter(visibilidad.puede_ver(self.model, usuario))


class PuertaDeMensajes(PuertaDePartida[M]):
    """The door of the turns: a thread also keeps the place of a withdrawn turn whose dice the reader was shown."""

    def en_hilo_de(self, usuario: Actor) -> models.QuerySet[M]:
        """Return the reader's thread, each row with `legible`: whether its words may be shown."""
        from partidas.models import visibilidad  # noqa: PLC0415 - as above

        return (
            self.sin_filtrar("puerta")
            .filter(visibilidad.ocupa_lugar(usuario))
            .annotate(
                legible=models.ExpressionWrapper(
                    visibilidad.sigue_en_pie(usuario), output_field=models.BooleanField()
                )
            )
        )
