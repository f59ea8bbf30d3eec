"""Moving one's own markers, and what has happened since one last looked. Looking never moves them."""

from __future__ import annotations

from datetime import UTC, datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config import reloj
from partidas.consultas import desde as consultas
from partidas.consultas.partida import mias
from partidas.dominio import marcas
from partidas.dominio.cerrojos import ID
from partidas.dominio.errores import NoPermitido
from partidas.forms.turno import natural
from partidas.models import Partida
from partidas.presentacion import desde as presentacion
from partidas.views.comun import con_errores, obtener_partida, persona
from partidas.views.confirmar import Pregunta, preguntar
from partidas.views.moderacion import obtener_mensaje


@require_POST
@con_errores
def leido(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Take the thread as read up to a message; 204 for the page itself (`solo`), else back to the message."""
    _quien, mensaje = obtener_mensaje(request, mensaje_id)
    lote = marcas.leer_hasta(mensaje, por=persona(request), ahora=reloj.ahora(), abierto=_abierto(request))
    if request.POST.get("solo") == "1":
        return HttpResponse(status=204)
    _contar(request, _("Leído hasta ese mensaje."), lote)
    return redirect("mensaje", mensaje_id)


@require_POST
@con_errores
def no_leido(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Take the thread as unread from a message on, and leave it: reading it would mark it again."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    lote = marcas.no_leido_desde(mensaje, por=persona(request), ahora=reloj.ahora())
    _contar(request, _("Queda sin leer desde ese mensaje."), lote)
    return redirect("partida", quien.partida.publico)


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def desde(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Tell what has happened in a partida since the person last said that they had seen it; POST says so."""
    quien = obtener_partida(request, partida_id)
    if not quien.participa:
        raise NoPermitido(_("Esto es para quien tiene plaza en la partida."))
    return _desde(request, [quien.partida], quien.partida)


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def desde_todas(request: HttpRequest) -> HttpResponse:
    """Tell it of every partida in which the person has a seat."""
    return _desde(request, list(mias(persona(request))), None)


def _desde(request: HttpRequest, partidas: list[Partida], partida: Partida | None) -> HttpResponse:
    usuario, ahora = persona(request), reloj.ahora()
    if request.method == "POST":
        lote = marcas.ver_todo(partidas, por=usuario, ahora=ahora, abierto=_abierto(request))
        _contar(request, _("Todo queda visto y leído."), lote)
        return redirect("partida", partida.publico) if partida else redirect("portada")
    vistas = [presentacion.ver(hechos) for hechos in consultas.desde(usuario, partidas)]
    con_algo = [vista for vista in vistas if vista.hay]
    contexto = {"partida": partida, "abierto": int(ahora.timestamp()), "vistas": con_algo, "hay_algo": bool(con_algo)}
    return render(request, "partidas/desde.html", contexto)


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def deshacer(request: HttpRequest) -> HttpResponse:
    """Put the markers back where an act found them; asks first, as every link that undoes."""
    lote = request.POST.get("lote", request.GET.get("lote", ""))
    if not ID.fullmatch(lote):
        raise Http404
    usuario = persona(request)
    if request.method == "POST":
        hecho = marcas.deshacer(lote, por=usuario)
        messages.info(request, _("Deshecho.") if hecho else _("Ya no hay nada que deshacer."))
        return redirect("portada")
    pregunta = Pregunta(
        titulo=_("Deshacer"),
        boton=_("Deshacer"),
        frases=[_("Lo que marcaste vuelve a estar como estaba, si no lo has movido después.")],
        volver=reverse("portada"),
        ocultos={"lote": lote},
    )
    return preguntar(request, pregunta)


def _abierto(request: HttpRequest) -> datetime | None:
    """Return when the page that was sent had been made, if it says so."""
    segundos = natural(request.POST.get("abierto", ""))
    return datetime.fromtimestamp(segundos, UTC) if segundos else None


def _contar(request: HttpRequest, frase: str, lote: str) -> None:
    """Tell what was done, with the link that undoes it; or that it was so already."""
    if not lote:
        messages.info(request, _("Ya estaba así."))
        return
    enlace = f"{reverse('marcas_deshacer')}?lote={lote}"
    messages.success(request, format_html('{} <a href="{}">{}</a>', frase, enlace, _("Deshacer")))
