"""The sheet of a character, for who may read it whole and for who only knows the face."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from partidas.models import Reparto
from partidas.presentacion import fichas
from partidas.views.comun import actor, obtener_partida
from personajes.models import CambioFicha, Personaje

CAMBIOS = 30


@require_safe
@login_not_required
def ver(request: HttpRequest, partida_id: str, personaje_id: str) -> HttpResponse:
    """Show the character: the whole sheet with its history, or name and presentation alone."""
    quien = obtener_partida(request, partida_id)
    fila = (
        Reparto.objects.visibles_para(quien.usuario)
        .filter(partida=quien.partida, hasta__isnull=True, personaje__publico=personaje_id)
        .select_related("personaje", "usuario")
        .first()
    )
    if fila is None:
        raise Http404
    contexto = {"quien": quien, "partida": quien.partida, "fila": fila, "personaje": fila.personaje}
    if Personaje.objects.visibles_para(actor(request)).filter(pk=fila.personaje_id).exists():
        cambios = CambioFicha.objects.visibles_para(actor(request)).filter(personaje=fila.personaje_id)
        contexto["resumen"] = fichas.resumen(fila.personaje)
        contexto["datos"] = fichas.datos(fila.personaje)
        contexto["cambios"] = fichas.historia(
            fila.personaje, cambios.select_related("por").order_by("-version")[:CAMBIOS]
        )
    return render(request, "personajes/ficha.html", contexto)
