"""What a player asks the direction to allow before rolling: the declaration waits with its message."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.mensaje import Mensaje
from partidas.models.tirada import MOTIVO_MAXIMO, Tirada
from personajes.models import Personaje


class SolicitudDePalabra(models.Model):
    """A declared roll, or an option of one, that takes the direction's word; granted, it is thrown as it was declared.

    personaje, objetivo: whose sheet acts and on whom. continua, opcion: the roll and the option, for one of those.
    motivo: why it was refused, for everybody who reads the message; why it was closed, for who may read the sheet.
    tirada: what was thrown.
    """

    class Estado(models.TextChoices):
        """Whether it was answered, and how; `cerrada`: it could no longer be thrown."""

        PENDIENTE = "pendiente", _("pendiente")
        CONCEDIDA = "concedida", _("concedida")
        NEGADA = "negada", _("negada")
        RETIRADA = "retirada", _("retirada")
        CERRADA = "cerrada", _("cerrada")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    mensaje = models.ForeignKey(Mensaje, on_delete=models.CASCADE, related_name="+")
    por = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    clave = models.UUIDField()
    huella = models.CharField(max_length=64)
    personaje = models.ForeignKey(Personaje, null=True, on_delete=models.CASCADE, related_name="+")
    objetivo = models.ForeignKey(Personaje, null=True, on_delete=models.CASCADE, related_name="+")
    nombre = models.CharField(max_length=80, blank=True)
    sistema = models.CharField(max_length=40)
    accion = models.CharField(max_length=60)
    datos = models.JSONField(default=dict)
    declaracion = models.CharField(max_length=300, blank=True)
    continua = models.ForeignKey(Tirada, null=True, on_delete=models.CASCADE, related_name="+")
    opcion = models.CharField(max_length=60, blank=True)
    estado = models.CharField(max_length=9, choices=Estado.choices, default=Estado.PENDIENTE)
    motivo = models.CharField(max_length=MOTIVO_MAXIMO, blank=True)
    tirada = models.OneToOneField(Tirada, null=True, on_delete=models.CASCADE, related_name="+")
    creada = models.DateTimeField()
    resuelta = models.DateTimeField(null=True, blank=True)
    resuelta_por = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = PuertaCerrada["SolicitudDePalabra"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["por", "clave"], name="palabra_una_vez_por_clave"),
            models.UniqueConstraint(
                fields=["continua", "opcion"],
                condition=models.Q(continua__isnull=False, estado="pendiente"),
                name="palabra_pendiente_unica",
            ),
        ]
        indexes = [models.Index(fields=["mensaje", "estado"])]

    def __str__(self) -> str:
        """Return what it asks for and where it stands, never the words."""
        return f"{self.publico} {self.accion} {self.estado}"
