"""How far each person has read: only theirs, and never shown to anybody else."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from partidas.guarda import PuertaCerrada
from partidas.models.escena import Escena
from partidas.models.mensaje import Mensaje
from partidas.models.partida import Partida


class Marca(models.Model):
    """How far one person has read one scene: `hasta` is the `orden` of the last turn that they saw, zero for none.

    antes, lote: where it was before the last act that moved it, and which act that was, so that it can be undone.
    """

    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    escena = models.ForeignKey(Escena, on_delete=models.CASCADE, related_name="+")
    hasta = models.PositiveBigIntegerField(default=0)
    antes = models.PositiveBigIntegerField(default=0)
    lote = models.CharField(max_length=11, blank=True)
    cuando = models.DateTimeField()

    objects = PuertaCerrada["Marca"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["usuario", "escena"], name="una_marca_por_escena")]

    def __str__(self) -> str:
        """Return whose and where, never how far."""
        return f"{self.usuario_id}@{self.escena_id}"


class Saltado(models.Model):
    """A turn of that scene that the person could not read when their marker passed its place: it is not read.

    lote: the act that read it later; empty while it waits. A read one goes with the next act in the scene.
    """

    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    escena = models.ForeignKey(Escena, on_delete=models.CASCADE, related_name="+")
    mensaje = models.ForeignKey(Mensaje, on_delete=models.CASCADE, related_name="+")
    lote = models.CharField(max_length=11, blank=True)

    objects = PuertaCerrada["Saltado"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["usuario", "escena", "mensaje"], name="saltado_una_vez")]

    def __str__(self) -> str:
        """Return whose and which."""
        return f"{self.usuario_id}<{self.mensaje_id}"


class Visto(models.Model):
    """Up to when one person has seen what happened in one partida: it moves only when they say so."""

    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    hasta = models.DateTimeField()
    antes = models.DateTimeField(null=True, blank=True)
    lote = models.CharField(max_length=11, blank=True)

    objects = PuertaCerrada["Visto"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["usuario", "partida"], name="un_visto_por_partida")]

    def __str__(self) -> str:
        """Return whose and of what."""
        return f"{self.usuario_id}@{self.partida_id}"
