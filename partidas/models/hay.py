"""`Hay`: whether a row with these columns exists, as a condition that is cheap to build and to compile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.db.models import BooleanField, Expression, F, Model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models.sql.compiler import SQLCompiler, _AsSqlType

SIGNOS = {"exact": "=", "gt": ">"}


class Hay(Expression):
    """EXISTS over one table, by its own columns: each an F of the table that is asked, or a plain value.

    The gate asks this several times in each query. A subquery built by the ORM does the same and costs ten times
    more to put together, which was most of the time of a thread's page. Lookups: the column alone, or `__gt`.
    """

    output_field: ClassVar[BooleanField[Any, Any]] = BooleanField()

    def __init__(self, modelo: type[Model], **columnas: Any) -> None:
        """Keep the columns; raise KeyError for a lookup that is not one of `SIGNOS`."""
        super().__init__()
        self.fuentes: list[Any] = [valor for valor in columnas.values() if isinstance(valor, F)]
        self.modelo = modelo
        self.columnas = tuple((*_campo(modelo, nombre), valor) for nombre, valor in columnas.items())

    def get_source_expressions(self) -> list[Any]:
        """Return the columns of the table that is asked."""
        return self.fuentes

    def set_source_expressions(self, exprs: Sequence[Any]) -> None:
        """Take those columns back, resolved or renamed."""
        self.fuentes = list(exprs)

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> _AsSqlType:
        """Write the subquery under an alias of its own, which no query of the ORM has."""
        comillas = connection.ops.quote_name
        fuentes = iter(self.fuentes)
        partes: list[str] = []
        valores: list[Any] = []
        for campo, signo, valor in self.columnas:
            if isinstance(valor, F):
                sql, suyos = compiler.compile(next(fuentes))
                valores += suyos
            else:
                sql = "%s"
                valores.append(campo.get_db_prep_value(valor, connection))
            partes.append(f"hay.{comillas(campo.column)} {signo} {sql}")
        donde = " AND ".join(partes) or "1 = 1"
        tabla = comillas(self.modelo._meta.db_table)
        return f"EXISTS (SELECT 1 FROM {tabla} hay WHERE {donde})", tuple(valores)  # noqa: S608  # names of our own columns


def _campo(modelo: type[Model], nombre: str) -> tuple[Any, str]:
    columna, _, signo = nombre.partition("__")
    return modelo._meta.get_field(columna), SIGNOS[signo or "exact"]
