"""What every template knows about the site."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def sitio(_: HttpRequest) -> dict[str, Any]:
    """Return the address, the version and the warnings that the frame of every page may show."""
    return {
        "sitio_url": settings.SITIO_URL,
        "version": settings.VERSION,
        "sin_https": not settings.PRODUCCION,
        "es_demo": settings.DEMO,
        "registro": settings.REGISTRO,
    }
