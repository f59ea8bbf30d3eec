"""The two cookies of preferences: how one reads, and in which language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from cuentas.lectura import Lectura, de_galleta

UN_ANO = 365 * 24 * 3600


def nombre_de_lectura() -> str:
    """Return the name of the reading cookie; behind HTTPS it takes the prefix that ties it to this host."""
    return "__Host-lectura" if settings.SESSION_COOKIE_SECURE else "lectura"


def lectura_de(request: HttpRequest) -> Lectura:
    """Return the reading choices of the cookie, or the defaults."""
    return de_galleta(request.COOKIES.get(nombre_de_lectura(), ""))


def poner_lectura(respuesta: HttpResponseBase, lectura: Lectura) -> None:
    """Write the reading cookie."""
    _poner(respuesta, nombre_de_lectura(), lectura.galleta())


def poner_idioma(respuesta: HttpResponseBase, idioma: str) -> None:
    """Write the language cookie, which Django's LocaleMiddleware reads."""
    _poner(respuesta, settings.LANGUAGE_COOKIE_NAME, idioma)


def _poner(respuesta: HttpResponseBase, nombre: str, valor: str) -> None:
    respuesta.set_cookie(
        nombre,
        valor,
        max_age=UN_ANO,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
        path="/",
    )
