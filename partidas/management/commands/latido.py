"""`manage.py latido`: is the background work alive? For the health checks of the worker and beat."""

from typing import Any

from django.core.management import BaseCommand, CommandError

from config import reloj
from config.salud import SEGUNDOS_SIN_TIC
from partidas.models import Latido


class Command(BaseCommand):
    """Fail if the last tic is too old or there is none."""

    help = "Dice hace cuánto que beat y un obrero dieron señales de vida; falla si es demasiado."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the age of the last tic."""
        ultimo = Latido.objects.order_by("-momento").first()
        if ultimo is None:
            raise CommandError("Ningún tic todavía.")
        edad = (reloj.ahora() - ultimo.momento).total_seconds()
        if edad > SEGUNDOS_SIN_TIC:
            raise CommandError(f"El último tic es de hace {edad:.0f} s.")
        self.stdout.write(f"Último tic: hace {edad:.0f} s.")
