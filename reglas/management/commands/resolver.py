"""manage.py resolver: the black box. JSON lines in, JSON lines out, no database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from reglas.caja import TERMINADOR, responder
from reglas.protocolo import MAX_BYTES


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
        rechazadas = False
        salida = sys.stdout.buffer
        for linea in lineas(sys.stdin.buffer):
            respuesta, bien = responder(linea, odds=options["probabilidad"])
            rechazadas |= not bien
            salida.write(respuesta.encode() + TERMINADOR)
            salida.flush()
        if rechazadas:
            sys.exit(2)


def lineas(entrada: BinaryIO) -> Iterator[bytes]:
    """Yield the lines that are not blank; of one over the limit, enough to be refused for it."""
    while linea := entrada.readline(MAX_BYTES + 2):
        if not linea.endswith(b"\n"):
            while (resto := entrada.readline(MAX_BYTES)) and not resto.endswith(b"\n"):
                pass
        if linea.strip():
            yield linea.removesuffix(b"\n").removesuffix(b"\r")
