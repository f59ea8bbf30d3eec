"""What each person has been told of: a row in the bell, perhaps a mail, and how they want either."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.buzon import Suceso
from partidas.models.escena import Escena
from partidas.models.fragmento import Fragmento
from partidas.models.mensaje import Mensaje
from partidas.models.partida import Partida
from partidas.models.pendiente import Pendiente


class ClaseDeAviso(models.TextChoices):
    """What somebody can be told of, each with choices of its own."""

    TURNO = "turno", _("Te toca")
    PLAZO = "plazo", _("Un plazo tuyo se acaba")
    EMPUJON = "empujon", _("Alguien te espera y te lo recuerda")
    PETICION = "peticion", _("Te piden una tirada")
    DECISION = "decision", _("Algo espera a la dirección")
    RESPUESTA = "respuesta", _("Contestan a lo que pediste")
    MENCION = "mencion", _("Te nombran")
    MENSAJE = "mensaje", _("Mensaje nuevo en una escena")
    ESCENA = "escena", _("Escena nueva")
    JORNADA = "jornada", _("Acaba una jornada")
    PLAZA = "plaza", _("Te ofrecen plaza o cambia la tuya")
    ENFRIA = "enfria", _("Una escena que diriges se enfría")


class Aviso(models.Model):
    """One thing that one person is told; it only stands while they may know of what it tells (the gate says).

    clave: of what is told; telling it twice is one row. suceso: the fact that it tells. fragmento: of the message,
    where its person is named. campana: whether the bell shows it, or it is there for its mail alone. leido: when its
    person saw it. correo: what becomes of its mail.
    """

    class Correo(models.TextChoices):
        """Its mail: none, on its way, sent, or taken back because it no longer stood."""

        NO = "no", _("sin correo")
        PENDIENTE = "pendiente", _("por enviar")
        ENVIADO = "enviado", _("enviado")
        RETIRADO = "retirado", _("retirado")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    clase = models.CharField(max_length=9, choices=ClaseDeAviso.choices)
    clave = models.CharField(max_length=120)
    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    escena = models.ForeignKey(Escena, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    mensaje = models.ForeignKey(Mensaje, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    fragmento = models.ForeignKey(Fragmento, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    pendiente = models.ForeignKey(Pendiente, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    suceso = models.ForeignKey(Suceso, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    campana = models.BooleanField(default=True)
    creado = models.DateTimeField()
    leido = models.DateTimeField(null=True, blank=True)
    correo = models.CharField(max_length=9, choices=Correo.choices, default=Correo.NO)

    objects = PuertaCerrada["Aviso"]()

    class Meta:
        indexes = [
            models.Index(fields=["usuario", "-creado"], name="aviso_de_quien"),
            models.Index(fields=["usuario"], condition=models.Q(leido__isnull=True), name="aviso_sin_leer"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["usuario", "clave"], name="aviso_una_vez"),
            models.CheckConstraint(
                condition=models.Q(mensaje__isnull=True) | models.Q(escena__isnull=False),
                name="aviso_con_todo_su_lugar",
            ),
            models.CheckConstraint(
                condition=models.Q(fragmento__isnull=True) | models.Q(mensaje__isnull=False),
                name="aviso_de_un_fragmento_de_su_mensaje",
            ),
        ]

    def __str__(self) -> str:
        """Return what kind of thing, never of what: this text can reach a log."""
        return f"{self.publico} {self.clase}"


class PreferenciaDeAviso(models.Model):
    """How one person wants one kind of thing told; with a partida, there alone. Without a row, as the site says."""

    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    partida = models.ForeignKey(Partida, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    clase = models.CharField(max_length=9, choices=ClaseDeAviso.choices)
    campana = models.BooleanField()
    correo = models.BooleanField()

    objects = PuertaCerrada["PreferenciaDeAviso"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["usuario", "partida", "clase"], name="una_preferencia_en_partida"),
            models.UniqueConstraint(
                fields=["usuario", "clase"], condition=models.Q(partida__isnull=True), name="una_preferencia_general"
            ),
        ]

    def __str__(self) -> str:
        """Return whose and of what."""
        return f"{self.usuario_id} {self.clase}"


class EscenaSilenciada(models.Model):
    """One person does not want to be told of what is written in one scene."""

    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    escena = models.ForeignKey(Escena, on_delete=models.CASCADE, related_name="+")
    desde = models.DateTimeField()

    objects = PuertaCerrada["EscenaSilenciada"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["usuario", "escena"], name="escena_silenciada_una_vez")]

    def __str__(self) -> str:
        """Return whose and where."""
        return f"{self.usuario_id}@{self.escena_id}"
