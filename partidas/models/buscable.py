"""The index of the search: the words of each text of a turn, one row for each of its audiences."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from partidas.guarda import PuertaCerrada
from partidas.models.fragmento import Fragmento
from partidas.models.mensaje import Mensaje
from partidas.models.partida import Partida
from partidas.models.tirada import Tirada

TRAMO = 1024
"""Keys kept for each turn: `mensaje * TRAMO + n`, so that the order of the keys is that of the turns."""


class Buscable(models.Model):
    """One text that can be found. Who may find it is asked of the live rows that it points at, never stored here.

    texto: as it is read, without markup or spoilers. plegado: its words, between spaces (`busqueda.plegar`). The index
    itself is beside these columns and kept by the database (`busqueda.motores`).
    """

    class Clase(models.TextChoices):
        """What it is of its turn."""

        TEXTO = "texto", _("texto")
        NOTAS = "notas", _("notas")
        FRAGMENTO = "fragmento", _("párrafo privado")
        DECLARACION = "declaracion", _("declaración")

    id = models.BigIntegerField(primary_key=True)
    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+")
    mensaje = models.ForeignKey(Mensaje, on_delete=models.CASCADE, related_name="+")
    clase = models.CharField(max_length=11, choices=Clase.choices)
    fragmento = models.ForeignKey(Fragmento, null=True, on_delete=models.CASCADE, related_name="+")
    tirada = models.ForeignKey(Tirada, null=True, on_delete=models.CASCADE, related_name="+")
    texto = models.TextField()
    plegado = models.TextField()

    objects = PuertaCerrada["Buscable"]()

    def __str__(self) -> str:
        """Return of which turn, never what it says."""
        return f"{self.mensaje_id} {self.clase}"
