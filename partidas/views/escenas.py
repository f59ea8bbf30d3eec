"""The thread: reading it, writing in it, and the address of one turn."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from config import reloj
from partidas.consultas import hilo
from partidas.consultas import partida as consultas
from partidas.dominio import turnos
from partidas.dominio.errores import DatoInvalido, NoPermitido, TiradaRechazada
from partidas.forms.turno import FormularioTurno
from partidas.models import Escena, Reparto
from partidas.politica import Lector, puede_escribir
from partidas.presentacion import marcado, mensajes
from partidas.presentacion.acciones import con_acciones
from partidas.views.comun import actor, con_errores, obtener_escena, persona

MAXIMO_DE_TIRADAS = 5


@require_safe
@login_not_required
def ver(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Show a page of the thread; members begin at the end, visitors at the beginning."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    desde = request.GET.get("desde", "")
    al_principio = not quien.participa if not desde else False
    if desde == "principio":
        desde, al_principio = "", True
    elif desde == "final":
        desde = ""
    pagina = hilo.pagina(quien, escena, desde=desde, al_principio=al_principio)
    if pagina is None:
        raise Http404
    reparto = consultas.reparto(quien) if quien.participa else []
    escribir = puede_escribir(quien, escena)
    form = None if pagina.siguiente or not escribir else _editor(quien, escena, reparto)
    vistos = mensajes.ver(quien, pagina.mensajes, reparto)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": escena,
        "pagina": pagina,
        "mensajes": con_acciones(quien, escena, pagina.mensajes, vistos, hay_mas=bool(pagina.siguiente)),
        "en_curso": mensajes.ver(quien, pagina.en_curso, reparto),
        "form": form,
        "escribir": escribir,
    }
    return render(request, "partidas/escena.html", contexto)


def _editor(quien: Lector, escena: Escena, reparto: list[Reparto]) -> FormularioTurno | None:
    """Return an empty editor; None for a player who still has nobody to speak as."""
    form = FormularioTurno(quien=quien, escena=escena, reparto=reparto)
    return form if form.voces else None


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def escribir(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Publish a turn, or show the editor again as it was typed: fields of an action, odds, preview, errors."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    form = FormularioTurno(quien=quien, escena=escena, reparto=consultas.reparto(quien))
    hacer = request.POST.get("hacer", "publicar")
    if request.method == "POST":
        form.leer(request.POST)
        if hacer == "publicar" and not any(f"{t.prefijo}quitar" in request.POST for t in form.tiradas):
            return _publicar(request, form)
    permiso = puede_escribir(quien, escena)
    if not permiso:  # odds tell the number to reach: only who may roll asks for them
        raise NoPermitido(permiso.motivo)
    if hacer == "tirada" and len(form.tiradas) < MAXIMO_DE_TIRADAS:
        form.tiradas.append(form.nueva_tirada())
        form.tiradas[-1].recien = True
    elif hacer == "previa":
        form.previa = marcado.render(form.texto)
    return _pagina_del_editor(request, form)


def _publicar(request: HttpRequest, form: FormularioTurno) -> HttpResponse:
    if form.valido():
        try:
            hecho = turnos.publicar(form.escena, form.orden(), autor=persona(request), ahora=reloj.ahora())
        except (DatoInvalido, TiradaRechazada) as error:
            form.rechazar(error)
        else:
            if hecho.repetido:
                messages.info(request, _("Ya estaba publicado: aquí está."))
            return redirect("mensaje", hecho.mensaje.publico)
    return _pagina_del_editor(request, form, estado=422)


def _pagina_del_editor(request: HttpRequest, form: FormularioTurno, *, estado: int = 200) -> HttpResponse:
    """Render the editor as its own page, with the last turns above it; only the editor for an htmx swap."""
    for tirada in form.tiradas:
        tirada.mirar()
    contexto = {"form": form, "escena": form.escena, "partida": form.quien.partida, "quien": form.quien}
    if getattr(request, "htmx", False):
        return render(request, "partidas/_editor.html", contexto, status=estado)
    pagina = hilo.pagina(form.quien, form.escena, tamano=5)
    contexto["mensajes"] = mensajes.ver(form.quien, pagina.mensajes if pagina else (), form.reparto)
    return render(request, "partidas/escribir.html", contexto, status=estado)


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
