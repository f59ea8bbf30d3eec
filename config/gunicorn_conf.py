"""How gunicorn serves the site: one process with threads; at scale, more of the same behind a proxy."""

import ctypes
import gc
import logging
from contextlib import suppress
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.template.loader import get_template
from django.urls import get_resolver

from config.vigia import morir_con_el_padre

M_ARENA_MAX = -8

django.setup(set_prefix=False)
morir_con_el_padre(con_hilo=False)

bind = f"{f'[{settings.ESCUCHA}]' if ':' in settings.ESCUCHA else settings.ESCUCHA}:{settings.PUERTO}"
worker_class = "gthread"
preload_app = True  # what no worker writes is one for all of them
workers = settings.PROCESOS_WEB
threads = 8
timeout = 60
keepalive = 5
graceful_timeout = 30 if settings.PRODUCCION else 5
max_requests = 2000 if settings.PRODUCCION else 0
max_requests_jitter = 200
# Django alone decides whom to believe about https (PROXY_DE_CONFIANZA).
forwarded_allow_ips = ""
control_socket_disable = True
logconfig_dict: dict[str, Any] = {
    **settings.LOGGING,
    "loggers": {
        **settings.LOGGING["loggers"],
        "gunicorn.error": {"level": settings.NIVEL_LOG, "handlers": [], "propagate": True},
        "gunicorn.access": {"level": "CRITICAL", "handlers": [], "propagate": False},  # addresses may carry tokens
    },
}


def when_ready(_: Any) -> None:
    """Load, before there are workers, what each would load at its first page; the collector then leaves it alone."""
    get_resolver().url_patterns  # noqa: B018 - it imports every view
    get_template("partidas/escena.html")
    connection.vendor  # noqa: B018 - it imports the driver; nothing connects
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)  # of glibc: or each thread takes a heap of its own
    gc.collect()
    gc.freeze()


def on_starting(_: Any) -> None:
    """Warn about a public site that would send every visitor to https for ever."""
    if settings.PRODUCCION and not settings.PROXIES_DE_CONFIANZA:
        logging.getLogger("hilo.web").warning(
            "SITIO_URL es https y PROXY_DE_CONFIANZA no está: detrás de un proxy escribe PROXY_DE_CONFIANZA=1"
        )
