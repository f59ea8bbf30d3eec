"""A table with two books, and the roll that every test of the book makes."""

from datetime import UTC, datetime

from django.db import transaction

from reglas import libro
from reglas.libro import LibroBloqueado, TiradaHecha
from reglas.models import Asiento, Clase, Libro
from reglas.nucleo.canonico import huella

DUENO = "PartidaDos1"
ANA = "AnaPublic01"
BRUNO = "BrunoPubl01"
AHORA = datetime(2027, 3, 1, 10, 30, 15, tzinfo=UTC)
APORTE = "00112233aabbccdd"


def hecha(azar, caras, *, autor=ANA, solicitud=None, sustituye=None):
    """Throw dice and wrap them as the engine's caller does."""
    for unas in caras:
        azar.dado(unas, "prueba")
    return TiradaHecha(
        tiradas=tuple(azar.tiradas),
        autor=autor,
        solicitud=solicitud or {"accion": "tarea", "ficha": {"px": 3}},
        version="prueba/1",
        sustituye=sustituye,
    )


def tirar(bloqueado: LibroBloqueado, *caras, que="mirar", ahora=AHORA, aporte=APORTE, **resto) -> Asiento:
    """Make one roll in a locked book."""
    azar = bloqueado.azar(huella({"declarado": que}), aporte)
    return bloqueado.anotar_tirada(azar, hecha(azar, caras or (20,), **resto), ahora=ahora)


def tirar_en(clase: Clase, *caras, dueno=DUENO, **resto) -> Asiento:
    """Make one roll in its own transaction."""
    with transaction.atomic():
        return tirar(libro.bloquear(dueno, clase), *caras, **resto)


def anclar(ahora=AHORA, dueno=DUENO) -> Asiento:
    """End a day."""
    with transaction.atomic():
        abierto, cerrado = libro.bloquear(dueno, Clase.ABIERTO), libro.bloquear(dueno, Clase.CERRADO)
        return libro.anclar(abierto, cerrado, ahora=ahora)


def rotar(clase: Clase, motivo=libro.Motivo.ESCENA, ahora=AHORA, dueno=DUENO):
    """Open the envelope in force and seal another."""
    with transaction.atomic():
        return libro.bloquear(dueno, clase).rotar(motivo, ahora=ahora)


def el_libro(clase: Clase, dueno=DUENO) -> Libro:
    """Return a book as it is now."""
    return Libro.objects.get(dueno=dueno, clase=clase)


def lineas(clase: Clase, dueno=DUENO) -> list[str]:
    """Return the export of a book."""
    return list(libro.exportar(el_libro(clase, dueno)))
