"""What a person says of what waits for them: that they will do it today, which the table sees, or not to be told now.

Neither does anything, so neither is a fact of the partida, and both can be taken back.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Participante, Pendiente
from partidas.politica import lector

if TYPE_CHECKING:
    from cuentas.models import Usuario

MAXIMO = timedelta(days=8)
"""How far away a thing can be put off."""


@con_reintentos
def prometer(publico: str, *, por: Usuario, ahora: datetime) -> bool:
    """Say that one will do it today: it holds until the end of that day. False if it is no longer owed.

    Raises NoExiste for what `por` may not know of, NoPermitido for what others owe.
    """
    return _poner(publico, por, prometido=ahora)


@con_reintentos
def retractarse(publico: str, *, por: Usuario) -> bool:
    """Take that back; False if it is no longer owed. Again: nothing."""
    return _poner(publico, por, prometido=None)


@con_reintentos
def posponer(publico: str, *, hasta: datetime, por: Usuario, ahora: datetime) -> bool:
    """Put it away until then, for oneself alone: nobody else sees it, and nothing stops. False if it is not owed.

    What waits for a direction of several is everybody's: it is put off by nobody. Raises NoExiste, NoPermitido,
    DatoInvalido (a moment that has passed, or more than MAXIMO away).
    """
    if not ahora < hasta <= ahora + MAXIMO:
        raise DatoInvalido("hasta", _("Elige hasta cuándo: esta noche, mañana o dentro de tres días."))
    return _poner(publico, por, sola=True, pospuesto=hasta)


@con_reintentos
def recuperar(publico: str, *, por: Usuario) -> bool:
    """Bring back what one had put off; False if it is no longer owed. Again: nothing."""
    return _poner(publico, por, sola=True, pospuesto=None)


def _poner(publico: str, por: Usuario, *, sola: bool = False, **campos: datetime | None) -> bool:
    with verbo() as cerrojos:
        vista = _visible(publico, por)
        partida = cerrojos.partida(vista.partida_id)
        fila = _visible(publico, por)
        if fila.para_id is None:
            _exigir_direccion(fila, por, sola=sola)
        elif fila.para_id != por.pk:
            raise NoPermitido(_("Eso no te toca a ti."))
        if fila.saldado is not None or not partida.admite_escritura:
            return False
        for campo, valor in campos.items():
            setattr(fila, campo, valor)
        fila.save(update_fields=list(campos))
    return True


def _exigir_direccion(fila: Pendiente, por: Usuario, *, sola: bool) -> None:
    quien = lector(por, fila.partida)
    if not quien.dirige:
        raise NoPermitido(_("Eso lo hace la dirección."))
    if sola and not _es_sola(fila):
        raise NoPermitido(_("Lo que espera a la dirección es de todas las personas que dirigen: no se pospone."))


def _es_sola(fila: Pendiente) -> bool:
    """Tell whether only one person directs the partida of a row."""
    dirigen = Participante.objects.sin_filtrar("whether one person directs alone").filter(
        partida=fila.partida_id, papel=Participante.Papel.DIRECCION, estado=Participante.Estado.ACTIVA
    )
    return dirigen.count() == 1


def _visible(publico: str, por: Usuario) -> Pendiente:
    fila = Pendiente.objects.visibles_para(por).filter(publico=publico).select_related("partida").first()
    if fila is None:
        raise NoExiste
    return fila
