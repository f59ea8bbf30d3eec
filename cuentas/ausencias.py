"""The verbs on absences: the days on which a person will not be there. What each partida makes of them is its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from cuentas.models import Ausencia, Usuario

LEJOS, ATRAS = timedelta(days=730), timedelta(days=366)
CABEN = 40
MOTIVO_MAXIMO = 200
RESERVA = (Ausencia.Quien.NADIE, Ausencia.Quien.DIRECCION, Ausencia.Quien.MESA)
"""Who may read a reason, the fewest first."""


@dataclass(frozen=True, slots=True)
class Anunciada:
    """An absence as it stands, and with how many others that it overlapped it is now one."""

    ausencia: Ausencia
    fundidas: int


def hoy_de(usuario: Usuario, ahora: datetime) -> date:
    """Return which day it is where the person is."""
    return ahora.astimezone(ZoneInfo(usuario.zona)).date()


def anunciar(
    usuario: Usuario,
    *,
    desde: date,
    hasta: date,
    ahora: datetime,
    motivo: str = "",
    lo_lee: str = Ausencia.Quien.MESA,
    en_lugar_de: str = "",
) -> Anunciada:
    """Say that one will be away from one day to another, both included; those that it overlaps become one with it.

    en_lugar_de: the public id of the absence that this one corrects; if it is gone, this is a new one. A reason that
    is not said again stays with whoever could read it. Again: the same one. Raises ValidationError, by field.
    """
    motivo = motivo.strip()
    _comprobar(desde, hasta, hoy_de(usuario, ahora), motivo, lo_lee)
    with transaction.atomic():
        Usuario.objects.select_for_update(no_key=True).get(pk=usuario.pk)
        suyas = Ausencia.objects.filter(usuario=usuario)
        corregida = suyas.filter(publico=en_lugar_de).first()
        otras = suyas if corregida is None else suyas.exclude(pk=corregida.pk)
        pisadas = list(otras.filter(desde__lte=hasta, hasta__gte=desde).order_by("desde", "pk"))
        if corregida is None and otras.filter(hasta__gte=hoy_de(usuario, ahora)).count() - len(pisadas) >= CABEN:
            raise ValidationError({"desde": _("Ya tienes muchas ausencias anunciadas: borra alguna antes.")})
        # The very same days sent twice are the same absence, not one joined to another.
        juntas = [una for una in pisadas if (una.desde, una.hasta) != (desde, hasta)]
        con_motivo = [una for una in pisadas if una.motivo]
        if not motivo and con_motivo:
            motivo = con_motivo[0].motivo
            lo_lee = min((una.lo_lee for una in con_motivo), key=[q.value for q in RESERVA].index)
        fila = corregida or (pisadas[0] if pisadas else Ausencia(usuario=usuario, creada=ahora))
        fila.desde = min((desde, *(una.desde for una in pisadas)))
        fila.hasta = max((hasta, *(una.hasta for una in pisadas)))
        fila.motivo, fila.lo_lee = motivo, lo_lee
        fila.save()
        suyas.filter(pk__in=[una.pk for una in pisadas]).exclude(pk=fila.pk).delete()
    return Anunciada(fila, len(juntas))


def borrar(usuario: Usuario, publico: str) -> bool:
    """Take an absence back; False if it is not there, or not theirs."""
    borradas, _por_tabla = Ausencia.objects.filter(usuario=usuario, publico=publico).delete()
    return bool(borradas)


def olvidar(usuario: Usuario) -> None:
    """Drop all those of who closes their account."""
    Ausencia.objects.filter(usuario=usuario).delete()


def _comprobar(desde: date, hasta: date, hoy: date, motivo: str, lo_lee: str) -> None:
    if hasta < desde:
        raise ValidationError({"hasta": _("Acaba antes de empezar: pon el mismo día en que empieza o uno posterior.")})
    if hasta < hoy:
        raise ValidationError({"hasta": _("Esos días ya han pasado: pon un final que sea hoy o después.")})
    if hasta > hoy + LEJOS:
        raise ValidationError({"hasta": _("Queda muy lejos: anuncia ausencias de los dos próximos años.")})
    if desde < hoy - ATRAS:
        raise ValidationError({"desde": _("Queda muy atrás: pon un comienzo del último año.")})
    if len(motivo) > MOTIVO_MAXIMO:
        raise ValidationError({"motivo": _("El motivo es demasiado largo: caben 200 caracteres.")})
    if lo_lee not in Ausencia.Quien.values:
        raise ValidationError({"lo_lee": _("Elige quién lee el motivo.")})
