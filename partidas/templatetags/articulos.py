"""The turn and the dice card of a page, with what the page has around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import template
from django.template import Context, Engine
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from partidas.presentacion import articulos
from partidas.presentacion.articulos import Marco
from partidas.presentacion.escritura import hablante
from partidas.templatetags.tiempo import reloj_de_pared

if TYPE_CHECKING:
    from partidas.presentacion.mensajes import MensajeVisto

register = template.Library()


@register.simple_tag(takes_context=True)
def articulo(context: Context) -> SafeString:
    """Write the turn that the page calls `mensaje`; `fuera` and `foco` say how a fragment brings it."""
    fuera, foco = str(context.get("fuera") or ""), bool(context.get("foco"))
    return mark_safe(articulos.articulo(context["mensaje"], _marco(context), fuera=fuera, foco=foco))  # noqa: S308 - escaped as it is written


@register.simple_tag(takes_context=True)
def articulos_de(context: Context, mensajes: Sequence[MensajeVisto]) -> SafeString:
    """Write all those turns, with the line of what is new where it begins."""
    marco = _marco(context)
    linea = marco.marcas.linea if marco.marcas else ""
    partes: list[str] = []
    for mensaje in mensajes:
        if mensaje.publico == linea:
            partes.append(marco.plantilla("partidas/_linea.html", {}))
        partes.append(articulos.articulo(mensaje, marco))
    return mark_safe("".join(partes))  # noqa: S308 - escaped as they are written


@register.simple_tag(takes_context=True)
def tarjeta(context: Context) -> SafeString:
    """Write the dice card that the page calls `tarjeta`."""
    return mark_safe(articulos.tarjeta(context["tarjeta"], _marco(context)))  # noqa: S308 - escaped as it is written


def _marco(context: Context) -> Marco:
    """Return what is around, made once for each page."""
    de_la_pagina: dict[Any, Any] = context.render_context.dicts[0]  # where templates keep what their includes share
    if Marco not in de_la_pagina:
        de_la_pagina[Marco] = _hacer(context)
    marco: Marco = de_la_pagina[Marco]
    return marco


def _hacer(context: Context) -> Marco:
    partida, escena = context.get("partida"), context.get("escena")
    lugar = [partida.publico, escena.publico] if partida and escena else []
    premiar = (f"{reverse('repartir', args=lugar[:1])}?personaje=", f"&amp;escena={lugar[1]}") if lugar else None

    def ficha() -> str:
        token = context.get("csrf_token")
        if not token or token == "NOTPROVIDED":  # noqa: S105 - what Django says where there is none
            return ""
        return format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)

    def plantilla(nombre: str, mas: Mapping[str, Any]) -> str:
        hoja = Engine.get_default().get_template(nombre)
        with context.push(**mas):
            return str(hoja.render(context))

    return Marco(
        ficha=ficha,
        hace=reloj_de_pared(),
        dicho=hablante(),
        plantilla=plantilla,
        escribir=reverse("escribir", args=lugar) if lugar and context.get("form") else "",
        premiar=premiar,
        marcas=context.get("marcas"),
    )
