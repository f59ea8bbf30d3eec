"""Rolls that the direction asks for: what, how hard, until when, and what each character answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.mensaje import Mensaje
from partidas.models.tirada import Tirada
from personajes.models import Personaje

SI_FALLA_MAXIMO = 300


class TiradaPedida(models.Model):
    """One request of the direction, which hangs on the turn that says what for; its readers are those of the turn.

    datos: what the direction set of the action; its players set the rest. dificultad: whether those who read the turn
    are told how hard it is, which stands in `datos`; set afterwards, it stands nowhere. si_falla: what happens to who
    fails, as the direction tells it. al_vencer: what becomes of those who did not answer in time.
    """

    class Dificultad(models.TextChoices):
        """What is told of how hard it is."""

        VISTA = "vista", _("a la vista")
        OCULTA = "oculta", _("oculta: la dirección la pone y no se enseña")
        DESPUES = "despues", _("se pone después: se tira y la dirección juzga")

    class AlVencer(models.TextChoices):
        """What happens when the time is over."""

        RETIRAR = "retirar", _("se retira y no pasa nada")
        TIRAR = "tirar", _("tira el sitio, sin esfuerzo")
        FALLO = "fallo", _("cuenta como un fallo")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    mensaje = models.OneToOneField(Mensaje, on_delete=models.CASCADE, related_name="+")
    por = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    sistema = models.CharField(max_length=40)
    accion = models.CharField(max_length=60)
    datos = models.JSONField(default=dict)
    dificultad = models.CharField(max_length=7, choices=Dificultad.choices, default=Dificultad.VISTA)
    si_falla = models.CharField(max_length=SI_FALLA_MAXIMO, blank=True)
    vence = models.DateTimeField(null=True, blank=True)
    al_vencer = models.CharField(max_length=7, choices=AlVencer.choices, default=AlVencer.RETIRAR)
    creada = models.DateTimeField()

    objects = PuertaCerrada["TiradaPedida"]()

    def __str__(self) -> str:
        """Return what is asked for, without how hard it is."""
        return f"{self.publico} {self.accion}"


class RespuestaPedida(models.Model):
    """What one character answers to a request: nothing yet, a roll, or how it ended without one.

    vence: its own, since an absence may move it. como: who threw. resuelta_por: who answered, judged or withdrew it.
    """

    class Estado(models.TextChoices):
        """Where it stands; `juicio`: its dice fell, and the direction has to say how hard it was."""

        PENDIENTE = "pendiente", _("sin contestar")
        JUICIO = "juicio", _("espera el juicio de la dirección")
        TIRADA = "tirada", _("tirada")
        FALLADA = "fallada", _("cuenta como un fallo")
        RETIRADA = "retirada", _("retirada")

    class Como(models.TextChoices):
        """Who threw the dice."""

        JUGADOR = "jugador", _("tira quien juega")
        DIRECCION = "direccion", _("tira la dirección en su lugar")
        SITIO = "sitio", _("tira el sitio, sin esfuerzo")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    pedida = models.ForeignKey(TiradaPedida, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, on_delete=models.CASCADE, related_name="+")
    nombre = models.CharField(max_length=80)
    estado = models.CharField(max_length=9, choices=Estado.choices, default=Estado.PENDIENTE)
    vence = models.DateTimeField(null=True, blank=True)
    como = models.CharField(max_length=9, choices=Como.choices, blank=True)
    tirada = models.OneToOneField(Tirada, null=True, on_delete=models.CASCADE, related_name="+")
    resuelta = models.DateTimeField(null=True, blank=True)
    resuelta_por = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = PuertaCerrada["RespuestaPedida"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pedida", "personaje"], name="pedida_una_vez_a_cada_uno")]
        indexes = [models.Index(fields=["personaje", "estado"], name="pedida_de_quien")]

    def __str__(self) -> str:
        """Return whose and where it stands."""
        return f"{self.publico} {self.estado}"
