"""Whose turn it is: the places of a scene's round, and what is to be done with a character whose player is away."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from partidas.guarda import PuertaCerrada
from partidas.models.escena import Escena
from partidas.models.partida import Partida
from personajes.models import Personaje

ORDENES_MAXIMO = 4000
DIRECCION = "direccion"
"""In the place of a character's public id: the turn of the direction itself."""
ENTRE_EMPUJONES = timedelta(hours=24)
"""How long one nudge lasts, whoever gave it."""


class PuestoEnTurno(models.Model):
    """One place in the round of a scene: of a player's character, or of the direction itself (no character).

    posicion: from 0, only looked at where one writes after another. estado: in the round that is open. mueve: the
    direction plays this turn by the character's orders. avisado: how much its player was told of the deadline of the
    turn that they owe: 0 nothing, 1 that it ends soon, 2 that it has ended.
    """

    class Estado(models.TextChoices):
        """What became of its turn in the open round."""

        PENDIENTE = "pendiente", _("falta")
        HECHO = "hecho", _("ha escrito")
        PASADO = "pasado", _("ha pasado")
        SALTADO = "saltado", _("saltado")

    escena = models.ForeignKey(Escena, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    posicion = models.PositiveSmallIntegerField(default=0)
    estado = models.CharField(max_length=9, choices=Estado.choices, default=Estado.PENDIENTE)
    mueve = models.BooleanField(default=False)
    avisado = models.PositiveSmallIntegerField(default=0)

    objects = PuertaCerrada["PuestoEnTurno"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["escena", "personaje"], name="puesto_una_vez"),
            models.UniqueConstraint(
                fields=["escena"], condition=models.Q(personaje__isnull=True), name="puesto_de_la_direccion"
            ),
        ]

    def __str__(self) -> str:
        """Return whose and where."""
        return f"{self.personaje_id}@{self.escena_id} {self.estado}"


class OrdenesDePJ(models.Model):
    """What its player wants done with a character when they are away: «Si falto…».

    The next player of the character writes their own.
    """

    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, on_delete=models.CASCADE, related_name="+")
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    texto = models.TextField(max_length=ORDENES_MAXIMO)
    cambiado = models.DateTimeField()

    objects = PuertaCerrada["OrdenesDePJ"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["partida", "personaje", "usuario"], name="unas_ordenes_por_personaje")
        ]

    def __str__(self) -> str:
        """Return of whom, never what: this text can reach a log."""
        return f"{self.personaje_id}@{self.partida_id}"
