"""Reading the book of rolls: an entry, its receipt, the export. Reached through `reglas.libro`.

Who may read what is the caller's question: an open book is for every participant of its partida, a closed one for
who directs it (and for everybody once it is published); a closed receipt, for the audience of its roll.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from reglas import secretos
from reglas.models import Asiento, Clase, Libro
from reglas.nucleo.canonico import canonico
from reglas.sellado import sin_lugar


@dataclass(frozen=True, slots=True)
class Entrada:
    """An entry, typed, as a card or a table shows it. n is None in a closed book: it would count others' rolls."""

    n: int | None
    tipo: str
    sobre: int | None
    dados: tuple[tuple[int, int], ...]
    autor: str
    aporte: str
    a_mano: bool
    anula: str
    sustituye: str
    recibo: str
    cuando: datetime


@dataclass(frozen=True, slots=True)
class Recibo:
    """What a reader of a roll keeps: `recibo` is the SHA-256 that the published book must contain.

    entrada: canonical JSON of the entry; in a closed book without its place, and then `recibo` is its hash.
    """

    recibo: str
    entrada: str


def leer(asiento: Asiento) -> Entrada:
    """Return an entry without what its book may not tell."""
    datos = json.loads(asiento.contenido)
    return Entrada(
        n=None if "pos" in datos else asiento.n,
        tipo=asiento.tipo,
        sobre=datos.get("sobre"),
        dados=tuple((caras, valor) for caras, valor in datos.get("dados", [])),
        autor=datos.get("autor", ""),
        aporte=datos.get("aporte", ""),
        a_mano=datos.get("a_mano", False),
        anula=datos.get("anula", ""),
        sustituye=datos.get("sustituye", ""),
        recibo=asiento.recibo,
        cuando=asiento.creado,
    )


def recibo(asiento: Asiento) -> Recibo:
    """Return the receipt of an entry. Raises ValueError for what no reader of a closed book gets."""
    if "pos" in json.loads(asiento.contenido):
        return Recibo(asiento.recibo, sin_lugar(asiento.contenido))
    if asiento.libro.clase == Clase.CERRADO:
        raise ValueError("only rolls and their counter-entries leave a closed book")
    return Recibo(asiento.recibo, asiento.contenido)


def buscar_recibo(dueno: str, recibo: str) -> Asiento | None:
    """Return the entry of a whole receipt, or None. An open head is a receipt too, so this also tells an ancestor."""
    return Asiento.objects.filter(libro__dueno=dueno, recibo=recibo).first()


def exportar(libro: Libro) -> Iterator[str]:
    """Yield `libro.jsonl`, one canonical line an entry; seeds stand only in the entries that opened envelopes.

    A closed book ends with the salts of the open one's anchors.
    """
    filas = Asiento.objects.filter(libro=libro).order_by("n").values_list("contenido", "hash")
    for contenido, huella in filas.iterator(chunk_size=2000):
        yield canonico({**json.loads(contenido), "hash": huella})
    if libro.clase == Clase.CERRADO:
        for una in secretos.anclas_de(Libro.objects.get(dueno=libro.dueno, clase=Clase.ABIERTO)):
            yield canonico({"tipo": "sal", "ancla": una.n, "sal": una.sal.descubrir().hex(), "cabeza": una.cabeza})
