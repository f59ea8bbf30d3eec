"""Who fights in a scene."""

from __future__ import annotations

from django.db import models

from partidas.guarda import PuertaCerrada
from partidas.models.escena import Escena
from personajes.models import Personaje


class Combatiente(models.Model):
    """A character who is in the fight of a scene, until it is taken out."""

    escena = models.ForeignKey(Escena, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, on_delete=models.CASCADE, related_name="+")

    objects = PuertaCerrada["Combatiente"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["escena", "personaje"], name="combatiente_una_vez")]

    def __str__(self) -> str:
        """Return who is where."""
        return f"{self.personaje_id}@{self.escena_id}"
