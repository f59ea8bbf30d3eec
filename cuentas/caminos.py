"""Where a person may be sent next, and how links of this site are written."""

import unicodedata

from django.conf import settings
from django.utils.http import url_has_allowed_host_and_scheme


def es_camino_seguro(destino: str | None) -> bool:
    """Say whether `destino` is a path of this site: one slash at the start, no host, no tricks browsers undo."""
    if not destino or not destino.startswith("/") or "\\" in destino:
        return False
    if any(unicodedata.category(c).startswith("C") for c in destino):
        return False
    return url_has_allowed_host_and_scheme(destino, allowed_hosts=None)


def camino_seguro(destino: str | None, *, si_no: str = "/") -> str:
    """Return `destino` if it is a path of this site, else `si_no`."""
    return destino if destino and es_camino_seguro(destino) else si_no


def enlace_del_sitio(camino: str) -> str:
    """Return the absolute link to a path, made with SITIO_URL and never with the host of the request."""
    return settings.SITIO_URL.rstrip("/") + camino
