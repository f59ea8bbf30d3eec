"""`manage.py preparar`: bring the database and the static files up to this version; several at once take turns."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
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
            _estaticos(Path(settings.STATIC_ROOT) / ".huella")


def _estaticos(huella: Path) -> None:
    """Collect and compress the static files, unless they are those of the last time: it takes seconds."""
    ahora = _huella_de_las_fuentes()
    if huella.exists() and huella.read_text(encoding="ascii") == ahora:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    huella.write_text(ahora, encoding="ascii")


def _huella_de_las_fuentes() -> str:
    """Return a digest of the names, sizes and dates of every static file of the applications."""
    rutas = [Path(almacen.path(nombre)) for buscador in get_finders() for nombre, almacen in buscador.list([])]
    filas = sorted(f"{ruta} {ruta.stat().st_size} {ruta.stat().st_mtime_ns}" for ruta in rutas)
    return hashlib.sha256("\n".join([settings.VERSION, *filas]).encode()).hexdigest()


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
