"""«Mis borradores»: all that one has not published, with its place, what waits for its hour, and the bin."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config import reloj
from partidas.consultas import borradores as consultas
from partidas.dominio import borradores, moderacion, papelera, programados
from partidas.models import Descarte
from partidas.views.comun import persona
from partidas.views.programados import en_la_partida


@require_http_methods(["GET", "HEAD", "POST"])
def ver(request: HttpRequest) -> HttpResponse:
    """Show the list, newest first; what its buttons ask for can be taken back there, but for emptying the bin."""
    usuario = persona(request)
    if request.method == "POST":
        return redirect(_hacer(request))
    ahora = reloj.ahora()
    filas = consultas.borradores(usuario, ahora=ahora)
    borrados = consultas.borrados(usuario)
    mios = moderacion.borrados_por(usuario, borrados)
    contexto = {
        "borradores": [fila for fila in filas if fila.sitio],
        "sin_sitio": [fila for fila in filas if not fila.sitio],
        "programados": [
            {"fila": fila, "cuando": en_la_partida(fila.fila.cuando, fila.fila.escena.partida)}
            for fila in consultas.programados(usuario, ahora=ahora)
        ],
        "papelera": consultas.papelera(usuario, ahora=ahora),
        "borrados": [fila for fila in borrados if fila.publico in mios],
        "tirado": Descarte.objects.visibles_para(usuario).filter(publico=request.GET.get("tirado", "")).first(),
        "ahora": ahora,
        "dias": papelera.DIAS,
    }
    return render(request, "partidas/mis_borradores.html", contexto)


def _hacer(request: HttpRequest) -> str:
    """Do what a button asked; returns where to go."""
    usuario, ahora, pagina = persona(request), reloj.ahora(), reverse("mis_borradores")
    que, cual = request.POST.get("hacer", ""), request.POST.get("cual", "")
    if que == "descartar":
        descarte = borradores.descartar(usuario, cual, ahora=ahora)
        if descarte is not None:
            return f"{pagina}?tirado={descarte.publico}"
    elif que == "recuperar":
        if lugar := papelera.recuperar(usuario, cual, ahora=ahora):
            sitio = consultas.sitios(usuario, [lugar], ahora=ahora).get(lugar)
            messages.success(request, _("Recuperado: está otra vez entre tus borradores."))
            return sitio.enlace if sitio is not None and "abrir" in request.POST else pagina
    elif que == "destruir":
        if papelera.destruir(usuario, cual):
            messages.info(request, _("Borrado del todo."))
            return f"{pagina}#papelera"
    elif que == "cancelar" and programados.cancelar(usuario, cual, ahora=ahora):
        messages.success(request, _("Ya no se publicará: sigue entre tus borradores."))
        return pagina
    messages.info(request, _("Ya estaba hecho."))
    return pagina
