"""Images that hang on a turn: what is known of each file, never the file itself."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.mensaje import Mensaje

ALT_MAXIMO = 500
NOMBRE_MAXIMO = 100
LADO_DE_MINIATURA = 640


class Adjunto(models.Model):
    """One image: of a draft while `mensaje` is null (then it is its uploader's alone), of its turn from then on.

    retirado: when an edit took it out of the turn, of whose history it is from then on.

    clave: of the editor in which it was uploaded, which is the key of the turn to be. archivo: random name of its two
    files. bytes: of both together. alt: what it shows, in words; while it waits, its draft has them. titulo: the name
    that the file had, shown to its uploader alone.
    """

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    dueno = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    mensaje = models.ForeignKey(Mensaje, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    clave = models.UUIDField()
    archivo = models.CharField(max_length=32, unique=True)
    titulo = models.CharField(max_length=NOMBRE_MAXIMO, blank=True)
    alt = models.CharField(max_length=ALT_MAXIMO, blank=True)
    ancho = models.PositiveSmallIntegerField()
    alto = models.PositiveSmallIntegerField()
    bytes = models.PositiveIntegerField()
    subido = models.DateTimeField()
    retirado = models.DateTimeField(null=True, blank=True)

    objects = PuertaCerrada["Adjunto"]()

    class Meta:
        indexes = [models.Index(fields=["dueno", "clave"], name="adjunto_de_un_editor")]

    def __str__(self) -> str:
        """Return its opaque id: alt text and file name are somebody's words."""
        return self.publico

    @property
    def medidas_de_miniatura(self) -> tuple[int, int]:
        """Return width and height, in pixels, of its small copy."""
        return medidas_de_miniatura(self.ancho, self.alto)


def medidas_de_miniatura(ancho: int, alto: int) -> tuple[int, int]:
    """Return the largest size of that shape that fits in the square of the small copies; never larger than itself."""
    escala = min(1.0, LADO_DE_MINIATURA / max(ancho, alto))
    return max(1, round(ancho * escala)), max(1, round(alto * escala))
