"""The dice card and the odds of a roll, as data for the templates: no rule is worked out here, only put into words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from partidas.presentacion.dados import Dado, dados, en_voz, suerte
from partidas.presentacion.palabras import Palabras
from reglas import protocolo

if TYPE_CHECKING:
    from partidas.models import Tirada
    from reglas.nucleo.probabilidad import Distribucion
    from reglas.nucleo.sistema import Accion

TONOS = {True: "exito", False: "fallo", None: "neutro"}


@dataclass(frozen=True, slots=True)
class Linea:
    """One line of the arithmetic or of the changes. clausulas: those of the reference that explain it."""

    etiqueta: str
    valor: str
    antes: str = ""
    clausulas: tuple[str, ...] = ()


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
    """One roll for one reader.

    lectura: all of it as one sentence, for who hears the page. suerte: against its own odds. sistema: whose reference
    the clauses are in.
    aporte: says whose chance went in. segunda: the reader saw the same attempt within a day. pedida: why its player
    asks to have it voided. anular: what the reader may do about it: `anular`, `responder`, `pedir`, `retirar` or
    nothing. premiar: public id of the character, for whoever may do something to its sheet. declaracion: empty for whom
    it does not stand. tapada: says that the direction hides it. tapar: what the reader may do about it: `ocultar`,
    `mostrar` or nothing.
    """

    publico: str
    sistema: str
    titulo: str
    lectura: str
    suerte: str
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
    premiar: str = ""


def tarjeta(
    tirada: Tirada,
    *,
    opciones: Sequence[OpcionDeTarjeta] = (),
    legibles: Collection[int] = (),
    propia: bool = False,
    anular: str = "",
    premiar: bool = False,
    dirige: bool = False,
) -> Tarjeta:
    """Put a stored roll into words; the same stored answer always gives the same card.

    legibles: characters whose sheets the reader may read; what changed on another is not told. propia: the reader
    threw it. premiar: the reader may do something to its sheet. dirige: the reader directs. A roll that does not say
    that its declaration `se_lee` shows none.
    """
    declaracion = tirada.declaracion if getattr(tirada, "se_lee", False) else ""
    sobre = [
        lado
        for lado, personaje in (("ficha", tirada.personaje_id), ("objetivo", tirada.objetivo_id))
        if personaje in legibles
    ]
    palabras = Palabras.de(tirada.sistema)
    respuesta = tirada.respuesta
    titulo = palabras(palabras.sistema.acciones[tirada.accion].nombre)
    objetivo = nombre_del_objetivo(tirada)
    caidos, fortuna = dados(palabras, respuesta), suerte(tirada.mejor_que, tirada.peor_que)
    grado = palabras.grado(respuesta["grado"])
    resumen = palabras.texto(protocolo.de_dict(respuesta).resumen)
    return Tarjeta(
        publico=tirada.publico,
        sistema=tirada.sistema,
        titulo=titulo,
        lectura=en_voz(titulo, objetivo, grado, caidos, resumen, fortuna),
        suerte=fortuna,
        nombre=tirada.nombre,
        objetivo=objetivo,
        declaracion=declaracion,
        tapada=_tapada(tirada, declaracion),
        tapar=("mostrar" if tirada.declaracion_oculta else "ocultar") if dirige and tirada.declaracion else "",
        dados=caidos,
        tono=TONOS[respuesta["exito"]],
        grado=grado,
        resumen=resumen,
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
        premiar=tirada.personaje.publico if premiar and tirada.personaje else "",
    )


def nombre_del_objetivo(tirada: Tirada) -> str:
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

    What is nought, no or absent adds nothing and is left out, so that the sum that matters is seen; so are the parts
    of a number of several.
    """
    orden = list(palabras.sistema.etiquetas.detalle)
    cuentan = {clave: _que_cuenta(palabras, detalle[clave]) for clave in detalle if clave in orden}
    claves = sorted((clave for clave, valor in cuentan.items() if valor), key=orden.index)
    return tuple(
        Linea(
            palabras.detalle(clave),
            palabras.valor(cuentan[clave]),
            clausulas=_clausulas(palabras, clave, cuentan[clave]),
        )
        for clave in claves
    )


def _clausulas(palabras: Palabras, clave: str, valor: Any) -> tuple[str, ...]:
    """Return the clauses that explain a number, and each of the parts that it has."""
    de = palabras.sistema.clausulas
    partes = [f"{clave}.{parte}" for parte in valor] if isinstance(valor, Mapping) else []
    return tuple(dict.fromkeys(una for ruta in (clave, *partes) for una in de.get(ruta, ())))


def _que_cuenta(palabras: Palabras, valor: Any) -> Any:
    """Return a value without its parts that add nothing, the others in display order."""
    if isinstance(valor, Mapping) and "nombre" not in valor:
        return {clave: valor[clave] for clave in palabras.en_orden(valor) if valor[clave]}
    return valor


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
