"""What pages cost in a big site: queries, times and bytes, beside two bare views behind the same middleware.

Usage: python herramientas/bancos/escala.py; with herramientas/pg.py before it, on PostgreSQL. GRANDE=1: ten times the
messages. CORTO=1: a twentieth, to see that it runs. It makes a database of its own and throws it away.

Times are CPU milliseconds of the process, in turns, so that what else the machine does weighs on all alike; on
PostgreSQL, of the clock, because the server's work is in another process.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

RAIZ = Path(__file__).resolve().parents[2]
VECES = 10 if os.environ.get("CORTO") else 30
POCAS, DE_SOBRA = 5, 3_000.0
"""After that many visits, a page that has taken that long in all (milliseconds) has been measured enough."""
POSTGRES = bool(os.environ.get("DATABASE_URL"))
reloj: Callable[[], float] = time.perf_counter if POSTGRES else time.process_time


def main() -> None:
    """Fill a database, measure, and throw it away."""
    with tempfile.TemporaryDirectory(prefix="hilo-bench-") as carpeta:
        os.environ |= {"DIR_DATOS": carpeta, "NIVEL_LOG": "ERROR", "DJANGO_SETTINGS_MODULE": "config.settings"}
        sys.path.insert(0, str(RAIZ))
        import django  # noqa: PLC0415 - it reads the environment just set

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415
        from django.db import connection, connections  # noqa: PLC0415

        call_command("collectstatic", verbosity=0, interactive=False)
        de_verdad = str(connection.settings_dict["NAME"])
        connection.settings_dict["TEST"] |= {"NAME": None if POSTGRES else f"{carpeta}/banco.sqlite3"}
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            from herramientas.bancos.piezas.carga import llenar  # noqa: PLC0415 - it reads tables

            medir(llenar())
        finally:
            connections.close_all()
            connection.creation.destroy_test_db(de_verdad, verbosity=0)


def rutas_desnudas() -> None:
    """Put beside the site's addresses two views that do nothing of their own: a constant, and twenty rows."""
    from django.conf import settings  # noqa: PLC0415
    from django.contrib.auth.decorators import login_not_required  # noqa: PLC0415
    from django.http import HttpRequest, HttpResponse  # noqa: PLC0415
    from django.template import Context, Engine  # noqa: PLC0415
    from django.urls import path  # noqa: PLC0415

    from config import urls  # noqa: PLC0415
    from partidas.models import Mensaje  # noqa: PLC0415

    plantilla = Engine.get_default().from_string(
        "<!doctype html><title>x</title>{% for m in filas %}<div id='m-{{ m.publico }}'><b>{{ m.nombre_voz }}</b>"
        "{{ m.autor.username }} {{ m.publicado|date:'c' }}{{ m.html|safe }}</div>{% endfor %}"
    )

    @login_not_required
    def constante(request: HttpRequest) -> HttpResponse:
        return HttpResponse(str(request.user.is_authenticated))

    @login_not_required
    def veinte(request: HttpRequest) -> HttpResponse:
        filas = Mensaje.objects.sin_filtrar("bench").filter(orden__gt=100).select_related("autor").order_by("pk")
        contexto = Context({"filas": filas[:20], "quien": str(request.user)})
        return HttpResponse(plantilla.render(contexto))

    modulo = types.ModuleType("banco_urls")
    vars(modulo).update(vars(urls))
    modulo.urlpatterns = [path("banco/1/", constante), path("banco/20/", veinte), *urls.urlpatterns]  # type: ignore[attr-defined]
    sys.modules["banco_urls"] = modulo
    settings.ROOT_URLCONF = "banco_urls"


@dataclass
class Medida:
    """One page for one person, and how long each visit took, in milliseconds."""

    nombre: str
    cliente: Any
    ruta: str
    consultas: int = 0
    bytes: int = 0
    tiempos: list[float] = field(default_factory=list)

    @property
    def p50(self) -> float:
        """Return the middle."""
        return statistics.median(self.tiempos)

    @property
    def p95(self) -> float:
        """Return the one that only one in twenty passes."""
        return statistics.quantiles(self.tiempos, n=20)[-1]


def medir(sitio: Any) -> None:
    """Print the table and the ratios, weigh two workers, publish from several clients."""
    from herramientas.bancos.piezas.carga import GRANDE, LARGA  # noqa: PLC0415
    from herramientas.bancos.piezas.servidor import pesar, publicar, servidor  # noqa: PLC0415

    rutas_desnudas()
    print(f"  carga de la máquina: {os.getloadavg()[0]:.1f} con {os.cpu_count()} núcleos")
    medidas = {medida.nombre: medida for medida in pedidas(sitio)}
    visitar(list(medidas.values()))
    print(f"  {'página':34} {'consultas':>9} {'p50 ms':>8} {'p95 ms':>8} {'bytes':>8}")
    for m in medidas.values():
        print(f"  {m.nombre:34} {m.consultas:9} {m.p50:8.1f} {m.p95:8.1f} {m.bytes:8}")
    veinte, de_visita = medidas["veinte filas"].p50, medidas["veinte filas, visita"].p50
    print("  proporciones, sobre veinte filas con la misma pila:")
    for nombre in ("miembro, 1.ª de la larga", "miembro, en medio de la larga", "miembro, última de la larga"):
        print(f"    {nombre}: {veinte / medidas[nombre].p50:.2f} (meta 0.5)")
    print(f"    visita sin guardar: {de_visita / medidas['visita, 1.ª de la larga'].p50:.2f} (meta 0.7)")
    print(f"    visita, guardada: {de_visita / medidas['visita, guardada'].p50:.2f} (meta 4)")
    base = medidas["miembro, 1.ª de la corta"].p50
    peor = max(medidas[f"miembro, {cual} de la larga"].p50 for cual in ("1.ª", "en medio"))
    print(f"    la escena de {LARGA} sobre la de 500: {peor / base:.2f} (meta {1.3 if GRANDE else 1.2})")
    with servidor() as (maestro, puerto):
        pesar(sitio.mesa, maestro, puerto)
        publicar(sitio.mesa, sitio.corta, puerto)


def pedidas(sitio: Any) -> Iterator[Medida]:
    """Yield the pages to measure."""
    from django.urls import reverse  # noqa: PLC0415

    from herramientas.bancos.piezas.carga import ESCENAS, PARTIDAS  # noqa: PLC0415
    from partidas.models import Mensaje  # noqa: PLC0415

    mesa, bruno, esp, nadie = sitio.mesa, entrar(sitio.mesa.bruno), entrar(sitio.mesa.esp), entrar(None)
    yield Medida("constante", bruno, "/banco/1/")
    yield Medida("veinte filas", bruno, "/banco/20/")
    yield Medida("constante, visita", nadie, "/banco/1/")
    yield Medida("veinte filas, visita", nadie, "/banco/20/")
    for cual, escena in (("larga", mesa.escena), ("corta", sitio.corta)):
        hilo = reverse("escena", args=[mesa.partida.publico, escena.publico])
        todos = Mensaje.objects.sin_filtrar("bench").filter(escena=escena, visibilidad="todos", estado="publicado")
        medio = todos.filter(orden__gt=escena.ultimo_orden // 2).order_by("orden")[0].publico
        yield Medida(f"miembro, 1.ª de la {cual}", bruno, f"{hilo}?desde=principio")
        yield Medida(f"miembro, en medio de la {cual}", bruno, f"{hilo}?desde={medio}")
        yield Medida(f"miembro, última de la {cual}", bruno, f"{hilo}?desde=final")
        if cual == "larga":
            yield Medida("visita, 1.ª de la larga", nadie, f"{hilo}?n={{n}}")
            yield Medida("visita, guardada", nadie, hilo)
    yield Medida(f"portada, {PARTIDAS} partidas", esp, "/")
    yield Medida(f"lista de {ESCENAS} escenas", esp, reverse("partida", args=[sitio.muchas.publico]))
    sondear = reverse("sondeo", args=[mesa.partida.publico, mesa.escena.publico])
    for quien, cliente in (("miembro", bruno), ("visita", nadie)):
        pagina = cliente.get(reverse("escena", args=[mesa.partida.publico, mesa.escena.publico]), {"desde": "final"})
        *_, tras = re.findall(r'name="tras" value="([^"]+)"', pagina.content.decode())  # after that of the editor
        yield Medida(f"sondeo sin nada, {quien}", cliente, f"{sondear}?tras={tras}")
    for que, pedido in busquedas(mesa).items():
        for quien, cliente in (("miembro", bruno), ("visita", nadie)):
            yield Medida(f"buscar {que}, {quien}", cliente, f"{reverse('buscar')}?{urlencode(pedido)}")


def busquedas(mesa: Any) -> dict[str, dict[str, str]]:
    """Return what is looked for: the words are those of the loader."""
    de_esta = {"partida": mesa.partida.publico}
    return {
        "palabra común": {"q": "lluvia"},
        "palabra rara": {"q": "ornitorrinco"},
        "frase": {"q": '"cae sobre el faro"'},
        "con tirada": {"q": "lluvia", "con_tirada": "on"},
        "con tirada, nada": {"q": "candil", "con_tirada": "on"},
        "por autor": {"q": "lluvia", "autor": mesa.ana.publico} | de_esta,
        "por autor, nada": {"q": "lluvia", "autor": mesa.dani.publico} | de_esta,
    }


def entrar(persona: Any) -> Any:
    """Return a browser in which that person has entered."""
    from django.test import Client  # noqa: PLC0415

    cliente = Client(headers={"accept-language": "es", "host": "localhost"})
    if persona is not None:
        cliente.force_login(persona)
    return cliente


def visitar(medidas: list[Medida]) -> None:
    """Ask for every page, in turns; the first time, count its queries."""
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    from config.limites import LIMITES, Limite  # noqa: PLC0415

    LIMITES["buscar"] = Limite(10**6, 10**6)
    for m in medidas:
        m.cliente.get(m.ruta.format(n="a"))
        with CaptureQueriesContext(connection) as captura:
            respuesta = m.cliente.get(m.ruta.format(n="b"))
        if respuesta.status_code not in (200, 204):
            sys.exit(f"  {m.nombre}: {respuesta.status_code}")
        m.consultas, m.bytes = len(captura), len(respuesta.content)
    for n in range(VECES):
        for m in medidas:
            if n >= POCAS and sum(m.tiempos) > DE_SOBRA:
                continue
            if m.nombre == "visita, guardada":
                m.cliente.get(m.ruta)  # its seconds may be over
            comienzo = reloj()
            respuesta = m.cliente.get(m.ruta.format(n=n))
            if respuesta.status_code not in (200, 204):
                sys.exit(f"  {m.nombre}: {respuesta.status_code}")
            m.tiempos.append((reloj() - comienzo) * 1000)


if __name__ == "__main__":
    main()
