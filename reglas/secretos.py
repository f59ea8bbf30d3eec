"""The one way past the walled managers: store and read seeds and salts. Only the book imports this module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from reglas.models import Asiento, Libro, SalAncla, Semilla, Sobre
from reglas.sellado import Secreto


@dataclass(frozen=True, slots=True)
class Ancla:
    """The salt of the anchor at place `n` of the open book, and the head of the closed one that it pins."""

    n: int
    sal: Secreto
    cabeza: str


def guardar_semilla(sobre: Sobre, semilla: Secreto) -> None:
    """Store the seed of a new envelope."""
    QuerySet[Semilla](Semilla).bulk_create([Semilla(sobre=sobre, valor=semilla.descubrir())])


def semilla_de(sobre: Sobre) -> Secreto | None:
    """Return the seed of an envelope; None if it is gone, as after loading a dump, which never holds it."""
    valor = QuerySet[Semilla](Semilla).filter(sobre=sobre).values_list("valor", flat=True).first()
    return None if valor is None else Secreto(bytes(valor))


def semillas_de(libro: Libro) -> Iterator[tuple[int, Secreto]]:
    """Yield the seeds of a book that are stored, by the number of their envelope."""
    filas = QuerySet[Semilla](Semilla).filter(sobre__libro=libro).order_by("sobre__numero")
    for numero, valor in filas.values_list("sobre__numero", "valor").iterator():
        yield numero, Secreto(bytes(valor))


def guardar_sal(asiento: Asiento, sal: Secreto, cabeza: str) -> None:
    """Store the salt of a day's anchor."""
    QuerySet[SalAncla](SalAncla).bulk_create([SalAncla(asiento=asiento, valor=sal.descubrir(), cabeza=cabeza)])


def anclas_de(abierto: Libro) -> Iterator[Ancla]:
    """Yield the salts of an open book's anchors, the oldest first."""
    filas = QuerySet[SalAncla](SalAncla).filter(asiento__libro=abierto).select_related("asiento").order_by("asiento__n")
    for fila in filas.iterator():
        yield Ancla(fila.asiento.n, Secreto(bytes(fila.valor)), fila.cabeza)
