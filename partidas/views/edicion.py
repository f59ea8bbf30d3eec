"""Editing a published message, and the history of what each edit replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config import reloj
from partidas.dominio import edicion
from partidas.dominio.errores import DatoInvalido, NoPermitido
from partidas.forms.moderacion import FormularioEdicion
from partidas.models import Acta, Mensaje, Revision
from partidas.permisos import puede_editar
from partidas.presentacion import marcado
from partidas.presentacion import mensajes as presentacion
from partidas.views.comun import con_errores, persona
from partidas.views.confirmar import contar
from partidas.views.moderacion import GET_POST, exigir, obtener_mensaje

if TYPE_CHECKING:
    from django import forms


@GET_POST
@con_errores
def editar(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Change the words; 409 with both texts if somebody changed them in the meantime."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    exigir(puede_editar(quien, mensaje.escena, mensaje))
    inicial = {"texto": mensaje.texto, "notas": mensaje.notas, "version": mensaje.version}
    form = FormularioEdicion(request.POST if request.method == "POST" else None, initial=inicial)
    contexto = {"quien": quien, "partida": quien.partida, "escena": mensaje.escena, "mensaje": mensaje, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "partidas/editar_mensaje.html", contexto, status=422 if form.is_bound else 200)
    try:
        hecho = edicion.editar(mensaje, **form.cleaned_data, por=persona(request), ahora=reloj.ahora())
    except DatoInvalido as error:
        form.add_error(error.campo, str(error.motivo))
        return render(request, "partidas/editar_mensaje.html", contexto, status=422)
    except edicion.MensajeCambiado as error:
        return _conflicto(request, contexto, form, error.mensaje)
    contar(request, _("Guardado. Queda marcado como editado."), quien.partida, mensaje, hecho=hecho)
    return redirect("mensaje", mensaje.publico)


def _conflicto(request: HttpRequest, contexto: dict[str, object], form: forms.Form, suyo: Mensaje) -> HttpResponse:
    """Show both texts, theirs rendered, mine in the form, whose next sending replaces theirs."""
    datos = {"texto": form.cleaned_data["texto"], "notas": form.cleaned_data["notas"], "version": suyo.version}
    contexto |= {
        "form": FormularioEdicion(initial=datos),
        "suyo": presentacion.limpio(marcado.render(suyo.texto).html),
        "mio": presentacion.limpio(marcado.render(form.cleaned_data["texto"]).html),
    }
    return render(request, "partidas/editar_mensaje.html", contexto, status=409)


@require_safe
@con_errores
def historial(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Show what each edit replaced, to author and direction; to the direction, also what was done to it."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    if not (quien.dirige or mensaje.autor_id == persona(request).pk):
        raise NoPermitido(_("El historial lo ven quien lo escribió y la dirección."))
    revisiones = Revision.objects.visibles_para(quien.usuario).filter(mensaje=mensaje).select_related("por")
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": mensaje.escena,
        "mensaje": mensaje,
        "actual": presentacion.limpio(mensaje.html),
        "notas": presentacion.limpio(mensaje.notas_html),
        "revisiones": [
            (
                fila,
                presentacion.limpio(marcado.render(fila.texto).html),
                presentacion.limpio(marcado.render(fila.notas).html),
            )
            for fila in revisiones.order_by("-version")
        ],
        "actas": Acta.objects.visibles_para(quien.usuario)
        .filter(clase=Acta.Clase.MENSAJE, objeto=mensaje.publico)
        .select_related("por")
        .order_by("-pk"),
    }
    return render(request, "partidas/historial.html", contexto)
