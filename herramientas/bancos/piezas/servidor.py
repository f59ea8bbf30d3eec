"""What the real server costs: two web workers on the bench's database, asked by HTTP from processes of their own."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection
from django.test import Client
from django.urls import reverse

from herramientas.bancos.piezas.cliente import pedir
from tests.operacion.sitio import esperar, puerto_libre

RAIZ = Path(__file__).resolve().parents[3]
CLIENTES, TURNOS = 4, 25


@contextmanager
def servidor() -> Iterator[tuple[int, int]]:
    """Serve the database of this connection with two workers; yields the number of the master and the port."""
    puerto = puerto_libre()
    base = connection.settings_dict
    donde = f"sqlite:///{base['NAME']}"
    if connection.vendor == "postgresql":
        donde = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{base['NAME']}"
    entorno = os.environ | {"DATABASE_URL": donde, "PROCESOS_WEB": "2", "PUERTO": str(puerto)}
    orden = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn_conf", "config.wsgi:application"]
    with subprocess.Popen(orden, cwd=RAIZ, env=entorno, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as web:
        try:
            esperar(lambda: pedir(puerto, "/salud/") == 200, segundos=60)
            yield web.pid, puerto
        finally:
            web.terminate()


def galleta(persona: Any) -> str:
    """Return the session of that person, who has entered."""
    cliente = Client(headers={"accept-language": "es", "host": "localhost"})
    cliente.force_login(persona)
    return cliente.cookies["sesion"].value


def publicar(mesa: Any, escena: Any, puerto: int) -> None:
    """Publish turns with a roll by the form, from as many processes as clients, and print what each one waits."""
    carga = f"carga {os.getloadavg()[0]:.1f}"
    ruta = reverse("escribir", args=[mesa.partida.publico, escena.publico])
    quienes = [(mesa.ana, mesa.kaelen), (mesa.bruno, mesa.mirta)] * (CLIENTES // 2)
    orden = [sys.executable, str(Path(__file__).with_name("cliente.py")), str(puerto), ruta, str(TURNOS)]
    for clientes in (1, CLIENTES):
        comienzo = time.perf_counter()
        procesos = [
            subprocess.Popen([*orden, galleta(quien), fila.personaje.publico], stdout=subprocess.PIPE)
            for quien, fila in quienes[:clientes]
        ]
        hechos = [json.loads(proceso.communicate()[0]) for proceso in procesos]
        total = time.perf_counter() - comienzo
        tiempos = [t for hecho in hechos for t in hecho["tiempos"]]
        fallos = [estado for hecho in hechos for estado in hecho["estados"] if estado != 302]
        p95 = statistics.quantiles(tiempos, n=20)[-1]
        print(
            f"  publicar con una tirada, {clientes} cliente(s), dos procesos web: p50 {statistics.median(tiempos):.0f},"
            f" p95 {p95:.0f} ms (meta 100), {len(tiempos) / total:.0f}/s, {carga}, fallos {fallos}"
        )


def pesar(mesa: Any, maestro: int, puerto: int) -> None:
    """Read with both workers, and print the memory that they take together."""
    hilo = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    suya = galleta(mesa.bruno)
    estados = {pedir(puerto, hilo, suya if n % 2 else "") for n in range(80)}
    hijos = Path(f"/proc/{maestro}/task/{maestro}/children").read_text().split()
    pesos = [_mib(pid) for pid in (str(maestro), *hijos)]
    partes = " + ".join(f"{peso:.0f}" for peso in pesos)
    print(f"  memoria (PSS) del maestro y de dos procesos web: {partes} = {sum(pesos):.0f} MiB (meta 200) {estados}")


def _mib(pid: str) -> float:
    for linea in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if linea.startswith("Pss:"):
            return int(linea.split()[1]) / 1024
    return 0.0
