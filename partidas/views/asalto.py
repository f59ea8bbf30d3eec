"""The fight of a scene: who is in it, how they are, whose turn ends; and what the direction gives to the sheets."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config import reloj
from partidas.consultas import asalto as consultas
from partidas.consultas import mesa as de_la_mesa
from partidas.dominio import asalto, direccion
from partidas.dominio.errores import DatoInvalido, NoPermitido, TiradaRechazada
from partidas.forms.reparto import FormularioReparto
from partidas.forms.tirada import uuid_o_nuevo
from partidas.models import Escena
from partidas.politica import fichas_legibles, puede_tirar
from partidas.presentacion import fichas
from partidas.presentacion.palabras import Palabras
from partidas.views.comun import con_errores, obtener_escena, obtener_partida, persona
from reglas import protocolo

GET_POST = require_http_methods(["GET", "HEAD", "POST"])


@GET_POST
@con_errores
def ver(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Show the fight of a scene to who takes part, and let the direction run it."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    if not quien.participa:
        raise Http404
    error, estado = "", 200
    if request.method == "POST":
        try:
            _hacer(request, escena)
        except DatoInvalido as invalido:
            error, estado = str(invalido.motivo), 422
        else:
            return redirect("asalto", partida_id, escena_id)
    filas = consultas.combatientes(quien, escena)
    dentro = {fila.personaje_id for fila in filas}
    legibles = fichas_legibles(quien, filas)
    palabras = Palabras.de(quien.partida.sistema)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": escena,
        "filas": [(fila, fichas.resumen(fila.personaje) if fila.personaje_id in legibles else None) for fila in filas],
        "orden": [palabras.texto(protocolo.de_dict(t.respuesta).resumen) for t in consultas.orden(quien, escena)],
        "fuera": [f for f in direccion.enteras(quien.partida, persona(request)) if f.personaje_id not in dentro]
        if quien.dirige
        else [],
        "puede": puede_tirar(quien, escena),
        "clave": uuid_o_nuevo(request.POST.get("clave", "")) if error else uuid_o_nuevo(""),
        "error": error,
    }
    return render(request, "partidas/asalto.html", contexto, status=estado)


def _hacer(request: HttpRequest, escena: Escena) -> None:
    elegidos, ahora = tuple(request.POST.getlist("personajes")), reloj.ahora()
    match request.POST.get("hacer", ""):
        case "meter":
            asalto.meter(escena, elegidos, por=persona(request), ahora=ahora)
        case "sacar":
            asalto.sacar(escena, elegidos, por=persona(request), ahora=ahora)
        case "turno":
            orden = direccion.OrdenDeMesa(uuid_o_nuevo(request.POST.get("clave", "")), direccion.TURNO, elegidos)
            hechos = direccion.aplicar(escena, orden, por=persona(request), ahora=ahora)
            hecho = _("Turno acabado: está en el hilo.") if hechos else _("No había nada que acabar: nada ha cambiado.")
            messages.success(request, hecho)
        case _:
            raise Http404


@GET_POST
@con_errores
def repartir(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Choose what to give, to whom and in which scene it is told; then give it."""
    quien = obtener_partida(request, partida_id)
    if not quien.dirige:
        raise NoPermitido(_("Eso lo hace la dirección."))
    escenas = [f.escena for f in de_la_mesa.escenas(quien) if f.escena.estado == Escena.Estado.ABIERTA]
    escenas.sort(key=lambda escena: escena.tipo != Escena.Tipo.JUEGO)
    form = FormularioReparto(
        palabras=Palabras.de(quien.partida.sistema),
        filas=direccion.enteras(quien.partida, persona(request)),
        escenas=escenas,
    )
    form.leer(request.POST if request.method == "POST" else request.GET, enviado=request.method == "POST")
    estado = 200
    if request.method == "POST":
        estado = 422
        escena = form.escena
        if not form.errores and escena is not None:
            try:
                hechos = direccion.aplicar(escena, form.orden(), por=persona(request), ahora=reloj.ahora())
            except (DatoInvalido, TiradaRechazada) as error:
                form.rechazar(error)
            else:
                if hechos:
                    return redirect("mensaje", hechos[0].publico)
                messages.info(request, _("No había nada que dar: nada ha cambiado."))
                return redirect("mesa", partida_id)
    contexto = {"quien": quien, "partida": quien.partida, "form": form}
    return render(request, "partidas/repartir.html", contexto, status=estado)
