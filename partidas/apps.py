"""The Django app `partidas`."""

from django.apps import AppConfig


class Config(AppConfig):
    """Register `partidas`: the gate in front of every secret table, a bell on the outbox, and a farewell."""

    name = "partidas"

    def ready(self) -> None:
        """Hand the gate to the locked doors, and the way to wake a worker to the outbox."""
        from django.db.models.signals import post_migrate  # noqa: PLC0415

        from cuentas.dominio import al_cerrar, al_pensarlo  # noqa: PLC0415 - models exist only now
        from cuentas.guarda import poner_portero  # noqa: PLC0415
        from partidas import tasks  # noqa: PLC0415
        from partidas.busqueda.motores import al_migrar  # noqa: PLC0415
        from partidas.dominio import (  # noqa: PLC0415 - they register themselves
            avisos,  # noqa: F401
            correo,  # noqa: F401
            programados,  # noqa: F401
            respuestas,  # noqa: F401
        )
        from partidas.dominio.buzon import poner_despertador  # noqa: PLC0415
        from partidas.dominio.despedida import olvidar, sin_relevo  # noqa: PLC0415
        from partidas.models.visibilidad import puede_ver  # noqa: PLC0415

        al_cerrar(olvidar)
        al_pensarlo(sin_relevo)
        poner_portero(puede_ver)
        poner_despertador(tasks.despertar)
        post_migrate.connect(al_migrar, sender=self, dispatch_uid="partidas.busqueda")
