"""The admin's window on accounts: people, invitations and texts; second-step secrets stay out of it."""

from typing import TYPE_CHECKING, ClassVar

import allauth.mfa.admin  # noqa: F401 - it registers the secrets, and must have done so before we take them out
from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from cuentas.models import InvitacionSitio, TextoDelSitio, Usuario

if TYPE_CHECKING:  # the classes take a parameter only in the stubs
    _DeUsuario = UserAdmin[Usuario]
    _DeInvitacion = admin.ModelAdmin[InvitacionSitio]
    _DeTexto = admin.ModelAdmin[TextoDelSitio]
else:
    _DeUsuario = UserAdmin
    _DeInvitacion = _DeTexto = admin.ModelAdmin

admin.site.unregister(Authenticator)
# The admin's own form would let in without limits and without the second step.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth documents it


@admin.register(Usuario)
class AdminUsuario(_DeUsuario):
    """People; passwords are set with `manage.py enlace_contrasena`, never seen here."""

    list_display = ("username", "publico", "is_staff", "is_active", "date_joined")
    readonly_fields = ("publico", "date_joined", "last_login", "cerrada")
    fieldsets = (
        (None, {"fields": ("username", "publico", "email")}),
        (_("Permisos"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Fechas"), {"fields": ("date_joined", "last_login", "cerrada")}),
    )


@admin.register(InvitacionSitio)
class AdminInvitacion(_DeInvitacion):
    """Invitations, to look at; they are made on their own screen, which shows the link."""

    list_display = ("__str__", "autor", "creada", "caduca", "usos", "usos_maximos", "anulada")
    readonly_fields: ClassVar = ("autor", "nota", "creada", "caduca", "anulada", "usos", "usos_maximos")

    def has_add_permission(self, request: object) -> bool:  # noqa: ARG002 - the signature is Django's
        """Nobody: the link would be lost."""
        return False


@admin.register(TextoDelSitio)
class AdminTexto(_DeTexto):
    """Texts, to look at; they are edited on their own screen, which keeps what each edit replaced."""

    list_display = ("titulo", "clave", "idioma", "version", "actualizado", "por")
    readonly_fields: ClassVar = ("clave", "idioma", "titulo", "cuerpo", "version", "actualizado", "por")

    def has_add_permission(self, request: object) -> bool:  # noqa: ARG002 - the signature is Django's
        """Nobody: the page exists already."""
        return False
