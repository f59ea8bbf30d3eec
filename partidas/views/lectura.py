"""Reading a partida as a book: its contents, and one scene after another."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cuentas.contexto import lectura_del_lector
from cuentas.lectura import LETRAS, TEMAS
from partidas.consultas import hilo, lectura
from partidas.consultas import partida as consultas
from partidas.presentacion import lectura as prosa
from partidas.presentacion import marcado, paginas
from partidas.presentacion.palabras import Palabras
from partidas.views.comun import al_lado, obtener_escena, obtener_partida
from personajes.models import Personaje

PASAJES = 60
"""Turns on one page of a chapter."""


@require_safe
@login_not_required
def indice(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Show the title page: what it is about, who tells it, its chapters."""
    quien = obtener_partida(request, partida_id)
    capitulos = lectura.capitulos(quien)
    palabras = Palabras.de(quien.partida.sistema)
    cast = consultas.reparto(quien)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "sistema": palabras(palabras.sistema.nombre),
        "premisa": marcado.render(quien.partida.premisa).html,
        "direccion": consultas.direccion(quien),
        "pj": [fila for fila in cast if fila.personaje.clase == Personaje.Clase.PJ],
        "capitulos": capitulos,
        "minutos": sum(capitulo.minutos for capitulo in capitulos),
        **_aspecto(request),
    }
    return render(request, "partidas/lectura_indice.html", contexto)


@require_safe
@login_not_required
def capitulo(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Show a page of a scene as prose; what is no story (talk, rules) is read in its own thread."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    escenas = [fila.escena for fila in lectura.capitulos(quien)]
    if escena not in escenas:
        return redirect("escena", partida_id, escena_id)
    desde, hasta = request.GET.get("desde", ""), request.GET.get("hasta", "")
    pagina = hilo.pagina(quien, escena, desde=desde, hasta=hasta, al_principio=not hasta, tamano=PASAJES)
    if pagina is None:
        return al_lado(request)
    lugar = escenas.index(escena)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": escena,
        "numero": lugar + 1,
        "cuantos": len(escenas),
        "pagina": pagina,
        "enlaces": paginas.enlaces(pagina),
        "pasajes": prosa.pasajes(quien, pagina.mensajes, primera=not pagina.anterior),
        "anterior": escenas[lugar - 1] if lugar else None,
        "siguiente": escenas[lugar + 1] if lugar + 1 < len(escenas) else None,
        "terminada": quien.partida.estado in lectura.TERMINADAS,
        **_aspecto(request),
    }
    return render(request, "partidas/lectura.html", contexto)


def _aspecto(request: HttpRequest) -> dict[str, object]:
    """Return what the bar of appearance offers: the themes, and one size less or more where there is one."""
    letra = int(lectura_del_lector(request).letra)
    tamanos = [valor for valor, _rotulo in LETRAS]
    return {
        "temas": TEMAS,
        "letra_menos": str(letra - 1) if str(letra - 1) in tamanos else "",
        "letra_mas": str(letra + 1) if str(letra + 1) in tamanos else "",
    }
