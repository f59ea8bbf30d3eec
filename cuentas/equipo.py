"""Who may use a view: the staff, or whoever has just said who they are."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from allauth.account.decorators import reauthentication_required
from django.http import Http404, HttpRequest, HttpResponseBase

from cuentas.intermedio import exigir_segundo_paso
from cuentas.models import Usuario

P = ParamSpec("P")
Vista = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def miembro(request: HttpRequest) -> Usuario:
    """Return the account of the person; only for views that LoginRequiredMiddleware guards."""
    if not isinstance(request.user, Usuario):
        raise Http404
    return request.user


def con_confirmacion(vista: Vista[P]) -> Vista[P]:
    """Ask for the password (or the second step) again, unless it was given a moment ago."""
    return cast("Vista[P]", reauthentication_required(vista))


def solo_equipo(vista: Vista[P]) -> Vista[P]:
    """Answer 404 to whoever is not staff, and ask the staff for their second step."""

    @wraps(vista)
    def envuelta(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not miembro(request).is_staff:
            raise Http404
        return exigir_segundo_paso(request) or vista(request, *args, **kwargs)

    return envuelta
