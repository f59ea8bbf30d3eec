"""Looking without touching: «Ver como…» for the direction, and the access of the site's staff with a reason."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config import reloj
from cuentas.caminos import camino_seguro
from cuentas.equipo import con_confirmacion, solo_equipo
from partidas import miradas
from partidas.consultas import mesa as consultas
from partidas.dominio import supervision
from partidas.dominio.errores import NoPermitido
from partidas.forms.moderacion import FormularioDireccion, FormularioMotivo
from partidas.models import Escena
from partidas.views.comun import con_errores, persona
from partidas.views.confirmar import Pregunta, preguntar
from partidas.views.mesa import quien_dirige

GET_POST = require_http_methods(["GET", "HEAD", "POST"])


@GET_POST
@con_errores
def ver_como(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Show through whose eyes the partida can be looked at; begin to. The person and everybody else learn nothing."""
    quien = quien_dirige(request, partida_id)
    escena = _escena(request, partida_id)
    if request.method == "POST":
        mirada = miradas.abrir(request, quien.partida, request.POST.get("como", ""))
        if mirada is None:
            raise Http404
        return (
            redirect("escena", partida_id, escena)
            if escena and _la_ve(mirada, escena)
            else redirect("partida", partida_id)
        )
    plazas = [fila for fila in consultas.plazas(quien) if fila.plaza.usuario_id != quien.usuario.pk]
    contexto = {"quien": quien, "partida": quien.partida, "plazas": plazas, "escena": escena}
    return render(request, "partidas/ver_como.html", contexto)


def _escena(request: HttpRequest, partida_id: str) -> str:
    """Return the public id of the scene from which the person came, if there is one that they see."""
    pedida = request.POST.get("escena") or request.GET.get("escena") or ""
    visibles = Escena.objects.visibles_para(persona(request)).filter(partida__publico=partida_id, publico=pedida)
    return pedida if pedida and visibles.exists() else ""


def _la_ve(mirada: miradas.Mirada, escena: str) -> bool:
    return Escena.objects.visibles_para(mirada.actor).filter(publico=escena).exists()


@require_POST
@con_errores
def ver_como_salir(request: HttpRequest, partida_id: str) -> HttpResponse:  # noqa: ARG001 - one partida at a time
    """Go back to one's own eyes, on the page where one was; where nobody was looking, nothing changes."""
    miradas.cerrar(request)
    return redirect(camino_seguro(request.POST.get("volver")))


@GET_POST
@solo_equipo
def acceso_elegir(request: HttpRequest) -> HttpResponseBase:
    """Ask which partida is to be looked at: the page of its reason says the rest."""
    form = FormularioDireccion(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect("acceso_moderacion", form.cleaned_data["partida"])
    pregunta = Pregunta(
        titulo=_("Acceso de moderación"),
        boton=_("Seguir"),
        frases=[_("Para mirar una partida en la que no participas. Dirás por qué, y la dirección lo sabrá.")],
        volver=reverse("cuentas:ajustes"),
    )
    return preguntar(request, pregunta, form)


@GET_POST
@solo_equipo
@con_confirmacion
def acceso(request: HttpRequest, partida_id: str) -> HttpResponseBase:
    """Ask for the reason, and let the staff read the partida for an hour; its direction is told."""
    return _acceso(request, partida_id)


@con_errores
def _acceso(request: HttpRequest, partida_id: str) -> HttpResponse:
    usuario = persona(request)
    partida = supervision.buscar(partida_id, por=usuario)
    if supervision.es_parte(partida, usuario):
        raise NoPermitido(supervision.DE_OTRA_PERSONA)
    if supervision.abierto(partida, de=usuario, ahora=reloj.ahora()) is not None:
        return redirect("partida", partida.publico)
    form = FormularioMotivo(request.POST or None, obligatorio=True, ayuda=_("Lo leerá la dirección."))
    if request.method == "POST" and form.is_valid():
        supervision.entrar(partida, motivo=form.cleaned_data["motivo"], por=usuario, ahora=reloj.ahora())
        return redirect("partida", partida.publico)
    pregunta = Pregunta(
        titulo=_("Acceso de moderación"),
        boton=_("Leer la partida durante una hora"),
        frases=[
            _("Leerás lo publicado en ella, también lo secreto y lo privado; los borradores, nunca."),
            _("La dirección sabrá que has entrado, cuándo y por qué. No podrás escribir ni cambiar nada."),
        ],
        volver=reverse("portada"),
    )
    return preguntar(request, pregunta, form)


@require_POST
@solo_equipo
def acceso_salir(request: HttpRequest, partida_id: str) -> HttpResponseBase:
    """End the access; ending it twice is the same."""
    return _acceso_salir(request, partida_id)


@con_errores
def _acceso_salir(request: HttpRequest, partida_id: str) -> HttpResponse:
    usuario = persona(request)
    hecho = supervision.salir(supervision.buscar(partida_id, por=usuario), por=usuario, ahora=reloj.ahora())
    messages.success(request, _("El acceso ha terminado.") if hecho else _("Ya estaba hecho."))
    return redirect("portada")
