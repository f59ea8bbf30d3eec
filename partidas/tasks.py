"""Background work: each task is a few lines that call the domain."""

import os
from datetime import timedelta

from celery import shared_task

from config import reloj
from partidas.models import Latido

DIAS_DE_LATIDOS = 1


@shared_task(name="tic")
def tic() -> None:
    """Leave a row that says the background work is alive, and drop yesterday's."""
    ahora = reloj.ahora()
    Latido.objects.create(momento=ahora, pid=os.getpid())
    Latido.objects.filter(momento__lt=ahora - timedelta(days=DIAS_DE_LATIDOS)).delete()
