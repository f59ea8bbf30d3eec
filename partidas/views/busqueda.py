"""`/buscar/`: what the reader may read and has those words, by scene."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from config import limites
from config.middleware import admite_nulos
from partidas.consultas import busqueda
from partidas.dominio.cerrojos import ID
from partidas.forms.busqueda import FormularioBusqueda
from partidas.views.comun import actor


@admite_nulos
@require_safe
@cache_control(no_store=True, private=True)
@login_not_required
def buscar(request: HttpRequest) -> HttpResponse:
    """Show the form, and the page of results of what it asks for; `?tras=` is the last message of the page before.

    Who searches too often is told how long to wait, with what they typed (S-46).
    """
    form = FormularioBusqueda(request.GET, usuario=actor(request))
    pregunta = form.buscable
    espera = limites.gastar(request, "buscar") if pregunta is not None else 0
    if espera:
        form.add_error("q", limites.frase(espera))
        pregunta = None
    tras = request.GET.get("tras", "")
    tras = tras if ID.fullmatch(tras) else ""
    resultado, perdido = None, False
    if pregunta is not None:
        resultado = busqueda.buscar(actor(request), pregunta, form.filtros, tras=tras)
        if resultado is None:
            resultado, perdido, tras = busqueda.buscar(actor(request), pregunta, form.filtros), True, ""
    contexto = {
        "form": form,
        "busca": form.data["q"],
        "resultado": resultado,
        "perdido": perdido,
        "sigue": bool(tras),
        "principio": _direccion(request),
        "siguiente": _direccion(request, tras=resultado.siguiente) if resultado and resultado.siguiente else "",
    }
    respuesta = render(request, "partidas/buscar.html", contexto)
    return limites.hacer_esperar(respuesta, espera) if espera else respuesta


def _direccion(request: HttpRequest, **cambios: str) -> str:
    """Return this search, from the beginning or after a message."""
    datos = request.GET.copy()
    datos.pop("tras", None)
    datos.update(cambios)
    return f"?{datos.urlencode()}"
