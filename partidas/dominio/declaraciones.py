"""Hiding the words declared before a die, and showing them again: the card stays, and the book is left alone."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import TYPE_CHECKING

from partidas.dominio import actas
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.models import Acta, Tirada
from partidas.permisos import solo_direccion
from partidas.politica import lector

if TYPE_CHECKING:
    from cuentas.models import Usuario

_registro = logging.getLogger(__name__)


@con_reintentos
def ocultar(tirada_publico: str, *, motivo: str, por: Usuario, ahora: datetime) -> bool:
    """Hide the declaration of a roll, published or in progress, from all but who threw it and the direction.

    Returns False if it was hidden or there is none. Raises NoExiste, NoPermitido, DatoInvalido (no reason).
    """
    return _poner(tirada_publico, Acta.Verbo.TAPAR, motivo, por, ahora)


@con_reintentos
def mostrar(tirada_publico: str, *, por: Usuario, ahora: datetime) -> bool:
    """Show the declaration again to whoever sees the card and its prose; returns False if it was not hidden."""
    return _poner(tirada_publico, Acta.Verbo.DESTAPAR, "", por, ahora)


def _poner(publico: str, que: Acta.Verbo, motivo: str, por: Usuario, ahora: datetime) -> bool:
    with verbo() as cerrojos:
        vista = _visible(publico, por)
        partida = cerrojos.partida(vista.mensaje.escena.partida_id)
        cerrojos.escena(vista.mensaje.escena_id)
        cerrojos.mensaje(vista.mensaje_id)
        tirada = _visible(publico, por)
        permiso = solo_direccion(lector(por, partida))
        if not permiso:
            _registro.warning("denegado: %s %s por %s", que, publico, por.pk)
            raise NoPermitido(permiso.motivo)
        tapa = que == Acta.Verbo.TAPAR
        motivo = actas.razon(motivo, obligatoria=tapa)
        if not tirada.declaracion or bool(tirada.declaracion_oculta) == tapa:
            return False
        tirada.declaracion_oculta = motivo
        tirada.save(update_fields=["declaracion_oculta"])
        actas.anotar(partida, que, tirada, por=por, ahora=ahora, motivo=motivo)
    return True


def _visible(publico: str, por: Usuario) -> Tirada:
    filas = Tirada.objects.visibles_para(por).select_related("mensaje__escena")
    tirada = filas.filter(publico=publico).first()
    if tirada is None:
        raise NoExiste
    return tirada
