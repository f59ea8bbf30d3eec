"""The end of a day: that it was closed, and what it did to each sheet."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.mensaje import Mensaje
from partidas.models.partida import Partida
from personajes.models import Personaje


class Cierre(models.Model):
    """One closed day of a partida; the row is what keeps it from being closed twice.

    numero: which day of the partida ended, from 1. fecha: the date of that day, by the partida's wall clock; a day
    closed by hand can have the date of another. mensaje: the one that tells of it in the thread, which can tell of
    several; none while later days are still to be closed.
    """

    class Modo(models.TextChoices):
        """Who closed it."""

        AUTOMATICO = "automatico", _("automático")
        A_MANO = "a_mano", _("a mano")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    partida = models.ForeignKey(Partida, on_delete=models.PROTECT, related_name="+")
    numero = models.PositiveIntegerField()
    fecha = models.DateField()
    modo = models.CharField(max_length=10, choices=Modo.choices)
    por = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    mensaje = models.ForeignKey(Mensaje, null=True, on_delete=models.SET_NULL, related_name="+")
    cuando = models.DateTimeField()

    objects = PuertaCerrada["Cierre"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["partida", "numero"], name="cierre_numero_unico"),
            models.UniqueConstraint(
                fields=["partida", "fecha"], condition=models.Q(modo="automatico"), name="cierre_una_vez_por_fecha"
            ),
            models.CheckConstraint(condition=models.Q(numero__gte=1), name="cierre_numero_positivo"),
        ]

    def __str__(self) -> str:
        """Return which day."""
        return f"{self.numero} ({self.fecha})"


class Recuperacion(models.Model):
    """What the end of a day did to one sheet: as secret as the sheet.

    nombre: of the character on that day. hechos: what changed or was rolled, in order, each as `accion`, `resumen`
    (a sentence as template and data), `efectos`, and the `recibo` of its roll, empty if it threw no die.
    seguidos: what the system counts from one day's end to the next.
    """

    cierre = models.ForeignKey(Cierre, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, on_delete=models.CASCADE, related_name="+")
    nombre = models.CharField(max_length=80)
    hechos = models.JSONField(default=list)
    seguidos = models.JSONField(default=dict)

    objects = PuertaCerrada["Recuperacion"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cierre", "personaje"], name="recuperacion_una_vez")]

    def __str__(self) -> str:
        """Return of whom and when, never what."""
        return f"{self.personaje_id}@{self.cierre_id}"
