"""`/probar/`: one roll for whoever wants to see how it is, with no account and no trace."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from partidas.forms.practica import Practica
from partidas.presentacion import fichas


@require_safe
@never_cache
@login_not_required
def ver(request: HttpRequest) -> HttpResponse:
    """Show the form, and the card if `tirar` is in the address: nothing is stored, so a GET is enough."""
    practica = Practica.leer(request.GET)
    contexto = {"practica": practica, "tirada": practica.lance, "resumen": fichas.resumen(practica.ficha)}
    return render(request, "partidas/practica.html", contexto)
