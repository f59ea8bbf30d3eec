"""The log: one JSON object a line on standard error, with the request's number and never what people wrote.

Arguments and exception messages may carry a post, a name or a token, so of foreign loggers only the template is kept,
and of an exception its type and the places it went through.
"""

import json
import logging
import re
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

numero_de_peticion: ContextVar[str] = ContextVar("numero_de_peticion", default="")

# Loggers whose arguments are ours, or only identifiers and addresses of servers.
DE_CONFIANZA = ("hilo", "celery", "gunicorn.error")
# After these words gunicorn quotes what it could not read: an address or a header, which may carry a token.
CON_LO_RECIBIDO = re.compile(r"(Invalid request|Error handling request)\b.*", re.DOTALL)


class FormatoJson(logging.Formatter):
    """Turn a record into a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; the fields given in `extra={"datos": {...}}` are kept as they are."""
        fiable = record.name.split(".")[0] in DE_CONFIANZA or record.name in DE_CONFIANZA
        linea: dict[str, Any] = {
            "momento": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "nivel": record.levelname,
            "registro": record.name,
            "mensaje": CON_LO_RECIBIDO.sub(r"\1", record.getMessage()) if fiable else str(record.msg),
        }
        if numero := numero_de_peticion.get():
            linea["peticion"] = numero
        estado = getattr(record, "status_code", None)
        if estado is not None:
            linea |= {"mensaje": "respuesta con error", "estado": estado}
        linea |= getattr(record, "datos", {})
        if record.exc_info and record.exc_info[1] is not None:
            linea["error"] = resumen(record.exc_info[1])
        return json.dumps(linea, ensure_ascii=False, default=str)


def resumen(fallo: BaseException) -> dict[str, Any]:
    """Return the type of an exception and the last places it went through, without its message."""
    pasos = traceback.extract_tb(fallo.__traceback__)[-12:]
    return {
        "tipo": f"{type(fallo).__module__}.{type(fallo).__qualname__}",
        "pila": [f"{paso.filename}:{paso.lineno} {paso.name}" for paso in pasos],
    }


def configuracion(nivel: str) -> dict[str, Any]:
    """Return the logging configuration: everything to standard error, as JSON."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "config.registro.FormatoJson"}},
        "handlers": {"salida": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["salida"], "level": "WARNING" if nivel == "DEBUG" else nivel},
        "loggers": {
            "hilo": {"level": nivel},
            "django": {"handlers": [], "level": nivel, "propagate": True},
            "django.request": {"level": "ERROR"},  # 4xx answers are in our own line of each request
            "django.db.backends": {"level": "WARNING"},  # its lines are SQL with what people wrote
            "django.server": {"handlers": [], "propagate": True},
        },
    }
