"""What a password may not be, with sentences of this site: short, too long, common, or the name of the person."""

import re
import unicodedata

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from cuentas.models import Usuario

MAXIMO = 128
PALABRAS = frozenset(
    [
        "contrasena",
        "contrasenas",
        "micontrasena",
        "lacontrasena",
        "clave",
        "claves",
        "miclave",
        "secreto",
        "secreta",
        "hiloydado",
        "hilodado",
        "rolporforo",
        "juegoderol",
        "roldeforo",
        "comunidadumbria",
        "umbria",
        "thestrange",
        "ardiente",
        "directordejuego",
        "narradora",
        "personaje",
        "partida",
        "partidas",
        "aventura",
        "aventuras",
        "mazmorra",
        "dragones",
        "teamo",
        "teamomucho",
        "teodio",
        "hola",
        "holamundo",
        "bienvenido",
        "bienvenida",
        "administrador",
        "invitado",
        "usuario",
        "espana",
        "barcelona",
        "realmadrid",
        "atleticodemadrid",
        "valencia",
        "sevilla",
        "mexico",
        "argentina",
        "colombia",
        "qwertyuiop",
        "qwertyuiopn",
        "asdfghjkln",
        "zxcvbnm",
        "abcdefghij",
        "password",
        "passwords",
    ]
)


class LargoMinimo(password_validation.MinimumLengthValidator):
    """Refuse fewer than `min_length` characters."""

    def get_error_message(self) -> str:
        """Say how many are needed."""
        return str(_("Necesita al menos %(min)d caracteres; mejor quince.") % {"min": self.min_length})


class LargoMaximo:
    """Refuse more than 128 characters, so that nobody makes the server hash a book."""

    def validate(self, password: str, user: object = None) -> None:  # noqa: ARG002 - the signature is Django's
        """Raise ValidationError if it is too long."""
        if len(password) > MAXIMO:
            raise ValidationError(_("Como mucho %(max)d caracteres."), code="larga", params={"max": MAXIMO})

    def get_help_text(self) -> str:
        """Say nothing: nobody needs to know beforehand."""
        return ""


class NoComun(password_validation.CommonPasswordValidator):
    """Refuse the twenty thousand commonest passwords, and the common ones in Spanish and of this site."""

    def validate(self, password: str, user: Usuario | None = None) -> None:
        """Raise ValidationError if it is on a list, with or without accents, digits and signs at its end."""
        super().validate(password, user)
        llana = unicodedata.normalize("NFD", password.casefold())
        llana = re.sub(r"[^a-z]", "", "".join(c for c in llana if not unicodedata.combining(c)))
        if llana in PALABRAS:
            raise ValidationError(self.get_error_message(), code="password_too_common")

    def get_error_message(self) -> str:
        """Say what is wrong with it."""
        return str(_("Es de las primeras que alguien probaría. Elige otra."))


class NoParecida(password_validation.UserAttributeSimilarityValidator):
    """Refuse what resembles the name or the address of the person."""

    def get_error_message(self) -> str:
        """Say which of the data it resembles."""
        return str(_("Se parece demasiado a tu %(verbose_name)s."))
