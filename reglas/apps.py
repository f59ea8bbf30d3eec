"""The Django app `reglas`."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class Config(AppConfig):
    """Register `reglas` under its own name and keep the book's triggers in place after every migration."""

    name = "reglas"

    def ready(self) -> None:
        """Connect the installer of the triggers."""
        from reglas.disparadores import al_migrar  # noqa: PLC0415 - models are not loaded before this point

        post_migrate.connect(al_migrar, sender=self, dispatch_uid="reglas.disparadores")
