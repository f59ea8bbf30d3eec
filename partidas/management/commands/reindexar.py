"""`manage.py reindexar`: make the index of the search again, or what is missing of it."""

from typing import Any

from django.core.management import BaseCommand
from django.db import connections, router

from partidas.busqueda import motores
from partidas.dominio import indice
from partidas.models import Buscable


class Command(BaseCommand):
    """Go through the turns in batches and say how many there were."""

    help = "Rehace el índice de la búsqueda a partir de los mensajes. Se puede cortar y repetir sin daño."

    def add_arguments(self, parser: Any) -> None:
        """Take the wish to do only what is missing."""
        parser.add_argument("--lo-que-falta", action="store_true", help="solo los mensajes que no están en el índice")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print how many turns were looked at."""
        hechos = indice.rehacer(solo_lo_que_falta=bool(options["lo_que_falta"]))
        if not options["lo_que_falta"]:
            motores.rehacer(connections[router.db_for_write(Buscable)])
        self.stdout.write(f"Mensajes repasados: {hechos}.")
