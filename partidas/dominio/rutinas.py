"""What the worker does of its own accord: tell what happened, let expire what has a date, check the books by night."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from partidas.dominio import auditoria, buzon, enfriamiento, plazos, repintado
from partidas.dominio.obrero import NoRepetir, manejador, retirar_abandonados
from partidas.models import Borrador, Latido, Parada, Programado, Suceso, Trabajo
from reglas import libro
from reglas.models import Clase, Libro

Oyente = Callable[[Suceso, datetime], None]
Preguntar = Callable[[Suceso, datetime], Any]
Escribir = Callable[[Suceso, Any, datetime], None]
Caducar = Callable[[datetime], int]

HORA_DE_REVISION = 4  # UTC
PLAZO_DE_REVISION = timedelta(hours=1)
"""A book of a hundred thousand rolls takes some minutes."""
DIAS_DE_BORRADOR = 30
DIAS_DE_TRABAJO_HECHO = 7
DIAS_DE_LATIDO, DIAS_DE_PARADA = 1, 60
SILENCIO_LARGO = timedelta(minutes=10)

log = logging.getLogger("hilo.buzon")
_oyentes: list[Oyente] = []
_repartidores: list[tuple[Preguntar, Escribir]] = []
_caducidades: dict[str, Caducar] = {}


def oyente(funcion: Oyente) -> Oyente:
    """Register somebody who wants to know of every fact; it runs inside the transaction that marks it as told."""
    _oyentes.append(funcion)
    return funcion


def repartidor(preguntar: Preguntar, escribir: Escribir) -> None:
    """Register who tells every fact to many people: it asks first, with no transaction open, and then only writes.

    On SQLite an open transaction that has written keeps every writer waiting, and to ask the gate for a whole table
    takes a while. What `preguntar` returns is handed to `escribir`, inside the transaction that marks it as told.
    """
    _repartidores.append((preguntar, escribir))


def caducidad(nombre: str) -> Callable[[Caducar], Caducar]:
    """Register what lets one kind of thing expire: called every hour, it returns how many it took away."""

    def registrar(funcion: Caducar) -> Caducar:
        _caducidades[nombre] = funcion
        return funcion

    return registrar


def latir(ahora: datetime, *, pid: int) -> None:
    """Leave a row that says the background work is alive, and another if it had not been for long; drop the old ones.

    Two workers at once can write the same stop twice: whoever reads asks only whether there was one.
    """
    anterior = Latido.objects.order_by("-momento").first()
    if anterior is not None and ahora - anterior.momento > SILENCIO_LARGO:
        Parada.objects.create(desde=anterior.momento, hasta=ahora)
    Latido.objects.create(momento=ahora, pid=pid)
    Latido.objects.filter(momento__lt=ahora - timedelta(days=DIAS_DE_LATIDO)).delete()
    Parada.objects.filter(hasta__lt=ahora - timedelta(days=DIAS_DE_PARADA)).delete()


def planificar(ahora: datetime) -> int:
    """Ask for the routine jobs of this hour and this night, and stop those that kill workers; returns how many."""
    nuevos = retirar_abandonados(ahora)
    nuevos += buzon.encargar("caducar", clave=f"caducar:{ahora:%Y-%m-%dT%H}", ahora=ahora)
    nuevos += repintado.encargar(ahora)
    nuevos += enfriamiento.encargar(ahora)
    nuevos += plazos.encargar(ahora)
    if ahora.hour >= HORA_DE_REVISION:
        nuevos += buzon.encargar("revisar_libros", clave=f"revisar_libros:{ahora:%Y-%m-%d}", ahora=ahora)
    return nuevos


@manejador("suceso", atomico=False)
def repartir(datos: Mapping[str, Any], ahora: datetime) -> None:
    """Tell one fact to everybody whom it concerns, once: two workers that have it wait for each other at its row."""
    filas = Suceso.objects.sin_filtrar("tell a fact").filter(publico=datos["suceso"], repartido__isnull=True)
    suceso = filas.first()
    if suceso is None:
        log.info("el suceso %s ya no está o ya se contó", datos["suceso"])
        return
    preguntado = [preguntar(suceso, ahora) for preguntar, _escribir in _repartidores]
    with transaction.atomic():
        suceso = filas.select_for_update(of=("self",)).first()
        if suceso is None:
            return
        for avisar in _oyentes:
            avisar(suceso, ahora)
        for que, (_preguntar, escribir) in zip(preguntado, _repartidores, strict=True):
            escribir(suceso, que, ahora)
        suceso.repartido = ahora
        suceso.save(update_fields=["repartido"])


@manejador("caducar", atomico=False)
def caducar(_datos: Mapping[str, Any], ahora: datetime) -> None:
    """Take away everything whose date has passed, each kind in its own transaction."""
    for nombre, funcion in _caducidades.items():
        with transaction.atomic():
            cuantos = funcion(ahora)
        if cuantos:
            log.info("caducan: %s, %d", nombre, cuantos)


@caducidad("borradores")
def caducar_borradores(ahora: datetime) -> int:
    """Drop the drafts that nobody has touched for a month, but for those of turns that wait for their hour."""
    viejos = Borrador.objects.sin_filtrar("drafts expire").filter(guardado__lt=ahora - timedelta(days=DIAS_DE_BORRADOR))
    esperan = Programado.objects.sin_filtrar("drafts expire").filter(estado=Programado.Estado.PENDIENTE)
    aparte = [f"programado:{publico}" for publico in esperan.values_list("publico", flat=True)]
    return viejos.exclude(lugar__in=aparte).delete()[0]


@caducidad("trabajos hechos")
def caducar_trabajos(ahora: datetime) -> int:
    """Drop the jobs that were done a week ago; their keys are free again."""
    limite = ahora - timedelta(days=DIAS_DE_TRABAJO_HECHO)
    return Trabajo.objects.filter(estado=Trabajo.Estado.HECHO, hecho__lt=limite).delete()[0]


@manejador("revisar_libros")
def revisar_libros(_datos: Mapping[str, Any], ahora: datetime) -> None:
    """Ask for the check of each book apart: one that fails hides no other."""
    for dueno, clase in Libro.objects.order_by("pk").values_list("dueno", "clase"):
        clave = f"revisar_libro:{dueno}:{clase}:{ahora:%Y-%m-%d}"
        buzon.encargar("revisar_libro", clave=clave, datos={"dueno": dueno, "clase": clase}, ahora=ahora)


@manejador("revisar_libro", atomico=False, plazo=PLAZO_DE_REVISION)
def revisar_libro(datos: Mapping[str, Any], ahora: datetime) -> None:
    """Audit one book from end to end; a failure stops the job, because looking again will not mend it."""
    fila = Libro.objects.filter(dueno=datos["dueno"], clase=datos["clase"]).first()
    repaso = auditoria.repasar(fila, ahora=ahora) if fila is not None else None
    if repaso is not None and repaso.fallos:
        fallos = "; ".join(auditoria.decir(fallo) for fallo in repaso.fallos)
        log.critical("el libro %s (%s) no cuadra: %s", datos["dueno"], datos["clase"], fallos)
        raise NoRepetir(fallos)


def fallos_del_libro(dueno: str, clase: str) -> list[str]:
    """Return what does not hold in a book, in words.

    It is read without a lock, so that nobody waits. A roll written meanwhile can look like a failure: only what
    fails again with the book locked is one.
    """
    fila = Libro.objects.filter(dueno=dueno, clase=clase).first()
    if fila is None or not libro.verificar(fila).fallos:
        return []
    with transaction.atomic():
        informe = libro.verificar(libro.bloquear(dueno, Clase(clase)).libro)
    return [f"asiento {fallo.n}: {fallo.que}" for fallo in informe.fallos]
