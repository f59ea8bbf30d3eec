"""The book of rolls: the door to its writer and its readers.

Every partida (an opaque owner) has two books: `abierto`, which all its participants read, and `cerrado`, whose
entries only some may see. Lock order: whoever needs both locks `abierto` first, then `cerrado`, and takes both
after every row of the game (partida, escena, turno, personajes) and before the first die.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connections, router, transaction
from django.db.models import F

from reglas.comprobacion_libro import Fallo, Informe, recorrer, verificar
from reglas.errores_libro import (
    AsientoAjeno,
    AzarAjeno,
    ErrorLibro,
    LibroAdelantado,
    LibroSinCerrojo,
    SemillaPerdida,
    SinLibro,
    SobreCambiado,
    YaAnulada,
    YaJuzgada,
    YaSustituida,
)
from reglas.escritura_libro import LibroBloqueado
from reglas.lectura_libro import Entrada, Recibo, buscar_recibo, exportar, leer, recibo
from reglas.models import Asiento, Clase, Libro, Sobre
from reglas.sellado import AporteInvalido
from reglas.tipos_libro import Compromiso, Motivo, TiradaHecha

__all__ = [
    "AporteInvalido",
    "AsientoAjeno",
    "AzarAjeno",
    "Compromiso",
    "Entrada",
    "ErrorLibro",
    "Fallo",
    "Informe",
    "LibroAdelantado",
    "LibroBloqueado",
    "LibroSinCerrojo",
    "Motivo",
    "Recibo",
    "SemillaPerdida",
    "SinLibro",
    "SobreCambiado",
    "TiradaHecha",
    "YaAnulada",
    "YaJuzgada",
    "YaSustituida",
    "abrir_libros",
    "anclar",
    "bloquear",
    "buscar_recibo",
    "comprometido",
    "comprometidos",
    "exportar",
    "leer",
    "recibo",
    "recorrer",
    "verificar",
]


def abrir_libros(dueno: str, *, ahora: datetime) -> bool:
    """Create both books of an owner, each with its first envelope; False if they were there."""
    creados = False
    with transaction.atomic(using=router.db_for_write(Libro)):
        for clase in (Clase.ABIERTO, Clase.CERRADO):
            _, nuevo = Libro.objects.get_or_create(dueno=dueno, clase=clase.value)
            if nuevo:
                bloquear(dueno, clase).abrir_sobre(ahora)
                creados = True
    return creados


def bloquear(dueno: str, clase: Clase) -> LibroBloqueado:
    """Lock a book until the transaction ends. Needs both? `abierto` first. Raises LibroSinCerrojo, SinLibro."""
    if not connections[router.db_for_write(Libro)].in_atomic_block:
        raise LibroSinCerrojo
    libro = Libro.objects.select_for_update().filter(dueno=dueno, clase=clase).first()
    if libro is None:
        raise SinLibro
    # The envelope is read after the lock: another writer may have changed it while we waited.
    return LibroBloqueado(libro, Sobre.objects.filter(libro=libro, numero=libro.sobre_vigente).first())


def comprometido(dueno: str, clase: Clase) -> Compromiso:
    """Return the envelope in force, for the form; its `compromiso` comes back as `sobre_visto`."""
    sobre = Sobre.objects.filter(libro__dueno=dueno, libro__clase=clase, numero=F("libro__sobre_vigente")).first()
    if sobre is None:
        raise SinLibro
    return Compromiso(sobre.numero, sobre.compromiso)


def comprometidos(dueno: str) -> dict[str, Compromiso]:
    """Return the envelopes in force of both books, by class, in one query."""
    filas = Sobre.objects.filter(libro__dueno=dueno, numero=F("libro__sobre_vigente")).select_related("libro")
    return {fila.libro.clase: Compromiso(fila.numero, fila.compromiso) for fila in filas}


def anclar(abierto: LibroBloqueado, cerrado: LibroBloqueado, *, ahora: datetime) -> Asiento:
    """Pin the closed book in the open one at day's end, whether or not anybody rolled.

    The only place where a closed envelope expires, so that its change of number tells nothing of rolls.
    """
    if (abierto.libro.dueno, abierto.libro.clase) != (cerrado.libro.dueno, Clase.ABIERTO) or (
        cerrado.libro.clase != Clase.CERRADO
    ):
        raise ValueError("anclar takes the open and the closed book of one owner")
    if cerrado.caducado(ahora):
        cerrado.rotar(Motivo.DIAS, ahora=ahora)
    ancla = abierto.anotar_ancla(cerrado, ahora=ahora)
    abierto.rotar_si_toca(ahora=ahora)
    return ancla
