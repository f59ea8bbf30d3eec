"""Pages about mail: where one leaves it without entering, and what becomes of it, for who keeps the site."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from config import reloj
from cuentas.equipo import solo_equipo
from partidas.consultas import estafeta as consultas
from partidas.dominio import bajas, obrero
from partidas.models import ClaseDeAviso, Partida, Trabajo
from partidas.presentacion.estafeta import motivo

GET_POST = require_http_methods(["GET", "HEAD", "POST"])


@login_not_required
@csrf_exempt  # mail programs send it by themselves: the signed address is what says who may
@never_cache
@GET_POST
def baja(request: HttpRequest, prenda: str) -> HttpResponse:
    """Ask what mail is to stop, and stop it; RFC 8058's single click stops the list that the mail names."""
    leida = bajas.leer(prenda)
    if leida is None:
        raise Http404
    un_clic = request.POST.get("List-Unsubscribe") == "One-Click"
    que = leida.de_la_lista if un_clic else request.POST.get("que", "")
    contexto = {"opciones": _opciones(leida), "elegida": que, "mal": False, "hecho": False}
    if request.method == "POST" and que in leida.opciones:
        bajas.dar_de_baja(leida, que)
        return render(request, "partidas/baja.html", contexto | {"hecho": True})
    if request.method == "POST":
        return render(request, "partidas/baja.html", contexto | {"mal": True}, status=422)
    return render(request, "partidas/baja.html", contexto | {"elegida": leida.opciones[0]})


def _opciones(leida: bajas.Baja) -> list[tuple[str, str]]:
    """Return each choice with its words; a partida of which the person may no longer know has no name."""
    rotulos = {bajas.TODO: _("Todos los avisos por correo de este sitio")}
    if leida.clase:
        rotulos[bajas.CLASE] = _("Los de esta clase, de todas las partidas: «%(clase)s»") % {
            "clase": ClaseDeAviso(leida.clase).label
        }
    if leida.partida is not None:
        visible = Partida.objects.visibles_para(leida.usuario).filter(pk=leida.partida.pk).exists()
        rotulos[bajas.PARTIDA] = (
            _("Los de la partida «%(titulo)s»") % {"titulo": leida.partida.titulo}
            if visible
            else _("Los de la partida de ese correo")
        )
    return [(que, rotulos[que]) for que in leida.opciones]


@never_cache
@GET_POST
@solo_equipo
def estafeta(request: HttpRequest) -> HttpResponse:
    """Show what becomes of the mails, without what they say; try again one that stopped."""
    ahora = reloj.ahora()
    if request.method == "POST":
        clave = request.POST.get("clave", "")
        if Trabajo.objects.filter(clave=clave, tipo__in=consultas.TIPOS).exists() and obrero.reanudar(
            clave, ahora=ahora
        ):
            messages.success(request, _("Se prueba otra vez dentro de un momento."))
        else:
            messages.info(request, _("Ese correo ya no estaba parado."))
        return redirect("estafeta")
    estado = consultas.estado(ahora)
    parados = [(parado, motivo(parado.motivo)) for parado in estado.parados]
    contexto = {"estado": estado, "parados": parados, "ultimo_fallo": motivo(estado.ultimo_fallo)}
    return render(request, "partidas/estafeta.html", contexto)
