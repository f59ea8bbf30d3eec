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

    def decir_los_que_faltan(self) -> int:
        """Write a line for each trigger of the book that is missing; returns how many."""
        faltan = disparadores.faltan(connections[router.db_for_write(Libro)])
        for nombre in faltan:
            self.stderr.write(gettext("Falta el disparador %(nombre)s.") % {"nombre": nombre})
        return len(faltan)
