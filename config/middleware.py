"""What every request goes through: its number and its line in the log, the headers, the end of an idle session."""

import logging
import secrets
import time
import unicodedata
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.signals import user_logged_in
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from config import errores, reloj
from config.registro import numero_de_peticion

Respondedor = Callable[[HttpRequest], HttpResponseBase]
DIA = 24 * 3600
MARCA = "visto"
NULO = "\x00"
LIMPIA = "admite_nulos"
Respuesta = TypeVar("Respuesta", bound=Callable[..., Any])

log = logging.getLogger("hilo.peticion")


def peticion_con_numero(responder: Respondedor) -> Respondedor:
    """Give each request a number, the one a 500 page shows, and write one line about it when it ends."""

    def pasar(request: HttpRequest) -> HttpResponseBase:
        numero = secrets.token_hex(5)
        testigo = numero_de_peticion.set(numero)
        comienzo = time.perf_counter()
        try:
            respuesta = responder(request)
            # The route is a pattern: addresses themselves may carry a token.
            ruta = request.resolver_match.route if request.resolver_match else ""
            datos = {
                "metodo": request.method if request.method in {"GET", "HEAD", "POST"} else "OTRO",
                "ruta": ruta,
                "estado": respuesta.status_code,
                "ms": round((time.perf_counter() - comienzo) * 1000),
            }
            log.info("petición", extra={"datos": datos})
            return respuesta
        finally:
            numero_de_peticion.reset(testigo)

    return pasar


def cabeceras(responder: Respondedor) -> Respondedor:
    """Add the headers that neither Django nor django-csp write, and keep pages out of shared caches by default."""

    def pasar(request: HttpRequest) -> HttpResponseBase:
        respuesta = responder(request)
        respuesta.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        respuesta.headers.setdefault(
            "Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()"
        )
        if not request.path.startswith(settings.STATIC_URL):
            # A view that makes a page equal for everybody says so itself; silence means it is one person's.
            respuesta.headers.setdefault("Cache-Control", "private, no-cache")
            patch_vary_headers(respuesta, ["Cookie", "HX-Request"])
        return respuesta

    return pasar


def solo_de_aqui(responder: Respondedor) -> Respondedor:
    """Refuse what another site's page loads from here: only a person who follows a link comes from outside (S-27).

    Browsers say who asks in `Sec-Fetch-*`; who does not send them (a feed reader, a monitor) is no page in a browser.
    The answer is the same for every address, before session and database: its time and size tell nothing either.
    """

    def pasar(request: HttpRequest) -> HttpResponseBase:
        de_fuera = request.headers.get("Sec-Fetch-Site", "none") not in {"none", "same-origin"}
        leer = request.method in {"GET", "HEAD"}
        if de_fuera and leer and not request.path.startswith(settings.STATIC_URL) and not _es_visita(request):
            return errores.de_otro_sitio()
        return responder(request)

    return pasar


def _es_visita(request: HttpRequest) -> bool:
    """Tell whether a whole tab goes to the address: not a frame, an image, a script or a fetch."""
    modo, destino = (request.headers.get(f"Sec-Fetch-{n}", "") for n in ("Mode", "Dest"))
    return modo == "navigate" and destino in {"", "document"}


def sesion_ociosa(responder: Respondedor) -> Respondedor:
    """End a session that nobody used for two weeks; the mark is renewed once a day, so reading does not write."""

    def pasar(request: HttpRequest) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and MARCA in request.session:
            dias = (reloj.ahora().timestamp() - request.session[MARCA]) / DIA
            if dias > settings.DIAS_DE_SESION_OCIOSA:
                logout(request)
            elif dias > 1:
                request.session[MARCA] = int(reloj.ahora().timestamp())
        return responder(request)

    return pasar


class ComprimirTexto(GZipMiddleware):
    """Compress pages; an image is compressed already, and squeezing it again would change its ETag for nothing."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Leave images as they are."""
        if response.get("Content-Type", "").startswith("image/"):
            return response
        return super().process_response(request, response)


def admite_nulos(vista: Respuesta) -> Respuesta:
    """Mark a view whose query is what a person typed: a NUL in it is a space there, not an address that is not."""
    setattr(vista, LIMPIA, True)
    return vista


class TextoGuardable:
    """Refuse an address with a NUL, and bring what was typed to the form in which it is kept.

    Without NUL: PostgreSQL keeps none, and no keyboard has it. In NFC: what some systems write as two signs («e» and
    its accent) is the letter that others write as one, for whoever compares or counts. A password is left alone.
    """

    def __init__(self, responder: Respondedor) -> None:
        """Keep the next layer."""
        self.responder = responder

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer."""
        return self.responder(request)

    def process_view(self, request: HttpRequest, vista: Callable[..., Any], *_resto: Any) -> None:
        """Look at the request once it is known to be ours; raises Http404 for the address.

        A view that `admite_nulos` gets a space for each NUL of its query.
        """
        if NULO in request.path_info:
            raise Http404
        if _con_nulos(request.GET):
            if not getattr(vista, LIMPIA, False):
                raise Http404
            limpia = request.GET.copy()
            for nombre, valores in request.GET.lists():
                limpia.setlist(nombre, [valor.replace(NULO, " ") for valor in valores])
            request.GET = limpia  # type: ignore[assignment]  # the stubs say it is immutable
        if request.method == "POST":
            listas = [(nombre, antes, [_guardable(nombre, v) for v in antes]) for nombre, antes in request.POST.lists()]
            if any(antes != despues for _nombre, antes, despues in listas):
                limpia = request.POST.copy()
                for nombre, _antes, despues in listas:
                    limpia.setlist(nombre, despues)
                request.POST = limpia  # type: ignore[assignment]  # the stubs say it is immutable


def _guardable(nombre: str, valor: str) -> str:
    limpio = valor.replace(NULO, "")
    return limpio if "password" in nombre else unicodedata.normalize("NFC", limpio)


def _con_nulos(campos: QueryDict) -> bool:
    return any(NULO in valor for _nombre, valores in campos.lists() for valor in valores)


class ExigirEntrada(LoginRequiredMiddleware):
    """Send visitors to the door; who was writing when the session ended gets the words back first."""

    def handle_no_permission(  # type: ignore[override]  # the stubs know of redirections only
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponseBase:
        """Redirect to the login page, unless the request carries words that the redirection would lose."""
        if request.method == "POST" and errores.lo_escrito(request):
            return errores.csrf(request)
        return super().handle_no_permission(request, view_func)


def marcar_sesion(request: HttpRequest, **_: Any) -> None:
    """Write the first mark when the person enters."""
    request.session[MARCA] = int(reloj.ahora().timestamp())


user_logged_in.connect(marcar_sesion, dispatch_uid="config.middleware.marcar_sesion")
