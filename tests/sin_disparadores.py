"""Let the test runner's `flush` empty the book, whose triggers refuse exactly that."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

from reglas import disparadores


@contextmanager
def sin_disparadores(conexion: BaseDatabaseWrapper) -> Iterator[None]:
    """Drop the book's triggers and put them back at the end, whatever happens inside."""
    _asentar(conexion)
    disparadores.quitar(conexion)
    try:
        yield
    finally:
        _asentar(conexion)
        disparadores.instalar(conexion)


def _asentar(conexion: BaseDatabaseWrapper) -> None:
    """Check now what waits for the end of the transaction: PostgreSQL alters no table with checks pending."""
    if conexion.vendor == "postgresql" and conexion.in_atomic_block and not conexion.needs_rollback:
        with conexion.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")


@contextmanager
def vaciado_permitido() -> Iterator[None]:
    """Make every transactional test, of pytest or of Django, flush without the triggers.

    The flush is the one step that all of them share: `TransactionTestCase._fixture_teardown`. `TestCase` rolls back
    instead and never comes here.
    """
    vaciar = TransactionTestCase._fixture_teardown

    def vaciar_sin_disparadores(caso: TransactionTestCase) -> Any:
        with ExitStack() as pila:
            for alias in caso._databases_names(include_mirrors=False):
                pila.enter_context(sin_disparadores(connections[alias]))
            return vaciar(caso)

    with mock.patch.object(TransactionTestCase, "_fixture_teardown", vaciar_sin_disparadores):
        yield
