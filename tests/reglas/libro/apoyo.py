"""A table with two books, and the roll that every test of the book makes."""

from datetime import UTC, datetime

from django.db import transaction

from reglas import libro
from reglas.libro import Informe, LibroBloqueado, TiradaHecha
from reglas.models import CERO, Asiento, Clase, Libro
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.canonico import huella

DUENO = "PartidaDos1"
ANA = "AnaPublic01"
BRUNO = "BrunoPubl01"
AHORA = datetime(2027, 3, 1, 10, 30, 15, tzinfo=UTC)
APORTE = "00112233aabbccdd"
MUCHOS = (100,) * 5  # so many that no other seed gives the same by chance


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


def sano(clase: Clase = Clase.ABIERTO) -> bool:
    """Say whether the book holds, head and all."""
    uno = el_libro(clase)
    return libro.verificar(uno) == Informe(uno.siguiente, uno.cabeza, ())


def lineas(clase: Clase, dueno=DUENO) -> list[str]:
    """Return the export of a book."""
    return list(libro.exportar(el_libro(clase, dueno)))


def libro_variado(dueno=DUENO) -> list[Asiento]:
    """Fill both books with an entry of every sort; return the rolls of the open one, the replaced one first."""
    mala = tirar_en(Clase.ABIERTO, *MUCHOS, dueno=dueno)
    buena = tirar_en(Clase.ABIERTO, *MUCHOS, que="otra vez", sustituye=mala, dueno=dueno)
    tirar_en(Clase.CERRADO, *MUCHOS, dueno=dueno)
    with transaction.atomic():
        abierto = libro.bloquear(dueno, Clase.ABIERTO)
        abierto.anotar_anulacion(buena, motivo=huella("x"), autor=BRUNO, ahora=AHORA)
        a_mano = abierto.anotar_a_mano(huella("y"), hecha(AzarDictado([7]), (20,)), ahora=AHORA)
    anclar(dueno=dueno)
    rotar(Clase.ABIERTO, dueno=dueno)
    with transaction.atomic():
        libro.bloquear(dueno, Clase.ABIERTO).restaurar(hasta=12, perdidos=["ab" * 32], ahora=AHORA)
    ultima = tirar_en(Clase.ABIERTO, *MUCHOS, aporte="", dueno=dueno)
    return [mala, buena, a_mano, ultima]


def recadenar(filas: list[dict]) -> list[dict]:
    """Number, link and hash entries anew, as an operator would after changing one."""
    prev, hechas = CERO, []
    for n, fila in enumerate(filas):
        nueva = {**{clave: valor for clave, valor in fila.items() if clave != "hash"}, "n": n, "prev": prev}
        prev = huella(nueva)
        hechas.append({**nueva, "hash": prev})
    return hechas
