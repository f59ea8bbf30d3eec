"""The thread: reading it, and the address of one turn."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from config import reloj
from cuentas.contexto import lectura_del_lector
from cuentas.lectura import HOJAS
from partidas.consultas import cursor, hilo
from partidas.consultas import partida as consultas
from partidas.consultas import vez as de_quien
from partidas.consultas.vigencia import Mostrado
from partidas.forms.turno import PUBLICO, FormularioTurno
from partidas.models import Escena
from partidas.politica import Lector, puede_escribir
from partidas.presentacion import marcas, mensajes, paginas, vez
from partidas.presentacion.acciones import con_acciones
from partidas.views import editor
from partidas.views.comun import actor, al_lado, obtener_escena
from partidas.visitas import ensenar


@require_safe
@login_not_required
def ver(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Show a page of the thread; members begin at what is new to them or at the end, visitors at the beginning."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    desde, hasta = request.GET.get("desde", ""), request.GET.get("hasta", "")
    al_nuevo = not (desde or hasta)
    al_principio = al_nuevo and not quien.participa
    if desde == "principio":
        desde, al_principio = "", True
    elif desde == "final":
        desde = ""
    hoja = lectura_del_lector(request)
    tamano = hoja.mensajes_por_pagina
    pagina = hilo.pagina(
        quien, escena, desde=desde, hasta=hasta, al_principio=al_principio, al_nuevo=al_nuevo, tamano=tamano
    )
    if pagina is None:
        try:
            return _a_su_sitio(request, desde or hasta)
        except Http404:
            return al_lado(request)
    reparto = consultas.reparto(quien) if quien.participa else []
    escribir = puede_escribir(quien, escena)
    ante = mensajes.ante(quien, [*pagina.mensajes, *pagina.en_curso], reparto)
    deben = de_quien.de_escena(quien.usuario, escena)
    form = None if pagina.siguiente or not escribir else editor.abrir(ante, escena, reparto, pagina, deben)
    suyo = form.turno if form else None
    leidos = [*pagina.mensajes, *pagina.en_curso]
    ensenar(request, Mostrado(quien.partida.pk, escena.pk, tuple(x.mensaje.pk for x in leidos)), leidos)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": escena,
        "pagina": pagina,
        "enlaces": paginas.enlaces(pagina),
        "mensajes": con_acciones(
            quien,
            escena,
            pagina.mensajes,
            mensajes.vistos(ante, pagina.mensajes),
            ahora=reloj.ahora(),
            hay_mas=bool(pagina.siguiente),
            borrados={leido.mensaje.publico for leido in pagina.mensajes if leido.lo_borro},
        ),
        "marcas": marcas.ver(quien, pagina.mensajes, ahora=reloj.ahora()),
        "lleva_turnos": de_quien.lleva_turnos(escena) and escena.estado == Escena.Estado.ABIERTA,
        "toca": vez.ver(quien, escena, deben, ahora=reloj.ahora()),
        "en_curso": mensajes.vistos(ante, [leido for leido in pagina.en_curso if leido is not suyo]),
        "form": form,
        "escribir": escribir,
        "sondeo": _cursor(quien, escena, pagina, form),
        "hojas": HOJAS,
        "hoja": hoja.hoja,
    }
    return render(request, "partidas/escena.html", contexto)


def _cursor(quien: Lector, escena: Escena, pagina: hilo.Pagina, form: FormularioTurno | None) -> str:
    """Return what the page asks with from time to time; nothing where nothing more is to come, or for whoever looks."""
    abierta = escena.estado == Escena.Estado.ABIERTA and quien.partida.admite_escritura
    if quien.solo_mira or not abierta:
        return ""
    suyo = form.turno if form else None
    return cursor.de_pagina(quien, escena, pagina, editor=form is not None, suyo=suyo).firmado()


@require_safe
@login_not_required
def mensaje(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Go to the page of the thread on which this reader finds the turn; 404 for hidden and missing alike."""
    return _a_su_sitio(request, mensaje_id, tirada=request.GET.get("tirada", ""))


def _a_su_sitio(request: HttpRequest, mensaje_id: str, *, tirada: str = "") -> HttpResponse:
    """Send on to where the turn is now: it may have been moved since the address was written down.

    tirada: public id of a roll of the turn, to whose card the reader is sent.
    """
    lugar = hilo.lugar(actor(request), mensaje_id, tamano=lectura_del_lector(request).mensajes_por_pagina)
    if lugar is None:
        raise Http404
    if not lugar.en_su_escena:
        return redirect(f"{reverse('mis_textos')}?desde={mensaje_id}#m-{mensaje_id}")
    ruta = reverse("escena", args=[lugar.partida, lugar.escena])
    ancla = f"t-{tirada}" if PUBLICO.fullmatch(tirada) else f"m-{mensaje_id}"
    return redirect(f"{ruta}?desde={lugar.desde or 'final'}#{ancla}")
