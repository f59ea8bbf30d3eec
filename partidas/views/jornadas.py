"""Pages of the days: those that ended, closing the one that is going on, how they end, and those that piled up."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config import reloj
from partidas.consultas import jornadas as consultas
from partidas.dominio import cierres, recuperacion
from partidas.dominio.errores import DatoInvalido
from partidas.forms.jornadas import FormularioAtrasadas, FormularioCerrar, FormularioDias
from partidas.models import Escena, Partida
from partidas.politica import Lector
from partidas.presentacion import jornadas as presentacion
from partidas.views.comun import actor, con_errores, obtener_partida, persona
from partidas.views.mesa import quien_dirige

GET_POST = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@login_not_required
def ver(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Show the days that ended, the last first, and to who takes part how and when the next one ends."""
    quien = obtener_partida(request, partida_id)
    if not Escena.objects.visibles_para(actor(request)).filter(partida=quien.partida).exists():
        raise Http404  # who has been invited knows the cover and nothing else
    antes = request.GET.get("antes", "0")
    if not (antes.isascii() and antes.isdigit() and len(antes) < 10):
        raise Http404
    pagina = consultas.cerradas(actor(request), quien.partida, antes=int(antes))
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "jornadas": presentacion.ver(pagina.jornadas),
        "antes": pagina.antes,
        "primera": not int(antes),
        **(_en_curso(quien) if quien.participa and quien.partida.admite_escritura else {}),
    }
    return render(request, "partidas/jornadas.html", contexto)


def _en_curso(quien: Lector) -> dict[str, object]:
    partida = quien.partida
    debidas = cierres.debidas_de(partida, reloj.ahora()) if quien.dirige else []
    esperan = bool(debidas) and not cierres.se_cierran_solas(partida, debidas)
    return {
        "numero": cierres.numero_en_curso(partida),
        "regla": presentacion.regla(partida),
        "proximo": presentacion.proximo(partida),
        "en_juego": partida.estado == Partida.Estado.EN_JUEGO,
        "esperan": len(debidas) if esperan else 0,
        "hasta": debidas[-1].isoformat() if esperan else "",
    }


@GET_POST
@con_errores
def cerrar(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Show what closing the day would do, with no die thrown; and close it."""
    quien = quien_dirige(request, partida_id)
    partida = quien.partida
    form = FormularioCerrar(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            hecho = cierres.cerrar_ahora(
                partida, numero=form.cleaned_data["numero"], por=persona(request), ahora=reloj.ahora()
            )
        except DatoInvalido as error:
            form.add_error(None, str(error.motivo))
        else:
            if hecho.repetida:
                messages.info(request, _("Ya estaba hecho."))
            else:
                messages.success(request, _("La jornada %(numero)s ha acabado.") % {"numero": hecho.cierre.numero})
            return redirect("jornadas", partida.publico)
    cierres.exigir_que_se_pueda(partida, reloj.ahora())
    numero = cierres.numero_en_curso(partida)
    contexto = {
        "partida": partida,
        "numero": numero,
        "form": form,
        "fichas": presentacion.prever(partida, recuperacion.prever(partida, numero)),
    }
    return render(request, "partidas/cerrar_jornada.html", contexto, status=422 if form.errors else 200)


@GET_POST
@con_errores
def ajustes(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Change how days end."""
    quien = quien_dirige(request, partida_id)
    form = FormularioDias(request.POST if request.method == "POST" else None, partida=quien.partida)
    if request.method == "POST" and form.is_valid():
        hecho = cierres.ajustar(quien.partida, form.ajustes(), por=persona(request), ahora=reloj.ahora())
        messages.success(request, _("Guardado.") if hecho else _("Ya estaba hecho."))
        return redirect("jornadas", quien.partida.publico)
    contexto = {
        "form": form,
        "titulo": _("Cómo acaban los días"),
        "boton": _("Guardar"),
        "partida": quien.partida,
    }
    return render(request, "partidas/formulario.html", contexto, status=422 if form.errors else 200)


@require_POST
@con_errores
def atrasadas(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Close the days that piled up, or let them go by."""
    quien = quien_dirige(request, partida_id)
    form = FormularioAtrasadas(request.POST)
    if not form.is_valid():
        messages.error(request, _("Vuelve a elegir qué hacer con esos días."))
        return redirect("jornadas", quien.partida.publico)
    hasta, por, ahora = form.fecha, persona(request), reloj.ahora()
    if form.cleaned_data["hacer"] == "cerrar":
        n = cierres.cerrar_atrasadas(quien.partida, hasta=hasta, por=por, ahora=ahora)
        frase = ngettext("Se ha cerrado %(n)s día.", "Se han cerrado %(n)s días.", n) % {"n": n}
        messages.success(request, frase if n else _("Ya estaba hecho."))
    else:
        hecho = cierres.saltar_atrasadas(quien.partida, hasta=hasta, por=por, ahora=ahora)
        messages.success(request, _("Esos días pasan sin cerrarse.") if hecho else _("Ya estaba hecho."))
    return redirect("jornadas", quien.partida.publico)
