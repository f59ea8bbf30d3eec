"""«Quién lee qué»: who reads each scene, each secret PNJ and each message, as far as the one who asks may know."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config import reloj
from partidas.consultas import quien_lee as consultas
from partidas.dominio.errores import NoPermitido
from partidas.politica import Lector
from partidas.presentacion import marcado, mensajes, paginas
from partidas.views.comun import al_lado, con_errores, obtener_escena, obtener_partida

COMIENZO = 80
"""Characters of a message that the page shows."""


@require_safe
@con_errores
def ver(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Show who reads each scene and who knows of each secret PNJ."""
    quien = _quien_participa(obtener_partida(request, partida_id))
    gente = consultas.gente(quien, ahora=reloj.ahora())
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escenas": consultas.escenas(quien, gente),
        "secretos": consultas.secretos(quien, gente),
    }
    return render(request, "partidas/quien_lee.html", contexto)


@require_safe
@con_errores
def escena(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Show a page of the messages of one scene, grouped by who reads them."""
    quien, escena_ = obtener_escena(request, partida_id, escena_id)
    _quien_participa(quien)
    gente = consultas.gente(quien, ahora=reloj.ahora())
    desde, hasta = request.GET.get("desde", ""), request.GET.get("hasta", "")
    leido = consultas.mensajes(quien, escena_, gente, desde=desde, hasta=hasta)
    if leido is None:
        return al_lado(request)
    grupos, pagina = leido
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": escena_,
        "grupos": [(grupo.leen, _filas(quien, grupo)) for grupo in grupos],
        "pagina": pagina,
        "enlaces": paginas.enlaces(pagina),
    }
    return render(request, "partidas/quien_lee_escena.html", contexto)


def _filas(quien: Lector, grupo: consultas.Grupo) -> list[tuple[mensajes.MensajeVisto, str]]:
    """Return each message as the reader has it, with how it begins."""
    vistos = mensajes.ver(quien, grupo.mensajes)
    return [
        (visto, visto.aviso or marcado.texto_plano(leido.mensaje.texto, COMIENZO))
        for visto, leido in zip(vistos, grupo.mensajes, strict=True)
    ]


def _quien_participa(quien: Lector) -> Lector:
    if not quien.participa:
        raise NoPermitido(_("Quién lee qué lo ven quienes participan en la partida."))
    return quien
