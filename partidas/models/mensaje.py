"""Turns: a message from its first roll to its last edit, whom it is for, and what it replaced."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada, PuertaDeMensajes
from partidas.models.escena import Escena
from personajes.models import Personaje

TEXTO_MAXIMO = 60_000
NOTAS_MAXIMO = 20_000


class Mensaje(models.Model):
    """One turn.

    `orden` is its place in the scene, given under the scene's lock at publication and never shown; a turn in
    progress (rolled, not published) has none. `movido`: the direction played the character for its player, by their
    orders, and it is said to all. `autor` and the name that spoke never change. `ampliado` is when, after
    publication, somebody may last have gained it in its place: shown, restored, told to others, put back.
    """

    class Voz(models.TextChoices):
        """Who speaks in it."""

        PJ = "pj", _("PJ")
        PNJ = "pnj", _("PNJ")
        DIRECCION = "direccion", _("Dirección")
        PERSONA = "persona", _("Fuera de personaje")
        SISTEMA = "sistema", _("Sistema")

    class Estado(models.TextChoices):
        """Where the turn is in its life."""

        EN_CURSO = "en_curso", _("en curso")
        PUBLICADO = "publicado", _("publicado")
        OCULTO = "oculto", _("oculto")
        BORRADO = "borrado", _("borrado")

    class Visibilidad(models.TextChoices):
        """Whom it is for: who may read the scene, named people, or the direction alone."""

        TODOS = "todos", _("Todos los que leen la escena")
        DESTINATARIOS = "destinatarios", _("Solo quienes elija")
        DIRECCION = "direccion", _("Solo la dirección")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    # Its index would be that of `mensaje_orden_unico` without the order, which planners would then make by hand.
    escena = models.ForeignKey(Escena, on_delete=models.CASCADE, related_name="+", db_index=False)
    autor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    personaje = models.ForeignKey(Personaje, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    voz = models.CharField(max_length=9, choices=Voz.choices)
    nombre_voz = models.CharField(max_length=80, blank=True)
    estado = models.CharField(max_length=9, choices=Estado.choices)
    visibilidad = models.CharField(max_length=13, choices=Visibilidad.choices)
    clave = models.UUIDField()
    huella = models.CharField(max_length=64)
    orden = models.PositiveBigIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    texto = models.TextField(blank=True, max_length=TEXTO_MAXIMO)
    html = models.TextField(blank=True)
    notas = models.TextField(blank=True, max_length=NOTAS_MAXIMO)
    notas_html = models.TextField(blank=True)
    notas_direccion = models.BooleanField(default=False)
    html_version = models.PositiveSmallIntegerField(default=0)
    motivo = models.CharField(max_length=300, blank=True)
    movido = models.BooleanField(default=False)
    creado = models.DateTimeField()
    publicado = models.DateTimeField(null=True, blank=True)
    editado = models.DateTimeField(null=True, blank=True)
    ampliado = models.DateTimeField(null=True, blank=True)

    objects = PuertaDeMensajes["Mensaje"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["autor", "clave"], name="mensaje_una_vez_por_clave"),
            models.UniqueConstraint(fields=["escena", "orden"], name="mensaje_orden_unico"),
            models.CheckConstraint(
                condition=models.Q(estado="en_curso", orden__isnull=True)
                | (~models.Q(estado="en_curso") & models.Q(orden__isnull=False)),
                name="mensaje_orden_al_publicar",
            ),
        ]
        indexes = [
            models.Index(
                fields=["escena", "orden"], condition=models.Q(ampliado__isnull=False), name="mensaje_ampliado"
            ),
        ]

    def __str__(self) -> str:
        """Return who spoke, never what was said: this text can reach a log."""
        return f"{self.publico} ({self.voz})"


class Destinatario(models.Model):
    """A person who was told one turn, and as which character: a snapshot that handing over a sheet cannot open."""

    mensaje = models.ForeignKey(Mensaje, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    nombre = models.CharField(max_length=80)

    objects = PuertaCerrada["Destinatario"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["mensaje", "personaje", "usuario"], name="destinatario_una_vez"),
            models.UniqueConstraint(
                fields=["mensaje", "usuario"],
                condition=models.Q(personaje__isnull=True),
                name="destinatario_una_vez_sin_personaje",
            ),
        ]

    def __str__(self) -> str:
        """Return whom of what."""
        return f"{self.usuario_id}<{self.mensaje_id}"


class Revision(models.Model):
    """What an edit replaced: text, notes, voice, images, and who had written them.

    nombre_voz: that of a character or of a passer-by, or empty. imagenes: pairs of public id and description.
    oculta: why the direction keeps it from the author of the message, unless they wrote it; empty if it does not.
    """

    mensaje = models.ForeignKey(Mensaje, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    texto = models.TextField(blank=True)
    notas = models.TextField(blank=True)
    nombre_voz = models.CharField(max_length=80, blank=True)
    imagenes = models.JSONField(default=list, blank=True)
    por = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    cuando = models.DateTimeField()
    oculta = models.CharField(max_length=300, blank=True)

    objects = PuertaCerrada["Revision"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["mensaje", "version"], name="revision_unica")]

    def __str__(self) -> str:
        """Return which version of which message."""
        return f"{self.mensaje_id} v{self.version}"


class Borrador(models.Model):
    """The server's copy of what a person is typing in one place; the version tells two tabs apart."""

    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    lugar = models.CharField(max_length=60)
    version = models.PositiveIntegerField(default=1)
    datos = models.JSONField(default=dict)
    guardado = models.DateTimeField()

    objects = PuertaCerrada["Borrador"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["usuario", "lugar"], name="un_borrador_por_lugar")]

    def __str__(self) -> str:
        """Return whose and where."""
        return f"{self.usuario_id}@{self.lugar}"
