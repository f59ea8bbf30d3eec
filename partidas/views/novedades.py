"""What an editor asks of its thread: what has come meanwhile, and the words of a message to quote."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from partidas.consultas import novedades
from partidas.forms.turno import natural
from partidas.models import Escena
from partidas.presentacion.novedades import mientras
from partidas.views.comun import con_errores, obtener_escena, persona
from partidas.views.moderacion import obtener_mensaje


@require_safe
@con_errores
def ver(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Say how many messages are new to who writes (204 if as many as it shows); the link goes to the first of them."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    persona(request)
    tras, abierto = request.GET.get("tras", "")[:11], request.GET.get("abierto", "")
    nuevos = novedades.desde(quien, escena, tras, natural(abierto))
    if getattr(request, "htmx", False):
        if request.GET.get("van", "") == str(len(nuevos)):
            return HttpResponse(status=204)
        contexto = {"frase": mientras(len(nuevos)), "van": len(nuevos), "enlace": request.get_full_path()}
        return render(request, "partidas/_novedades.html", contexto)
    if not nuevos:
        return redirect(f"{reverse('escena', args=[partida_id, escena_id])}?desde=final")
    return redirect("mensaje", nuevos[0])


@require_safe
@con_errores
def citar(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Go to the editor of the message's scene, to answer with its words; 404 if they are not for this person."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    if not Escena.objects.visibles_para(quien.usuario).filter(pk=mensaje.escena_id).exists():
        raise Http404
    return redirect(f"{reverse('escribir', args=[quien.partida.publico, mensaje.escena.publico])}?cita={mensaje_id}")
