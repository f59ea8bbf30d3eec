"""What django-allauth asks this site about the second step."""

from allauth.mfa.adapter import DefaultMFAAdapter
from django.utils.translation import gettext_lazy as _

from cuentas.models import Usuario


class AdaptadorMfa(DefaultMFAAdapter):  # type: ignore[misc]  # allauth carries no types
    """The answers of this site."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("Ese código no es correcto, o ya ha pasado."),
    }

    def get_totp_label(self, user: Usuario) -> str:
        """Name the account in the authenticator app by its user name, not by its address."""
        return user.username

    def build_totp_svg(self, url: str) -> str:
        """Draw the code on white paper, so that it can also be read in the dark themes."""
        svg = str(super().build_totp_svg(url))
        apertura, _cierre, dibujo = svg[svg.index("<svg") :].partition(">")
        return f'{apertura}><rect width="100%" height="100%" fill="#fff"/>{dibujo}'
