"""The messages that tell of the end of a day: one for all, and one for each person whose sheets rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, uuid5

from django.db.models import Case, Min, Value, When

from partidas.models import Cierre, Destinatario, Escena, Mensaje, Partida, Reparto
from partidas.presentacion import jornadas, marcado

if TYPE_CHECKING:
    from datetime import datetime


def donde(partida: Partida) -> Escena:
    """Return the scene in which the end of a day is told: one that everybody reads, out of character if there is one.

    An open one comes first. A partida is born with one that is never secret, so there is always one.
    """
    abierta = Case(When(estado=Escena.Estado.ABIERTA, then=Value(0)), default=Value(1))
    fuera = Case(When(tipo=Escena.Tipo.FUERA, then=Value(0)), When(tipo=Escena.Tipo.JUEGO, then=Value(1)), default=2)
    filas = Escena.objects.sin_filtrar("where a day's end is told").filter(partida=partida, secreta=False)
    return filas.order_by(abierta, fuera, "posicion", "pk")[0]


class Cartas:
    """The messages of one closing: one for all, and for each player whose sheets rolled, one for them alone."""

    def __init__(self, cierre: Cierre, escena: Escena, ahora: datetime) -> None:
        self._cierre, self._escena, self._ahora = cierre, escena, ahora
        self._suyas: dict[int | None, Mensaje] = {}
        self._nombrados: set[int] = set()

    @property
    def privadas(self) -> list[Mensaje]:
        """Return the messages that some people alone read."""
        return list(self._suyas.values())

    def para_todos(self) -> Mensaje:
        """Publish the message that tells all who read the scene which days have ended, and nothing of any sheet."""
        sin_contar = Cierre.objects.sin_filtrar("days not told yet").filter(
            partida=self._cierre.partida, mensaje__isnull=True
        )
        primera = sin_contar.aggregate(m=Min("numero"))["m"]
        mensaje = self._publicar(Mensaje.Visibilidad.TODOS, "todos", jornadas.aviso(primera, self._cierre.numero))
        sin_contar.update(mensaje=mensaje)
        self._cierre.mensaje = mensaje
        return mensaje

    def de(self, fila: Reparto) -> Mensaje:
        """Return the message of the rolls of a character: for who plays it, or for the direction if nobody does."""
        mensaje = self._suyas.get(fila.usuario_id)
        if mensaje is None:
            visibilidad = Mensaje.Visibilidad.DESTINATARIOS if fila.usuario_id else Mensaje.Visibilidad.DIRECCION
            mensaje = self._publicar(visibilidad, str(fila.usuario_id), "")
            self._suyas[fila.usuario_id] = mensaje
        if fila.usuario_id and fila.personaje_id not in self._nombrados:
            self._nombrados.add(fila.personaje_id)
            Destinatario.objects.sin_filtrar("who is told of rolls of the night").create(
                mensaje=mensaje, personaje=fila.personaje, usuario_id=fila.usuario_id, nombre=fila.personaje.nombre
            )
        return mensaje

    def _publicar(self, visibilidad: str, para: str, texto: str) -> Mensaje:
        self._escena.ultimo_orden += 1
        return Mensaje.objects.sin_filtrar("tell the end of a day").create(
            escena=self._escena,
            autor=None,
            voz=Mensaje.Voz.SISTEMA,
            estado=Mensaje.Estado.PUBLICADO,
            visibilidad=visibilidad,
            clave=uuid5(NAMESPACE_OID, f"{self._cierre.publico}:{para}"),
            huella="",
            orden=self._escena.ultimo_orden,
            texto=texto,
            html=marcado.render(texto).html,
            html_version=marcado.VERSION,
            creado=self._ahora,
            publicado=self._ahora,
        )
