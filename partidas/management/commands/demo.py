"""Fill an empty site with four partidas through the domain's own verbs; only with DEMO=1, on this machine."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import reloj
from cuentas.models import Usuario
from partidas.demostracion import CONTRASENA, sembrar


class Command(BaseCommand):
    """Make the demo accounts and their partidas; does nothing where there already are accounts."""

    help = "Siembra las partidas de demostración en un sitio vacío (solo con DEMO=1)."

    def handle(self, *_args: Any, **_opciones: Any) -> None:
        """Refuse outside the demo profile; leave existing data alone."""
        if not settings.DEMO:
            raise CommandError("La demostración solo se siembra con DEMO=1, en un sitio que nadie más alcanza.")
        if Usuario.objects.exists():
            self.stdout.write("Ya hay cuentas: la demostración no toca nada.")
            return
        partida = sembrar(ahora=reloj.ahora())
        self.stdout.write(f"Partida de demostración: {settings.SITIO_URL}/p/{partida.publico}/")
        self.stdout.write(
            f"Cuentas: dani (dirige esa), ana, bruno, carla y hugo (juegan). Contraseña de las cinco: {CONTRASENA}"
        )
