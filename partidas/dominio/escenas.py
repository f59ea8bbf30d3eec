"""Scenes: opened, closed and opened again by the direction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Max
from django.utils.translation import gettext as _

from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoPermitido
from partidas.models import Escena, Partida, Presente, Reparto
from partidas.politica import lector

if TYPE_CHECKING:
    from cuentas.models import Usuario


@con_reintentos
def abrir(
    partida: Partida,
    *,
    titulo: str,
    por: Usuario,
    ahora: datetime,
    lugar: str = "",
    tipo: str = Escena.Tipo.JUEGO,
    secreta: bool = False,
    presentes: Sequence[str] = (),
) -> Escena:
    """Open a scene at the end of the partida's list; `presentes` are public ids of players' characters.

    A secret scene exists only for those present and the direction.
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        _solo_direccion(por, partida)
        filas = list(
            Reparto.objects.visibles_para(por)
            .filter(partida=partida, hasta__isnull=True, usuario__isnull=False, personaje__publico__in=presentes)
            .select_related("personaje")
        )
        if len(filas) != len(set(presentes)):
            raise DatoInvalido("presentes", _("Elige personajes de la lista."))
        todas = Escena.objects.sin_filtrar("next place in the list").filter(partida=partida)
        ultima = todas.aggregate(m=Max("posicion"))["m"] or 0
        escena = Escena.objects.sin_filtrar("open a scene").create(
            partida=partida,
            titulo=titulo,
            lugar=lugar,
            tipo=tipo,
            secreta=secreta,
            posicion=ultima + 1,
            creada=ahora,
        )
        Presente.objects.sin_filtrar("who is in the scene").bulk_create(
            Presente(escena=escena, personaje=fila.personaje, usuario_id=fila.usuario_id)
            for fila in filas
            if fila.usuario_id is not None
        )
    return escena


@con_reintentos
def cerrar(escena: Escena, *, por: Usuario, ahora: datetime) -> bool:
    """Close the scene to new turns; returns False if it was already closed."""
    return _poner_estado(escena, Escena.Estado.CERRADA, por=por, cerrada=ahora)


@con_reintentos
def reabrir(escena: Escena, *, por: Usuario) -> bool:
    """Open a closed scene again; returns False if it was open."""
    return _poner_estado(escena, Escena.Estado.ABIERTA, por=por, cerrada=None)


def _poner_estado(escena: Escena, estado: str, *, por: Usuario, cerrada: datetime | None) -> bool:
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        _solo_direccion(por, partida)
        filas = Escena.objects.sin_filtrar("change the state of a scene").filter(pk=escena.pk).exclude(estado=estado)
        cambiada = filas.update(estado=estado, cerrada=cerrada) == 1
    escena.refresh_from_db()
    return cambiada


def _solo_direccion(por: Usuario, partida: Partida) -> None:
    if not lector(por, partida).dirige:
        raise NoPermitido(_("Eso lo hace la dirección."))
