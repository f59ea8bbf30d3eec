"""The Django app `partidas`."""

from django.apps import AppConfig


class Config(AppConfig):
    """Register `partidas` and put the gate in front of every secret table."""

    name = "partidas"

    def ready(self) -> None:
        """Hand the gate to the locked doors."""
        from cuentas.guarda import poner_portero  # noqa: PLC0415 - models exist only now
        from partidas.models.visibilidad import puede_ver  # noqa: PLC0415

        poner_portero(puede_ver)
