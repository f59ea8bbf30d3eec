"""Counts of what is unread, in words, and the badge of the running head."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template
from django.http import HttpRequest
from django.utils.translation import ngettext

from config import reloj
from partidas.consultas import avisos, pendientes
from partidas.consultas.insignias import Insignias, contar
from partidas.consultas.marcas import cuantas_partidas
from partidas.presentacion.marcas import numero

if TYPE_CHECKING:
    from cuentas.guarda import Actor

register = template.Library()


@register.simple_tag
def sin_leer(cuantos: int) -> str:
    """Say «12 sin leer»; «99+ sin leer» from a hundred on."""
    return ngettext("%(n)s sin leer", "%(n)s sin leer", cuantos) % {"n": numero(cuantos)}


@register.simple_tag
def escenas_con_novedades(cuantas: int) -> str:
    """Say «3 escenas con algo nuevo»."""
    frase = ngettext("%(n)s escena con algo nuevo", "%(n)s escenas con algo nuevo", cuantas)
    return frase % {"n": numero(cuantas)}


@register.inclusion_tag("partidas/_insignia.html", takes_context=True)
def insignia_de_partidas(context: template.Context) -> dict[str, object]:
    """Tell in how many partidas there is something unread: those that the home page lists.

    One query, for who has an account; none in a thread, whose own query counts them, nor while somebody looks with
    other eyes.
    """
    usuario = _quien(context)
    if usuario is None:
        return {"cuantas": 0}
    marcas = context.get("marcas")
    cuantas = cuantas_partidas(usuario) if marcas is None else marcas.con_algo
    return {"cuantas": cuantas, "numero": numero(cuantas)}


@register.inclusion_tag("partidas/_insignia_avisos.html", takes_context=True)
def insignia_de_avisos(context: template.Context) -> dict[str, object]:
    """Tell how many rows of the bell are still to be read: those that its page shows as new."""
    sin_leer = insignias(context).avisos
    return {"cuantos": sin_leer, "numero": numero(sin_leer)}


@register.inclusion_tag("partidas/_insignia_te_toca.html", takes_context=True)
def insignia_te_toca(context: template.Context) -> dict[str, object]:
    """Tell how many things wait for the person: as many as their page lists."""
    cuantas = insignias(context).te_toca
    return {"cuantas": cuantas, "numero": numero(cuantas)}


def insignias(context: template.Context) -> Insignias:
    """Return both counts of the head of a page, asked for once: one query at most.

    What the page has asked already is not asked again: a thread counts the rows of the bell, and «Te toca» and the
    home page list what waits. Nothing is counted for who has no account, nor while somebody looks with other eyes.
    """
    de_la_pagina: dict[Any, Any] = context.render_context.dicts[0]  # where templates keep what their includes share
    if Insignias not in de_la_pagina:
        de_la_pagina[Insignias] = _contar(context)
    contadas: Insignias = de_la_pagina[Insignias]
    return contadas


def _contar(context: template.Context) -> Insignias:
    usuario, ahora = _quien(context), reloj.ahora()
    if usuario is None:
        return Insignias()
    cola, marcas = context.get("cola"), context.get("marcas")
    if cola is None and marcas is None:
        return contar(usuario, ahora)
    return Insignias(
        pendientes.cuantos(usuario, ahora) if cola is None else len(cola.toca),
        avisos.cuantos(usuario) if marcas is None else marcas.avisos,
    )


def _quien(context: template.Context) -> Actor | None:
    """Return for whom a page counts, if it counts for anybody."""
    request: HttpRequest | None = context.get("request")
    usuario: Actor | None = getattr(request, "user", None)
    if context.get("sin_cuentas") or getattr(request, "mirada", None) is not None:
        return None
    return usuario
