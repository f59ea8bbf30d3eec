"""The heartbeat of the background work, and the times in which it stopped."""

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


class Parada(models.Model):
    """A time in which nothing worked in the background, from the last tic before it to the first one after."""

    desde = models.DateTimeField()
    hasta = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "parada"
        verbose_name_plural = "paradas"

    def __str__(self) -> str:
        """Return the two moments."""
        return f"{self.desde.isoformat()} – {self.hasta.isoformat()}"
