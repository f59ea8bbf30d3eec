"""The heartbeat of the background work."""

from django.db import models


class Latido(models.Model):
    """One row per `tic`: beat sent it, a worker did it; its age is what /salud/listo shows."""

    momento = models.DateTimeField(db_index=True)
    pid = models.PositiveIntegerField()

    class Meta:
        verbose_name = "latido"
        verbose_name_plural = "latidos"

    def __str__(self) -> str:
        """Return the moment."""
        return self.momento.isoformat()
