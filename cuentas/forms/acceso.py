"""The forms of django-allauth in the words of this site: labels above, no placeholders, help that helps.

They are built, not subclassed: allauth carries no types, and all we change are words and two checks at sign-up.
"""

from collections.abc import Mapping
from typing import Any, cast

from allauth.account import forms as cuenta
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms.forms import DeclarativeFieldsMetaclass
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cuentas import invitaciones
from cuentas.models import Usuario

Texto = str | Promise

AYUDA_CONTRASENA = _("Diez caracteres al menos; mejor quince. Valen espacios, tildes y emoji.")
AYUDA_NOMBRE = _("Es el que verán los demás. De 2 a 40 caracteres; valen espacios y tildes.")


class Vestido(forms.Form):
    """Strip placeholders, and put our labels and helps on the fields a form of allauth has."""

    rotulos: Mapping[str, Texto] = {}
    ayudas: Mapping[str, Texto] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Build the form and dress its fields."""
        super().__init__(*args, **kwargs)
        for nombre, campo in self.fields.items():
            campo.widget.attrs.pop("placeholder", None)
            campo.label = cast(str, self.rotulos.get(nombre, campo.label))
            campo.help_text = cast(str, self.ayudas.get(nombre, ""))


class Alta(Vestido):
    """Sign-up: an invitation where the site asks for one, and a clean answer if two people race for a name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Build the form, with the field of the invitation if this site needs one."""
        super().__init__(*args, **kwargs)
        if settings.REGISTRO == "invitacion":
            self.fields["invitacion"] = forms.CharField(
                label=_("Código de invitación"),
                max_length=200,
                initial=context.request.GET.get("invitacion", ""),
                help_text=_("Viene en el enlace que te han dado."),
                widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            )
            self.order_fields(["invitacion"])

    def clean_invitacion(self) -> str:
        """Refuse a code with which no account can be created, without saying why."""
        codigo: str = self.cleaned_data["invitacion"].strip().rstrip("/").rpartition("/")[2]
        if invitaciones.buscar(codigo, ahora=timezone.now()) is None:
            raise forms.ValidationError(_("Esa invitación no vale: pide otra a quien te la dio."), code="invitacion")
        return codigo

    def save(self, request: HttpRequest) -> Usuario:
        """Create the account and spend the invitation, both or neither."""
        try:
            with transaction.atomic():
                codigo = self.cleaned_data.get("invitacion")
                if codigo:
                    invitaciones.gastar(codigo, ahora=timezone.now())
                return cast(Usuario, super().save(request))  # type: ignore[misc]  # the parent is allauth's form
        except invitaciones.InvitacionInservible as error:
            raise _otra_vez(request, _("Esa invitación acaba de gastarse: pide otra a quien te la dio.")) from error
        except IntegrityError as error:
            raise _otra_vez(request, _("Alguien acaba de quedarse con ese nombre: elige otro.")) from error


def _otra_vez(request: HttpRequest, frase: Texto) -> ImmediateHttpResponse:
    messages.error(request, str(frase))
    return ImmediateHttpResponse(redirect("account_signup"))


def vestir(
    base: Any,
    rotulos: Mapping[str, Texto],
    ayudas: Mapping[str, Texto] | None = None,
    *,
    con: type[Vestido] = Vestido,
) -> type[forms.Form]:
    """Return the form `base` of allauth with our words."""
    cuerpo = {"rotulos": rotulos, "ayudas": ayudas or {}, "__module__": __name__}
    return cast(type[forms.Form], DeclarativeFieldsMetaclass(base.__name__, (con, base), cuerpo))


NUEVAS = {"password1": _("Contraseña nueva"), "password2": _("Repite la contraseña nueva")}
AYUDA_NUEVA = {"password1": AYUDA_CONTRASENA}
CODIGO = {"code": _("Código")}
AYUDA_CODIGO = {"code": _("El de tu aplicación de códigos, o uno de recuperación.")}

Entrar = vestir(
    cuenta.LoginForm,
    {"login": _("Nombre o correo"), "password": _("Contraseña"), "remember": _("Seguir dentro en este equipo")},
)
CrearCuenta = vestir(
    cuenta.SignupForm,
    {
        "username": _("Nombre"),
        "email": _("Correo"),
        "password1": _("Contraseña"),
        "password2": _("Repite la contraseña"),
    },
    {
        "username": AYUDA_NOMBRE,
        "email": _("No se enseña a nadie. Sirve para recuperar la contraseña y para los avisos que pidas."),
        "password1": AYUDA_CONTRASENA,
    },
    con=Alta,
)
AnadirCorreo = vestir(cuenta.AddEmailForm, {"email": _("Correo nuevo")})
CambiarContrasena = vestir(cuenta.ChangePasswordForm, {"oldpassword": _("Contraseña actual"), **NUEVAS}, AYUDA_NUEVA)
PonerContrasena = vestir(cuenta.SetPasswordForm, NUEVAS, AYUDA_NUEVA)
PedirContrasena = vestir(cuenta.ResetPasswordForm, {"email": _("Correo de tu cuenta")})
ContrasenaDesdeEnlace = vestir(cuenta.ResetPasswordKeyForm, NUEVAS, AYUDA_NUEVA)
Reautenticar = vestir(cuenta.ReauthenticateForm, {"password": _("Contraseña")})

CodigoAlEntrar = vestir(mfa.AuthenticateForm, CODIGO, AYUDA_CODIGO)
CodigoOtraVez = vestir(mfa.ReauthenticateForm, CODIGO, AYUDA_CODIGO)
ActivarTotp = vestir(ActivateTOTPForm, CODIGO, {"code": _("Los seis números que enseña ahora la aplicación.")})
AnadirLlave = vestir(AddWebAuthnForm, {"name": _("Nombre de la llave")}, {"name": _("Para que la reconozcas.")})
RenombrarLlave = vestir(EditWebAuthnForm, {"name": _("Nombre de la llave")})
