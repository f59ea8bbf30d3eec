"""`manage.py comprobar`: does everything that must always hold, hold?"""

from typing import Any

from django.core.management import BaseCommand, CommandError

from partidas.dominio import comprobacion


class Command(BaseCommand):
    """Print one line for each thing that does not hold; exit 1 if there is any."""

    help = "Comprueba libros, disparadores, órdenes, versiones, tarjetas, buzón e imágenes. No cambia nada."

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask, print, and fail or say that all is well."""
        lineas = comprobacion.incumplidas()
        for linea in lineas:
            self.stderr.write(linea)
        if lineas:
            raise CommandError(f"No cuadran {len(lineas)} cosas.", returncode=1)
        self.stdout.write("Todo cuadra.")
