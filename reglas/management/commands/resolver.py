"""manage.py resolver: the black box. JSON lines in, JSON lines out, no database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from reglas.caja import atender


class Command(BaseCommand):
    """Answer each request of the standard input, in order."""

    help = "Resuelve peticiones del motor de reglas: una línea JSON por petición, una por respuesta."
    requires_system_checks: list[Any] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --probabilidad."""
        parser.add_argument(
            "--probabilidad", action="store_true", help="Responde con la distribución exacta en vez de tirar."
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Answer every line; exit with 2 when one was refused."""
        if not atender(sys.stdin.buffer, sys.stdout.buffer, odds=options["probabilidad"]):
            sys.exit(2)
