"""`manage.py tic`: do what is due now, without waiting for beat nor for a worker. The operator's remedy."""

from typing import Any

from django.core.management import BaseCommand

from config import reloj
from partidas.dominio import cierres, obrero, rutinas


class Command(BaseCommand):
    """Close the days that are over, plan the routine jobs and empty the outbox, here.

    It leaves no sign of life: that is the worker's.
    """

    help = (
        "Cierra los días que han acabado y hace los trabajos pendientes del buzón, sin esperar al obrero; "
        "se puede repetir sin daño."
    )

    def add_arguments(self, parser: Any) -> None:
        """Take the jobs to start again."""
        parser.add_argument("--reanudar", nargs="+", default=[], metavar="CLAVE", help="trabajos parados que repetir")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print how many days were closed, how many jobs were done and how many failed."""
        ahora = reloj.ahora()
        for clave in options["reanudar"]:
            hecho = obrero.reanudar(clave, ahora=ahora)
            self.stdout.write(f"{clave}: {'se repite' if hecho else 'no estaba parado'}")
        dias = cierres.cerrar_vencidas(segundos=600)
        rutinas.planificar(ahora)
        recuento = obrero.vaciar(reloj.ahora, quien="manage.py tic", segundos=600)
        self.stdout.write(f"Días cerrados: {dias}. Trabajos hechos: {recuento.hechos}. Fallidos: {recuento.fallidos}.")
