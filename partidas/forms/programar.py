"""The hour at which a turn is to be published, as a browser's control gives it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from partidas.dominio.errores import DatoInvalido

MINUTO = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?", re.ASCII)


def momento(texto: str, zona: str) -> datetime:
    """Return the moment of a wall clock («2026-12-24T21:30») in a zone, to the minute, in UTC.

    Of an hour that happens twice it is the first. Raises DatoInvalido for what is no hour, or one that does not happen.
    """
    texto = texto.strip()
    if not texto:
        raise DatoInvalido("publicar_el", _("Elige el día y la hora."))
    try:
        local = datetime.fromisoformat(texto) if MINUTO.fullmatch(texto) else None
    except ValueError:
        local = None
    if local is None:
        raise DatoInvalido("publicar_el", _("No se entiende el día y la hora: escríbelos como 2026-12-24T21:30."))
    try:
        instante = local.replace(second=0, tzinfo=ZoneInfo(zona)).astimezone(UTC)
    except OverflowError as error:
        raise DatoInvalido("publicar_el", _("Elige un día del próximo año como muy tarde.")) from error
    if instante.astimezone(ZoneInfo(zona)).replace(tzinfo=None) != local.replace(second=0):
        raise DatoInvalido("publicar_el", _("Esa hora no existe: ese día el reloj se adelanta. Elige otra."))
    return instante


def escrito(momento_: datetime, zona: str) -> str:
    """Return a moment as the control takes it."""
    return momento_.astimezone(ZoneInfo(zona)).strftime("%Y-%m-%dT%H:%M")
