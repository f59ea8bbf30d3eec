"""`manage.py preparar`: bring the database and the static files up to this version; several at once take turns."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import BaseCommand, call_command
from django.db import connection

NUMERO_DE_CERROJO = 728_104_551


class Command(BaseCommand):
    """Migrate, make the cache table and collect the static files."""

    help = "Pone al día la base de datos y los archivos estáticos; se puede repetir sin daño."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do the three steps, quietly."""
        with _turno():
            call_command("migrate", interactive=False, verbosity=0)
            call_command("createcachetable", verbosity=0)
            call_command("collectstatic", interactive=False, verbosity=0)


@contextmanager
def _turno() -> Iterator[None]:
    """Hold PostgreSQL's advisory lock: three web containers that start together migrate once. SQLite has its own."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [NUMERO_DE_CERROJO])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [NUMERO_DE_CERROJO])
        connection.close()
