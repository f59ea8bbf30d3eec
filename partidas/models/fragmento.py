"""Private fragments: what one turn says to some of its readers alone, kept apart from what it says to all."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.mensaje import TEXTO_MAXIMO, Mensaje, Revision
from personajes.models import Personaje


class Fragmento(models.Model):
    """One fragment of one turn, for its named people, its author and the direction; without names, for these alone.

    linea: lines of the turn's text before it. posicion: blocks of the turn's HTML before it. orden: its place among the
    fragments of the turn. cabecera: the line that opened it, as typed, without its colons. nombres: of its people, as
    they were called. revision: the version of the turn that an edit kept it for; none while it stands.
    """

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    mensaje = models.ForeignKey(Mensaje, on_delete=models.CASCADE, related_name="+")
    revision = models.ForeignKey(Revision, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    linea = models.PositiveIntegerField()
    posicion = models.PositiveIntegerField()
    orden = models.PositiveSmallIntegerField()
    cabecera = models.TextField()
    nombres = models.JSONField(default=list)
    texto = models.TextField(max_length=TEXTO_MAXIMO)
    html = models.TextField()
    html_version = models.PositiveSmallIntegerField(default=0)
    editado = models.DateTimeField(null=True, blank=True)

    objects = PuertaCerrada["Fragmento"]()

    class Meta:
        indexes = [models.Index(fields=["mensaje", "revision", "orden"], name="fragmento_en_su_sitio")]

    def __str__(self) -> str:
        """Return which, never what it says nor to whom: this text can reach a log."""
        return self.publico


class DestinatarioDeFragmento(models.Model):
    """A person who was told one fragment, and as which character: a snapshot, like that of a whole turn."""

    fragmento = models.ForeignKey(Fragmento, on_delete=models.CASCADE, related_name="+")
    personaje = models.ForeignKey(Personaje, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    objects = PuertaCerrada["DestinatarioDeFragmento"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["fragmento", "personaje", "usuario"], name="destinatario_de_fragmento_una_vez"
            )
        ]

    def __str__(self) -> str:
        """Return whom of what."""
        return f"{self.usuario_id}<{self.fragmento_id}"
