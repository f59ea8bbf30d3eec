"""How gunicorn serves the site: one process with threads; at scale, more of the same behind a proxy."""

import logging
from typing import Any

import django
from django.conf import settings

from config.vigia import morir_con_el_padre

django.setup(set_prefix=False)
morir_con_el_padre(con_hilo=False)

bind = f"{f'[{settings.ESCUCHA}]' if ':' in settings.ESCUCHA else settings.ESCUCHA}:{settings.PUERTO}"
worker_class = "gthread"
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


def on_starting(_: Any) -> None:
    """Warn about a public site that would send every visitor to https for ever."""
    if settings.PRODUCCION and not settings.PROXIES_DE_CONFIANZA:
        logging.getLogger("hilo.web").warning(
            "SITIO_URL es https y PROXY_DE_CONFIANZA no está: detrás de un proxy escribe PROXY_DE_CONFIANZA=1"
        )
