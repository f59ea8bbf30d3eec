"""The verbs on accounts: create, rename, set preferences, close, and the link that sets a password without mail."""

from collections.abc import Callable, Mapping
from datetime import datetime
from importlib import import_module

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cuentas import ausencias, nombres
from cuentas.caminos import enlace_del_sitio
from cuentas.models import LARGO_DE_USUARIO, Usuario, validar_usuario

_despedidas: list[Callable[[Usuario], None]] = []
_sin_relevo: list[Callable[[Usuario], list[tuple[str, str]]]] = []


class NombreOcupado(ValidationError):
    """Another account has that name, or one that looks the same."""


def nombre_de_cuenta(texto: str, *, es_equipo: bool = False, salvo: Usuario | None = None) -> str:
    """Return the canonical user name, or raise ValidationError with a sentence for its field.

    es_equipo: staff may take a reserved voice. salvo: the account that is being renamed.
    Raises NombreOcupado if the key belongs to another account, closed ones included.
    """
    nombre = nombres.canonico(texto)
    otros = Usuario.objects.filter(clave=nombres.clave_de_nombre(nombre))
    otro = (otros.exclude(pk=salvo.pk) if salvo else otros).first()
    if otro is not None and otro.username == nombre:
        raise NombreOcupado(_("Ese nombre ya es de otra persona."), code="ocupado")
    if otro is not None:
        raise NombreOcupado(nombres.se_confunde(otro.username))
    validar_usuario(nombre)
    if not es_equipo:
        nombres.validar_nombre(nombre, maximo=LARGO_DE_USUARIO)
    return nombre


def nombre_parecido(nombre: str) -> str | None:
    """Return the name of an account that differs from `nombre` only by accents, to warn of it."""
    iguales = Usuario.objects.filter(clave_llana=nombres.clave_llana(nombre), cerrada=None)
    parecido = iguales.exclude(clave=nombres.clave_de_nombre(nombre)).first()
    return parecido.username if parecido else None


def crear_cuenta(
    nombre: str, *, contrasena: str, correo: str = "", ahora: datetime, es_equipo: bool = False
) -> Usuario:
    """Create an account that can enter at once.

    Raises ValidationError: the name, the address or the password will not do; NombreOcupado also when two people
    ask for one name at the same moment. es_equipo: staff, who enter the admin once they have a second step.
    """
    usuario = Usuario(username=nombre_de_cuenta(nombre, es_equipo=es_equipo), date_joined=ahora)
    usuario.email = correo.strip().lower()
    if usuario.email:
        validate_email(usuario.email)
    validate_password(contrasena, usuario)
    usuario.set_password(contrasena)
    usuario.is_staff = es_equipo
    try:
        with transaction.atomic():
            usuario.save()
            if usuario.email:
                EmailAddress.objects.create(user=usuario, email=usuario.email, primary=True)
    except IntegrityError as error:
        raise NombreOcupado(_("Ese nombre ya es de otra persona."), code="ocupado") from error
    return usuario


def cambiar_nombre(usuario: Usuario, *, nombre: str) -> str | None:
    """Give the account another name; return the name it could be taken for, if only accents tell them apart.

    Raises ValidationError as `nombre_de_cuenta` does. The same name twice changes nothing.
    """
    usuario.username = nombre_de_cuenta(nombre, es_equipo=usuario.is_staff, salvo=usuario)
    try:
        with transaction.atomic():
            usuario.save(update_fields=["username"])
    except IntegrityError as error:
        raise NombreOcupado(_("Ese nombre ya es de otra persona."), code="ocupado") from error
    return nombre_parecido(usuario.username)


def guardar_lectura(usuario: Usuario, *, cambios: Mapping[str, str]) -> None:
    """Store the valid reading choices among `cambios`; the others are ignored."""
    lectura = usuario.lectura.con(cambios)
    usuario.tema, usuario.letra = lectura.tema, lectura.letra
    usuario.tipografia, usuario.ancho, usuario.hoja = lectura.tipografia, lectura.ancho, lectura.hoja
    usuario.save(update_fields=["tema", "letra", "tipografia", "ancho", "hoja"])


def guardar_idioma(usuario: Usuario, *, idioma: str) -> None:
    """Store the language if the site speaks it; otherwise change nothing."""
    if idioma in dict(settings.LANGUAGES):
        usuario.idioma = idioma
        usuario.save(update_fields=["idioma"])


def guardar_correos(usuario: Usuario, *, correos: bool, texto_en_correos: bool) -> None:
    """Store whether the account wants to be told by mail, and whether with the words of what it is told of."""
    usuario.correos, usuario.texto_en_correos = correos, texto_en_correos
    usuario.save(update_fields=["correos", "texto_en_correos"])


def enlace_de_contrasena(usuario: Usuario) -> str:
    """Return a link that lets its bearer set the password of the account once.

    It dies when used, when the password or an address changes, at the next login, and after
    PASSWORD_RESET_TIMEOUT seconds. Raises ValueError for an account that cannot enter.
    """
    if not usuario.is_active:
        raise ValueError(usuario.username)
    clave = default_token_generator.make_token(usuario)
    camino = reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(usuario), "key": clave})
    return enlace_del_sitio(camino)


def terminar_sesiones(usuario: Usuario) -> None:
    """End every session of the account at once, on every device."""
    almacen = import_module(settings.SESSION_ENGINE).SessionStore()
    for sesion in UserSession.objects.filter(user=usuario):
        almacen.delete(sesion.session_key)
        sesion.delete()


def al_cerrar(despedir: Callable[[Usuario], None]) -> None:
    """Register who else forgets a person when their account is closed; it runs inside that transaction."""
    if despedir not in _despedidas:
        _despedidas.append(despedir)


def al_pensarlo(sin_relevo: Callable[[Usuario], list[tuple[str, str]]]) -> None:
    """Register who knows what is left without anybody if a person goes: (name, address of where to hand it over)."""
    if sin_relevo not in _sin_relevo:
        _sin_relevo.append(sin_relevo)


def quedaria_sin_nadie(usuario: Usuario) -> list[tuple[str, str]]:
    """Return what would be left without anybody if the account were closed, with where to hand it over first."""
    return [cosa for preguntar in _sin_relevo for cosa in preguntar(usuario)]


def cerrar_cuenta(usuario: Usuario, *, ahora: datetime) -> bool:
    """Close the account: nobody enters with it again, and no personal datum is left in it.

    What the person wrote stays, signed by the character; the author shows as «cuenta cerrada». Of the account only
    the opaque id stays; its name is free again.
    Returns False, having changed nothing, if it was already closed.
    """
    with transaction.atomic():
        if not Usuario.objects.filter(pk=usuario.pk, cerrada=None).update(cerrada=ahora, is_active=False):
            return False
        EmailAddress.objects.filter(user=usuario).delete()
        Authenticator.objects.filter(user=usuario).delete()
        terminar_sesiones(usuario)
        usuario.refresh_from_db()
        usuario.username = f"cerrada-{usuario.publico}"
        usuario.email = usuario.first_name = usuario.last_name = usuario.presentacion = ""
        usuario.is_staff = usuario.is_superuser = False
        usuario.set_unusable_password()
        usuario.save()
        usuario.groups.clear()
        usuario.user_permissions.clear()
        ausencias.olvidar(usuario)
        for despedir in _despedidas:
            despedir(usuario)
    return True


def suspender_cuenta(usuario: Usuario) -> None:
    """Keep the account from entering, and end its sessions at once; its data stay."""
    with transaction.atomic():
        usuario.is_active = False
        usuario.save(update_fields=["is_active"])
        terminar_sesiones(usuario)


def readmitir_cuenta(usuario: Usuario) -> bool:
    """Let a suspended account enter again; return False, having changed nothing, if it was closed."""
    return bool(Usuario.objects.filter(pk=usuario.pk, cerrada=None).update(is_active=True))
