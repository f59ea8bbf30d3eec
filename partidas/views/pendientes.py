"""«Te toca»: what waits for a person, what they wait for, and what they say of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config import reloj
from partidas.consultas import pendientes as consultas
from partidas.dominio import promesas
from partidas.dominio.errores import DatoInvalido
from partidas.presentacion import pendientes as presentacion
from partidas.views.comun import con_errores, persona


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def te_toca(request: HttpRequest) -> HttpResponse:
    """Show the lists, the oldest first; a button says something of one row, and can be taken back there."""
    if request.method == "POST":
        _hacer(request)
        return redirect("te_toca")
    usuario, ahora = persona(request), reloj.ahora()
    vista = presentacion.ver_cola(consultas.cola(usuario, ahora), ahora)
    return render(request, "partidas/te_toca.html", {"cola": vista})


def _hacer(request: HttpRequest) -> None:
    """Do what the button asked, and tell it."""
    usuario, ahora = persona(request), reloj.ahora()
    que, cual = request.POST.get("hacer", ""), request.POST.get("cual", "")
    try:
        if que == "prometer":
            hecho, frase = promesas.prometer(cual, por=usuario, ahora=ahora), _("Dicho: contestarás hoy.")
        elif que == "retractarse":
            hecho, frase = promesas.retractarse(cual, por=usuario), _("Ya no dice que contestarás hoy.")
        elif que == "recuperar":
            hecho, frase = promesas.recuperar(cual, por=usuario), _("Vuelve a estar en tu lista.")
        elif que == "posponer":
            hasta = {clave: momento for clave, _rotulo, momento in presentacion.opciones(ahora)}
            cuando = hasta.get(request.POST.get("hasta", ""), ahora)
            hecho = promesas.posponer(cual, hasta=cuando, por=usuario, ahora=ahora)
            frase = _("Pospuesto: solo para ti.")
        else:
            raise DatoInvalido("hacer", _("No se ha entendido qué querías hacer: usa los botones de la página."))
    except DatoInvalido as error:
        messages.error(request, str(error.motivo))
        return
    if hecho:
        messages.success(request, frase)
    else:
        messages.info(request, _("Eso ya no espera a nadie."))
