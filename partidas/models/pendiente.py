"""What waits for somebody: one table behind turns, requested rolls, the direction's word and offered seats."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.escena import Escena
from partidas.models.mensaje import Mensaje
from partidas.models.partida import Partida
from personajes.models import Personaje


class Pendiente(models.Model):
    """One thing that one person, or the direction, owes: for whom, since when, until when.

    clave: of what causes it and of who owes it; asking twice is one row. para: who owes it; nobody: the direction.
    espera: who waits for it; nobody: the direction or the whole table. personaje: with whom it is to be done.
    mensaje: the turn it hangs on, whose gate is its own too. a_la_vista: all who read the scene may know of it.
    prometido: when its person said that they would do it today, which the table sees. pospuesto: until when its
    person does not want to hear of it, which nobody else sees. empujado, empujones: the last nudge, and how many.
    """

    class Clase(models.TextChoices):
        """What is owed."""

        TURNO = "turno", _("escribir")
        PETICION = "peticion", _("hacer la tirada pedida")
        JUICIO = "juicio", _("juzgar una tirada")
        PALABRA = "palabra", _("dar su palabra")
        ANULACION = "anulacion", _("decidir si se anula una tirada")
        PLAZA = "plaza", _("contestar si acepta la plaza")

    class Fin(models.TextChoices):
        """How it ended."""

        HECHO = "hecho", _("hecho")
        PASADO = "pasado", _("pasó")
        SALTADO = "saltado", _("saltado")
        VENCIDO = "vencido", _("venció el plazo")
        RETIRADO = "retirado", _("ya no hace falta")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    clave = models.CharField(max_length=120, unique=True)
    clase = models.CharField(max_length=9, choices=Clase.choices)
    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    escena = models.ForeignKey(Escena, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    mensaje = models.ForeignKey(Mensaje, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    para = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    espera = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    a_la_vista = models.BooleanField(default=False)
    desde = models.DateTimeField()
    vence = models.DateTimeField(null=True, blank=True)
    prometido = models.DateTimeField(null=True, blank=True)
    pospuesto = models.DateTimeField(null=True, blank=True)
    empujado = models.DateTimeField(null=True, blank=True)
    empujones = models.PositiveSmallIntegerField(default=0)
    saldado = models.DateTimeField(null=True, blank=True)
    fin = models.CharField(max_length=8, choices=Fin.choices, blank=True)

    objects = PuertaCerrada["Pendiente"]()

    class Meta:
        indexes = [
            models.Index(fields=["para", "desde"], condition=models.Q(saldado__isnull=True), name="pendiente_de_quien"),
            models.Index(
                fields=["partida", "desde"], condition=models.Q(saldado__isnull=True), name="pendiente_en_partida"
            ),
            models.Index(
                fields=["escena", "desde"], condition=models.Q(saldado__isnull=True), name="pendiente_en_escena"
            ),
            models.Index(fields=["vence"], condition=models.Q(saldado__isnull=True), name="pendiente_que_vence"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(saldado__isnull=True, fin="")
                | (models.Q(saldado__isnull=False) & ~models.Q(fin="")),
                name="pendiente_con_su_fin",
            ),
            models.CheckConstraint(
                condition=models.Q(mensaje__isnull=True) | models.Q(escena__isnull=False),
                name="pendiente_con_todo_su_lugar",
            ),
        ]

    def __str__(self) -> str:
        """Return what and whose, never what for: this text can reach a log."""
        return f"{self.publico} {self.clase}"


class ReglaDeAusencia(models.Model):
    """What one person lets happen in one partida while they are away; without a row, the table waits for them."""

    class Que(models.TextChoices):
        """What happens when it is their turn."""

        ESPERAR = "esperar", _("que me esperen")
        SALTAR = "saltar", _("que se salte mi turno")
        MOVER = "mover", _("que la dirección mueva a mi personaje")

    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    que = models.CharField(max_length=7, choices=Que.choices, default=Que.ESPERAR)

    objects = PuertaCerrada["ReglaDeAusencia"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["partida", "usuario"], name="una_regla_de_ausencia")]

    def __str__(self) -> str:
        """Return who allows what."""
        return f"{self.usuario_id}@{self.partida_id} {self.que}"
