"""The sheet of a character: read, made step by step, corrected."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config import reloj
from partidas.dominio import reparto
from partidas.dominio.errores import DatoInvalido, NoPermitido
from partidas.forms.ficha import FormularioFicha, Paso, pasos_de
from partidas.models import Reparto
from partidas.politica import Lector, puede_editar_ficha
from partidas.presentacion import fichas, marcado
from partidas.views.comun import actor, con_errores, obtener_partida, persona
from personajes.dominio.fichas import FichaCambiada
from personajes.models import CambioFicha, Personaje
from reglas.nucleo.rechazo import Rechazo

CAMBIOS = 30


@require_safe
@login_not_required
def ver(request: HttpRequest, partida_id: str, personaje_id: str) -> HttpResponse:
    """Show the character: the whole sheet with its history, or name and presentation alone."""
    quien, fila = _obtener(request, partida_id, personaje_id)
    contexto = {"quien": quien, "partida": quien.partida, "fila": fila, "personaje": fila.personaje}
    contexto["presentacion"] = marcado.render(fila.personaje.presentacion).html
    if Personaje.objects.visibles_para(actor(request)).filter(pk=fila.personaje_id).exists():
        cambios = CambioFicha.objects.visibles_para(actor(request)).filter(personaje=fila.personaje_id)
        ultimos = cambios.select_related("por").order_by("-version")[:CAMBIOS]
        contexto["resumen"] = fichas.resumen(fila.personaje)
        contexto["datos"] = fichas.datos(fila.personaje)
        contexto["cambios"] = fichas.historia(fila.personaje, ultimos)
        contexto["editable"] = bool(puede_editar_ficha(quien, fila, fila.personaje))
        contexto["pasos"] = pasos_de(fila.personaje)
    return render(request, "personajes/ficha.html", contexto)


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def editar(request: HttpRequest, partida_id: str, personaje_id: str, paso_id: str) -> HttpResponse:
    """Show and save one step of the sheet; in creation each step leads to the next."""
    quien, fila = _obtener(request, partida_id, personaje_id)
    permiso = puede_editar_ficha(quien, fila, fila.personaje)
    if not permiso:
        raise NoPermitido(permiso.motivo)
    pasos = pasos_de(fila.personaje)
    paso = next((p for p in pasos if p.clave == paso_id), None)
    if paso is None:
        raise Http404
    form = FormularioFicha(fila.personaje, paso)
    estado = 200
    if request.method == "POST":
        form.leer(request.POST)
        estado = _guardar(request, form, fila)
        if estado == 302:
            return _siguiente(request, quien, fila, pasos, paso)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "fila": fila,
        "personaje": fila.personaje,
        "form": form,
        "pasos": pasos,
        "en_creacion": fila.personaje.estado == Personaje.Estado.CREACION,
    }
    return render(request, "personajes/editar.html", contexto, status=estado)


def _guardar(request: HttpRequest, form: FormularioFicha, fila: Reparto) -> int:
    """Save the step; returns the status of the answer: 302 done, 409 somebody saved before, 422 not as it is."""
    if form.errores:
        return 422
    try:
        reparto.corregir_ficha(
            fila,
            version=form.version,
            cambios=form.cambios or {},
            motivo=form.motivo,
            por=persona(request),
            ahora=reloj.ahora(),
        )
    except FichaCambiada:
        form.error = _("La ficha ha cambiado desde que la abriste. Lo tuyo sigue aquí: revísalo y guarda otra vez.")
        fila.personaje.refresh_from_db()
        form.version = fila.personaje.version
        return 409
    except DatoInvalido as error:
        form.errores[error.campo if error.campo == "motivo" else f"{form.raiz}.{error.campo}"] = str(error.motivo)
        return 422
    except Rechazo as rechazo:
        form.rechazar(rechazo)
        return 422
    return 302


def _siguiente(request: HttpRequest, quien: Lector, fila: Reparto, pasos: list[Paso], paso: Paso) -> HttpResponse:
    """Go to the next step while the character is being made; else back to the sheet."""
    argumentos = [quien.partida.publico, fila.personaje.publico]
    lugar = pasos.index(paso) + 1
    if fila.personaje.estado == Personaje.Estado.CREACION and lugar < len(pasos):
        return redirect("ficha_editar", *argumentos, pasos[lugar].clave)
    messages.success(request, _("Guardado."))
    return redirect("ficha", *argumentos)


@require_POST
@con_errores
def terminar(request: HttpRequest, partida_id: str, personaje_id: str) -> HttpResponse:
    """Let the character begin to play."""
    quien, fila = _obtener(request, partida_id, personaje_id)
    reparto.terminar_creacion(fila, por=persona(request), ahora=reloj.ahora())
    messages.success(request, _("%(nombre)s ya puede entrar en escena.") % {"nombre": fila.personaje.nombre})
    return redirect("partida", quien.partida.publico)


def _obtener(request: HttpRequest, partida_id: str, personaje_id: str) -> tuple[Lector, Reparto]:
    quien = obtener_partida(request, partida_id)
    fila = (
        Reparto.objects.visibles_para(quien.usuario)
        .filter(partida=quien.partida, hasta__isnull=True, personaje__publico=personaje_id)
        .select_related("personaje", "usuario")
        .first()
    )
    if fila is None:
        raise Http404
    return quien, fila
