"""What may be done with a roll that has fallen: take one of its options."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config import reloj
from partidas.consultas import hilo
from partidas.consultas import partida as consultas
from partidas.dominio import continuaciones
from partidas.dominio.errores import DatoInvalido, TiradaRechazada
from partidas.forms.continuacion import FormularioContinuacion
from partidas.politica import fichas_legibles, lector
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import tarjeta
from partidas.views.comun import con_errores, persona


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def continuar(request: HttpRequest, tirada_id: str, opcion: str) -> HttpResponse:
    """Ask for what the option still needs, and take it."""
    usuario = persona(request)
    tirada = hilo.tirada(usuario, tirada_id)
    if tirada is None:
        raise Http404
    partida = tirada.mensaje.escena.partida
    palabras = Palabras.de(tirada.sistema)
    continuacion = palabras.sistema.continuaciones.get(opcion)
    if continuacion is None or continuacion.accion is None:
        raise Http404
    quien = lector(usuario, partida)
    reparto = consultas.reparto(quien)
    form = FormularioContinuacion(
        tirada=tirada,
        continuacion=continuacion,
        accion=palabras.sistema.acciones[continuacion.accion],
        palabras=palabras,
        reparto=reparto,
    )
    estado = 200
    if request.method != "POST":
        try:
            continuaciones.comprobar_oferta(quien, tirada, opcion)
        except DatoInvalido as error:
            form.rechazar(error)
            estado = 409
    else:
        estado = 422
        form.leer(request.POST)
        if not form.errores:
            try:
                hecha = continuaciones.continuar(tirada_id, opcion, form.orden(), autor=usuario, ahora=reloj.ahora())
            except (DatoInvalido, TiradaRechazada) as error:
                form.rechazar(error)
            else:
                return redirect(f"{reverse('mensaje', args=[hecha.mensaje.publico])}?tirada={hecha.publico}")
    vista = tarjeta(tirada, legibles=fichas_legibles(quien, reparto))
    contexto = {"form": form, "partida": partida, "escena": tirada.mensaje.escena, "tarjeta": vista}
    return render(request, "partidas/continuar.html", contexto, status=estado)
