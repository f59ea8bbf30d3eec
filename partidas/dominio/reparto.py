"""Seats and the cast: who takes part, who plays whom."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from cuentas.nombres import clave_de_nombre
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoPermitido
from partidas.models import Participante, Partida, Reparto
from partidas.politica import MAXIMO_DE_PERSONAJES, lector, puede_sentarse
from personajes.dominio import personajes
from personajes.models import FICHA_COMPLETA, Personaje
from reglas.motor import sistema

if TYPE_CHECKING:
    from cuentas.models import Usuario


@con_reintentos
def sentarse(partida: Partida, *, usuario: Usuario, ahora: datetime) -> bool:
    """Take a player's seat; returns False if the person already had a seat."""
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        if lector(usuario, partida).participa:
            return False
        permiso = puede_sentarse(usuario, partida)
        if not permiso:
            raise NoPermitido(permiso.motivo)
        sentar(partida, usuario, Participante.Papel.JUGADOR, ahora)
    return True


def sentar(partida: Partida, usuario: Usuario, papel: str, ahora: datetime) -> Participante:
    """Give a person a seat, or the seat back, inside a verb that has checked who may."""
    asiento, _nuevo = Participante.objects.sin_filtrar("seat a person").update_or_create(
        partida=partida,
        usuario=usuario,
        defaults={"papel": papel, "estado": Participante.Estado.ACTIVA},
        create_defaults={"papel": papel, "estado": Participante.Estado.ACTIVA, "desde": ahora},
    )
    return asiento


@con_reintentos
def incorporar(
    partida: Partida,
    *,
    nombre: str,
    ficha: Mapping[str, Any],
    por: Usuario,
    ahora: datetime,
    clase: str = Personaje.Clase.PJ,
    formato: str = FICHA_COMPLETA,
    secreto: bool = False,
    presentacion: str = "",
) -> Reparto:
    """Make a character and add it to the cast: a player's PJ for oneself, or a PNJ if one directs.

    Raises NoPermitido, DatoInvalido (a name that can be mistaken for another), Rechazo (the sheet's path).
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        quien = lector(por, partida)
        es_pj = clase == Personaje.Clase.PJ
        if not (quien.juega if es_pj else quien.dirige):
            raise NoPermitido(_("Para eso necesitas una plaza en la partida."))
        abiertas = Reparto.objects.sin_filtrar("names and number of the cast").filter(
            partida=partida, hasta__isnull=True
        )
        if es_pj and abiertas.filter(usuario=por).count() >= MAXIMO_DE_PERSONAJES:
            raise NoPermitido(_("Ya tienes ocho personajes en esta partida."))
        clave = clave_de_nombre(nombre)
        otra = abiertas.filter(clave_nombre=clave).select_related("personaje").first()
        if otra is not None:
            visible = Reparto.objects.visibles_para(por).filter(pk=otra.pk).exists()
            raise DatoInvalido(
                "nombre",
                _("Ese nombre se confunde con %(nombre)s: elige otro.") % {"nombre": otra.personaje.nombre}
                if visible
                else _("Ese nombre no puede usarse aquí: elige otro."),
            )
        personaje = personajes.crear(
            sistema=partida.sistema,
            clase=clase,
            formato=formato,
            nombre=nombre,
            ficha=ficha,
            titular=por if es_pj else None,
            por=por,
            ahora=ahora,
            presentacion=presentacion,
        )
        return Reparto.objects.sin_filtrar("join the cast").create(
            partida=partida,
            personaje=personaje,
            usuario=por if es_pj else None,
            clave_nombre=clave,
            secreto=secreto,
            desde=ahora,
        )


def pnj_rapido(
    partida: Partida, *, nombre: str, nivel: int, por: Usuario, ahora: datetime, secreto: bool = True
) -> Reparto:
    """Add a PNJ whose short sheet the system makes from a name and a level."""
    reglas = sistema(partida.sistema)
    return incorporar(
        partida,
        nombre=nombre,
        ficha=reglas.pnj_rapido(nombre, nivel),
        por=por,
        ahora=ahora,
        clase=Personaje.Clase.PNJ,
        formato=next(iter(reglas.objetivos)),
        secreto=secreto,
    )
