"""A query of the gate written once: its SQL is the same for every person, and only the keys in it change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models import Field, IntegerField
from django.db.models.expressions import RawSQL

from cuentas.models import Usuario

if TYPE_CHECKING:
    from django.db.models import QuerySet

ALGUIEN, ALGO = -271828, -314159
"""Keys that no row has, which stand for the person and for the thing."""


class Molde:
    """What building a query of the gate costs is most of its time, so it is built at its first use and kept.

    hacer: returns the query for an account that is of no staff and for the key of a thing; nothing in it may depend
    on more of them than their keys.
    """

    def __init__(self, hacer: Callable[[Usuario, int], QuerySet[Any, Any]]) -> None:
        """Keep how it is built."""
        self.hacer = hacer
        self.hechos: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def sql(self, usuario: int, cosa: int = 0) -> tuple[str, tuple[Any, ...]]:
        """Return the text and the values for that person and that thing."""
        if connection.vendor not in self.hechos:
            consulta = self.hacer(Usuario(pk=ALGUIEN, is_staff=False), ALGO).query
            self.hechos[connection.vendor] = consulta.sql_with_params()
        texto, valores = self.hechos[connection.vendor]
        claves = {ALGUIEN: usuario, ALGO: cosa}
        return texto, tuple(claves.get(v, v) if type(v) is int else v for v in valores)

    def filas(self, usuario: int, cosa: int = 0) -> list[tuple[Any, ...]]:
        """Ask it: one query."""
        with connection.cursor() as cursor:
            cursor.execute(*self.sql(usuario, cosa))
            return list(cursor.fetchall())

    def valor(self, usuario: int | None, cosa: int, campo: Field[Any, Any]) -> RawSQL:
        """Return it as a column of another query; it gives one value or none."""
        texto, valores = self.sql(usuario or 0, cosa)
        return RawSQL(texto, valores, output_field=campo)  # noqa: S611  # written by the ORM, with its values apart

    def cuenta(self, usuario: int | None, cosa: int = 0) -> RawSQL:
        """Return how many rows it has as a column of another query."""
        texto, valores = self.sql(usuario or 0, cosa)
        return RawSQL(f"SELECT COUNT(*) FROM ({texto}) contadas", valores, output_field=IntegerField())  # noqa: S608, S611  # the same
