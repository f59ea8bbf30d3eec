"""Write a book of rolls as JSON lines, for `verificar.py`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from reglas import libro
from reglas.models import Clase, Libro


class Command(BaseCommand):
    """Print the open book of an owner, or the closed one with `--cerrado`."""

    help = gettext("Escribe un libro de tiradas, un asiento en cada línea.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the owner and which of the two books."""
        parser.add_argument("dueno")
        parser.add_argument("--cerrado", action="store_true")

    def handle(self, *_args: Any, **opciones: Any) -> None:
        """Print the lines."""
        clase = Clase.CERRADO if opciones["cerrado"] else Clase.ABIERTO
        uno = Libro.objects.filter(dueno=opciones["dueno"], clase=clase).first()
        if uno is None:
            raise CommandError(gettext("No hay ningún libro de ese dueño."))
        for linea in libro.exportar(uno):
            self.stdout.write(linea)
