"""`manage.py enlace_contrasena USUARIO`: a link to set a new password, for sites without mail."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from cuentas import nombres
from cuentas.dominio import enlace_de_contrasena
from cuentas.models import Usuario


class Command(BaseCommand):
    """Print the link and how long it lives."""

    help = "Imprime un enlace de un solo uso para que USUARIO ponga una contraseña nueva."

    def add_arguments(self, parser: CommandParser) -> None:
        """Ask for the name or the address."""
        parser.add_argument("usuario", help="su nombre, su correo o su identificador público")

    def handle(self, *_args: Any, **opciones: Any) -> None:
        """Find the one account meant and print its link."""
        dado = opciones["usuario"].strip()
        hallados = Usuario.objects.filter(
            Q(clave=nombres.clave_de_nombre(dado)) | Q(publico=dado) | Q(email__iexact=dado)
        )
        if len(hallados) != 1:
            raise CommandError(f"No hay una sola cuenta que se llame así, sino {len(hallados)}: {dado}")
        try:
            enlace = enlace_de_contrasena(hallados[0])
        except ValueError as error:
            raise CommandError(f"La cuenta de {hallados[0].username} está cerrada o suspendida.") from error
        self.stdout.write(enlace)
        minutos = settings.PASSWORD_RESET_TIMEOUT // 60
        self.stderr.write(
            f"Vale una sola vez y durante {minutos} minutos; deja de valer si entra o cambia la contraseña.\n"
            "Dáselo solo a ella, y por un medio en que sepas que es ella."
        )
