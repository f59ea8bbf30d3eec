"""What a person lets happen in a partida while they are away; their dates are of their account."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.dominio import ronda
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Partida, ReglaDeAusencia
from partidas.politica import lector

if TYPE_CHECKING:
    from cuentas.models import Usuario


@con_reintentos
def decidir(partida: Partida, *, que: str, por: Usuario, ahora: datetime) -> bool:
    """Say what happens when it is one's turn there and one is away, from now on; False if it was already so.

    que: one of `ReglaDeAusencia.Que`. Raises NoExiste, NoPermitido (who does not play there), DatoInvalido.
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        if not Partida.objects.visibles_para(por).filter(pk=partida.pk).exists():
            raise NoExiste
        if not lector(por, partida).juega:
            raise NoPermitido(_("Eso lo decide quien juega en la partida."))
        if que not in ReglaDeAusencia.Que.values:
            raise DatoInvalido("que", _("Elige qué pasa con tu turno mientras estás fuera."))
        filas = ReglaDeAusencia.objects.sin_filtrar("say what one lets happen")
        fila = filas.filter(partida=partida, usuario=por).first()
        if (fila.que if fila else ReglaDeAusencia.Que.ESPERAR) == que:
            return False
        filas.update_or_create(partida=partida, usuario=por, defaults={"que": que})
        if partida.estado == Partida.Estado.EN_JUEGO:
            ronda.cuadrar_partida(partida, ahora=ahora)
    return True
