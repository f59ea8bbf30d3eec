"""Whose turn it is: how a scene orders its turns, the buttons of each turn, and orders for when one is away."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config import reloj
from partidas.consultas import vez as consultas
from partidas.dominio import ordenes as dominio_de_ordenes
from partidas.dominio import ronda, vez
from partidas.dominio.errores import DatoInvalido, NoPermitido, NoProcede
from partidas.forms.vez import FormularioOrdenes, FormularioTurnos
from partidas.models import Escena, Reparto
from partidas.models.vez import DIRECCION
from partidas.politica import Lector
from partidas.views.comun import actor, con_errores, obtener_escena, obtener_partida, persona
from partidas.views.confirmar import contar

GET_POST = require_http_methods(["GET", "HEAD", "POST"])


@GET_POST
@con_errores
def ajustes(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Show and change how the scene orders its turns."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    if not quien.dirige:
        raise NoPermitido(_("Eso lo hace la dirección."))
    if escena.tipo != Escena.Tipo.JUEGO:
        raise NoProcede(_("Fuera de personaje no hay turnos: escribe quien quiere."))
    puestos = _puestos(quien, escena)
    form = FormularioTurnos(request.POST or None, escena=escena, puestos=puestos)
    if request.method == "POST" and form.is_valid():
        try:
            hecho = vez.configurar(escena, form.turnos(), por=persona(request), ahora=reloj.ahora())
        except DatoInvalido as error:
            form.add_error(error.campo if error.campo in form.fields else None, str(error.motivo))
        else:
            messages.success(request, _("Turnos cambiados.") if hecho else _("Ya estaba así."))
            return redirect(f"{reverse('escena', args=[partida_id, escena_id])}?desde=final#turnos")
    filas = consultas.de_escena(quien.usuario, escena)
    deben = {fila.personaje.publico for fila in filas if fila.personaje}
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": escena,
        "form": form,
        "sin_turno": [(clave, nombre) for clave, nombre in puestos if clave not in (*deben, DIRECCION)],
    }
    return render(request, "partidas/turnos.html", contexto, status=422 if form.errors else 200)


def _puestos(quien: Lector, escena: Escena) -> list[tuple[str, str]]:
    """Return the key and the name of each place, in order, and behind them those who count and have none."""
    cuentan = ronda.candidatos(quien.partida, escena)
    filas = consultas.puestos(quien.usuario, escena)
    salida = [
        (f.personaje.publico, f.personaje.nombre) if f.personaje else (DIRECCION, _("La dirección"))
        for f in filas
        if f.personaje_id is None or f.personaje_id in cuentan
    ]
    sentados = {fila.personaje_id for fila in filas}
    resto = [fila.personaje for pk, fila in cuentan.items() if pk not in sentados]
    return [*salida, *((personaje.publico, personaje.nombre) for personaje in resto)]


@require_POST
@con_errores
def hacer(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Do what a button says with one turn, and go back to where it was pressed."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    quienes, por, ahora = request.POST.get("de", ""), persona(request), reloj.ahora()
    ya = _("Ese turno ya no espera: alguien se adelantó.")
    match request.POST.get("hacer", ""):
        case "pasar":
            hecho = vez.pasar(escena, quienes, por=por, ahora=ahora)
            _decir(request, _("Pasas: sigue la escena."), ya, hecho=hecho)
        case "empujar":
            hecho = vez.empujar(escena, quienes, por=por, ahora=ahora)
            _decir(request, _("Se lo hemos recordado."), ya, hecho=hecho)
        case "saltar":
            hecho = vez.saltar(escena, quienes, por=por, ahora=ahora)
            contar(request, _("Turno saltado."), quien.partida, escena, hecho=hecho, ya=ya)
        case "dar":
            try:
                hecho = vez.dar(escena, quienes, por=por, ahora=ahora)
            except DatoInvalido as error:
                raise NoProcede(error.motivo) from error
            contar(request, _("Turno dado."), quien.partida, escena, hecho=hecho, ya=_("Ya tenía el turno."))
        case "abrir":
            hecho = vez.abrir_ronda(escena, por=por, ahora=ahora)
            ya = _("Todavía falta alguien por escribir: salta su turno o espera.")
            _decir(request, _("Ronda abierta."), ya, hecho=hecho)
        case _:
            raise Http404
    if request.POST.get("volver") == "te-toca":
        return redirect("te_toca")
    if request.POST.get("volver") == "mesa":
        return redirect(f"{reverse('mesa', args=[partida_id])}#faltan")
    return redirect(f"{reverse('escena', args=[partida_id, escena_id])}?desde=final#turnos")


def _decir(request: HttpRequest, frase: str, ya: str, *, hecho: bool) -> None:
    if hecho:
        messages.success(request, frase)
    else:
        messages.info(request, ya)


@GET_POST
@con_errores
def ordenes(request: HttpRequest, partida_id: str, personaje_id: str) -> HttpResponse:
    """Show and change what is to be done with one's character when one is away; the direction reads it."""
    quien = obtener_partida(request, partida_id)
    filas = Reparto.objects.visibles_para(actor(request)).filter(partida=quien.partida, hasta__isnull=True)
    fila = filas.filter(personaje__publico=personaje_id).select_related("personaje").first()
    if fila is None or fila.usuario_id is None or not quien.participa:
        raise Http404
    es_mio = fila.usuario_id == quien.usuario.pk and not quien.solo_mira
    if not (es_mio or quien.supervisa):
        raise NoPermitido(_("Las órdenes de un personaje las leen quien lo lleva y la dirección."))
    actuales = consultas.ordenes(quien.usuario, fila)
    form = FormularioOrdenes(request.POST or None, initial={"texto": actuales.texto if actuales else ""})
    if request.method == "POST" and (not es_mio or form.is_valid()):
        texto = form.cleaned_data["texto"] if form.is_valid() else ""
        hecho = dominio_de_ordenes.escribir(fila, texto=texto, por=persona(request), ahora=reloj.ahora())
        messages.success(request, _("Guardado.") if hecho else _("Ya estaba así."))
        return redirect("ficha", partida_id, personaje_id)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "fila": fila,
        "form": form if es_mio else None,
        "ordenes": actuales,
    }
    return render(request, "partidas/ordenes.html", contexto, status=422 if form.errors else 200)
