"""Is the site alive, and is it ready: for proxies, monitors and whoever looks after it."""

import importlib
import importlib.util
import json
import logging
import re
import shutil
from collections.abc import Callable
from datetime import datetime
from typing import Any

import tzdata
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from config import reloj
from partidas.models import Latido, Trabajo

SEGUNDOS_SIN_TIC = 120
SEGUNDOS_DE_RETRASO = 300
MINIMO_DE_DISCO = 0.02
MAXIMO_DE_INFORME = 16_000

log = logging.getLogger("hilo.salud")


@require_safe
@never_cache
@login_not_required
def viva(_: HttpRequest) -> HttpResponse:
    """Answer without touching anything: this process serves requests."""
    return JsonResponse({"estado": "viva", "version": settings.VERSION})


@require_safe
@never_cache
@login_not_required
def listo(_: HttpRequest) -> HttpResponse:
    """Answer 200 if everything the site needs works, 503 and which part does not otherwise."""
    ahora = reloj.ahora()
    partes: dict[str, dict[str, Any]] = {}
    for nombre, comprobar in COMPROBACIONES.items():
        try:
            partes[nombre] = comprobar(ahora)
        except Exception as fallo:
            # The type is enough for whoever looks from outside; the place is in the log.
            log.exception("falla la comprobación %s", nombre)
            partes[nombre] = {"bien": False, "error": type(fallo).__name__}
    bien = all(parte["bien"] for parte in partes.values())
    cuerpo = {
        "estado": "listo" if bien else "no listo",
        "version": settings.VERSION,
        "tzdata": tzdata.IANA_VERSION,
        **partes,
    }
    return JsonResponse(cuerpo, status=200 if bien else 503, json_dumps_params={"ensure_ascii": False})


def _base(ahora: datetime) -> dict[str, Any]:
    """Write a row and take it back: a read-only or full database fails here."""
    with transaction.atomic():
        Latido.objects.create(momento=ahora, pid=0)
        transaction.set_rollback(True)
    return {"bien": True, "motor": connection.vendor}


def _migraciones(_: datetime) -> dict[str, Any]:
    ejecutor = MigrationExecutor(connection)
    pendientes = len(ejecutor.migration_plan(ejecutor.loader.graph.leaf_nodes()))
    return {"bien": pendientes == 0, "pendientes": pendientes}


def _disparadores(_: datetime) -> dict[str, Any]:
    """Ask the book of rolls whether the triggers that keep it append-only are all there, and nothing of others."""
    if importlib.util.find_spec("reglas.disparadores") is None:
        return {"bien": True, "faltan": [], "sobran": []}
    disparadores = importlib.import_module("reglas.disparadores")
    faltan, sobran = sorted(disparadores.faltan(connection)), disparadores.sobran(connection)
    return {"bien": not (faltan or sobran), "faltan": faltan, "sobran": sobran}


def _tareas(ahora: datetime) -> dict[str, Any]:
    """Look at the last tic: beat sent it and a worker did it, so its age speaks of both."""
    ultimo = Latido.objects.order_by("-momento").first()
    if ultimo is None:
        return {"bien": False, "edad_del_tic": None, "problema": "ningún tic todavía: ni obrero ni beat se han visto"}
    edad = round((ahora - ultimo.momento).total_seconds(), 1)
    return {"bien": edad <= SEGUNDOS_SIN_TIC, "edad_del_tic": edad, "pid_del_obrero": ultimo.pid}


def _buzon(ahora: datetime) -> dict[str, Any]:
    """Say how late the oldest job is. A stopped one waits for a person; the site serves all the same."""
    vencidos = Trabajo.objects.filter(estado=Trabajo.Estado.PENDIENTE, no_antes_de__lte=ahora)
    primero = vencidos.order_by("no_antes_de").first()
    retraso = round((ahora - primero.no_antes_de).total_seconds(), 1) if primero else 0
    parados = Trabajo.objects.filter(estado=Trabajo.Estado.PARADO).count()
    return {"bien": retraso <= SEGUNDOS_DE_RETRASO, "retraso": retraso, "parados": parados}


def _reloj(_: datetime) -> dict[str, Any]:
    desfase = reloj.desfase()
    return {"bien": desfase <= reloj.DESFASE_MAXIMO, "desfase": desfase}


def _disco(_: datetime) -> dict[str, Any]:
    uso = shutil.disk_usage(settings.DIR_DATOS)
    libre = uso.free / uso.total
    return {"bien": libre > MINIMO_DE_DISCO, "libre": f"{libre:.0%}"}


COMPROBACIONES: dict[str, Callable[[datetime], dict[str, Any]]] = {
    "base": _base,
    "migraciones": _migraciones,
    "disparadores": _disparadores,
    "tareas": _tareas,
    "buzon": _buzon,
    "reloj": _reloj,
    "disco": _disco,
}


@csrf_exempt  # browsers send these reports by themselves, without a token; nothing is stored
@require_POST
@login_not_required
def informe_csp(request: HttpRequest) -> HttpResponse:
    """Write down which directive a page broke: not the address nor the sample, which may carry private words."""
    if len(request.META.get("CONTENT_LENGTH") or "") <= 5:
        try:
            informe = json.loads(request.read(MAXIMO_DE_INFORME)).get("csp-report", {})
            directiva = str(informe.get("effective-directive") or informe.get("violated-directive") or "")
        except (ValueError, AttributeError, RecursionError, OSError):
            directiva = ""
        if re.fullmatch(r"[a-z-]{1,40}", directiva):
            log.warning("la política de contenido ha parado algo: %s", directiva)
    return HttpResponse(status=204)
