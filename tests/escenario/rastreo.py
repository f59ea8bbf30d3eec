"""Follow every link from the home page, as one person, and say which canaries the pages showed."""

import html
import re
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client

from cuentas.models import Usuario

ENLACE = re.compile(rb'\b(?:href|src|hx-get|data-url)="([^"]*)"')
CANARIO = re.compile(rb"CANARIO-[a-z0-9-]+-[0-9a-f]{16}")
# Pages of accounts and texts of the site show nothing of a partida; the full crawl of every night has them too.
FUERA = ("/static/", "/admin/", "/media/", "/legal/", "/cuentas/", "/ajustes/")
MAXIMO_DE_PAGINAS = 400


def cliente_de(rol: str) -> Client:
    """Return a browser in which that person has entered; for `anon`, nobody."""
    cliente = Client(headers={"accept-language": "es"})
    if rol != "anon":
        cliente.force_login(Usuario.objects.get(username=rol))
    return cliente


def leer(cliente: Client, direccion: str) -> tuple[set[str], set[str]]:
    """Fetch one page; return its canaries and the addresses that it names on this site."""
    respuesta = cliente.get(direccion)
    cuerpo = b"".join(respuesta.streaming_content) if respuesta.streaming else respuesta.content
    cuerpo += repr(list(respuesta.items())).encode()
    enlaces = [html.unescape(enlace.decode()) for enlace in ENLACE.findall(cuerpo)]
    if "Location" in respuesta:
        enlaces.append(respuesta["Location"])
    direcciones = {urldefrag(urljoin(direccion, enlace)).url for enlace in enlaces}
    propias = {d for d in direcciones if not urlsplit(d).scheme and d.startswith("/") and not d.startswith(FUERA)}
    return {canario.decode() for canario in CANARIO.findall(cuerpo)}, propias


def rastrear(rol: str) -> tuple[set[str], set[str]]:
    """Return the canaries that the person reaches by links from `/`, and the addresses seen on the way."""
    cliente = cliente_de(rol)
    por_ver, vistas, canarios = ["/"], {"/"}, set()
    while por_ver:
        encontrados, enlaces = leer(cliente, por_ver.pop())
        canarios |= encontrados
        nuevas = {d for d in enlaces - vistas if "?next=" not in d and "siguiente=" not in d}
        vistas |= nuevas
        por_ver += sorted(nuevas)
        assert len(vistas) < MAXIMO_DE_PAGINAS, f"{rol}: el rastreo no acaba"
    return canarios, vistas


def probar(rol: str, direcciones: set[str]) -> set[str]:
    """Return the canaries that the person sees by typing addresses that somebody else was shown."""
    cliente = cliente_de(rol)
    return {canario for direccion in sorted(direcciones) for canario in leer(cliente, direccion)[0]}
