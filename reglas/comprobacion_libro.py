"""Walk a book and name every entry that does not hold, column by column. Reached through `reglas.libro`.

This is the server's own check, with the seeds and the requests at hand; `static/verificar.py` is the players',
written apart on purpose.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from reglas import secretos
from reglas.models import CERO, Asiento, Clase, Libro, Sobre, Tipo
from reglas.nucleo.azar_sellado import Sello
from reglas.nucleo.canonico import canonico
from reglas.sellado import Secreto, huella_texto, sellar, sin_lugar

TANDA = 200


@dataclass(frozen=True, slots=True)
class Fallo:
    """Something that does not hold. n: the entry, or -1 for the book as a whole. que: the column or property."""

    n: int
    que: str


@dataclass(frozen=True, slots=True)
class Informe:
    """What a walk found; `fallos` empty means that the book is whole."""

    asientos: int
    cabeza: str
    fallos: tuple[Fallo, ...]


@dataclass(slots=True)
class _Paso:
    """What the walk knows: the book, its seeds, and what earlier entries said."""

    libro: Libro
    semillas: dict[int, Secreto]
    compromisos: dict[int, str]
    prev: str = CERO
    n: int = 0
    vigente: int | None = None
    ultimo: int = 0
    restaurado: int = -1

    def nombra(self, papel: str, recibo: str, n: int) -> bool:
        """Say whether the entry at `n` may void or replace that roll: it came before, and nobody did so yet.

        Asked of the database each time: remembering every roll would take memory with the length of the book.
        """
        antes = Asiento.objects.filter(libro=self.libro, n__lt=n)
        ya = antes.filter(**{f"{papel}__recibo": recibo})
        return antes.filter(recibo=recibo, tipo=Tipo.TIRADA).exists() and not ya.exists()


def verificar(libro: Libro) -> Informe:
    """Check every entry, envelope, seed and anchor of a book against one another."""
    paso = _empezar(libro)
    fallos = tuple(_recorrer(paso, lambda: None))
    return Informe(paso.n, paso.prev, fallos)


def recorrer(libro: Libro, avanza: Callable[[], None]) -> Iterator[Fallo]:
    """Yield what `verificar` would list, one by one, in memory that grows with the envelopes and not with the rolls.

    avanza: called once for each entry.
    """
    return _recorrer(_empezar(libro), avanza)


def _empezar(libro: Libro) -> _Paso:
    compromisos = dict(Sobre.objects.filter(libro=libro).values_list("numero", "compromiso"))
    return _Paso(libro, _semillas(libro), compromisos)


def _recorrer(paso: _Paso, avanza: Callable[[], None]) -> Iterator[Fallo]:
    libro = paso.libro
    for numero, semilla in paso.semillas.items():
        if semilla.compromiso() != paso.compromisos.get(numero):
            yield Fallo(-1, f"semilla {numero}")
    filas = Asiento.objects.filter(libro=libro).order_by("n").select_related("sobre", "anula", "sustituye", "juzga")
    for asiento in filas.iterator(chunk_size=TANDA):
        for que in _de_asiento(asiento, paso):
            yield Fallo(asiento.n, que)
        paso.n, paso.prev = asiento.n + 1, asiento.hash
        avanza()
    esperado = {"cabeza": paso.prev, "siguiente": paso.n, "sobre_vigente": paso.vigente}
    for columna, valor in esperado.items():
        if getattr(libro, columna) != valor:
            yield Fallo(-1, columna)
    if libro.sobre_vigente not in paso.semillas:
        yield Fallo(-1, f"semilla {libro.sobre_vigente}")
    if libro.clase == Clase.ABIERTO:
        yield from _de_anclas(libro, paso)


def _semillas(libro: Libro) -> dict[int, Secreto]:
    """Return the seeds by envelope: the stored ones and, for a book loaded from a dump, those that it revealed."""
    semillas: dict[int, Secreto] = {}
    revelaciones = Asiento.objects.filter(libro=libro, tipo=Tipo.REVELACION).order_by("n")
    for contenido in revelaciones.values_list("contenido", flat=True).iterator(chunk_size=TANDA):
        try:
            datos = json.loads(contenido)
            semillas[datos["sobre"]] = Secreto(bytes.fromhex(datos["semilla"]))
        except (ValueError, LookupError, TypeError):
            continue  # the walk names the entry
    return semillas | dict(secretos.semillas_de(libro))


def _de_asiento(asiento: Asiento, paso: _Paso) -> Iterator[str]:
    """Yield the columns and properties of an entry that do not hold."""
    try:
        datos = json.loads(asiento.contenido)
        entero = canonico(datos) == asiento.contenido and huella_texto(asiento.contenido) == asiento.hash
    except (RecursionError, ValueError):
        datos, entero = None, False
    if not isinstance(datos, dict):
        yield "contenido"
        return
    if not entero:
        yield "hash"
    if asiento.n != paso.n:
        yield "n"
    yield from _de_columnas(asiento, datos, paso)
    mirar = {
        Tipo.APERTURA: _de_apertura,
        Tipo.REVELACION: _de_revelacion,
        Tipo.TIRADA: _de_tirada,
        Tipo.ANULACION: _de_anulacion,
        Tipo.RESTAURACION: _de_restauracion,
        Tipo.JUICIO: _de_juicio,
    }.get(Tipo(asiento.tipo))
    if mirar is not None:
        try:
            yield from mirar(asiento, datos, paso)
        except (LookupError, TypeError, ValueError):
            yield "contenido"


def _de_columnas(asiento: Asiento, datos: dict[str, Any], paso: _Paso) -> Iterator[str]:
    """Yield the columns that disagree with the hashed entry."""
    esperado = {
        "n": asiento.n,
        "prev": paso.prev,
        "tipo": asiento.tipo,
        "cuando": asiento.creado.strftime("%Y-%m-%dT%H:%M:%SZ") if not asiento.creado.microsecond else "",
        "sobre": asiento.sobre and asiento.sobre.numero,
        "anula": asiento.anula and asiento.anula.recibo,
        "sustituye": asiento.sustituye and asiento.sustituye.recibo,
        "juzga": asiento.juzga and asiento.juzga.recibo,
        "reglas": asiento.version or None,
        "solicitud": sellar(asiento.peticion, asiento.sal) if _es_hex(asiento.sal) else None,
    }
    yield from (clave for clave, valor in esperado.items() if datos.get(clave) != valor)
    if asiento.recibo != (huella_texto(sin_lugar(asiento.contenido)) if "pos" in datos else asiento.hash):
        yield "recibo"
    if asiento.sobre is not None and asiento.sobre.libro_id != asiento.libro_id:
        yield "sobre"


def _es_hex(texto: str) -> bool:
    return len(texto) == 32 and all(letra in "0123456789abcdef" for letra in texto)


def _de_apertura(_asiento: Asiento, datos: dict[str, Any], paso: _Paso) -> Iterator[str]:
    if paso.vigente is not None or datos["sobre"] != paso.ultimo + 1:
        yield "orden de los sobres"
    if datos["compromiso"] != paso.compromisos.get(datos["sobre"]):
        yield "compromiso"
    if (datos["dueno"], datos["clase"]) != (paso.libro.dueno, paso.libro.clase):
        yield "libro"
    paso.vigente = paso.ultimo = datos["sobre"]


def _de_revelacion(asiento: Asiento, datos: dict[str, Any], paso: _Paso) -> Iterator[str]:
    if datos["sobre"] != paso.vigente:
        yield "orden de los sobres"
    paso.vigente = None
    if "semilla" in datos:
        if Secreto(bytes.fromhex(datos["semilla"])).compromiso() != paso.compromisos.get(datos["sobre"]):
            yield "semilla"
    elif paso.restaurado != asiento.n - 1:
        yield "semilla"


def _de_tirada(asiento: Asiento, datos: dict[str, Any], paso: _Paso) -> Iterator[str]:
    if datos["sobre"] != paso.vigente:
        yield "orden de los sobres"
    if "sustituye" in datos and not paso.nombra("sustituye", datos["sustituye"], asiento.n):
        yield "sustituye"
    semilla = paso.semillas.get(datos["sobre"])
    if paso.libro.clase == Clase.CERRADO:
        yield from _de_posicion(asiento, datos, semilla)
        if datos["compromiso"] != paso.compromisos.get(datos["sobre"]):
            yield "compromiso"
    sello = Sello(asiento.n, datos["prev"], datos.get("pos", ""), datos["sobre"], datos["peticion"], datos["aporte"])
    dados = [(caras, valor) for caras, valor in datos["dados"]]
    if not datos.get("a_mano") and semilla is not None and not semilla.azar(sello).son_suyos(dados):
        yield "dados"


def _de_anulacion(asiento: Asiento, datos: dict[str, Any], paso: _Paso) -> Iterator[str]:
    if datos["sobre"] != paso.vigente:
        yield "orden de los sobres"
    if not paso.nombra("anula", datos["anula"], asiento.n):
        yield "anula"
    if paso.libro.clase == Clase.CERRADO:
        yield from _de_posicion(asiento, datos, paso.semillas.get(datos["sobre"]))


def _de_juicio(asiento: Asiento, datos: dict[str, Any], paso: _Paso) -> Iterator[str]:
    if datos["sobre"] != paso.vigente:
        yield "orden de los sobres"
    sin_dificultad = asiento.juzga is not None and bool(json.loads(asiento.juzga.contenido).get("a_juicio"))
    if not sin_dificultad or not paso.nombra("juzga", datos["juzga"], asiento.n):
        yield "juzga"
    if paso.libro.clase == Clase.CERRADO:
        yield from _de_posicion(asiento, datos, paso.semillas.get(datos["sobre"]))


def _de_posicion(asiento: Asiento, datos: dict[str, Any], semilla: Secreto | None) -> Iterator[str]:
    if semilla is not None and datos["pos"] != semilla.posicion(asiento.n, datos["prev"]):
        yield "pos"


def _de_restauracion(asiento: Asiento, datos: dict[str, Any], paso: _Paso) -> Iterator[str]:
    if datos["desde"] != asiento.n:
        yield "desde"
    paso.restaurado = asiento.n


def _de_anclas(abierto: Libro, paso: _Paso) -> Iterator[Fallo]:
    """Yield the anchors that no salt and head of the closed book reproduce, in order.

    A salt may be missing only before a restoration: a dump never holds it.
    """
    sales = {una.n: una for una in secretos.anclas_de(abierto)}
    cerrado = Asiento.objects.filter(libro__dueno=abierto.dueno, libro__clase=Clase.CERRADO)
    ultimo = -1
    anclas = Asiento.objects.filter(libro=abierto, tipo=Tipo.ANCLA).order_by("n").values_list("n", "contenido")
    for n, contenido in anclas.iterator(chunk_size=TANDA):
        una = sales.get(n)
        if una is None:
            if n > paso.restaurado:
                yield Fallo(n, "sal")
            continue
        if una.sal.ancla(una.cabeza) not in contenido:
            yield Fallo(n, "ancla")
        lugar = cerrado.filter(hash=una.cabeza).values_list("n", flat=True).first()
        if lugar is None or lugar < ultimo:
            yield Fallo(n, "cabeza de cerrado")
        ultimo = max(ultimo, -1 if lugar is None else lugar)
