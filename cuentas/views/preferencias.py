"""`/preferencias/`: theme and language for whoever is reading, with an account or without."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cuentas import dominio
from cuentas.caminos import camino_seguro
from cuentas.galletas import lectura_de, poner_idioma, poner_lectura
from cuentas.lectura import OPCIONES
from cuentas.models import Usuario


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def preferencias(request: HttpRequest) -> HttpResponse:
    """Set what the address asks for and go back.

    A visitor has no token, so a GET writes the cookie (it is theirs alone). A member's choice lives in the account,
    which no GET may change: a GET shows the choice with a button, a POST stores it.
    """
    pedido = request.POST if request.method == "POST" else request.GET
    if isinstance(request.user, Usuario):
        if request.method == "POST":
            return _guardar(request.user, pedido)
        return render(request, "cuentas/preferencias.html", {"pedido": _rotulos(pedido)})
    respuesta = redirect(camino_seguro(pedido.get("siguiente")))
    poner_lectura(respuesta, lectura_de(request).con(_una_vez(pedido)))
    if _idioma(pedido):
        poner_idioma(respuesta, _idioma(pedido))
    return respuesta


def _guardar(usuario: Usuario, pedido: QueryDict) -> HttpResponse:
    dominio.guardar_lectura(usuario, cambios=_una_vez(pedido))
    dominio.guardar_idioma(usuario, idioma=_idioma(pedido))
    return redirect(camino_seguro(pedido.get("siguiente")))


def _una_vez(pedido: QueryDict) -> dict[str, str]:
    return {nombre: str(pedido[nombre]) for nombre in OPCIONES if nombre in pedido}


def _idioma(pedido: QueryDict) -> str:
    idioma = str(pedido.get("idioma", ""))
    return idioma if idioma in dict(settings.LANGUAGES) else ""


def _rotulos(pedido: QueryDict) -> list[tuple[str, str, str]]:
    """Return (field, value, label) of each valid choice of the request, and where to go back."""
    elegidos = [
        (nombre, valor, str(dict(OPCIONES[nombre])[valor]))
        for nombre, valor in _una_vez(pedido).items()
        if valor in dict(OPCIONES[nombre])
    ]
    if _idioma(pedido):
        elegidos.append(("idioma", _idioma(pedido), str(dict(settings.LANGUAGES)[_idioma(pedido)])))
    return [*elegidos, ("siguiente", camino_seguro(pedido.get("siguiente")), "")]
