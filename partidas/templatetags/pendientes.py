"""How many things wait for who reads the page, for the running head."""

from __future__ import annotations

from django import template
from django.http import HttpRequest

from config import reloj
from partidas.consultas.pendientes import cuantos
from partidas.presentacion.marcas import numero

register = template.Library()


@register.inclusion_tag("partidas/_insignia_te_toca.html", takes_context=True)
def insignia_te_toca(context: template.Context) -> dict[str, object]:
    """Tell how many things wait for the person: as many as their page lists.

    One query, for who has an account; none while somebody looks with other eyes, nor where the database is not asked.
    """
    request: HttpRequest | None = context.get("request")
    usuario = getattr(request, "user", None)
    if usuario is None or context.get("sin_cuentas") or getattr(request, "mirada", None) is not None:
        return {"cuantas": 0}
    cola = context.get("cola")  # the page itself, and the home page, have asked already
    cuantas = cuantos(usuario, reloj.ahora()) if cola is None else len(cola.toca)
    return {"cuantas": cuantas, "numero": numero(cuantas)}
