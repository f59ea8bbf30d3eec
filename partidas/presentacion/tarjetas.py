"""The dice card and the odds of a roll, as data for the templates: no rule is worked out here, only put into words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from partidas.presentacion.palabras import Palabras
from reglas import protocolo

if TYPE_CHECKING:
    from partidas.models import Tirada
    from reglas.nucleo.probabilidad import Distribucion
    from reglas.nucleo.sistema import Accion

TONOS = {True: "exito", False: "fallo", None: "neutro"}


@dataclass(frozen=True, slots=True)
class Dado:
    """One die as it fell: `forma` chooses the polygon, the number is text."""

    forma: str
    caras: int
    valor: int
    motivo: str


@dataclass(frozen=True, slots=True)
class Linea:
    """One line of the arithmetic or of the changes."""

    etiqueta: str
    valor: str
    antes: str = ""


@dataclass(frozen=True, slots=True)
class OpcionDeTarjeta:
    """What may be chosen next; one that is not `disponible` only tells. pide: it asks for something first.

    sobre: the commitment of the envelope in force, for a button that throws at once.
    """

    clave: str
    etiqueta: str
    disponible: bool
    pide: bool
    sobre: str = ""
    uuid: UUID = field(default_factory=uuid4)


@dataclass(frozen=True, slots=True)
class Tarjeta:
    """One roll for one reader.

    aporte: says whose chance went in. segunda: the reader saw the same attempt within a day. pedida: why its player
    asks to have it voided. anular: what the reader may do about it: `anular`, `responder`, `pedir`, `retirar` or
    nothing. declaracion: empty for whom it does not stand. tapada: says that the direction hides it. tapar: what the
    reader may do about it: `ocultar`, `mostrar` or nothing.
    """

    publico: str
    titulo: str
    nombre: str
    objetivo: str
    declaracion: str
    tapada: str
    tapar: str
    dados: tuple[Dado, ...]
    tono: str
    grado: str
    resumen: str
    calculo: tuple[Linea, ...]
    cambios: tuple[Linea, ...]
    recibo: str
    recibo_entero: str
    aporte: str
    segunda: bool
    pedida: str
    anular: str
    privada: bool
    anulada: datetime | None
    motivo_anulacion: str
    opciones: tuple[OpcionDeTarjeta, ...]


def tarjeta(
    tirada: Tirada,
    *,
    opciones: Sequence[OpcionDeTarjeta] = (),
    legibles: Collection[int] = (),
    propia: bool = False,
    anular: str = "",
    dirige: bool = False,
) -> Tarjeta:
    """Put a stored roll into words; the same stored answer always gives the same card.

    legibles: characters whose sheets the reader may read; what changed on another is not told. propia: the reader
    threw it. dirige: the reader directs. A roll that does not say that its declaration `se_lee` shows none.
    """
    declaracion = tirada.declaracion if getattr(tirada, "se_lee", False) else ""
    sobre = [
        lado
        for lado, personaje in (("ficha", tirada.personaje_id), ("objetivo", tirada.objetivo_id))
        if personaje in legibles
    ]
    palabras = Palabras.de(tirada.sistema)
    respuesta = tirada.respuesta
    accion = palabras.sistema.acciones[tirada.accion]
    return Tarjeta(
        publico=tirada.publico,
        titulo=palabras(accion.nombre),
        nombre=tirada.nombre,
        objetivo=_objetivo(tirada),
        declaracion=declaracion,
        tapada=_tapada(tirada, declaracion),
        tapar=("mostrar" if tirada.declaracion_oculta else "ocultar") if dirige and tirada.declaracion else "",
        dados=tuple(
            Dado(dado["dado"], int(dado["dado"][1:]), dado["valor"], palabras.motivo(dado["motivo"]))
            for dado in respuesta["tiradas"]
        ),
        tono=TONOS[respuesta["exito"]],
        grado=palabras.grado(respuesta["grado"]),
        resumen=palabras.texto(protocolo.de_dict(respuesta).resumen),
        calculo=calculo(palabras, respuesta["detalle"]),
        cambios=cambios(palabras, [e for e in respuesta["efectos"] if e["sobre"] in sobre]),
        recibo=tirada.recibo[:8],
        recibo_entero=tirada.recibo,
        aporte=_aporte(tirada, propia=propia),
        segunda=bool(getattr(tirada, "segunda", False)),
        pedida=getattr(tirada, "pedida", None) or "",
        anular=anular,
        privada=tirada.libro == "cerrado",
        anulada=tirada.anulada,
        motivo_anulacion=tirada.motivo_anulacion,
        opciones=tuple(opciones),
    )


def _objetivo(tirada: Tirada) -> str:
    """Return the name that the target had when the die fell: one given since may be a secret."""
    if tirada.objetivo is None:
        return ""
    return str((tirada.respuesta.get("objetivo") or {}).get("nombre") or tirada.objetivo.nombre)


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


def calculo(palabras: Palabras, detalle: Mapping[str, Any]) -> tuple[Linea, ...]:
    """Return the arithmetic in the system's display order: what has a name and takes part in the sum.

    What is nought, no or absent adds nothing and is left out, so that the sum that matters is seen.
    """
    orden = list(palabras.sistema.etiquetas.detalle)
    claves = sorted((clave for clave in detalle if clave in orden and detalle[clave]), key=orden.index)
    return tuple(Linea(palabras.detalle(clave), palabras.valor(detalle[clave])) for clave in claves)


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
    falta: str = ""


def porcentaje(fraccion: Fraction) -> str:
    """Write a probability with one decimal at most, in the reader's language."""
    from django.utils.formats import number_format  # noqa: PLC0415 - formats need settings, the rest does not
    from django.utils.translation import gettext as _  # noqa: PLC0415

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
