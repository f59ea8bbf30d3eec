"""The public profile: the name, since when, and what the person wants to tell."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from cuentas.models import Usuario


@login_not_required
@require_GET
def perfil(request: HttpRequest, publico: str) -> HttpResponse:
    """Show a profile; that of a closed account says only that it is closed."""
    persona = get_object_or_404(Usuario, publico=publico)
    return render(request, "cuentas/perfil.html", {"persona": persona, "es_mio": request.user == persona})
