"""`manage.py repintar`: make stored HTML of an older version of the markup again, without waiting for the worker."""

from typing import Any

from django.core.management import BaseCommand

from partidas.dominio import repintado


class Command(BaseCommand):
    """Go through the rows of an older version, in batches; say how many there were and how many are left."""

    help = (
        "Vuelve a hacer el HTML guardado por una versión anterior del marcado. Se puede cortar y repetir sin daño: "
        "sigue donde quedó."
    )

    def add_arguments(self, parser: Any) -> None:
        """Take the wish to count only."""
        parser.add_argument("--contar", action="store_true", help="solo dice cuántos quedan")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print how many were made again, and how many are left."""
        hechos, hasta, acabado = 0, (0, 0), bool(options["contar"])
        while not acabado:
            avance = repintado.repintar(hasta)
            hechos, hasta, acabado = hechos + avance.repintados, avance.hasta, avance.acabado
        self.stdout.write(f"Repintados: {hechos}. Quedan: {repintado.quedan()}.")
