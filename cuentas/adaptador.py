"""What django-allauth asks this site: who may sign up, which names will do, where to go next, and how mail leaves."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from cuentas import nombres
from cuentas.caminos import enlace_del_sitio, es_camino_seguro
from cuentas.dominio import nombre_de_cuenta, nombre_parecido
from cuentas.galletas import lectura_de
from cuentas.models import Usuario

MANERAS = {
    "reauthenticate": _("Usa tu contraseña"),
    "mfa_reauthenticate": _("Usa la aplicación o un código"),
    "mfa_reauthenticate:webauthn": _("Usa una llave de seguridad"),
}
ENLACES = ("signup_url", "password_reset_url", "activate_url")


def _en_el_sitio(enlace: str) -> str:
    return enlace_del_sitio(urlsplit(enlace).path)


class Acceso(AuthenticationBackend):  # type: ignore[misc]  # allauth carries no types
    """The only door: by name or by address, with a password.

    The name is found by its key, which is indexed and the same on every database (SQLite's `iexact` knows only
    ASCII), and then compared, so that a look-alike is not an alias with attempts of its own.
    """

    def _authenticate_by_username(self, username: str, password: str) -> Any:
        usuario = Usuario.objects.filter(clave=nombres.clave_de_nombre(username)).first()
        if usuario is not None and usuario.username.lower() != username.strip().lower():
            usuario = None
        return self._check_password(usuario, password)


class Adaptador(DefaultAccountAdapter):  # type: ignore[misc]  # allauth carries no types
    """The answers of this site."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("Esta cuenta no puede entrar."),
        "email_password_mismatch": _("El nombre o la contraseña no son correctos."),
        "username_password_mismatch": _("El nombre o la contraseña no son correctos."),
        "incorrect_password": _("Esa no es tu contraseña."),
        "enter_current_password": _("Esa no es tu contraseña actual."),
        "incorrect_code": _("Ese código no es correcto, o ya ha pasado."),
        "too_many_login_attempts": _("Demasiados intentos seguidos. Espera cinco minutos y prueba otra vez."),
        "rate_limited": _("Vas muy deprisa. Espera un minuto y prueba otra vez."),
        "duplicate_email": _("Ya tienes ese correo en tu cuenta."),
        "max_email_addresses": _("No puedes tener más de %d correos."),
    }

    def get_reauthentication_methods(self, user: Usuario) -> list[dict[str, Any]]:
        """Return the ways to confirm who one is, in our words."""
        maneras: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [{**m, "description": MANERAS.get(m["id"], m["description"])} for m in maneras]

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002 - the signature is allauth's
        """Say whether the sign-up page shows a form; with invitations it does, and asks for the code."""
        return settings.REGISTRO in {"abierto", "invitacion"}

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the canonical name, or refuse it; `shallow` asks without looking at the other accounts."""
        if shallow:
            return nombres.validar_nombre(username)
        return nombre_de_cuenta(username)

    def save_user(self, request: HttpRequest, user: Usuario, form: Any, commit: bool = True) -> Usuario:
        """Create the account with the language and the reading choices the visitor already had."""
        lectura = lectura_de(request)
        user.tema, user.letra = lectura.tema, lectura.letra
        user.tipografia, user.ancho, user.hoja = lectura.tipografia, lectura.ancho, lectura.hoja
        idioma = translation.get_language() or settings.LANGUAGE_CODE
        user.idioma = idioma if idioma in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        user.date_joined = timezone.now()
        super().save_user(request, user, form, commit=commit)
        if commit and (otro := nombre_parecido(user.username)):
            messages.warning(
                request, _("Hay otra persona que se llama %(otro)s: fíjate en las tildes.") % {"otro": otro}
            )
        return user

    def is_safe_url(self, url: str | None) -> bool:
        """Say whether one may be sent there: only paths of this site, never a host."""
        return es_camino_seguro(url)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002 - the signature is allauth's
        """Return to the security page after changing the password."""
        return reverse("cuentas:ajustes_seguridad")

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the link of a mail, made with SITIO_URL."""
        return _en_el_sitio(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the link of a mail, made with SITIO_URL."""
        return _en_el_sitio(super().get_email_confirmation_url(request, emailconfirmation))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links are all of SITIO_URL; a site without mail sends none."""
        if not settings.HAY_CORREO:
            return
        enlaces = {nombre: _en_el_sitio(context[nombre]) for nombre in ENLACES if nombre in context}
        super().send_mail(template_prefix, email, {**context, **enlaces, "sitio_url": settings.SITIO_URL})
