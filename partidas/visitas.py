"""The threads of public partidas that visitors read, kept a few seconds: answered before session and account.

Nobody's page is kept but a visitor's, and only one that says of itself what it showed (`ensenar`). Before each answer
the gate is asked whether all of that is still there for a visitor, word for word, so that what was hidden, narrowed,
edited or moved is gone at the next request; what is new is seen when the seconds are over. Neither the key, nor what
is kept, nor for how long depends on anything that a visitor may not read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language_from_request

from cuentas.galletas import lectura_de
from partidas.consultas import vigencia
from partidas.consultas.vigencia import Mostrado
from partidas.presentacion.caras import huella_del_codigo

if TYPE_CHECKING:
    from partidas.consultas.hilo import Leido

SEGUNDOS = 10
DIRECCIONES = "/p/"
PREGUNTAS = frozenset({"desde", "hasta", "junto"})
LARGO_MAXIMO = 300
OCTETOS_MAXIMOS = 200_000
DE_QUIEN_ENTRA = ("HTTP_AUTHORIZATION", "HTTP_HX_REQUEST", "HTTP_RANGE")


@dataclass(frozen=True, slots=True)
class Guardada:
    """One page: what it showed with its signature, and what to answer."""

    que: Mostrado
    firma: str
    cabeceras: tuple[tuple[str, str], ...]
    cuerpo: bytes


def ensenar(request: HttpRequest, que: Mostrado, leidos: Sequence[Leido]) -> None:
    """Say what the page shows, so that it may be kept, if it is a visitor's."""
    if hasattr(request, "se_puede_guardar"):
        request.firmar = lambda: (que, vigencia.firma_de(que, leidos))  # type: ignore[attr-defined]  # ours alone


class PaginasDeVisita:
    """Answer a visitor with the page that another visitor was just given, while it is all still there."""

    def __init__(self, siguiente: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Keep the next layer."""
        self.siguiente = siguiente

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer."""
        clave = _clave(request)
        if clave is None:
            return self.siguiente(request)
        guardada = caches["visitas"].get(clave)
        if isinstance(guardada, Guardada):
            if vigencia.firma(guardada.que) == guardada.firma:
                return HttpResponse(guardada.cuerpo, headers=dict(guardada.cabeceras))
            caches["visitas"].delete(clave)
        request.se_puede_guardar = True  # type: ignore[attr-defined]  # ours alone
        respuesta = self.siguiente(request)
        _guardar(request, respuesta, clave)
        return respuesta


def _clave(request: HttpRequest) -> str | None:
    """Return the key of what a visitor is answered; None for what is not kept: anything of somebody who may be in."""
    if request.method != "GET" or not request.path_info.startswith(DIRECCIONES):
        return None
    if settings.SESSION_COOKIE_NAME in request.COOKIES or any(nombre in request.META for nombre in DE_QUIEN_ENTRA):
        return None
    direccion = request.get_full_path()
    if len(direccion) > LARGO_MAXIMO or request.GET.keys() - PREGUNTAS:
        return None
    try:
        sitio = request.get_host()
    except DisallowedHost:
        return None
    aspecto = lectura_de(request)
    de_que = (huella_del_codigo(), request.scheme, sitio, direccion, get_language_from_request(request), aspecto)
    return f"visita:{hashlib.sha256(repr(de_que).encode()).hexdigest()}"


def _guardar(request: HttpRequest, respuesta: HttpResponseBase, clave: str) -> None:
    firmar = getattr(request, "firmar", None)
    if firmar is None or respuesta.status_code != 200 or respuesta.cookies or not isinstance(respuesta, HttpResponse):
        return
    if b"csrfmiddlewaretoken" in respuesta.content or request.user.is_authenticated:
        return
    if len(respuesta.content) > OCTETOS_MAXIMOS:
        return
    que, firma = firmar()
    if firma:
        guardada = Guardada(que, firma, tuple(respuesta.items()), respuesta.content)
        caches["visitas"].set(clave, guardada, timeout=SEGUNDOS)
