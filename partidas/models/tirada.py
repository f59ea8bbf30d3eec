"""Rolls as the thread shows them: the answer of the engine, hung on a turn, pointing at its entry of the book."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.mensaje import Mensaje
from personajes.models import Personaje
from reglas.models import Asiento

MOTIVO_MAXIMO = 300


class Tirada(models.Model):
    """One resolved action. `respuesta` is the engine's stored answer, which a continuation loads by id.

    lote: what the rolls of one batch, and what continues them, have in common; a page shows them in one card.
    mejor_que, peor_que: of a thousand rolls like it, how many come out worse and better; None for what has no odds.
    declaracion_oculta: why the direction hides the declaration; empty while it does not.
    a_peticion: the direction asked for it. dificultad_oculta: nobody is shown how hard it was, nor what would tell.
    por_juzgar: how hard it was is still to be said, so that only its dice stand. juicio: the entry that says it.
    """

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    mensaje = models.ForeignKey(Mensaje, on_delete=models.PROTECT, related_name="+")
    posicion = models.PositiveSmallIntegerField(default=0)
    lote = models.UUIDField(null=True, editable=False)
    autor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    personaje = models.ForeignKey(Personaje, null=True, on_delete=models.PROTECT, related_name="+")
    objetivo = models.ForeignKey(Personaje, null=True, on_delete=models.PROTECT, related_name="+")
    nombre = models.CharField(max_length=80, blank=True)
    sistema = models.CharField(max_length=40)
    accion = models.CharField(max_length=60)
    declaracion = models.CharField(max_length=300, blank=True)
    declaracion_oculta = models.CharField(max_length=300, blank=True)
    clave = models.UUIDField()
    huella = models.CharField(max_length=64)
    asiento = models.OneToOneField(Asiento, on_delete=models.PROTECT, related_name="+")
    recibo = models.CharField(max_length=64)
    libro = models.CharField(max_length=7)
    respuesta = models.JSONField()
    version_ficha = models.PositiveIntegerField(default=0)
    version_objetivo = models.PositiveIntegerField(default=0)
    continua = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+")
    opcion = models.CharField(max_length=60, blank=True)
    anulada = models.DateTimeField(null=True, blank=True)
    motivo_anulacion = models.CharField(max_length=MOTIVO_MAXIMO, blank=True)
    con_aporte = models.BooleanField(default=False)
    a_peticion = models.BooleanField(default=False)
    dificultad_oculta = models.BooleanField(default=False)
    por_juzgar = models.BooleanField(default=False)
    juicio = models.OneToOneField(Asiento, null=True, on_delete=models.PROTECT, related_name="+")
    mejor_que = models.PositiveSmallIntegerField(null=True)
    peor_que = models.PositiveSmallIntegerField(null=True)
    cuando = models.DateTimeField()

    objects = PuertaCerrada["Tirada"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["autor", "clave"], name="tirada_una_vez_por_clave"),
            models.UniqueConstraint(
                fields=["continua", "opcion"],
                condition=models.Q(continua__isnull=False, anulada__isnull=True),
                name="continuacion_una_vez",
            ),
        ]
        indexes = [
            models.Index(fields=["mensaje", "posicion"]),
            models.Index(fields=["personaje", "accion", "cuando"], name="tirada_segunda_vez"),
        ]

    def __str__(self) -> str:
        """Return what was rolled, without the result."""
        return f"{self.publico} {self.accion}"


class SolicitudDeAnulacion(models.Model):
    """A player's request that the direction void a roll, and what came of it."""

    class Estado(models.TextChoices):
        """Whether it was answered, and how."""

        PENDIENTE = "pendiente", _("pendiente")
        CONCEDIDA = "concedida", _("concedida")
        NEGADA = "negada", _("negada")
        RETIRADA = "retirada", _("retirada")

    tirada = models.ForeignKey(Tirada, on_delete=models.CASCADE, related_name="+")
    por = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    motivo = models.CharField(max_length=MOTIVO_MAXIMO)
    estado = models.CharField(max_length=9, choices=Estado.choices, default=Estado.PENDIENTE)
    creada = models.DateTimeField()
    resuelta = models.DateTimeField(null=True, blank=True)
    resuelta_por = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = PuertaCerrada["SolicitudDeAnulacion"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tirada"], condition=models.Q(estado="pendiente"), name="solicitud_pendiente_unica"
            )
        ]

    def __str__(self) -> str:
        """Return of which roll and where it stands, never the reason."""
        return f"{self.tirada_id} {self.estado}"
