"""The gate asked for many people at once: which of them may know of which rows, in one query.

The gate takes one person. What it says of a person that does not exist is compiled once, with a mark in the place of
their key, and each mark gives way to a column of those who are asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from django.core.exceptions import EmptyResultSet
from django.db import connections

from cuentas.models import Usuario
from partidas.consultas.moldes import MARCA

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor

_HUECO = re.compile(r"(?<!%)%s")
PERSONA, COSA = -MARCA, -MARCA - 1


def saben(
    personas: QuerySet[Any, Any], filas: Callable[[Actor], QuerySet[Any, Any]], cosas: Sequence[int]
) -> set[tuple[int, int]]:
    """Return the pairs (person, row) of whom the door lets know of it; one query, none for no row.

    personas: a query that gives keys of accounts, as its first column. filas: the rows of a table that an actor may
    know of, through its door, whose actor it uses as a value alone; a person of the staff is asked about as one who is
    not. cosas: keys of that table.
    """
    puerta = filas(Usuario(pk=PERSONA))
    if not cosas:
        return set()
    try:
        de_quien = personas.query.get_compiler(using=puerta.db).as_sql()
        rejilla = puerta.filter(pk=COSA).order_by().values_list("pk").query.get_compiler(using=puerta.db).as_sql()
    except EmptyResultSet:
        return set()
    condicion, valores = _con_columnas(*rejilla)
    sql = _SQL.format(de_quien[0], " UNION ALL ".join("SELECT %s" for _ in cosas), condicion)
    with connections[puerta.db].cursor() as cursor:
        cursor.execute(sql, [*de_quien[1], *cosas, *valores])
        return {(persona, cosa) for persona, cosa in cursor.fetchall()}


_SQL = "WITH quien(k) AS ({}), que(k) AS ({}) SELECT quien.k, que.k FROM quien CROSS JOIN que WHERE EXISTS ({})"


def _con_columnas(sql: str, valores: Sequence[Any]) -> tuple[str, list[Any]]:
    """Put the columns of who and what is asked about where their marks were."""
    trozos = _HUECO.split(sql)
    salida, otros = [trozos[0]], []
    for trozo, valor in zip(trozos[1:], valores, strict=True):
        columna = {PERSONA: "quien.k", COSA: "que.k"}.get(valor) if isinstance(valor, int) else None
        salida += [columna or "%s", trozo]
        if columna is None:
            otros.append(valor)
    return "".join(salida), otros
