"""The Django app `partidas`."""

from django.apps import AppConfig


class Config(AppConfig):
    """Register `partidas`, put the gate in front of every secret table and a bell on the outbox."""

    name = "partidas"

    def ready(self) -> None:
        """Hand the gate to the locked doors, and the way to wake a worker to the outbox."""
        from cuentas.guarda import poner_portero  # noqa: PLC0415 - models exist only now
        from partidas import tasks  # noqa: PLC0415
        from partidas.dominio.buzon import poner_despertador  # noqa: PLC0415
        from partidas.models.visibilidad import puede_ver  # noqa: PLC0415

        poner_portero(puede_ver)
        poner_despertador(tasks.despertar)
