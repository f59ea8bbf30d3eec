"""Middleware of accounts: language, zone and cookies of the reader; the staff's second step; traces at logout."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from cuentas.galletas import lectura_de, poner_idioma, poner_lectura
from cuentas.models import ZONA_POR_DEFECTO, Usuario

Siguiente = Callable[[HttpRequest], HttpResponseBase]
PAGINAS_DE_ALLAUTH = ("account_", "mfa_", "usersessions_")


def zona_de(nombre: str) -> ZoneInfo:
    """Return a time zone by its name, or the one by default if there is none of that name."""
    try:
        return ZoneInfo(nombre)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(ZONA_POR_DEFECTO)


class Preferencias:
    """Speak the reader's language and zone, and mirror the choices of the account in the cookies."""

    def __init__(self, siguiente: Siguiente) -> None:
        """Keep the next layer."""
        self.siguiente = siguiente

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Activate, answer, mirror; nothing is written to the database."""
        usuario = request.user
        if not isinstance(usuario, Usuario):
            timezone.activate(zona_de(getattr(settings, "ZONA_DE_VISITANTES", ZONA_POR_DEFECTO)))
            return self.siguiente(request)
        # The account itself, in the place of what would fetch it: pages look at it hundreds of times.
        request.user = usuario = getattr(request, "_cached_user", usuario)
        translation.activate(usuario.idioma)
        request.LANGUAGE_CODE = translation.get_language()
        timezone.activate(zona_de(usuario.zona))
        respuesta = self.siguiente(request)
        self._reflejar(request, respuesta)
        return respuesta

    def _reflejar(self, request: HttpRequest, respuesta: HttpResponseBase) -> None:
        usuario = request.user  # a view may have just changed it, or logged the person out
        if not isinstance(usuario, Usuario):
            return
        if lectura_de(request) != usuario.lectura:
            poner_lectura(respuesta, usuario.lectura)
        if request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != usuario.idioma:
            poner_idioma(respuesta, usuario.idioma)

    def process_template_response(self, request: HttpRequest, respuesta: Any) -> Any:
        """Answer 422, as the rest of the site does, when a form of allauth comes back with errors."""
        pagina = request.resolver_match.url_name or "" if request.resolver_match else ""
        if request.method == "POST" and respuesta.status_code == 200 and pagina.startswith(PAGINAS_DE_ALLAUTH):
            formulario = (respuesta.context_data or {}).get("form")
            if getattr(formulario, "errors", None):
                respuesta.status_code = 422
        return respuesta


class EquipoConSegundoPaso:
    """Hide the admin from who is not staff, and ask the staff for a second step before it."""

    def __init__(self, siguiente: Siguiente) -> None:
        """Keep the next layer."""
        self.siguiente = siguiente

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; when the person leaves, ask the browser to forget what it stored (drafts, caches of the page)."""
        respuesta = self.siguiente(request)
        pagina = request.resolver_match.url_name if request.resolver_match else None
        if pagina == "account_logout" and request.method == "POST":
            respuesta["Clear-Site-Data"] = '"storage"'
        return respuesta

    def process_view(
        self, request: HttpRequest, _vista: Callable[..., Any], _args: list[Any], _kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Let only staff with a second step through to the admin."""
        if request.resolver_match is None or "admin" not in request.resolver_match.app_names:
            return None
        if not isinstance(request.user, Usuario) or request.resolver_match.url_name == "logout":
            return None
        if not request.user.is_staff:
            raise Http404
        return exigir_segundo_paso(request)


def exigir_segundo_paso(request: HttpRequest) -> HttpResponseBase | None:
    """Return a redirection to its activation if the staff member has no second step, else None."""
    if is_mfa_enabled(request.user):
        return None
    messages.info(request, _("Para entrar ahí, el equipo necesita el segundo paso. Actívalo ahora."))
    return redirect("mfa_activate_totp")
