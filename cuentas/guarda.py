"""The locked door of every table that can hold a secret: reading without saying for whom raises."""

from __future__ import annotations

from typing import TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)


class LecturaSinPermiso(RuntimeError):
    """A secret table was read without saying for whom (`visibles_para`) or why not (`sin_filtrar`)."""


class PuertaCerrada(models.Manager[M]):
    """A manager that refuses every query until one of its doors is named."""

    def get_queryset(self) -> models.QuerySet[M]:
        """Raise `LecturaSinPermiso`: there is no default view of a secret table."""
        raise LecturaSinPermiso(
            f"{self.model.__name__}: use visibles_para(usuario) to read, or sin_filtrar(motivo) to write"
        )

    def sin_filtrar(self, motivo: str) -> models.QuerySet[M]:
        """Return every row, for writers; `motivo` says why, and a test keeps the list of the callers."""
        if not motivo.strip():
            raise LecturaSinPermiso("sin_filtrar needs a reason")
        return super().get_queryset()
