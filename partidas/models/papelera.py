"""What a person threw away and can still take back, and what they left to be published at its hour."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.escena import Escena
from partidas.models.mensaje import Mensaje

MOTIVO_MAXIMO = 300


class Descarte(models.Model):
    """One draft in the bin: as it was in its place, for a month from `cuando`."""

    class Motivo(models.TextChoices):
        """How it came there."""

        DESCARTADO = "descartado", _("Lo descartaste")
        PUBLICADO = "publicado", _("El turno se publicó con otro texto")
        CAMBIADO = "cambiado", _("Pusiste otro texto en su lugar")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    lugar = models.CharField(max_length=60)
    datos = models.JSONField(default=dict)
    guardado = models.DateTimeField()
    motivo = models.CharField(max_length=10, choices=Motivo.choices)
    cuando = models.DateTimeField()

    objects = PuertaCerrada["Descarte"]()

    class Meta:
        indexes = [models.Index(fields=["usuario", "cuando"], name="papelera_de_una_persona")]

    def __str__(self) -> str:
        """Return which one, never what it says."""
        return self.publico


class Programado(models.Model):
    """A turn of the direction to be published later, once.

    orden: the order as it was confirmed, which is what is published; what is typed later waits in its draft. version:
    of what was confirmed; the job of an older one does nothing. motivo: why it could not be published.
    """

    class Estado(models.TextChoices):
        """Where it is."""

        PENDIENTE = "pendiente", _("pendiente")
        PUBLICADO = "publicado", _("publicado")
        RECHAZADO = "rechazado", _("no se pudo publicar")
        CANCELADO = "cancelado", _("cancelado")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    escena = models.ForeignKey(Escena, on_delete=models.CASCADE, related_name="+")
    clave = models.UUIDField()
    orden = models.JSONField()
    cuando = models.DateTimeField()
    estado = models.CharField(max_length=9, choices=Estado.choices, default=Estado.PENDIENTE)
    version = models.PositiveIntegerField(default=1)
    motivo = models.CharField(max_length=MOTIVO_MAXIMO, blank=True)
    mensaje = models.ForeignKey(Mensaje, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    cambiado = models.DateTimeField()

    objects = PuertaCerrada["Programado"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["usuario", "clave"], name="programado_una_vez_por_clave")]

    def __str__(self) -> str:
        """Return which one, never what it says."""
        return f"{self.publico} ({self.estado})"
