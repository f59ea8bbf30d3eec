"""`manage.py invitar`: a link with which to create an account while the site asks for invitations."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from cuentas import invitaciones


class Command(BaseCommand):
    """Print the link; it is not kept anywhere."""

    help = "Imprime un enlace de invitación para crear una cuenta en el sitio."

    def add_arguments(self, parser: CommandParser) -> None:
        """Ask how many accounts and for how long."""
        parser.add_argument("--usos", type=int, default=1, help="cuentas que permite (1)")
        parser.add_argument("--dias", type=int, default=14, help="días que vale (14)")
        parser.add_argument("--nota", default="", help="para reconocerla en la lista")

    def handle(self, *_args: Any, **opciones: Any) -> None:
        """Create it and print its link."""
        _invitacion, token = invitaciones.crear_invitacion(
            None, usos=opciones["usos"], dias=opciones["dias"], nota=opciones["nota"], ahora=timezone.now()
        )
        self.stdout.write(invitaciones.enlace(token))
