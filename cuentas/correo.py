"""Where an account is written to."""

from allauth.account.models import EmailAddress
from django.conf import settings

from cuentas.models import Usuario


def direccion_de(usuario: Usuario) -> str:
    """Return the address of the account to which notices may go, or an empty text.

    One that its person has confirmed. A site without a server of mail cannot confirm any and sends none: its mails
    are files, so the address as it was given will do there.
    """
    if usuario.cerrada is not None or not usuario.is_active:
        return ""
    filas = EmailAddress.objects.filter(user=usuario, primary=True)
    if settings.HAY_CORREO:
        filas = filas.filter(verified=True)
    return filas.values_list("email", flat=True).first() or ""
