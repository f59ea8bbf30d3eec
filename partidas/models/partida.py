"""The partida, its people and its cast."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from personajes.models import Personaje


class Partida(models.Model):
    """One game: who may read it, who directs it and how its days end. version: of what its form changes."""

    class Estado(models.TextChoices):
        """Where the partida is in its life; only `en_juego` counts days."""

        PREPARACION = "preparacion", _("En preparación")
        EN_JUEGO = "en_juego", _("En juego")
        PAUSADA = "pausada", _("Pausada")
        FINALIZADA = "finalizada", _("Finalizada")
        ARCHIVADA = "archivada", _("Archivada")

    class Acceso(models.TextChoices):
        """Who may read it without a seat."""

        PRIVADA = "privada", _("Solo quienes participan")
        ENLACE = "enlace", _("Quien tenga el enlace")
        PUBLICA = "publica", _("Cualquiera")

    class Ingreso(models.TextChoices):
        """How a seat is taken while `admite` is true."""

        LIBRE = "libre", _("Quien quiera, mientras admita jugadores")
        SOLICITUD = "solicitud", _("La dirección aprueba cada solicitud")
        INVITACION = "invitacion", _("Solo a quien la dirección dé plaza")

    class Cierre(models.TextChoices):
        """How a day ends."""

        DIARIO = "diario", _("Cada día")
        CADA_N = "cada_n", _("Cada varios días")
        A_MANO = "a_mano", _("Lo cierra la dirección")

    class Renovacion(models.TextChoices):
        """When sheets get back what the game gives anew each session."""

        A_MANO = "a_mano", _("Cuando lo diga la dirección")
        POR_ESCENA = "por_escena", _("Al abrir cada escena")
        POR_DIA = "por_dia", _("Al acabar cada día")

    class Ventana(models.IntegerChoices):
        """How long after publication authors may change their words, in minutes."""

        SIEMPRE = 0, _("Siempre")
        DIEZ_MINUTOS = 10, _("Diez minutos")
        UNA_HORA = 60, _("Una hora")
        UN_DIA = 24 * 60, _("Un día")
        UNA_SEMANA = 7 * 24 * 60, _("Una semana")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    slug = models.SlugField(max_length=80, blank=True)
    titulo = models.CharField(max_length=120)
    premisa = models.TextField(max_length=4000, blank=True)
    sistema = models.CharField(max_length=40)
    estado = models.CharField(max_length=12, choices=Estado.choices, default=Estado.PREPARACION)
    acceso = models.CharField(max_length=8, choices=Acceso.choices, default=Acceso.PRIVADA)
    admite = models.BooleanField(default=False)
    ingreso = models.CharField(max_length=10, choices=Ingreso.choices, default=Ingreso.LIBRE)
    zona = models.CharField(max_length=60, default="Europe/Madrid")
    hora_corte = models.PositiveSmallIntegerField(
        default=240,
        validators=[MinValueValidator(0), MaxValueValidator(1439)],
        help_text="minutes after the local midnight at which the day ends",
    )
    cierre = models.CharField(max_length=7, choices=Cierre.choices, default=Cierre.DIARIO)
    cada_dias = models.PositiveSmallIntegerField(default=1)
    ultima_jornada = models.DateField(null=True, blank=True)
    renovacion = models.CharField(max_length=10, choices=Renovacion.choices, default=Renovacion.A_MANO)
    solo_al_publicar = models.BooleanField(default=False)
    ventana_edicion = models.PositiveIntegerField(
        choices=Ventana.choices,
        default=Ventana.SIEMPRE,
        help_text="minutes after publication in which authors may change their words; 0: always",
    )
    version = models.PositiveIntegerField(default=1)
    creada = models.DateTimeField()

    objects = PuertaCerrada["Partida"]()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(hora_corte__lt=1440), name="partida_hora_corte_del_dia"),
            models.CheckConstraint(condition=models.Q(cada_dias__gte=1), name="partida_cada_dias_positivo"),
        ]

    def __str__(self) -> str:
        """Return the title."""
        return self.titulo

    @property
    def admite_escritura(self) -> bool:
        """Tell whether turns can be published in its present state."""
        return self.estado in (self.Estado.PREPARACION, self.Estado.EN_JUEGO, self.Estado.PAUSADA)


class Participante(models.Model):
    """One person's seat in one partida; the row stays when the person leaves."""

    class Papel(models.TextChoices):
        """What the seat is for; several directors are possible."""

        DIRECCION = "direccion", _("dirección")
        JUGADOR = "jugador", _("juega")
        LECTOR = "lector", _("lee")

    class Estado(models.TextChoices):
        """Whether the seat is taken; only `activa` opens doors."""

        INVITADA = "invitada", _("invitada")
        ACTIVA = "activa", _("activa")
        RETIRADA = "retirada", _("retirada")
        EXPULSADA = "expulsada", _("expulsada")

    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    papel = models.CharField(max_length=9, choices=Papel.choices)
    estado = models.CharField(max_length=9, choices=Estado.choices, default=Estado.ACTIVA)
    silenciada = models.BooleanField(default=False)
    desde = models.DateTimeField()

    objects = PuertaCerrada["Participante"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["partida", "usuario"], name="una_plaza_por_persona")]

    def __str__(self) -> str:
        """Return who sits where."""
        return f"{self.usuario_id}@{self.partida_id} ({self.papel})"


class Reparto(models.Model):
    """The cast: which character is in which partida, and who played it when (no usuario: the direction does)."""

    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, on_delete=models.CASCADE, related_name="+")
    usuario = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    clave_nombre = models.CharField(max_length=200)
    secreto = models.BooleanField(default=False)
    desde = models.DateTimeField()
    hasta = models.DateTimeField(null=True, blank=True)

    objects = PuertaCerrada["Reparto"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["personaje"], condition=models.Q(hasta__isnull=True), name="reparto_abierto_unico"
            ),
            models.UniqueConstraint(
                fields=["partida", "clave_nombre"],
                condition=models.Q(hasta__isnull=True),
                name="reparto_nombre_sin_confusion",
            ),
        ]

    def __str__(self) -> str:
        """Return who plays whom."""
        return f"{self.personaje_id}@{self.partida_id}"
