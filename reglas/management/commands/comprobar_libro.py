"""Check the books of rolls and the triggers that guard them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections, router
from django.utils.translation import gettext, ngettext

from reglas import disparadores, libro
from reglas.models import Libro


class Command(BaseCommand):
    """Walk every book, or those of the owners given; exit 1 at the end if anything does not hold."""

    help = gettext("Comprueba los libros de tiradas: cadena, sobres, dados, anclas y disparadores.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the owners; none means all."""
        parser.add_argument("dueno", nargs="*")

    def handle(self, *_args: Any, **opciones: Any) -> None:
        """Print one line for each book and each thing that does not hold."""
        libros = Libro.objects.order_by("dueno", "clase")
        if opciones["dueno"]:
            libros = libros.filter(dueno__in=opciones["dueno"])
        mal = 0
        for nombre in disparadores.faltan(connections[router.db_for_write(Libro)]):
            mal += 1
            self.stderr.write(gettext("Falta el disparador %(nombre)s.") % {"nombre": nombre})
        for uno in libros.iterator():
            informe = libro.verificar(uno)
            mal += len(informe.fallos)
            datos = {"libro": uno, "cabeza": informe.cabeza, "asientos": informe.asientos}
            self.stdout.write(
                ngettext(
                    "%(libro)s: %(asientos)d asiento, cabeza %(cabeza)s",
                    "%(libro)s: %(asientos)d asientos, cabeza %(cabeza)s",
                    informe.asientos,
                )
                % datos
            )
            for fallo in informe.fallos:
                self.stderr.write(
                    gettext("%(libro)s: asiento %(n)d: no cuadra «%(que)s»")
                    % {"libro": uno, "n": fallo.n, "que": fallo.que}
                )
        if mal:
            raise CommandError(ngettext("%d cosa no cuadra.", "%d cosas no cuadran.", mal) % mal, returncode=1)
