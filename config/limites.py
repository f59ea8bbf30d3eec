"""How often one may ask for what costs the machine: counted in a cache that may be lost, with no query.

Doors (passwords, codes) have limits of their own, which may not be lost: they are allauth's, in the database.
"""

from __future__ import annotations

import ipaddress
from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from config import reloj

RED_DE_UNA_CASA = 64
"""Bits of an IPv6 address that are one subscriber's; the rest is theirs to change."""


class Limite(NamedTuple):
    """How many times in a minute: a visitor, by address, and an account, wherever it comes from."""

    visita: int
    cuenta: int


LIMITES = {"buscar": Limite(30, 120), "guardar": Limite(0, 300), "previa": Limite(0, 120)}
MINUTO = 60


def gastar(request: HttpRequest, que: str) -> int:
    """Count one more, and return 0; or, if it is one too many, the seconds to wait, from 1 to 60.

    Minutes are those of the clock: at worst, twice as many in a row. Counts are of one process, or of the site with
    Redis; without it, nobody waits.
    """
    usuario = request.user
    quien = f"c{usuario.pk}" if usuario.is_authenticated else f"v{_direccion(request)}"
    minuto, pasados = divmod(int(reloj.ahora().timestamp()), MINUTO)
    clave, cuentas = f"{que}:{quien}:{minuto}", caches["limites"]
    cuentas.add(clave, 0, 2 * MINUTO)
    try:
        van = cuentas.incr(clave)
    except ValueError:  # thrown out by others between the two
        return 0
    tope = LIMITES[que].cuenta if usuario.is_authenticated else LIMITES[que].visita
    return 0 if van <= tope else MINUTO - pasados


def frase(segundos: int) -> str:
    """Say how long to wait."""
    return ngettext(
        "Vas muy deprisa: espera %(n)s segundo y vuelve a probar.",
        "Vas muy deprisa: espera %(n)s segundos y vuelve a probar.",
        segundos,
    ) % {"n": segundos}


def hacer_esperar(respuesta: HttpResponse, segundos: int) -> HttpResponse:
    """Return the answer as a 429 that says when to come back."""
    respuesta.status_code = 429
    respuesta["Retry-After"] = str(segundos)
    return respuesta


def _direccion(request: HttpRequest) -> str:
    """Return the address of who asks, or the network of one of IPv6; all those that have none count as one."""
    try:
        ip = ipaddress.ip_address(get_adapter(request).get_client_ip(request))
    except (PermissionDenied, ImproperlyConfigured, ValueError):
        return ""
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if ip.version == 4:
        return str(ip)
    return str(ipaddress.ip_network((ip.packed, RED_DE_UNA_CASA), strict=False).network_address)
