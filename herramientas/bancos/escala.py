"""What pages cost in a big site: queries, times and bytes, beside two bare views behind the same middleware.

Usage: python herramientas/bancos/escala.py; with herramientas/pg.py before it, on PostgreSQL. GRANDE=1: ten times the
messages. CORTO=1: a twentieth, to see that it runs. It makes a database of its own and throws it away.

Times are CPU milliseconds of the process, in turns, so that what else the machine does weighs on all alike; on
PostgreSQL, of the clock, because the server's work is in another process.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RAIZ = Path(__file__).resolve().parents[2]
GRANDE, CORTO = bool(os.environ.get("GRANDE")), bool(os.environ.get("CORTO"))
LARGA = 200_000 if GRANDE else 1_000 if CORTO else 20_000
MENSAJES = 300_000 if GRANDE else 2_000 if CORTO else 30_000
ESCENAS = 500 if CORTO else 10_000
PARTIDAS, VECES, CLIENTES, TURNOS = 60, 30, 4, 15
POCAS, DE_SOBRA = 5, 3_000.0
"""After that many visits, a page that has taken that long in all (milliseconds) has been measured enough."""
POSTGRES = bool(os.environ.get("DATABASE_URL"))
reloj: Callable[[], float] = time.perf_counter if POSTGRES else time.process_time


@dataclass
class Sitio:
    """What was put in the database, by what is asked of it."""

    mesa: Any
    corta: Any
    muchas: Any
    lista: list[Any]


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
            medir(llenar())
        finally:
            connections.close_all()
            connection.creation.destroy_test_db(de_verdad, verbosity=0)


def llenar() -> Sitio:
    """Put in the messages, scenes and partidas."""
    from django.db import connection  # noqa: PLC0415

    from partidas.dominio.reparto import sentar  # noqa: PLC0415
    from partidas.models import Escena, Partida, Tirada  # noqa: PLC0415
    from tests import fabrica  # noqa: PLC0415
    from tests.partidas.dominio.libro_largo import alargar  # noqa: PLC0415

    comienzo = time.perf_counter()
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),))
    alargar(mesa.partida, LARGA // 3 + 500 // 3)
    turnos(mesa, mesa.escena, LARGA, desde=2)
    corta = escena_de(mesa.partida, "La corta")
    turnos(mesa, corta, 500)
    tiradas = list(Tirada.objects.sin_filtrar("bench").order_by("pk").values_list("pk", flat=True))[1:]
    repartir(tiradas[: LARGA // 3], mesa.escena)
    repartir(tiradas[LARGA // 3 :], corta)
    lista = []
    for n in range(PARTIDAS):
        partida = fabrica.partidas.crear(
            fabrica.DatosPartida(titulo=f"Partida {n}", sistema=fabrica.SISTEMA),
            direccion=mesa.dani,
            ahora=fabrica.AHORA,
        )
        sentar(partida, mesa.esp, "jugador", fabrica.AHORA)
        otra = escena_de(partida, "Una")
        turnos(mesa, otra, max(1, (MENSAJES - LARGA - 500) // PARTIDAS))
        lista.append(partida)
    muchas: Partida = lista[0]
    Escena.objects.sin_filtrar("bench").bulk_create(
        [
            Escena(partida=muchas, titulo=f"Escena {n}", posicion=n + 5, creada=fabrica.AHORA, secreta=n % 10 == 0)
            for n in range(ESCENAS)
        ],
        batch_size=2_000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"  {MENSAJES} mensajes, escena de {LARGA}, en {time.perf_counter() - comienzo:.0f} s ({connection.vendor})")
    return Sitio(mesa, corta, muchas, lista)


def escena_de(partida: Any, titulo: str) -> Any:
    """Open a scene without its verb, which would tell the outbox."""
    from partidas.models import Escena  # noqa: PLC0415
    from tests.fabrica import AHORA  # noqa: PLC0415

    return Escena.objects.sin_filtrar("bench").create(partida=partida, titulo=titulo, creada=AHORA, posicion=1)


def turnos(mesa: Any, escena: Any, cuantos: int, *, desde: int = 1) -> None:
    """Put turns in a scene: one in ten is whispered, one in fourteen hidden."""
    from uuid import uuid4  # noqa: PLC0415

    from partidas.models import Destinatario, Mensaje  # noqa: PLC0415
    from partidas.presentacion.marcado import VERSION, render  # noqa: PLC0415
    from tests.fabrica import AHORA  # noqa: PLC0415

    texto = "\n\n".join("La lluvia cae sobre el faro y *nadie* dice nada durante mucho rato. " * 4 for _ in range(3))
    html = render(texto).html
    voces = ((mesa.ana, mesa.kaelen), (mesa.bruno, mesa.mirta))
    for primero in range(0, cuantos, 5_000):
        filas = []
        for n in range(primero, min(primero + 5_000, cuantos)):
            autor, fila = voces[n % 2]
            filas.append(
                Mensaje(
                    escena=escena,
                    autor=autor,
                    personaje=fila.personaje,
                    voz="pj",
                    nombre_voz=fila.personaje.nombre,
                    estado="oculto" if n % 14 == 7 else "publicado",
                    visibilidad="destinatarios" if n % 10 == 3 else "todos",
                    clave=uuid4(),
                    huella="",
                    orden=desde + n,
                    texto=texto,
                    html=html,
                    html_version=VERSION,
                    creado=AHORA,
                    publicado=AHORA,
                )
            )
        hechas = Mensaje.objects.sin_filtrar("bench").bulk_create(filas, batch_size=500)
        Destinatario.objects.sin_filtrar("bench").bulk_create(
            [
                Destinatario(mensaje=fila, usuario=mesa.bruno, personaje=mesa.mirta.personaje, nombre="Mirta")
                for fila in hechas
                if fila.visibilidad == "destinatarios"
            ]
        )
    escena.ultimo_orden = desde + cuantos - 1
    escena.save(update_fields=["ultimo_orden"])


def repartir(tiradas: list[int], escena: Any) -> None:
    """Hang each of those rolls on a turn of its own, one turn in three."""
    from django.db import connection, transaction  # noqa: PLC0415

    from partidas.models import Mensaje  # noqa: PLC0415

    todos = Mensaje.objects.sin_filtrar("bench").filter(escena=escena).order_by("orden").values_list("pk", flat=True)
    pares = list(zip(list(todos)[1::3], tiradas, strict=False))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany("UPDATE partidas_tirada SET mensaje_id = %s, posicion = 0 WHERE id = %s", pares)


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


def medir(sitio: Sitio) -> None:
    """Print the table and the ratios, publish from several clients, weigh two workers."""
    rutas_desnudas()
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
    publicar(sitio)
    pesar(sitio)


def pedidas(sitio: Sitio) -> Iterator[Medida]:
    """Yield the pages to measure."""
    from django.urls import NoReverseMatch, reverse  # noqa: PLC0415

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
    for nombre, ruta, args, mas in (
        ("sondeo", "sondeo", [mesa.partida.publico, mesa.escena.publico], ""),
        ("búsqueda", "buscar", [], "?q=lluvia"),
    ):
        try:
            yield Medida(nombre, bruno, f"{reverse(ruta, args=args)}{mas}")
        except NoReverseMatch:
            print(f"  {nombre}: aún no existe")


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
            m.cliente.get(m.ruta.format(n=n))
            m.tiempos.append((reloj() - comienzo) * 1000)


def publicar(sitio: Sitio) -> None:
    """Publish turns with a roll from several clients at once, by the form."""
    from uuid import uuid4  # noqa: PLC0415

    from django.db import connection  # noqa: PLC0415
    from django.urls import reverse  # noqa: PLC0415

    mesa = sitio.mesa
    ruta = reverse("escribir", args=[mesa.partida.publico, sitio.corta.publico])
    tiempos: list[float] = []
    fallos: list[int] = []
    quienes = [(mesa.ana, mesa.kaelen), (mesa.bruno, mesa.mirta)] * (CLIENTES // 2)
    clientes = [(entrar(persona), fila.personaje.publico) for persona, fila in quienes]

    def escribir(cliente: Any, voz: str) -> None:
        for _vez in range(TURNOS):
            datos = {"clave": str(uuid4()), "personaje": voz, "texto": "Voy.", "visibilidad": "todos"}
            datos |= {"hacer": "publicar", "cuantas": "1", "t0-accion": "tarea", "t0-declaracion": "Trepo"}
            datos |= {"t0-datos.dificultad": "3", "t0-datos.reserva": "vigor"}
            comienzo = time.perf_counter()
            respuesta = cliente.post(ruta, datos)
            tiempos.append((time.perf_counter() - comienzo) * 1000)
            if respuesta.status_code != 302:
                fallos.append(respuesta.status_code)
        connection.close()

    hilos = [threading.Thread(target=escribir, args=uno) for uno in clientes]
    comienzo = time.perf_counter()
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()
    total = time.perf_counter() - comienzo
    p95 = statistics.quantiles(tiempos, n=20)[-1]
    print(
        f"  publicar con una tirada, {CLIENTES} clientes a la vez en un proceso: p50 {statistics.median(tiempos):.0f},"
        f" p95 {p95:.0f} ms de reloj (meta 100), {len(tiempos) / total:.0f}/s, fallos {len(fallos)}"
    )


def pesar(sitio: Sitio) -> None:
    """Start two web workers on this database, read with both, and print the memory that they take together."""
    from django.db import connection  # noqa: PLC0415
    from django.urls import reverse  # noqa: PLC0415

    from tests.operacion.sitio import esperar, puerto_libre  # noqa: PLC0415

    puerto = puerto_libre()
    base = connection.settings_dict
    donde = f"sqlite:///{base['NAME']}"
    if POSTGRES:
        donde = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{base['NAME']}"
    entorno = os.environ | {"DATABASE_URL": donde, "PROCESOS_WEB": "2", "PUERTO": str(puerto)}
    orden = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn_conf", "config.wsgi:application"]
    hilo = reverse("escena", args=[sitio.mesa.partida.publico, sitio.mesa.escena.publico])
    galleta = entrar(sitio.mesa.bruno).cookies["sesion"].value
    with subprocess.Popen(orden, cwd=RAIZ, env=entorno, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as web:
        try:
            esperar(lambda: pedir(puerto, "/salud/", "") == 200, segundos=60)
            estados = {pedir(puerto, hilo, galleta if n % 2 else "") for n in range(80)}
            hijos = Path(f"/proc/{web.pid}/task/{web.pid}/children").read_text().split()
            pesos = [_mib(pid) for pid in (str(web.pid), *hijos)]
        finally:
            web.terminate()
    partes = " + ".join(f"{peso:.0f}" for peso in pesos)
    print(f"  memoria (PSS) del maestro y de dos procesos web: {partes} = {sum(pesos):.0f} MiB (meta 200) {estados}")


def pedir(puerto: int, ruta: str, galleta: str) -> int:
    """Ask for a page by HTTP; return its status, 0 if nobody listens."""
    import http.client  # noqa: PLC0415

    conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=30)
    try:
        conexion.request("GET", ruta, headers={"Host": "localhost", "Cookie": f"sesion={galleta}" if galleta else ""})
        return conexion.getresponse().status
    except OSError:
        return 0
    finally:
        conexion.close()


def _mib(pid: str) -> float:
    for linea in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if linea.startswith("Pss:"):
            return int(linea.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    main()
