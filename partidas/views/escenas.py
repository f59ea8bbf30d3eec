"""The thread: reading it, and the address of one turn."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from config import reloj
from partidas.consultas import hilo
from partidas.consultas import partida as consultas
from partidas.dominio.moderacion import borrados_por
from partidas.politica import puede_escribir
from partidas.presentacion import marcas, mensajes
from partidas.presentacion.acciones import con_acciones
from partidas.views import editor
from partidas.views.comun import actor, obtener_escena


@require_safe
@login_not_required
def ver(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Show a page of the thread; members begin at what is new to them or at the end, visitors at the beginning."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    desde = request.GET.get("desde", "")
    al_principio = not quien.participa if not desde else False
    al_nuevo = not desde
    if desde == "principio":
        desde, al_principio = "", True
    elif desde == "final":
        desde = ""
    pagina = hilo.pagina(quien, escena, desde=desde, al_principio=al_principio, al_nuevo=al_nuevo)
    if pagina is None:
        raise Http404
    reparto = consultas.reparto(quien) if quien.participa else []
    escribir = puede_escribir(quien, escena)
    form = None if pagina.siguiente or not escribir else editor.abrir(quien, escena, reparto, pagina)
    suyo = form.turno if form else None
    vistos = mensajes.ver(quien, pagina.mensajes, reparto)
    borrados = borrados_por(quien.usuario, [leido.mensaje for leido in pagina.mensajes])
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": escena,
        "pagina": pagina,
        "mensajes": con_acciones(
            quien,
            escena,
            pagina.mensajes,
            vistos,
            ahora=reloj.ahora(),
            hay_mas=bool(pagina.siguiente),
            borrados=borrados,
        ),
        "marcas": marcas.ver(quien, pagina.mensajes, ahora=reloj.ahora()),
        "en_curso": mensajes.ver(quien, [leido for leido in pagina.en_curso if leido != suyo], reparto),
        "form": form,
        "escribir": escribir,
    }
    return render(request, "partidas/escena.html", contexto)


@require_safe
@login_not_required
def mensaje(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Go to the page of the thread on which this reader finds the turn; 404 for hidden and missing alike."""
    lugar = hilo.lugar(actor(request), mensaje_id)
    if lugar is None:
        raise Http404
    if not lugar.en_su_escena:
        return redirect(f"{reverse('mis_textos')}?desde={mensaje_id}#m-{mensaje_id}")
    ruta = reverse("escena", args=[lugar.partida, lugar.escena])
    return redirect(
        f"{ruta}?desde={lugar.desde}#m-{mensaje_id}" if lugar.desde else f"{ruta}?desde=final#m-{mensaje_id}"
    )
