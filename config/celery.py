"""The Celery application: tasks always go through a real broker, to another process."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, setup_logging, worker_init

from config.vigia import morir_con_el_padre

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("hilo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def usar_nuestro_registro(**_: Any) -> None:
    """Leave the log as settings made it; without this Celery would write its own lines."""


@worker_init.connect
def vigilar_desde_el_obrero(**_: Any) -> None:
    """End with the run command, if it was the one that started this worker."""
    morir_con_el_padre(con_hilo=True)


@beat_init.connect
def primer_tic(**_: Any) -> None:
    """Send the first tic as soon as beat starts: the next is an interval away, and /salud/listo waits for one."""
    morir_con_el_padre(con_hilo=True)
    app.send_task("tic", expires=app.conf.beat_schedule["tic"]["options"]["expires"])
