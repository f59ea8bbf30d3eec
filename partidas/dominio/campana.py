"""What each person does with their own bell: read it, say how they want to be told, mute a scene."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from partidas.consultas import avisos as consultas
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.destinos import EN_SILENCIO
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.models import Aviso, ClaseDeAviso, Escena, EscenaSilenciada, Partida, PreferenciaDeAviso
from partidas.politica import lector

if TYPE_CHECKING:
    from cuentas.models import Usuario

PROPIA = "one's own bell"


@con_reintentos
def leer(publico: str, *, por: Usuario, ahora: datetime) -> Aviso:
    """Take one row of the bell as read and return it, with what its words read. Raises NoExiste; again: the same."""
    with verbo():
        fila = consultas.una(por, publico)
        if fila is None:
            raise NoExiste
        if fila.leido is None:
            fila.leido = ahora
            fila.save(update_fields=["leido"])
    return fila


@con_reintentos
def leer_todo(*, por: Usuario, ahora: datetime, hasta: datetime | None = None, partida: Partida | None = None) -> int:
    """Take as read what the bell shows, of one partida alone if it is said; returns how many rows that were not.

    hasta: when the page was made; what came later was not on it.
    """
    with verbo():
        filas = consultas.filas(por).filter(creado__lte=hasta or ahora, leido__isnull=True)
        if partida is not None:
            filas = filas.filter(partida=partida)
        pks = list(filas.values_list("pk", flat=True))
        return Aviso.objects.sin_filtrar(PROPIA).filter(pk__in=pks, leido__isnull=True).update(leido=ahora)


@con_reintentos
def elegir(partida: Partida | None, cambios: Mapping[str, tuple[bool, bool] | None], *, por: Usuario) -> None:
    """Say where each kind is wanted, bell and mail: in one partida alone, or in general. None: as in general.

    Kinds that are not named stay as they were. Raises NoExiste (a partida that is not for them), NoPermitido (no seat).
    """
    with verbo():
        if partida is not None:
            _con_plaza(partida, por)
        for clase in ClaseDeAviso.values:
            if clase not in cambios:
                continue
            suyas = PreferenciaDeAviso.objects.sin_filtrar(PROPIA)
            donde: dict[str, Any] = {"usuario": por, "partida": partida, "clase": clase}
            gusto = cambios[clase]
            if gusto is None:
                suyas.filter(**donde).delete()
            else:
                suyas.update_or_create(**donde, defaults={"campana": gusto[0], "correo": gusto[1]})


@con_reintentos
def silenciar(escena: Escena, *, por: Usuario, ahora: datetime) -> bool:
    """Hear no more of what is written in a scene; what was told of it and not read is read. False if it was muted.

    Raises NoExiste, NoPermitido (no seat).
    """
    with verbo():
        _con_plaza(_visible(escena, por).partida, por)
        _fila, nueva = EscenaSilenciada.objects.sin_filtrar(PROPIA).get_or_create(
            usuario=por, escena=escena, defaults={"desde": ahora}
        )
        if nueva:
            suyos = Aviso.objects.sin_filtrar(PROPIA).filter(usuario=por, escena=escena, clase__in=EN_SILENCIO)
            suyos.filter(leido__isnull=True).update(leido=ahora)
    return nueva


@con_reintentos
def escuchar(escena: Escena, *, por: Usuario) -> bool:
    """Hear of a scene again, from now on; False if it was not muted. Raises NoExiste."""
    with verbo():
        suyas = EscenaSilenciada.objects.sin_filtrar(PROPIA).filter(usuario=por, escena=_visible(escena, por))
        return suyas.delete()[0] > 0


def _visible(escena: Escena, por: Usuario) -> Escena:
    fila = Escena.objects.visibles_para(por).filter(pk=escena.pk).select_related("partida").first()
    if fila is None:
        raise NoExiste
    return fila


def _con_plaza(partida: Partida, por: Usuario) -> None:
    if not Partida.objects.visibles_para(por).filter(pk=partida.pk).exists():
        raise NoExiste
    if not lector(por, partida).participa:
        raise NoPermitido(_("Los avisos son para quien tiene plaza en la partida."))
