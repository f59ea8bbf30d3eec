"""Characters and the history of their sheets."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.guarda import PuertaCerrada
from cuentas.identificador import nuevo_publico

FICHA_COMPLETA = "ficha"


class Personaje(models.Model):
    """A PJ or a PNJ with its sheet; the game system validates the sheet, `dominio.fichas` is its only door.

    formato: which of the system's declarations the sheet follows: `ficha` (a whole character) or a kind of objetivo.
    """

    class Clase(models.TextChoices):
        """Who plays it: a player (PJ) or the direction (PNJ)."""

        PJ = "pj", _("PJ")
        PNJ = "pnj", _("PNJ")

    class Estado(models.TextChoices):
        """Whether it can act in the fiction: not yet, now, no longer."""

        CREACION = "creacion", _("en creación")
        ACTIVO = "activo", _("activo")
        RETIRADO = "retirado", _("retirado")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    clase = models.CharField(max_length=3, choices=Clase.choices)
    estado = models.CharField(max_length=8, choices=Estado.choices, default=Estado.ACTIVO)
    nombre = models.CharField(max_length=80)
    clave_nombre = models.CharField(max_length=200)
    presentacion = models.TextField(blank=True, max_length=2000)
    sistema = models.CharField(max_length=40)
    titular = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    formato = models.CharField(max_length=20, default=FICHA_COMPLETA)
    ficha = models.JSONField(default=dict)
    esquema = models.PositiveSmallIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    creado = models.DateTimeField()

    objects = PuertaCerrada["Personaje"]()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(version__gte=1), name="personaje_version_positiva")]

    def __str__(self) -> str:
        """Return the name as its player wrote it."""
        return self.nombre


class CambioFicha(models.Model):
    """Why one version of a sheet exists; rows are only ever added."""

    class Causa(models.TextChoices):
        """What moved the sheet."""

        CREACION = "creacion", _("creación")
        TIRADA = "tirada", _("tirada")
        CORRECCION = "correccion", _("corrección a mano")
        CIERRE = "cierre", _("fin de jornada")
        ANULACION = "anulacion", _("tirada anulada")

    personaje = models.ForeignKey(Personaje, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    causa = models.CharField(max_length=10, choices=Causa.choices)
    motivo = models.CharField(max_length=200, blank=True)
    efectos = models.JSONField(default=list)
    asiento = models.CharField(max_length=64, blank=True)
    por = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cuando = models.DateTimeField()

    objects = PuertaCerrada["CambioFicha"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["personaje", "version"], name="cambio_unico_por_version")]

    def __str__(self) -> str:
        """Return which sheet and which version."""
        return f"{self.personaje_id} v{self.version}"
