"""The rules of each game system, for anybody who reads."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from partidas.presentacion.palabras import Palabras
from reglas import motor, referencia
from reglas.nucleo.rechazo import Rechazo


@require_safe
@login_not_required
def indice(request: HttpRequest) -> HttpResponse:
    """List the systems with a sentence each."""
    juegos = [Palabras.de(clave) for clave in motor.sistemas()]
    filas = [(p.sistema.clave, p(p.sistema.nombre), p(p.sistema.descripcion)) for p in juegos]
    return render(request, "partidas/reglas.html", {"juegos": filas})


@require_safe
@login_not_required
def sistema(request: HttpRequest, clave: str) -> HttpResponse:
    """Show the reference of a system in the reader's language."""
    try:
        leida = referencia.leer(clave, (get_language() or "")[:2])
    except Rechazo as rechazo:
        raise Http404 from rechazo
    return render(request, "partidas/reglas_sistema.html", {"referencia": leida})
