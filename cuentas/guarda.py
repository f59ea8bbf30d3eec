"""The locked door of every table that can hold a secret: reading without saying for whom raises.

The tables live in several apps; what each person may see is decided on one page (`partidas.models.visibilidad`),
which is handed to `poner_portero` when the apps are ready.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from django.db import models

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from cuentas.models import Usuario

    Actor = Usuario | AnonymousUser
    Portero = Callable[[type[models.Model], Actor], models.Q]

M = TypeVar("M", bound=models.Model)

_porteros: list[Portero] = []


class LecturaSinPermiso(RuntimeError):
    """A secret table was read without saying for whom (`visibles_para`) or why not (`sin_filtrar`)."""


def poner_portero(portero: Portero) -> None:
    """Say who decides what a person may see: a function of the table and the actor."""
    _porteros[:] = [portero]


def portero() -> Portero | None:
    """Return who decides now, for who keeps something of what was decided."""
    return _porteros[0] if _porteros else None


def con_testigo(usuario: Actor, testigo: Actor) -> Actor:
    """Return the actor as somebody looks over their shoulder: every door then shows what both may see, and no more.

    The actor given is changed: hand over one that was read for this alone.
    """
    usuario.testigo = testigo  # type: ignore[union-attr]  # a mark of this request, not a column
    return usuario


def testigo_de(usuario: Actor) -> Actor | None:
    """Return who looks over the actor's shoulder, if somebody does."""
    testigo: Actor | None = getattr(usuario, "testigo", None)
    return testigo


class PuertaCerrada(models.Manager[M]):
    """A manager that refuses every query until one of its doors is named."""

    def get_queryset(self) -> models.QuerySet[M]:
        """Raise `LecturaSinPermiso`: there is no default view of a secret table."""
        raise LecturaSinPermiso(
            f"{self.model.__name__}: use visibles_para(usuario) to read, or sin_filtrar(motivo) to write"
        )

    def visibles_para(self, usuario: Actor) -> models.QuerySet[M]:
        """Return the rows that `usuario` (an account or AnonymousUser) may know of right now."""
        if not _porteros:
            raise LecturaSinPermiso("the gate is not in place yet")
        filas = self.sin_filtrar("puerta").filter(_porteros[0](self.model, usuario))
        testigo = testigo_de(usuario)
        return filas if testigo is None else filas.filter(_porteros[0](self.model, testigo))

    def sin_filtrar(self, motivo: str) -> models.QuerySet[M]:
        """Return every row, for writers; `motivo` says why, and a test keeps the list of the callers."""
        if not motivo.strip():
            raise LecturaSinPermiso("sin_filtrar needs a reason")
        return super().get_queryset()
