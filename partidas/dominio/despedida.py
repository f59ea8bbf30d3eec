"""What the partidas forget of a person whose account is closed: their name and what they had not published."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from django.urls import reverse

from config import correo
from partidas.dominio import adjuntos, buzon, pendientes
from partidas.dominio.plazas import es_la_unica_direccion
from partidas.models import (
    Aviso,
    Borrador,
    Descarte,
    Destinatario,
    EscenaSilenciada,
    Mensaje,
    OrdenesDePJ,
    Participante,
    Partida,
    PreferenciaDeAviso,
    Programado,
    Tirada,
)

if TYPE_CHECKING:
    from datetime import datetime

    from cuentas.models import Usuario


def sin_relevo(usuario: Usuario) -> list[tuple[str, str]]:
    """Return the partidas that go on and that only this person directs: title and address of its mesa, by title."""
    dirige = Participante.objects.visibles_para(usuario).filter(
        usuario=usuario,
        papel=Participante.Papel.DIRECCION,
        estado=Participante.Estado.ACTIVA,
    )
    siguen = dirige.exclude(partida__estado__in=(Partida.Estado.FINALIZADA, Partida.Estado.ARCHIVADA))
    return [
        (plaza.partida.titulo, reverse("mesa", args=[plaza.partida.publico]))
        for plaza in siguen.select_related("partida").order_by("partida__titulo", "pk")
        if es_la_unica_direccion(plaza)
    ]


def olvidar(usuario: Usuario) -> None:
    """Take the person's name off what they said as themselves, and drop their drafts, in the caller's transaction.

    Those in the bin and those that wait for their hour go too, with the images of all, what they were told and how they
    wanted it, and the files of their mails. What they published stays with its dice, and no book is touched: it names
    people by their opaque id alone. What waited for them waits no more.
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
    Descarte.objects.sin_filtrar("forget who closes their account").filter(usuario=usuario).delete()
    Programado.objects.sin_filtrar("forget who closes their account").filter(usuario=usuario).delete()
    if usuario.cerrada is not None:
        pendientes.saldar(pendientes.Fin.RETIRADO, usuario.cerrada, para=usuario)
        _dejar_la_vez(usuario, usuario.cerrada)
    OrdenesDePJ.objects.sin_filtrar("forget who closes their account").filter(usuario=usuario).delete()
    for tabla in (Aviso, PreferenciaDeAviso, EscenaSilenciada):
        tabla.objects.sin_filtrar("forget who closes their account").filter(usuario=usuario).delete()
    adjuntos.olvidar(usuario)
    transaction.on_commit(partial(correo.olvidar, usuario.publico))


def _dejar_la_vez(usuario: Usuario, ahora: datetime) -> None:
    """Let the scenes go on without the person: by the worker, since each partida has to be locked first."""
    plazas = Participante.objects.sin_filtrar("forget who closes their account").filter(
        usuario=usuario, estado=Participante.Estado.ACTIVA
    )
    partidas = plazas.values_list("partida__publico", flat=True)
    trabajos = {f"cuadrar_turnos:{partida}:{usuario.publico}": {"partida": partida} for partida in partidas}
    buzon.encargar_varios("cuadrar_turnos", trabajos, ahora=ahora)
