"""The outbox: what happened (kept), and what is still to be done because of it (deletable)."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.escena import Escena
from partidas.models.fragmento import Fragmento
from partidas.models.mensaje import Mensaje
from partidas.models.partida import Participante, Partida, Reparto
from partidas.models.pendiente import Pendiente
from partidas.models.tirada import SolicitudDeAnulacion, Tirada
from personajes.models import Personaje

DE_LA_DIRECCION = frozenset(
    {
        "libro_roto",
        "equipo_entra",
        "equipo_sale",
        "escena_enfria",
        "nota_cambiada",
        "programado_rechazado",
        "version_ocultada",
        "version_mostrada",
    }
)
"""The facts of a whole partida, or of a scene, that only those who direct it may be told."""
_COSAS = ("escena", "plaza", "reparto", "ficha", "solicitud", "pendiente")


class Suceso(models.Model):
    """A fact of a partida, by ids only: whoever tells of it asks the gate again at that moment.

    The narrowest object decides who may know of it: the roll or the fragment, else the turn, else the scene;
    or a seat, a row of the cast, a sheet, a request or what somebody owes; else the partida, or those who direct it
    alone (`es_de_la_direccion`).
    `repartido` is when the worker had told everybody whom it concerns.
    """

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    clase = models.CharField(max_length=30)
    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    escena = models.ForeignKey(Escena, null=True, on_delete=models.CASCADE, related_name="+")
    mensaje = models.ForeignKey(Mensaje, null=True, on_delete=models.CASCADE, related_name="+")
    fragmento = models.ForeignKey(Fragmento, null=True, on_delete=models.CASCADE, related_name="+")
    tirada = models.ForeignKey(Tirada, null=True, on_delete=models.CASCADE, related_name="+")
    plaza = models.ForeignKey(Participante, null=True, on_delete=models.CASCADE, related_name="+")
    reparto = models.ForeignKey(Reparto, null=True, on_delete=models.CASCADE, related_name="+")
    ficha = models.ForeignKey(Personaje, null=True, on_delete=models.CASCADE, related_name="+")
    solicitud = models.ForeignKey(SolicitudDeAnulacion, null=True, on_delete=models.CASCADE, related_name="+")
    pendiente = models.ForeignKey(Pendiente, null=True, on_delete=models.CASCADE, related_name="+")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cuando = models.DateTimeField()
    repartido = models.DateTimeField(null=True, blank=True)

    objects = PuertaCerrada["Suceso"]()

    class Meta:
        indexes = [models.Index(fields=["partida", "cuando"])]
        constraints = [
            models.CheckConstraint(
                condition=(models.Q(tirada__isnull=True) | models.Q(mensaje__isnull=False))
                & (models.Q(fragmento__isnull=True) | models.Q(mensaje__isnull=False, tirada__isnull=True))
                & (models.Q(mensaje__isnull=True) | models.Q(escena__isnull=False)),
                name="suceso_con_todo_su_lugar",
            ),
            models.CheckConstraint(
                condition=reduce(
                    or_, (models.Q(**{f"{otra}__isnull": True for otra in _COSAS if otra != una}) for una in _COSAS)
                ),
                name="suceso_de_una_sola_cosa",
            ),
        ]

    def __str__(self) -> str:
        """Return what kind of fact, never of whom: this text can reach a log."""
        return f"{self.publico} {self.clase}"

    @property
    def es_de_la_direccion(self) -> bool:
        """Say whether only those who direct the partida may be told."""
        return self.clase in DE_LA_DIRECCION


class Trabajo(models.Model):
    """One thing to do, at least once, by whichever worker takes it; `clave` makes asking for it twice one job.

    datos: ids only. A taken job whose lease (`tomado_hasta`) runs out may be taken by another worker.
    """

    class Estado(models.TextChoices):
        """Where the job is; `parado` waits for a person."""

        PENDIENTE = "pendiente", _("pendiente")
        HECHO = "hecho", _("hecho")
        PARADO = "parado", _("parado")

    tipo = models.CharField(max_length=40)
    clave = models.CharField(max_length=120, unique=True)
    datos = models.JSONField(default=dict)
    estado = models.CharField(max_length=9, choices=Estado.choices, default=Estado.PENDIENTE)
    intentos = models.PositiveSmallIntegerField(default=0)
    no_antes_de = models.DateTimeField()
    tomado_por = models.CharField(max_length=64, blank=True)
    tomado_hasta = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=500, blank=True)
    creado = models.DateTimeField()
    hecho = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "trabajo"
        verbose_name_plural = "trabajos"
        indexes = [models.Index(fields=["estado", "no_antes_de"])]

    def __str__(self) -> str:
        """Return what is to be done."""
        return self.clave
