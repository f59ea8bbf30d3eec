"""What search engines are told: where not to go, and the partidas that anybody may read."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import escape
from django.views.decorators.http import require_safe

from cuentas.caminos import enlace_del_sitio
from partidas.consultas import partida as consultas

CERRADO = ("/admin/", "/ajustes/", "/cuentas/", "/equipo/", "/preferencias/", "/salud/", "/unirse/")
MAXIMO = 5_000
"""Partidas in the map: the protocol allows 50 000 addresses, two for each."""


@require_safe
@login_not_required
def robots(_request: HttpRequest) -> HttpResponse:
    """Name the map, and what is no page to read; of a partida it says nothing."""
    lineas = ["User-agent: *", *(f"Disallow: {camino}" for camino in CERRADO)]
    lineas += ["", f"Sitemap: {enlace_del_sitio(reverse('mapa'))}", ""]
    return HttpResponse("\n".join(lineas), content_type="text/plain; charset=utf-8")


@require_safe
@login_not_required
def mapa(_request: HttpRequest) -> HttpResponse:
    """List the public partidas, as a visitor may read them, whoever asks."""
    partidas = consultas.en_lista(AnonymousUser())[:MAXIMO]
    caminos = [reverse("portada"), reverse("partidas"), reverse("reglas")]
    caminos += [reverse(vista, args=[partida.publico]) for partida in partidas for vista in ("partida", "leer")]
    cuerpo = "".join(f"<url><loc>{escape(enlace_del_sitio(camino))}</loc></url>\n" for camino in caminos)
    cabeza = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return HttpResponse(f"{cabeza}{cuerpo}</urlset>\n", content_type="application/xml; charset=utf-8")
