"""Background work: each task is a few lines that call the domain."""

import os
import socket

from celery import current_app, shared_task

from config import reloj
from partidas.dominio import cierres, obrero, plazos, rutinas


@shared_task(name="tic")
def tic() -> None:
    """Leave a row that says the background work is alive, end days and deadlines that are over, and do what is due."""
    ahora = reloj.ahora()
    rutinas.latir(ahora, pid=os.getpid())
    cierres.cerrar_vencidas()
    plazos.vigilar(ahora)
    rutinas.planificar(ahora)
    vaciar_buzon()


@shared_task(name="vaciar_buzon")
def vaciar_buzon() -> None:
    """Do the jobs of the outbox that are due."""
    obrero.vaciar(reloj.ahora, quien=f"{socket.gethostname()[:20]}:{os.getpid()}")


def despertar() -> None:
    """Send `vaciar_buzon` to whichever worker is free; a queue that does not answer fails within two seconds."""
    with current_app.connection_for_write(connect_timeout=2) as conexion:
        current_app.send_task("vaciar_buzon", connection=conexion, retry=False, expires=60)
