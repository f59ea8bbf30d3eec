"""Who fights in a scene: put in and taken out by the direction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.dominio import buzon, direccion
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Combatiente, Escena, Partida
from partidas.permisos import solo_direccion_en_juego
from partidas.politica import lector

if TYPE_CHECKING:
    from cuentas.models import Usuario


@con_reintentos
def meter(escena: Escena, personajes: Sequence[str], *, por: Usuario, ahora: datetime) -> int:
    """Put characters in the fight of a scene; returns how many were not in it.

    personajes: public ids. Raises NoExiste, NoPermitido, DatoInvalido.
    """
    with verbo() as cerrojos:
        partida, escena = _abrir(cerrojos, escena, por)
        filas = [fila for fila in direccion.enteras(partida, por) if fila.personaje.publico in personajes]
        if len(filas) != len(set(personajes)) or not filas:
            raise DatoInvalido("personajes", _("Elige personajes de la lista."))
        nuevos = 0
        for fila in filas:
            combate = Combatiente.objects.sin_filtrar("put in the fight")
            nuevos += combate.get_or_create(escena=escena, personaje=fila.personaje)[1]
        if nuevos:
            buzon.anotar("combate_cambiado", partida=partida, escena=escena, actor=por, ahora=ahora)
    return nuevos


@con_reintentos
def sacar(escena: Escena, personajes: Sequence[str], *, por: Usuario, ahora: datetime) -> int:
    """Take characters out of the fight of a scene; returns how many were in it. Raises NoExiste, NoPermitido."""
    with verbo() as cerrojos:
        partida, escena = _abrir(cerrojos, escena, por)
        filas = Combatiente.objects.sin_filtrar("take out of the fight").filter(escena=escena)
        sacados: int = filas.filter(personaje__publico__in=personajes).delete()[0]
        if sacados:
            buzon.anotar("combate_cambiado", partida=partida, escena=escena, actor=por, ahora=ahora)
    return sacados


def _abrir(cerrojos: Cerrojos, escena: Escena, por: Usuario) -> tuple[Partida, Escena]:
    partida = cerrojos.partida(escena.partida_id)
    escena = cerrojos.escena(escena.pk)
    if not Escena.objects.visibles_para(por).filter(pk=escena.pk).exists():
        raise NoExiste
    permiso = solo_direccion_en_juego(lector(por, partida))
    if not permiso:
        raise NoPermitido(permiso.motivo)
    return partida, escena
