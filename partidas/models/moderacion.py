"""The record of what was done to messages, scenes, seats and the partida itself, and the staff's looks at it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cuentas.identificador import nuevo_publico
from partidas.guarda import PuertaCerrada
from partidas.models.partida import Partida


class Acta(models.Model):
    """One act of moderation: who did what to which object, why and when.

    objeto: public id of the message, roll, scene, character or partida; for a seat, of the person. datos: facts that
    the inverse verb needs, as ids and names of states, never text.
    """

    class Verbo(models.TextChoices):
        """What was done, as the desk of the direction reads it."""

        OCULTAR = "ocultar", _("Ocultar un mensaje")
        MOSTRAR = "mostrar", _("Volver a mostrar un mensaje")
        BORRAR = "borrar", _("Borrar un mensaje")
        RESTAURAR = "restaurar", _("Restaurar un mensaje borrado")
        MOVER = "mover", _("Mover un mensaje a otra escena")
        DEVOLVER = "devolver", _("Devolver un mensaje a su sitio")
        LECTORES = "lectores", _("Cambiar quién lee un mensaje")
        EDITAR = "editar", _("Editar un mensaje")
        TAPAR_VERSION = "tapar_version", _("Ocultar una versión de un mensaje")
        ABRIR_VERSION = "abrir_version", _("Volver a mostrar una versión de un mensaje")
        TAPAR = "tapar", _("Ocultar la declaración de una tirada")
        DESTAPAR = "destapar", _("Volver a mostrar la declaración de una tirada")
        CERRAR_ESCENA = "cerrar_escena", _("Cerrar una escena")
        REABRIR_ESCENA = "reabrir_escena", _("Reabrir una escena")
        PRESENTES = "presentes", _("Cambiar quién está en una escena")
        SALTAR_TURNO = "saltar_turno", _("Saltar un turno")
        DAR_TURNO = "dar_turno", _("Dar el turno")
        CAMBIAR_TURNOS = "cambiar_turnos", _("Cambiar los turnos de una escena")
        DAR_PLAZA = "dar_plaza", _("Dar plaza")
        ACEPTAR_PLAZA = "aceptar_plaza", _("Aceptar la plaza")
        RECHAZAR_PLAZA = "rechazar_plaza", _("Rechazar la plaza")
        CAMBIAR_PAPEL = "cambiar_papel", _("Cambiar de papel")
        QUITAR_PLAZA = "quitar_plaza", _("Quitar la plaza")
        EXPULSAR = "expulsar", _("Expulsar")
        READMITIR = "readmitir", _("Readmitir")
        SILENCIAR = "silenciar", _("Pedir silencio")
        DAR_VOZ = "dar_voz", _("Devolver la voz")
        DEJAR = "dejar", _("Dejar la partida")
        VOLVER = "volver", _("Volver a la partida")
        ENTREGAR = "entregar", _("Entregar un personaje")
        MOSTRAR_PNJ = "mostrar_pnj", _("Mostrar un PNJ secreto")
        ESCONDER_PNJ = "esconder_pnj", _("Hacer secreto un PNJ")
        PAUSAR = "pausar", _("Poner la partida en pausa")
        REANUDAR = "reanudar", _("Reanudar la partida")
        FINALIZAR = "finalizar", _("Dar la partida por terminada")
        ARCHIVAR = "archivar", _("Archivar la partida")
        REABRIR = "reabrir", _("Reabrir la partida")
        CAMBIAR = "cambiar", _("Cambiar la partida")
        CERRAR_JORNADA = "cerrar_jornada", _("Cerrar una jornada")
        SALTAR_DIAS = "saltar_dias", _("Dejar pasar días sin cerrarlos")
        CAMBIAR_DIAS = "cambiar_dias", _("Cambiar cómo acaban los días")
        ENTRAR_EQUIPO = "entrar_equipo", _("Entrar a leer como equipo del sitio")
        SALIR_EQUIPO = "salir_equipo", _("Dejar de leer como equipo del sitio")

    class Clase(models.TextChoices):
        """What kind of thing it was done to."""

        MENSAJE = "mensaje", _("mensaje")
        TIRADA = "tirada", _("tirada")
        ESCENA = "escena", _("escena")
        PLAZA = "plaza", _("plaza")
        PERSONAJE = "personaje", _("personaje")
        PARTIDA = "partida", _("partida")

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    partida = models.ForeignKey(Partida, on_delete=models.PROTECT, related_name="+")
    verbo = models.CharField(max_length=14, choices=Verbo.choices)
    clase = models.CharField(max_length=9, choices=Clase.choices)
    objeto = models.CharField(max_length=11)
    por = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    motivo = models.CharField(max_length=300, blank=True)
    datos = models.JSONField(default=dict)
    cuando = models.DateTimeField()

    objects = PuertaCerrada["Acta"]()

    class Meta:
        indexes = [
            models.Index(fields=["partida", "cuando"]),
            models.Index(fields=["clase", "objeto"]),
            models.Index(fields=["partida", "verbo"], name="acta_de_un_verbo"),
        ]

    def __str__(self) -> str:
        """Return what was done to what, without the reason."""
        return f"{self.verbo} {self.clase} {self.objeto}"


class AccesoDeModeracion(models.Model):
    """One look of the site's staff at a partida that is not theirs: who, why, until when. To end it moves `hasta`."""

    publico = models.CharField(max_length=11, unique=True, default=nuevo_publico, editable=False)
    partida = models.ForeignKey(Partida, on_delete=models.PROTECT, related_name="+")
    usuario = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    motivo = models.CharField(max_length=300)
    desde = models.DateTimeField()
    hasta = models.DateTimeField()

    objects = PuertaCerrada["AccesoDeModeracion"]()

    class Meta:
        indexes = [models.Index(fields=["partida", "usuario", "hasta"])]

    def __str__(self) -> str:
        """Return which look, without the reason."""
        return f"{self.usuario_id}@{self.partida_id} ({self.publico})"
