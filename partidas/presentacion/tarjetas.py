"""The dice card and the odds of a roll, as data for the templates: no rule is worked out here, only put into words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from partidas.presentacion import caras
from partidas.presentacion.caras import Cara, Linea
from partidas.presentacion.escritura import dicho as _
from partidas.presentacion.palabras import Palabras

if TYPE_CHECKING:
    from partidas.models import Tirada
    from reglas.nucleo.probabilidad import Distribucion
    from reglas.nucleo.sistema import Accion


@dataclass(frozen=True, slots=True)
class OpcionDeTarjeta:
    """What may be chosen next; one that is not `disponible` only tells. pide: it asks for something first.

    espera: says who is to choose it, when that is the player of the target.
    sobre: the commitment of the envelope in force, for a button that throws at once.
    """

    clave: str
    etiqueta: str
    disponible: bool
    pide: bool
    espera: str = ""
    sobre: str = ""
    uuid: UUID = field(default_factory=uuid4)


@dataclass(frozen=True, slots=True)
class Tarjeta:
    """One roll for one reader: its face, which is the same for all who see it, and what this one is told besides.

    aporte: says whose chance went in. segunda: the reader saw the same attempt within a day. pedida: why its player
    asks to have it voided. anular: what the reader may do about it: `anular`, `responder`, `pedir`, `retirar` or
    nothing. nombre: whose roll it was, empty for whom that is a secret. clave, continua: its key and that of the roll
    it continues, by which those of a `lote` are put together. premiar: public id of the character, for whoever may do
    something to its sheet. declaracion: empty for whom it does not stand. tapada: says that the direction hides it.
    tapar: what the reader may do about it: `ocultar`, `mostrar` or nothing.
    """

    publico: str
    cara: Cara
    nombre: str
    declaracion: str
    tapada: str
    tapar: str
    cambios: tuple[Linea, ...]
    recibo: str
    aporte: str
    segunda: bool
    pedida: str
    anular: str
    anulada: datetime | None
    opciones: tuple[OpcionDeTarjeta, ...]
    premiar: str = ""
    lote: str = ""
    clave: int = 0
    continua: int | None = None


def tarjeta(
    tirada: Tirada,
    *,
    opciones: Sequence[OpcionDeTarjeta] = (),
    legibles: Collection[int] = (),
    propia: bool = False,
    anular: str = "",
    premiar: bool = False,
    dirige: bool = False,
    cara: Cara | None = None,
) -> Tarjeta:
    """Put a stored roll into words; the same stored answer always gives the same card.

    legibles: characters whose sheets the reader may read; what changed on another is not told. propia: the reader threw
    it. premiar: the reader may do something to its sheet. dirige: the reader directs. A roll that does not say that its
    declaration `se_lee` shows none, and one that does not say that who threw it `se_conoce` no name. cara: its face,
    where it is at hand.
    """
    declaracion = tirada.declaracion if getattr(tirada, "se_lee", False) else ""
    sobre = [
        lado
        for lado, personaje in (("ficha", tirada.personaje_id), ("objetivo", tirada.objetivo_id))
        if personaje in legibles
    ]
    cara = cara or caras.de(tirada)
    efectos = [e for e in tirada.respuesta["efectos"] if e["sobre"] in sobre]
    return Tarjeta(
        publico=tirada.publico,
        cara=cara,
        nombre=tirada.nombre if getattr(tirada, "se_conoce", False) else "",
        declaracion=declaracion,
        tapada=_tapada(tirada, declaracion),
        tapar=("mostrar" if tirada.declaracion_oculta else "ocultar") if dirige and tirada.declaracion else "",
        cambios=cambios(Palabras.de(tirada.sistema), efectos) if efectos else (),
        recibo=tirada.recibo[:8],
        aporte=_aporte(tirada, propia=propia),
        segunda=bool(getattr(tirada, "segunda", False)),
        pedida=getattr(tirada, "pedida", None) or "",
        anular=anular,
        anulada=tirada.anulada,
        opciones=tuple(opciones),
        premiar=tirada.personaje.publico if premiar and tirada.personaje else "",
        lote=tirada.lote.hex if tirada.lote else "",
        clave=tirada.pk or 0,
        continua=tirada.continua_id,
    )


def _tapada(tirada: Tirada, declaracion: str) -> str:
    """Say that the direction hides the declaration; why, only to whom it still stands for."""
    if not tirada.declaracion_oculta:
        return ""
    if declaracion:
        return _("Declaración oculta por la dirección: %(motivo)s") % {"motivo": tirada.declaracion_oculta}
    return _("Declaración oculta por la dirección")


def _aporte(tirada: Tirada, *, propia: bool) -> str:
    if not tirada.con_aporte:
        return _("sin aporte")
    return _("con tu azar") if propia else _("con el azar de quien tiró")


def cambios(palabras: Palabras, efectos: Sequence[Mapping[str, Any]]) -> tuple[Linea, ...]:
    """Return what changed on the sheets, in the order in which it happened."""
    return tuple(
        Linea(
            palabras.campo(efecto["sobre"], efecto["campo"]),
            palabras.valor(efecto["despues"]),
            palabras.valor(efecto["antes"]),
        )
        for efecto in efectos
    )


@dataclass(frozen=True, slots=True)
class Porcion:
    """One degree and how likely it is; `ancho` is in whole units of a bar of 1000."""

    etiqueta: str
    tono: str
    porcentaje: str
    ancho: int
    desde: int


@dataclass(frozen=True, slots=True)
class Anticipo:
    """What is known before rolling: the costs in words, the certain numbers, the odds, and what is still missing."""

    costes: tuple[str, ...] = ()
    numeros: tuple[Linea, ...] = ()
    porciones: tuple[Porcion, ...] = ()
    exito: str = ""
    mejora: str = ""
    repitiendo: str = ""
    falta: str = ""


def porcentaje(fraccion: Fraction) -> str:
    """Write a probability with one decimal at most, in the reader's language."""
    from django.utils.formats import number_format  # noqa: PLC0415 - formats need settings, the rest does not

    cien = fraccion * 100
    numero = str(int(cien)) if cien == int(cien) else number_format(round(float(cien), 1), decimal_pos=1)
    return _("%(numero)s %%") % {"numero": numero}


def _coste(palabras: Palabras, efecto: Mapping[str, Any]) -> str:
    """Say what a declared effect does: «costará 3 de Velocidad (10 → 7)» for a number that goes down."""
    antes, despues = efecto["antes"], efecto["despues"]
    if isinstance(antes, int) and isinstance(despues, int) and despues < antes and not isinstance(antes, bool):
        return _("costará %(cuanto)s de %(campo)s (%(antes)s → %(despues)s)") % {
            "cuanto": antes - despues,
            "campo": palabras.medidor(efecto["sobre"], efecto["campo"]),
            "antes": antes,
            "despues": despues,
        }
    return _("%(campo)s: %(antes)s → %(despues)s") % {
        "campo": palabras.campo(efecto["sobre"], efecto["campo"]),
        "antes": palabras.valor(antes),
        "despues": palabras.valor(despues),
    }


def anticipo(palabras: Palabras, odds: Distribucion, accion: Accion, *, sobre: Collection[str]) -> Anticipo:
    """Put the odds of a declared roll into words. sobre: which of the two sheets the person may read."""
    porciones, desde = [], 0
    for grado, fraccion in odds.grados.items():
        ancho = round(float(fraccion) * 1000)
        tono = "fallo" if grado in palabras.sistema.fallos else "exito"
        porciones.append(Porcion(palabras.grado(grado), tono, porcentaje(fraccion), ancho, desde))
        desde += ancho
    efectos = [
        {"sobre": e.sobre, "campo": e.campo, "antes": e.antes, "despues": e.despues}
        for e in odds.seguros
        if e.sobre in sobre
    ]
    return Anticipo(
        costes=tuple(_coste(palabras, efecto) for efecto in efectos),
        numeros=tuple(
            Linea(palabras.detalle(clave), palabras.valor(odds.detalle[clave]))
            for clave in accion.anticipa
            if clave in odds.detalle
        ),
        porciones=tuple(porciones),
        exito=porcentaje(odds.exito) if odds.exito is not None else "",
    )
