"""Triggers that make the book append-only, for both databases.

They are not in a migration: SQLite loses every trigger of a table that a later migration rebuilds. `post_migrate`
puts back what is missing. A data migration that must rewrite the book has to drop them by name, on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, UniqueConstraint

from reglas.models import Asiento, SalAncla, Semilla, Sobre

INMUTABLES: tuple[type[Model], ...] = (Asiento, Sobre, Semilla, SalAncla)
FUNCION = "reglas_libro_inmutable"
# On PostgreSQL the message is in the function's body; both databases answer with an IntegrityError.
AVISO = "el libro de tiradas no se reescribe"
CUERPO = f" BEGIN RAISE EXCEPTION '{AVISO}' USING ERRCODE = 'integrity_constraint_violation'; END; "

DE_MAS_EN_POSTGRESQL = """
WITH guardadas AS (
    SELECT oid, relname, relrowsecurity FROM pg_class WHERE relname = ANY(%s) AND pg_table_is_visible(oid)
)
SELECT t.tgname::text FROM pg_trigger t JOIN guardadas g ON g.oid = t.tgrelid WHERE NOT t.tgisinternal
UNION ALL SELECT r.rulename::text FROM pg_rewrite r JOIN guardadas g ON g.oid = r.ev_class
UNION ALL SELECT h.relname::text FROM pg_inherits i JOIN guardadas g ON g.oid = i.inhparent
    JOIN pg_class h ON h.oid = i.inhrelid
UNION ALL SELECT relname::text || ' (row security)' FROM guardadas WHERE relrowsecurity
"""


@dataclass(frozen=True, slots=True)
class Disparador:
    """One trigger: its name, its table and the statement that creates it."""

    nombre: str
    tabla: str
    sql: str


def instalar(conexion: BaseDatabaseWrapper) -> list[str]:
    """Create what is missing or altered and return its names; doing it twice changes nothing."""
    with transaction.atomic(using=conexion.alias), conexion.cursor() as cursor:
        if conexion.vendor == "postgresql" and not _funcion_intacta(cursor):
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION {FUNCION}() RETURNS trigger LANGUAGE plpgsql AS $cuerpo${CUERPO}$cuerpo$"
            )
        puestos = _puestos(conexion, cursor)
        nuevos = [uno for uno in _disparadores(conexion) if puestos.get(uno.nombre) != _firma(conexion, uno)]
        for uno in nuevos:
            cursor.execute(_sql_quitar(conexion, uno))
            cursor.execute(uno.sql)
    return [uno.nombre for uno in nuevos]


def faltan(conexion: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the triggers that are absent, disabled or not ours; empty is healthy."""
    with conexion.cursor() as cursor:
        puestos = _puestos(conexion, cursor)
        nombres = [
            uno.nombre
            for uno in _disparadores(conexion, todas=True)
            if puestos.get(uno.nombre) != _firma(conexion, uno)
        ]
        if conexion.vendor == "postgresql" and not _funcion_intacta(cursor):
            nombres.append(FUNCION)
    return nombres


def sobran(conexion: BaseDatabaseWrapper) -> list[str]:
    """Return the names of what others hung on the book's tables; empty is healthy.

    Other triggers, rules, child tables and row security, which can drop or change what is written before it is
    there; and, on SQLite, what this very connection has put in their place as temporary.
    """
    tablas = [modelo._meta.db_table for modelo in INMUTABLES]
    propios = {uno.nombre for uno in _disparadores(conexion, todas=True)}
    with conexion.cursor() as cursor:
        if conexion.vendor == "sqlite":
            huecos = ", ".join(["%s"] * len(tablas))
            cursor.execute(
                f"SELECT name FROM main.sqlite_master WHERE type = 'trigger' AND lower(tbl_name) IN ({huecos})"  # noqa: S608 - placeholders
                f" UNION ALL SELECT 'temp.' || name FROM sqlite_temp_master WHERE lower(tbl_name) IN ({huecos})",
                tablas * 2,
            )
        else:
            cursor.execute(DE_MAS_EN_POSTGRESQL, [tablas])
        return sorted(nombre for (nombre,) in cursor.fetchall() if nombre not in propios)


def quitar(conexion: BaseDatabaseWrapper) -> None:
    """Drop every trigger. Only a data migration of the book and the test runner's `flush` may need it."""
    with transaction.atomic(using=conexion.alias), conexion.cursor() as cursor:
        for uno in _disparadores(conexion):
            cursor.execute(_sql_quitar(conexion, uno))


def al_migrar(*, using: str, **_kwargs: Any) -> None:
    """Put the triggers back after any `migrate` or `flush`."""
    instalar(connections[using])


def _disparadores(conexion: BaseDatabaseWrapper, *, todas: bool = False) -> list[Disparador]:
    """Return the triggers of the tables that exist (after `migrate reglas zero` there are none), or of all."""
    declarar = _de_sqlite if conexion.vendor == "sqlite" else _de_postgresql
    tablas = None if todas else set(conexion.introspection.table_names())
    return [
        uno for modelo in INMUTABLES if tablas is None or modelo._meta.db_table in tablas for uno in declarar(modelo)
    ]


def _de_sqlite(modelo: type[Model]) -> Iterator[Disparador]:
    """Yield refusals of UPDATE, DELETE and any INSERT that would meet a row.

    The last one stops INSERT OR REPLACE whatever `recursive_triggers` is set to: it runs before the old row goes.
    """
    tabla = modelo._meta.db_table
    rechazo = f"BEGIN SELECT RAISE(ABORT, '{AVISO}'); END"
    for verbo in ("update", "delete"):
        nombre = f"{tabla}_sin_{verbo}"
        yield Disparador(nombre, tabla, f'CREATE TRIGGER "{nombre}" BEFORE {verbo.upper()} ON "{tabla}" {rechazo}')
    # A key that is no integer leaves a hidden rowid, by which a REPLACE meets a row too.
    grupos = [*_unicos(modelo), ("rowid",)]
    choca = " OR ".join(
        "(" + " AND ".join(f'"{columna}" = NEW."{columna}"' for columna in grupo) + ")" for grupo in grupos
    )
    nombre = f"{tabla}_sin_replace"
    fila = f'SELECT 1 FROM "{tabla}" WHERE {choca}'  # noqa: S608 - the names come from the models
    yield Disparador(
        nombre, tabla, f'CREATE TRIGGER "{nombre}" BEFORE INSERT ON "{tabla}" WHEN EXISTS ({fila}) {rechazo}'
    )


def _de_postgresql(modelo: type[Model]) -> Iterator[Disparador]:
    """Yield refusals of UPDATE and DELETE of a row, and of TRUNCATE (which no row trigger sees).

    ALWAYS: they fire too for a session that calls itself a replica.
    """
    tabla = modelo._meta.db_table
    for verbo, suceso, nivel in (
        ("cambio", "UPDATE OR DELETE", "ROW"),
        ("truncate", "TRUNCATE", "STATEMENT"),
    ):
        nombre = f"{tabla}_sin_{verbo}"
        sql = f'CREATE TRIGGER "{nombre}" BEFORE {suceso} ON "{tabla}" FOR EACH {nivel} EXECUTE FUNCTION {FUNCION}()'
        yield Disparador(nombre, tabla, f'{sql}; ALTER TABLE "{tabla}" ENABLE ALWAYS TRIGGER "{nombre}"')


def _unicos(modelo: type[Model]) -> list[tuple[str, ...]]:
    """Return the groups of columns that no two rows may share."""
    columna: dict[str, str] = {campo.name: campo.column or "" for campo in modelo._meta.concrete_fields}
    sueltos = [(columna[campo.name],) for campo in modelo._meta.concrete_fields if campo.unique]
    juntos = [
        tuple(columna[nombre] for nombre in regla.fields)
        for regla in modelo._meta.constraints
        if isinstance(regla, UniqueConstraint)
    ]
    return [*sueltos, *juntos]


def _sql_quitar(conexion: BaseDatabaseWrapper, uno: Disparador) -> str:
    donde = f' ON "{uno.tabla}"' if conexion.vendor == "postgresql" else ""
    return f'DROP TRIGGER IF EXISTS "{uno.nombre}"{donde}'


def _puestos(conexion: BaseDatabaseWrapper, cursor: Any) -> dict[str, str]:
    """Return what each trigger of the database does, in the form that `_firma` gives."""
    if conexion.vendor == "sqlite":
        cursor.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'")
    else:
        # A disabled one, or one on another event, on some columns alone or with a namesake of the function is missing.
        cursor.execute(
            "SELECT t.tgname, concat_ws(' ', t.tgtype, t.tgenabled::text, p.proname, c.relname,"
            " pg_function_is_visible(p.oid)::text, nullif(t.tgattr::text, ''))"
            " FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid"
            " WHERE NOT t.tgisinternal AND pg_table_is_visible(t.tgrelid) AND t.tgqual IS NULL"
        )
    return dict(cursor.fetchall())


def _firma(conexion: BaseDatabaseWrapper, uno: Disparador) -> str:
    """Return how an intact trigger looks in the catalogue of the database."""
    if conexion.vendor == "sqlite":
        return uno.sql
    # Bits of tgtype: 1 row, 2 before, 8 delete, 16 update, 32 truncate.
    suceso = 34 if uno.nombre.endswith("truncate") else 27
    return f"{suceso} A {FUNCION} {uno.tabla} true"


def _funcion_intacta(cursor: Any) -> bool:
    cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s AND pg_function_is_visible(oid)", [FUNCION])
    return [fila[0] for fila in cursor.fetchall()] == [CUERPO]
