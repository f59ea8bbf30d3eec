"""Invitations to the site: the page of who receives one, and the screen of the staff."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cuentas import invitaciones
from cuentas.equipo import miembro, solo_equipo
from cuentas.forms.equipo import FormularioInvitacion
from cuentas.models import InvitacionSitio

ENLACE_NUEVO = "invitacion_nueva"


@login_not_required
@never_cache
@require_GET
def unirse(request: HttpRequest, token: str) -> HttpResponse:
    """Say who invites and to what; the account is created on the next page."""
    invitacion = invitaciones.buscar(token, ahora=timezone.now())
    datos = {"invitacion": invitacion, "token": token}
    return render(request, "cuentas/unirse.html", datos, status=200 if invitacion else 404)


@never_cache
@require_http_methods(["GET", "POST"])
@solo_equipo
def lista(request: HttpRequest) -> HttpResponse:
    """List the invitations and make a new one; its link is shown once, on the page that follows."""
    ahora = timezone.now()
    formulario = FormularioInvitacion(request.POST if request.method == "POST" else None)
    if request.method == "POST" and formulario.is_valid():
        _invitacion, token = invitaciones.crear_invitacion(miembro(request), ahora=ahora, **formulario.cleaned_data)
        request.session[ENLACE_NUEVO] = invitaciones.enlace(token)
        return redirect("cuentas:invitaciones")
    filas = [(i, i.sirve(ahora)) for i in InvitacionSitio.objects.select_related("autor")[:200]]
    datos = {"form": formulario, "filas": filas, "enlace": request.session.pop(ENLACE_NUEVO, "")}
    return render(request, "cuentas/invitaciones.html", datos, status=422 if formulario.errors else 200)


@require_POST
@solo_equipo
def anular(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke an invitation."""
    invitaciones.anular(get_object_or_404(InvitacionSitio, pk=pk), ahora=timezone.now())
    messages.success(request, _("Invitación anulada."))
    return redirect("cuentas:invitaciones")
