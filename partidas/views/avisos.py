"""The bell: what one has been told, how one wants to be told, and scenes that one has muted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from config import reloj
from partidas.consultas import avisos as consultas
from partidas.consultas.partida import mias
from partidas.dominio import campana
from partidas.dominio.avisos import DIAS, por_defecto
from partidas.dominio.errores import NoPermitido
from partidas.forms.avisos import FormularioAvisos
from partidas.forms.turno import natural
from partidas.models import Escena, Partida
from partidas.presentacion import avisos as presentacion
from partidas.views.comun import con_errores, obtener_escena, obtener_partida, persona


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def ver(request: HttpRequest) -> HttpResponse:
    """Show the bell, of one partida alone if it is asked for; only its buttons take anything as read."""
    usuario, ahora = persona(request), reloj.ahora()
    if request.method == "POST":
        return redirect(_hacer(request))
    partidas = list(mias(usuario))
    una = next((p for p in partidas if p.publico == request.GET.get("partida")), None)
    pagina = consultas.pagina(usuario, tras=request.GET.get("tras", "")[:11], partida=una)
    contexto = {
        "grupos": presentacion.agrupar(pagina.filas),
        "tras": pagina.tras,
        "sigue": bool(request.GET.get("tras")),
        "partida": una,
        "partidas": partidas,
        "abierto": f"{ahora.timestamp():.6f}",
        "dias": DIAS,
    }
    return render(request, "partidas/avisos.html", contexto)


def _hacer(request: HttpRequest) -> str:
    """Do what a button asked; returns where to go."""
    usuario, ahora = persona(request), reloj.ahora()
    if abrir := request.POST.get("abrir", ""):
        return presentacion.decir(campana.leer(abrir, por=usuario, ahora=ahora)).enlace
    cual = request.POST.get("partida", "")
    una = next((p for p in mias(usuario) if p.publico == cual), None)
    if cual and una is None:  # left since the page was made: what other partidas tell is not what was meant
        messages.info(request, _("Ya estaba todo leído."))
        return reverse("avisos")
    hasta = _cuando(request.POST.get("abierto", ""), ahora)
    leidos = campana.leer_todo(por=usuario, ahora=ahora, hasta=hasta, partida=una)
    if leidos:
        frase = ngettext("%(n)d aviso queda leído.", "%(n)d avisos quedan leídos.", leidos)
        messages.success(request, frase % {"n": leidos})
    else:
        messages.info(request, _("Ya estaba todo leído."))
    return f"{reverse('avisos')}?partida={una.publico}" if una else reverse("avisos")


def _cuando(escrito: str, ahora: datetime) -> datetime:
    """Return when a page was made, to the millionth of a second; now, for what is no such moment."""
    segundos, _punto, millonesimas = escrito.partition(".")
    hecha = natural(segundos)
    if not hecha:
        return ahora
    return min(datetime.fromtimestamp(hecha, UTC) + timedelta(microseconds=natural(millonesimas[:6])), ahora)


@require_http_methods(["GET", "HEAD", "POST"])
def ajustes(request: HttpRequest) -> HttpResponse:
    """Choose where each kind of thing is wanted, in general."""
    usuario = persona(request)
    elegidas = por_defecto() | consultas.elegidas(usuario, None)
    form = FormularioAvisos(request.POST if request.method == "POST" else None, elegidas=elegidas)
    if request.method == "POST" and form.is_valid():
        campana.elegir(None, form.cambios(), por=usuario)
        messages.success(request, _("Guardado."))
        return redirect("ajustes_avisos")
    contexto = {
        "form": form,
        "seccion": "avisos",
        "partidas": mias(usuario),
        "silenciadas": consultas.silenciadas(usuario),
    }
    return render(request, "partidas/ajustes_avisos.html", contexto, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def de_la_partida(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Choose it for one partida alone, where one has a seat."""
    quien = obtener_partida(request, partida_id)
    if not quien.participa:
        raise NoPermitido(_("Los avisos son para quien tiene plaza en la partida."))
    usuario, partida = persona(request), quien.partida
    elegidas = consultas.elegidas(usuario, partida)
    form = FormularioAvisos(request.POST if request.method == "POST" else None, elegidas=elegidas, en_partida=True)
    if request.method == "POST" and form.is_valid():
        campana.elegir(partida, form.cambios(), por=usuario)
        messages.success(request, _("Guardado."))
        return redirect("partida_avisos", partida_id)
    calladas = [escena for escena in consultas.silenciadas(usuario) if escena.partida_id == partida.pk]
    contexto = {"form": form, "partida": partida, "silenciadas": calladas}
    return render(request, "partidas/partida_avisos.html", contexto, status=422 if form.errors else 200)


@require_POST
@con_errores
def silencio(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Mute a scene, or hear of it again; back to the scene, or to where the list of muted ones is."""
    _quien, escena = obtener_escena(request, partida_id, escena_id)
    usuario = persona(request)
    if request.POST.get("hacer") == "escuchar":
        campana.escuchar(escena, por=usuario)
        messages.success(request, _("Esta escena vuelve a avisarte desde ahora."))
    else:
        campana.silenciar(escena, por=usuario, ahora=reloj.ahora())
        messages.success(
            request,
            _(
                "Escena silenciada: ni campana ni correo por sus mensajes, menciones, turnos, plazos y jornadas. "
                "Lo que te pidan a ti (empujones, tiradas, decisiones y respuestas) sí te llega."
            ),
        )
    return redirect("ajustes_avisos") if request.POST.get("desde") == "ajustes" else _a(escena, escena.partida)


def _a(escena: Escena, partida: Partida) -> HttpResponse:
    return redirect(f"{reverse('escena', args=[partida.publico, escena.publico])}?desde=final")
