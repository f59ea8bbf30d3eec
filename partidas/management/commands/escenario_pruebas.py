"""`PRUEBAS=1 manage.py escenario_pruebas --json`: fill an empty database with the fixture of the security tests."""

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import transaction

from config import reloj
from cuentas.models import Usuario
from partidas.escenario.oraculo import QUIEN_VE, ROLES
from partidas.escenario.sembrar import CONTRASENA, ids_secretos, sembrar


class Command(BaseCommand):
    """Make the cast and one thing of each kind, each with its canary, and say who may see it."""

    help = "Llena una base vacía con el reparto y los canarios de las pruebas de seguridad (solo con PRUEBAS=1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Choose what is printed."""
        parser.add_argument("--json", action="store_true", help="cuentas, partidas y canarios, para una máquina")

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse outside the tests and where there are people; make all of it, or nothing."""
        if not settings.PRUEBAS:
            raise CommandError("El escenario tiene cuentas de clave conocida: solo se siembra con PRUEBAS=1.")
        if Usuario.objects.exists():
            raise CommandError("Ya hay cuentas en esta base: el escenario solo se siembra en una vacía.")
        with transaction.atomic():
            escenario = sembrar(ahora=reloj.ahora())
        if not options["json"]:
            self.stdout.write(f"{len(escenario.gente)} cuentas, {len(escenario.canarios)} canarios.")
            return
        datos = {
            "sitio": settings.SITIO_URL,
            "contrasena": CONTRASENA,
            "roles": list(ROLES),
            "cuentas": {nombre: usuario.publico for nombre, usuario in escenario.gente.items()},
            "partidas": {clave: partida.publico for clave, partida in escenario.partidas.items()},
            "canarios": [
                {
                    "clase": clase,
                    "canario": canario,
                    "roles": sorted(QUIEN_VE[clase]),
                    "ids": ids_secretos(escenario, clase),
                }
                for clase, canario in escenario.canarios.items()
            ],
        }
        self.stdout.write(json.dumps(datos, ensure_ascii=False, indent=1))
