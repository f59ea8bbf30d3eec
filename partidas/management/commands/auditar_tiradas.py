"""`manage.py auditar_tiradas`: is every roll what the rules make of what was asked and of the dice that fell?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext, ngettext

from config import reloj
from partidas.dominio import auditoria
from reglas.ordenes import OrdenDeLibros

ANCHO = 30


class Barra:
    """A bar of progress on a terminal, drawn again at each hundredth; elsewhere it writes nothing."""

    def __init__(self, salida: Any, total: int) -> None:
        self._salida = salida if salida.isatty() else None
        self._total = max(total, 1)
        self._hechos = 0
        self._dibujado = -1

    def avanza(self) -> None:
        """Count one step."""
        self._hechos += 1
        ciento = min(100 * self._hechos // self._total, 100)
        if self._salida is not None and ciento != self._dibujado:
            self._dibujado = ciento
            llena = "#" * (ANCHO * ciento // 100)
            self._salida.write(f"\r[{llena:.<{ANCHO}}] {ciento} % {self._hechos}/{self._total}", ending="")
            self._salida.flush()

    def borra(self) -> None:
        """Leave the line clean for what is said next."""
        if self._salida is not None and self._dibujado >= 0:
            self._salida.write("\r" + " " * (ANCHO + 40) + "\r", ending="")
            self._dibujado = -1


class Command(OrdenDeLibros):
    """Audit every book, or those of the owners given; exit 1 at the end if anything does not hold."""

    help = gettext("Resuelve otra vez cada tirada guardada y recorre sus libros. Deja anotado lo que encuentra.")

    def handle(self, *_args: Any, **opciones: Any) -> None:
        """Name each thing that does not hold by book, entry and field, and say how much was looked at."""
        libros = self.libros(opciones)
        barra = Barra(self.stderr, auditoria.por_mirar(libros))
        asientos = tiradas = otras = 0
        mal = self.decir_los_disparadores() + self.decir_los_que_no_estan(opciones)
        for uno in libros.iterator():
            repaso = auditoria.repasar(uno, ahora=reloj.ahora(), avanza=barra.avanza)
            asientos, tiradas = asientos + repaso.asientos, tiradas + repaso.tiradas
            otras, mal = otras + repaso.otras_reglas, mal + repaso.cuantos
            if repaso.fallos:
                barra.borra()
            for fallo in repaso.fallos:
                self.stderr.write(f"{uno}: {auditoria.decir(fallo)}")
            if repaso.cuantos > len(repaso.fallos):
                self.stderr.write(gettext("%(libro)s: y %(n)d más") % {
                    "libro": uno, "n": repaso.cuantos - len(repaso.fallos)
                })  # fmt: skip
        barra.borra()
        self.stdout.write(
            gettext("Asientos: %(asientos)d. Tiradas resueltas otra vez: %(tiradas)d.")
            % {"asientos": asientos, "tiradas": tiradas}
        )
        if otras:
            self.stdout.write(
                ngettext(
                    "%d tirada es de otra versión de las reglas y no se ha resuelto.",
                    "%d tiradas son de otra versión de las reglas y no se han resuelto.",
                    otras,
                )
                % otras
            )
        if mal:
            raise CommandError(ngettext("%d cosa no cuadra.", "%d cosas no cuadran.", mal) % mal, returncode=1)
