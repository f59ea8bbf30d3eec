"""What the commands that walk books share: whose books they look at, and the triggers that are missing."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand
from django.db import connections, router
from django.utils.translation import gettext

from reglas import disparadores
from reglas.models import Libro

if TYPE_CHECKING:
    from django.db.models import QuerySet


class OrdenDeLibros(BaseCommand):
    """A command over every book, or over those of the owners given."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the owners; none means all."""
        parser.add_argument("dueno", nargs="*")

    def libros(self, opciones: dict[str, Any]) -> QuerySet[Libro]:
        """Return the books that were asked for, in the order of their owners."""
        libros = Libro.objects.order_by("dueno", "clase")
        return libros.filter(dueno__in=opciones["dueno"]) if opciones["dueno"] else libros

    def decir_los_que_no_estan(self, opciones: dict[str, Any]) -> int:
        """Write a line for each owner asked for that has no book; returns how many."""
        duenos = set(self.libros(opciones).values_list("dueno", flat=True)) if opciones["dueno"] else set()
        sin_libro = sorted({*opciones["dueno"]} - duenos)
        for dueno in sin_libro:
            self.stderr.write(gettext("No hay libros de «%(dueno)s».") % {"dueno": dueno})
        return len(sin_libro)

    def decir_los_disparadores(self) -> int:
        """Write a line for each trigger of the book that is missing, and for each on its tables that is not its own.

        Returns how many.
        """
        conexion = connections[router.db_for_write(Libro)]
        faltan, sobran = disparadores.faltan(conexion), disparadores.sobran(conexion)
        for nombre in faltan:
            self.stderr.write(gettext("Falta el disparador %(nombre)s.") % {"nombre": nombre})
        for nombre in sobran:
            self.stderr.write(gettext("Sobra %(nombre)s, que no es del libro.") % {"nombre": nombre})
        return len(faltan) + len(sobran)
