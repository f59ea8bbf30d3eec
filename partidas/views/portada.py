"""The home page and the list of partidas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config import reloj
from cuentas.ausencias import hoy_de
from cuentas.models import Usuario
from partidas.consultas import partida as consultas
from partidas.consultas import pendientes
from partidas.consultas.ausencias import de_companeros
from partidas.consultas.lectura import TERMINADAS, para_leer
from partidas.consultas.marcas import ConNovedades, por_partida
from partidas.consultas.mesa import invitaciones
from partidas.models import Partida
from partidas.presentacion.pendientes import ver_cola
from partidas.views.comun import actor

EN_PORTADA = 3
UNA_SEMANA = timedelta(days=6)
POR_PAGINA = 20
VISTAS = frozenset({"admiten", "archivadas", "mias"})


@require_safe
@login_not_required
def portada(request: HttpRequest) -> HttpResponse:
    """Show what this is and what can be read now; to a member, their partidas first."""
    usuario = actor(request)
    novedades = por_partida(usuario)
    contexto = {
        "mias": con_cuenta(consultas.mias(usuario), novedades) if usuario.is_authenticated else [],
        "novedades": list(novedades.values()),
        "invitaciones": invitaciones(usuario),
        **(_lo_que_espera(usuario) if isinstance(usuario, Usuario) else {}),
        "completas": list(para_leer(usuario, terminadas=True)[:EN_PORTADA]),
        "en_juego": list(para_leer(usuario, terminadas=False)[:EN_PORTADA]),
    }
    return render(request, "partidas/portada.html", contexto)


def _lo_que_espera(usuario: Usuario) -> dict[str, Any]:
    """Return what waits for the person, and who of those with whom they play is away this week."""
    ahora = reloj.ahora()
    hoy = hoy_de(usuario, ahora)
    return {
        "cola": ver_cola(pendientes.cola(usuario, ahora), ahora),
        "fuera": de_companeros(usuario, hoy, hoy + UNA_SEMANA),
    }


def con_cuenta(partidas: Iterable[Partida], novedades: Mapping[int, Sequence[ConNovedades]]) -> list[Partida]:
    """Hang on each partida, as `con_novedades`, how many of its scenes have something unread."""
    filas = list(partidas)
    for partida in filas:
        grupo = novedades.get(partida.pk)
        partida.con_novedades = grupo[0].escenas if grupo else 0  # type: ignore[attr-defined]
    return filas


@require_safe
@login_not_required
def lista(request: HttpRequest) -> HttpResponse:
    """List the partidas that may be named to this person; `?ver=` narrows the list."""
    ver = request.GET.get("ver", "")
    ver = ver if ver in VISTAS else ""
    filas = consultas.en_lista(actor(request))
    if ver == "admiten":
        filas = filas.filter(admite=True, ingreso=Partida.Ingreso.LIBRE).exclude(estado__in=TERMINADAS)
    elif ver == "archivadas":
        filas = filas.filter(estado__in=TERMINADAS)
    elif ver == "mias":
        filas = consultas.mias(actor(request))
    pagina = Paginator(filas, POR_PAGINA).get_page(request.GET.get("pagina"))
    if ver == "mias":
        con_cuenta(pagina.object_list, por_partida(actor(request)))
    return render(request, "partidas/lista.html", {"pagina": pagina, "ver": ver})
