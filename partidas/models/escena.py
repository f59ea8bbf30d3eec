"""Scenes and who is present in them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.partida import Partida
from personajes.models import Personaje

PLAZO_MAXIMO = 720
"""Hours: thirty days."""


class Escena(models.Model):
    """A thread of a partida; a secret one exists only for those present and the direction.

    ronda: the number of the one that is open; 0 until its turns are ordered for the first time.
    """

    class Tipo(models.TextChoices):
        """What is written in it."""

        JUEGO = "juego", _("Juego")
        FUERA = "fuera", _("Fuera de personaje")
        REGLAS = "reglas", _("Reglas")

    class Estado(models.TextChoices):
        """Whether turns can be published."""

        ABIERTA = "abierta", _("Abierta")
        CERRADA = "cerrada", _("Cerrada")

    class Modo(models.TextChoices):
        """Who writes when."""

        LIBRE = "libre", _("Libre: cada cual cuando quiera")
        RONDAS = "rondas", _("Por rondas: todos escriben una vez y sigue la dirección")
        ORDEN = "orden", _("En orden: uno detrás de otro")

    class AlVencer(models.TextChoices):
        """What happens when the deadline of a turn ends."""

        AVISAR = "avisar", _("Se le sigue esperando y queda dicho")
        SALTAR = "saltar", _("Se salta su turno")
        MOVER = "mover", _("Lo mueve la dirección, según sus órdenes")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    titulo = models.CharField(max_length=120)
    lugar = models.CharField(max_length=160, blank=True)
    tipo = models.CharField(max_length=6, choices=Tipo.choices, default=Tipo.JUEGO)
    secreta = models.BooleanField(default=False)
    estado = models.CharField(max_length=7, choices=Estado.choices, default=Estado.ABIERTA)
    posicion = models.PositiveIntegerField(default=0)
    ultimo_orden = models.PositiveBigIntegerField(default=0)
    modo = models.CharField(max_length=6, choices=Modo.choices, default=Modo.LIBRE)
    plazo_horas = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="real hours in which a turn is to be written; nothing: no deadline"
    )
    al_vencer = models.CharField(max_length=6, choices=AlVencer.choices, default=AlVencer.AVISAR)
    ronda = models.PositiveIntegerField(default=0)
    creada = models.DateTimeField()
    cerrada = models.DateTimeField(null=True, blank=True)

    objects = PuertaCerrada["Escena"]()

    class Meta:
        indexes = [
            models.Index(fields=["partida", "posicion"]),
            models.Index(fields=["partida", "estado", "posicion"], name="escena_en_lista"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(plazo_horas__isnull=True)
                | models.Q(plazo_horas__gte=1, plazo_horas__lte=PLAZO_MAXIMO),
                name="escena_plazo_de_un_mes",
            ),
        ]

    def __str__(self) -> str:
        """Return the title."""
        return self.titulo


class Presente(models.Model):
    """A character who is in a scene, and the person who is told of it (a snapshot, as with recipients)."""

    escena = models.ForeignKey(Escena, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    objects = PuertaCerrada["Presente"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["escena", "personaje", "usuario"], name="presente_una_vez"),
            models.UniqueConstraint(
                fields=["escena", "usuario"],
                condition=models.Q(personaje__isnull=True),
                name="presente_una_vez_sin_personaje",
            ),
        ]

    def __str__(self) -> str:
        """Return who is where."""
        return f"{self.personaje_id}@{self.escena_id}"
