"""The fields of `datos` that several actions share."""

from __future__ import annotations

from typing import Any

from reglas.nucleo.campos import Booleano, Campo, Entero, Opcion, Texto
from reglas.nucleo.tipos import _
from reglas.sistemas.lemuria import tablas as t


def modificador() -> Entero:
    """Declare what the DJ adds or takes."""
    return Entero(
        clave="modificador",
        etiqueta=_("Modificador"),
        ayuda=_("Lo que el DJ suma o resta."),
        minimo=-20,
        maximo=20,
        defecto=0,
    )


def de_2d6() -> tuple[Campo, ...]:
    """Declare what every 2d6 roll takes: the modifier and the dice of more and of penalty. L-08, L-09."""
    return (
        modificador(),
        Entero(clave="dados_extra", etiqueta=_("Dados extra"), minimo=0, maximo=5, defecto=0),
        Entero(
            clave="dados_penalizacion",
            etiqueta=_("Dados de penalización"),
            ayuda=_("Los de la ficha se añaden solos."),
            minimo=0,
            maximo=5,
            defecto=0,
        ),
    )


def profesion(ayuda: str, **mas: Any) -> Texto:
    """Declare the profession that helps, one of the sheet's."""
    return Texto(
        clave="profesion",
        etiqueta=_("Profesión"),
        ayuda=ayuda,
        maximo=60,
        de_ficha="profesiones",
        **mas,
    )


def atributo(**mas: Any) -> Opcion:
    """Declare an attribute."""
    return Opcion(clave="atributo", etiqueta=_("Atributo"), opciones=t.ATRIBUTOS, **mas)


def aprobado_dj() -> Booleano:
    """Declare the DJ's word (1.6)."""
    return Booleano(
        clave="aprobado_dj",
        etiqueta=_("El DJ lo aprueba"),
        defecto=False,
        aprueba="direccion",
    )


def al_final() -> Booleano:
    """Declare that the delayed action is taken now, at the end of the turn. L-77."""
    return Booleano(
        clave="al_final",
        etiqueta=_("Al final del turno"),
        ayuda=_("La acción que retrasó."),
        defecto=False,
    )


def descripcion(etiqueta: str) -> Texto:
    """Declare what the player tells."""
    return Texto(clave="descripcion", etiqueta=etiqueta, maximo=2000, largo=True, obligatorio=True)
