"""Moments as people say them, and trusted HTML of the one pipeline."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo
from functools import lru_cache

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.utils.translation import get_language

from config import reloj
from partidas.presentacion import marcado
from partidas.presentacion.escritura import dicho as _
from partidas.presentacion.escritura import esc

register = template.Library()

UNA_SEMANA = 7


@register.simple_tag
def hace(momento: datetime) -> SafeString:
    """Say how long ago, with the whole date as title; after a week, say the date itself."""
    return reloj_de_pared()(momento)


def reloj_de_pared() -> Callable[[datetime], SafeString]:
    """Return what says it for a whole page: zone and language of its reader, and the hour, are looked up once."""
    zona, idioma, ahora = timezone.get_current_timezone(), get_language(), reloj.ahora()

    def hace(momento: datetime) -> SafeString:
        pasado = ahora - momento
        if pasado.days >= UNA_SEMANA:
            return _de_hace_mucho(momento, zona, idioma)
        if pasado.total_seconds() < 60:
            texto = _("ahora mismo")
        else:
            texto = _("hace %(tiempo)s") % {"tiempo": timesince(momento, ahora, depth=1)}
        return _momento(momento, momento.astimezone(zona), idioma, texto)

    return hace


@lru_cache(maxsize=4096)
def _de_hace_mucho(momento: datetime, zona: tzinfo, idioma: str | None) -> SafeString:
    local = momento.astimezone(zona)
    texto = _fecha(local.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None), "DATE_FORMAT", idioma)
    return _momento(momento, local, idioma, texto)


def _momento(momento: datetime, local: datetime, idioma: str | None, texto: str) -> SafeString:
    fecha = _fecha(local.replace(second=0, microsecond=0, tzinfo=None), "DATETIME_FORMAT", idioma)
    cuando = momento.isoformat(timespec="seconds")
    return SafeString(f'<time datetime="{cuando}" title="{esc(fecha)}">{esc(texto)}</time>')


@lru_cache(maxsize=4096)
def _fecha(local: datetime, formato: str, _idioma: str | None) -> str:
    """Write what a clock on the wall says. Without its zone: one moment in two zones is the same key."""
    return str(formats.date_format(local, formato))


@register.simple_tag
def desde_cuando(momento: datetime) -> SafeString:
    """Say the moment itself, as in «desde ayer, 21:04»: the hour today, the day before, and with its date earlier."""
    local = timezone.localtime(momento)
    hora, dias = formats.date_format(local, "H:i"), (timezone.localtime(reloj.ahora()).date() - local.date()).days
    if dias <= 0:
        texto = _("las %(hora)s") % {"hora": hora}
    elif dias == 1:
        texto = _("ayer, %(hora)s") % {"hora": hora}
    else:
        texto = _("el %(fecha)s, %(hora)s") % {"fecha": formats.date_format(local, "DATE_FORMAT"), "hora": hora}
    return format_html('<time datetime="{}">{}</time>', momento.isoformat(timespec="seconds"), texto)


@register.simple_tag
def hasta_cuando(momento: datetime) -> SafeString:
    """Say a moment to come, as in «hasta mañana, 21:00»: the hour today, the day after, and with its date later."""
    local = timezone.localtime(momento)
    hora, dias = formats.date_format(local, "H:i"), (local.date() - timezone.localtime(reloj.ahora()).date()).days
    if dias <= 0:
        texto = _("las %(hora)s") % {"hora": hora}
    elif dias == 1:
        texto = _("mañana, %(hora)s") % {"hora": hora}
    else:
        texto = _("el %(fecha)s, %(hora)s") % {"fecha": formats.date_format(local, "DATE_FORMAT"), "hora": hora}
    return format_html('<time datetime="{}">{}</time>', momento.isoformat(timespec="seconds"), texto)


@register.filter
def llano(texto: str, largo: int) -> str:
    """Return the first words of a player's text, without its markup and with its spoilers folded."""
    return marcado.texto_plano(texto, largo)


@register.filter
def fiable(html: str) -> SafeString:
    """Trust HTML that the one pipeline (`marcado.render`) has just made."""
    return mark_safe(html)  # noqa: S308 - sanitised by nh3
