"""Rolls that the direction asks for: the page that asks, and the one where each is thrown, judged or withdrawn."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config import reloj
from partidas.consultas import hilo
from partidas.dominio import debidas, pedidas, respuestas
from partidas.dominio.errores import DatoInvalido, NoPermitido, TiradaRechazada
from partidas.forms.pedida import FormularioPedir, FormularioRespuesta, escala, leer_dificultad
from partidas.models import Escena, RespuestaPedida
from partidas.politica import Lector, lector, puede_tirar
from partidas.presentacion.palabras import Palabras
from partidas.views.comun import con_errores, obtener_escena, persona
from reglas import libro

GET_POST = require_http_methods(["GET", "HEAD", "POST"])
Estado = RespuestaPedida.Estado


@GET_POST
@con_errores
def pedir(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Ask some characters of a scene for a roll."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    if not quien.participa:
        raise Http404
    if not quien.dirige:
        raise NoPermitido(_("Las tiradas las pide la dirección."))
    palabras = Palabras.de(quien.partida.sistema)
    form = FormularioPedir(palabras, pedidas.pueden(quien.partida, escena))
    estado = 200
    puede = puede_tirar(quien, escena)
    if request.method == "POST":
        if not puede:
            raise NoPermitido(puede.motivo)
        form.leer(request.POST)
        if request.POST.get("hacer", "") == "pedir":
            estado = 422
            if not form.errores:
                try:
                    hecha = pedidas.pedir(escena, form.orden(), por=persona(request), ahora=reloj.ahora())
                except DatoInvalido as error:
                    form.rechazar(error)
                else:
                    return redirect("mensaje", hecha.mensaje.publico)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": escena,
        "form": form,
        "puede": puede,
    }
    return render(request, "partidas/pedir.html", contexto, status=estado)


@GET_POST
@con_errores
def pedida(request: HttpRequest, respuesta_id: str) -> HttpResponse:
    """Show what is left to say before throwing, or to judge; throw, judge or withdraw, and go back to the thread."""
    usuario = persona(request)
    respuesta = hilo.respuesta(usuario, respuesta_id)
    if respuesta is None:
        raise Http404
    mensaje = respuesta.pedida.mensaje
    if not Escena.objects.visibles_para(usuario).filter(pk=mensaje.escena_id).exists():
        raise Http404
    quien = lector(usuario, mensaje.escena.partida)
    hacer, ahora = request.POST.get("hacer", ""), reloj.ahora()
    if request.method == "POST" and hacer in ("retirar", "retirar_todas"):
        respuestas.retirar(respuesta_id, por=usuario, ahora=ahora, todas=hacer == "retirar_todas")
        return redirect("mensaje", mensaje.publico)
    if request.method == "POST" and hacer not in ("tirar", "juzgar"):
        raise Http404
    if hacer == "juzgar" or (request.method != "POST" and respuesta.estado == Estado.JUICIO and quien.dirige):
        return _juzgar(request, quien, respuesta)
    formas = _formas(request, quien, respuesta)
    estado = 200
    if request.method == "POST":
        if not _tirar(request, formas, respuesta):
            return redirect("mensaje", mensaje.publico)
        if request.headers.get("HX-Request"):
            # only the one tap of the thread comes so, with nothing typed: its page asks for what it still needs
            aparte = HttpResponse(status=204)
            aparte["HX-Redirect"] = reverse("pedida", args=[respuesta_id])
            return aparte
        estado = 422
    elif not formas:
        return redirect("mensaje", mensaje.publico)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": mensaje.escena,
        "respuesta": respuesta,
        "pedida": respuesta.pedida,
        "titulo": _titulo(respuesta),
        "formas": formas,
        "sobre": libro.comprometidos(quien.partida.publico).get(_libro_de(respuesta)),
    }
    return render(request, "partidas/pedida.html", contexto, status=estado)


def _titulo(respuesta: RespuestaPedida) -> str:
    palabras = Palabras.de(respuesta.pedida.sistema)
    return palabras(palabras.sistema.acciones[respuesta.pedida.accion].nombre)


def _libro_de(respuesta: RespuestaPedida) -> str:
    mensaje = respuesta.pedida.mensaje
    return "abierto" if mensaje.visibilidad == "todos" and not mensaje.escena.secreta else "cerrado"


def _formas(request: HttpRequest, quien: Lector, respuesta: RespuestaPedida) -> list[FormularioRespuesta]:
    """Return a form for the answer, and for the others of its request that the person may throw, if they ask so."""
    pedida_ = respuesta.pedida
    todas = request.GET.get("todas") == "1" or request.POST.get("todas") == "1"
    unas = hilo.respuestas_de(quien.usuario, pedida_) if todas else [respuesta]
    palabras, ahora = Palabras.de(pedida_.sistema), reloj.ahora()
    formas = []
    filas = debidas.quienes_llevan(quien.partida, [una.personaje_id for una in unas])
    ausentes = respuestas.se_dejan_mover(quien.partida, filas.values(), ahora) if quien.dirige else frozenset()
    for una in unas:
        fila = filas.get(una.personaje_id)
        falta = fila is not None and fila.usuario_id in ausentes
        if una.estado == Estado.PENDIENTE and respuestas.como_tira(quien, una, fila, falta=falta, ahora=ahora):
            formas.append(FormularioRespuesta(palabras, pedida_, una, dirige=quien.dirige))
    return formas


def _tirar(request: HttpRequest, formas: list[FormularioRespuesta], respuesta: RespuestaPedida) -> bool:
    """Throw each of them; says whether any was refused. Those that were thrown stand: each is a roll of its own."""
    usuario, ahora = persona(request), reloj.ahora()
    if not formas:
        respuestas.responder(respuesta.publico, {}, por=usuario, ahora=ahora)
        return False
    mal = False
    for forma in list(formas):
        forma.leer(request.POST)
        if forma.errores:
            mal = True
            continue
        try:
            respuestas.responder(
                forma.respuesta.publico,
                forma.datos,
                por=usuario,
                ahora=ahora,
                aporte=forma.aporte,
                sobre=request.POST.get("sobre", "")[:64],
            )
        except (DatoInvalido, TiradaRechazada) as error:
            forma.rechazar(error)
            mal = True
        except libro.SobreCambiado as error:
            forma.error = str(error.mensaje)
            mal = True
        else:
            formas.remove(forma)
    return mal


def _juzgar(request: HttpRequest, quien: Lector, respuesta: RespuestaPedida) -> HttpResponse:
    """Ask how hard it was, and resolve what has fallen."""
    if not quien.dirige:
        raise NoPermitido(_("Eso lo hace la dirección."))
    palabras = Palabras.de(respuesta.pedida.sistema)
    accion = palabras.sistema.acciones[respuesta.pedida.accion]
    datos: dict[str, object] = {}
    errores: dict[str, str] = {}
    error, estado = "", 200
    if request.method == "POST":
        estado = 422
        datos, errores = leer_dificultad(accion, request.POST) if accion.dificultad else ({}, {})
        if not errores:
            try:
                dificultad = datos.get(accion.dificultad)
                respuestas.juzgar(respuesta.publico, dificultad, por=persona(request), ahora=reloj.ahora())
            except TiradaRechazada as rechazada:
                error = palabras.rechazo(rechazada.rechazo, accion.campos)
            except DatoInvalido as invalido:
                error = str(invalido.motivo)
            else:
                return redirect("mensaje", respuesta.pedida.mensaje.publico)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": respuesta.pedida.mensaje.escena,
        "respuesta": respuesta,
        "titulo": _titulo(respuesta),
        "controles": escala(palabras, accion, datos, errores) if accion.dificultad else (),
        "error": error,
        "errores": errores,
        "dados": [uno["valor"] for uno in respuesta.tirada.respuesta["tiradas"]] if respuesta.tirada else [],
    }
    return render(request, "partidas/juzgar.html", contexto, status=estado)
