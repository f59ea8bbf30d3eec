"""Check the books of rolls and the triggers that guard them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext, ngettext

from reglas import libro
from reglas.ordenes import OrdenDeLibros


class Command(OrdenDeLibros):
    """Walk every book, or those of the owners given; exit 1 at the end if anything does not hold."""

    help = gettext("Comprueba los libros de tiradas: cadena, sobres, dados, anclas y disparadores.")

    def handle(self, *_args: Any, **opciones: Any) -> None:
        """Print one line for each book and each thing that does not hold."""
        mal = self.decir_los_disparadores() + self.decir_los_que_no_estan(opciones)
        for uno in self.libros(opciones).iterator():
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
