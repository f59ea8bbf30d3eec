"""What must always hold, asked of the whole database: for `manage.py comprobar` and the tests of failures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from django.db import connections, router
from django.db.models import Count, Exists, F, Max, OuterRef, Q

from partidas.busqueda import motores
from partidas.dominio import adjuntos, indice
from partidas.dominio.rutinas import fallos_del_libro
from partidas.models import Cierre, Escena, Mensaje, Partida, Recuperacion, Suceso, Tirada, Trabajo
from personajes.models import CambioFicha, Personaje
from reglas import disparadores
from reglas.models import Asiento, Libro, Tipo

MOTIVO = "invariants of the whole database"


def incumplidas() -> list[str]:
    """Return one line for each thing that does not hold; empty is healthy. Lines name public ids, never words."""
    return [
        *_disparadores(),
        *_libros(),
        *_ordenes(),
        *_versiones(),
        *_tiradas(),
        *_cierres(),
        *_buzon(),
        *adjuntos.incumplidas(),
        *indice.incumplidas(),
    ]


def _disparadores() -> Iterator[str]:
    conexion = connections[router.db_for_write(Libro)]
    for nombre in motores.faltan(conexion):
        yield f"falta el disparador {nombre}"
    for nombre in disparadores.faltan(conexion):
        yield f"falta el disparador {nombre}"
    for nombre in disparadores.sobran(conexion):
        yield f"sobra {nombre} en las tablas del libro"


def _libros() -> Iterator[str]:
    for dueno, clase in Libro.objects.order_by("dueno", "clase").values_list("dueno", "clase"):
        for fallo in fallos_del_libro(dueno, clase):
            yield f"libro {clase} de {dueno}: {fallo}"


def _ordenes() -> Iterator[str]:
    """Every place of a scene was given once: a turn moved to another scene leaves its old one empty, never repeated."""
    escenas = Escena.objects.sin_filtrar(MOTIVO).values_list("pk", "publico", "ultimo_orden")
    filas = Mensaje.objects.sin_filtrar(MOTIVO).filter(orden__isnull=False).values("escena")
    ultimos = {fila["escena"]: fila for fila in filas.annotate(ultimo=Max("orden"), cuantos=Count("pk"))}
    for pk, publico, ultimo_orden in escenas:
        fila = ultimos.get(pk, {"ultimo": 0, "cuantos": 0})
        if fila["ultimo"] > ultimo_orden or fila["cuantos"] > ultimo_orden:
            yield f"escena {publico}: el último orden es {ultimo_orden} y hay un mensaje con el {fila['ultimo']}"


def _versiones() -> Iterator[str]:
    """Every version of a sheet is explained, from the first to the present one."""
    cambios = dict(
        CambioFicha.objects.sin_filtrar(MOTIVO)
        .values_list("personaje")
        .annotate(n=Count("pk"))
        .values_list("personaje", "n")
    )
    for pk, publico, version in Personaje.objects.sin_filtrar(MOTIVO).values_list("pk", "publico", "version"):
        if cambios.get(pk, 0) != version:
            yield f"personaje {publico}: la versión es {version} y hay {cambios.get(pk, 0)} cambios"


def _tiradas() -> Iterator[str]:
    """Cards and entries of the books are one to one, and effects on sheets name a roll that exists."""
    tiradas = Tirada.objects.sin_filtrar(MOTIVO)
    for publico in tiradas.exclude(recibo=F("asiento__recibo")).values_list("publico", flat=True):
        yield f"tirada {publico}: su recibo no es el de su asiento"
    con_tarjeta = Exists(tiradas.filter(asiento=OuterRef("pk")))
    for recibo in Asiento.objects.filter(~con_tarjeta, tipo=Tipo.TIRADA).values_list("recibo", flat=True):
        yield f"asiento {recibo[:8]}: no tiene tarjeta"
    con_asiento = Exists(Asiento.objects.filter(recibo=OuterRef("asiento")))
    huerfanos = CambioFicha.objects.sin_filtrar(MOTIVO).filter(~con_asiento).exclude(asiento="")
    for publico, version in huerfanos.values_list("personaje__publico", "version"):
        yield f"personaje {publico} v{version}: la causa un asiento que no existe"


def _cierres() -> Iterator[str]:
    """Days are numbered without gaps and in order, each with its anchor, and what they say of the sheets is there."""
    anclas = dict(
        Asiento.objects.filter(tipo=Tipo.ANCLA).values_list("libro__dueno").annotate(n=Count("pk")).order_by()
    )
    dias: dict[int, list[tuple[int, date]]] = defaultdict(list)
    filas = Cierre.objects.sin_filtrar(MOTIVO).order_by("partida", "numero")
    for partida, numero, fecha in filas.values_list("partida", "numero", "fecha"):
        dias[partida].append((numero, fecha))
    for pk, publico, ultima in Partida.objects.sin_filtrar(MOTIVO).values_list("pk", "publico", "ultima_jornada"):
        suyos = dias[pk]
        fechas = [fecha for _numero, fecha in suyos]
        if [numero for numero, _fecha in suyos] != list(range(1, len(suyos) + 1)):
            yield f"partida {publico}: falta o sobra un número entre sus jornadas"
        if fechas != sorted(fechas) or (fechas and (ultima is None or fechas[-1] > ultima)):
            yield f"partida {publico}: las fechas de sus jornadas no van en orden"
        if anclas.get(publico, 0) != len(suyos):
            yield f"partida {publico}: hay {len(suyos)} jornadas cerradas y {anclas.get(publico, 0)} anclas en su libro"
    cambios = CambioFicha.objects.sin_filtrar(MOTIVO).filter(causa=CambioFicha.Causa.CIERRE)
    hay = dict(cambios.values_list("personaje__publico").annotate(n=Count("pk")).order_by())
    dichos: dict[str, int] = defaultdict(int)
    for publico, hechos in Recuperacion.objects.sin_filtrar(MOTIVO).values_list("personaje__publico", "hechos"):
        dichos[publico] += sum(bool(hecho["efectos"]) for hecho in hechos)
    for publico in sorted(hay.keys() | dichos.keys()):
        cuantos = hay.get(publico, 0)
        if cuantos != dichos[publico]:
            yield f"personaje {publico}: {dichos[publico]} cambios de noche contados y {cuantos} en su ficha"


def _buzon() -> Iterator[str]:
    """A fact that nobody was told of has a job, waiting or stopped."""
    vivos = Q(estado=Trabajo.Estado.PENDIENTE) | Q(estado=Trabajo.Estado.PARADO)
    claves = set(Trabajo.objects.filter(vivos, tipo="suceso").values_list("clave", flat=True))
    pendientes = Suceso.objects.sin_filtrar(MOTIVO).filter(repartido__isnull=True)
    for publico in pendientes.values_list("publico", flat=True):
        if f"suceso:{publico}" not in claves:
            yield f"suceso {publico}: nadie lo ha contado y no hay trabajo que lo haga"
