"""Invitations to the site: made by the staff, spent by whoever creates an account."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db.models import F
from django.urls import reverse

from cuentas.caminos import enlace_del_sitio
from cuentas.models import InvitacionSitio, Usuario

BYTES = 16


class InvitacionInservible(Exception):
    """Unknown, used up, expired or revoked: whoever holds the link is not told which."""


def _huella(token: str) -> str:
    return hashlib.sha256(token.strip().encode()).hexdigest()


def enlace(token: str) -> str:
    """Return the link that carries the token."""
    return enlace_del_sitio(reverse("cuentas:unirse", kwargs={"token": token}))


def crear_invitacion(
    autor: Usuario | None, *, usos: int, dias: int, nota: str = "", ahora: datetime
) -> tuple[InvitacionSitio, str]:
    """Create an invitation; return it with its token (128 bits), which is shown now and never again."""
    token = secrets.token_urlsafe(BYTES)
    invitacion = InvitacionSitio.objects.create(
        huella=_huella(token),
        autor=autor,
        nota=nota,
        creada=ahora,
        caduca=ahora + timedelta(days=dias),
        usos_maximos=usos,
    )
    return invitacion, token


def buscar(token: str, *, ahora: datetime) -> InvitacionSitio | None:
    """Return the invitation of a token if an account can be created with it."""
    invitacion = InvitacionSitio.objects.select_related("autor").filter(huella=_huella(token)).first()
    return invitacion if invitacion and invitacion.sirve(ahora) else None


def gastar(token: str, *, ahora: datetime) -> None:
    """Count one account on the invitation; compare-and-set, so that the last use is given once.

    Raises InvitacionInservible, having changed nothing.
    """
    gastadas = InvitacionSitio.objects.filter(
        huella=_huella(token), anulada=None, caduca__gt=ahora, usos__lt=F("usos_maximos")
    ).update(usos=F("usos") + 1)
    if not gastadas:
        raise InvitacionInservible


def anular(invitacion: InvitacionSitio, *, ahora: datetime) -> bool:
    """Revoke an invitation; return False, having changed nothing, if it already was."""
    return bool(InvitacionSitio.objects.filter(pk=invitacion.pk, anulada=None).update(anulada=ahora))
