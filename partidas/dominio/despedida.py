"""What the partidas forget of a person whose account is closed: their name and what they had not published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partidas.dominio import adjuntos
from partidas.models import Borrador, Destinatario, Mensaje, Tirada

if TYPE_CHECKING:
    from cuentas.models import Usuario


def olvidar(usuario: Usuario) -> None:
    """Take the person's name off what they said as themselves, and drop their drafts, in the caller's transaction.

    The images of the drafts go too. What they published stays with its dice, and no book is touched: it names people by
    their opaque id alone.
    """
    suyos = Mensaje.objects.sin_filtrar("forget who closes their account").filter(autor=usuario)
    como_persona = suyos.filter(voz=Mensaje.Voz.PERSONA)
    Tirada.objects.sin_filtrar("forget who closes their account").filter(
        mensaje__in=como_persona, personaje__isnull=True
    ).update(nombre="")
    como_persona.update(nombre_voz="")
    Destinatario.objects.sin_filtrar("forget who closes their account").filter(
        usuario=usuario, personaje__isnull=True
    ).update(nombre="")
    Borrador.objects.sin_filtrar("forget who closes their account").filter(usuario=usuario).delete()
    adjuntos.olvidar(usuario)
