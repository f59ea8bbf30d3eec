"""Whether what a page showed to a visitor is still what a visitor sees: the gate, asked again in one query.

A signature is a digest of rows that a visitor reads, as they read them, and of nothing else: what is whispered, hidden
from them already or noted for the direction alone leaves it as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, F, Func, QuerySet, TextField, Value, When
from django.db.models.functions import Cast

from partidas.consultas.colgados import conocidas
from partidas.consultas.moldes import Molde
from partidas.models import Escena, Mensaje, Partida, Tirada

if TYPE_CHECKING:
    from cuentas.guarda import Actor
    from partidas.consultas.hilo import Leido

VISITANTE = AnonymousUser()
Fila = tuple[str, int, str, Any]
NADIE = "nadie"
"""The mark of a roll whose name a visitor may not know."""


class Seguidos(Func):
    """Columns of text, one after another: `Concat` asks on PostgreSQL that all be of the same kind of text."""

    template = "(%(expressions)s)"
    arg_joiner = " || "
    output_field: ClassVar[TextField[Any, Any]] = TextField()


@dataclass(frozen=True, slots=True)
class Mostrado:
    """What a page of a thread showed: keys."""

    partida: int
    escena: int
    mensajes: tuple[int, ...]


def firma(que: Mostrado) -> str:
    """Return the signature of what a visitor sees of that now; one query."""
    return _digerir(_filas(que))


def firma_de(que: Mostrado, leidos: Sequence[Leido]) -> str:
    """Return the signature of what was just shown, or nothing if it may not be kept; one query.

    Nothing if any turn has changed since it was read or has something else than words, dice and images, or if a
    visitor may read the partida or the scene no more.
    """
    filas = _filas(que)
    if {"partida", "escena"} - {fila[0] for fila in filas}:
        return ""
    if any(leido.palabras or leido.fragmentos or leido.jornadas for leido in leidos):
        return ""
    for leido in leidos:
        if ("mensaje", leido.mensaje.pk, _texto(leido), leido.mensaje.editado) not in filas:
            return ""
        for t in leido.tiradas:
            if ("tirada", t.pk, _rasgos(t), t.anulada) not in filas:
                return ""
    return _digerir(filas)


def _rasgos(tirada: Any) -> str:
    return ("oculta" if tirada.declaracion_oculta else "") + ("" if tirada.se_conoce else NADIE)


def _texto(leido: Leido) -> str:
    fila = leido.mensaje
    if fila.estado != Mensaje.Estado.PUBLICADO:
        return fila.estado
    return fila.html if fila.notas_direccion else f"{fila.html}\x1f{fila.notas_html}"


def _digerir(filas: set[Fila]) -> str:
    return hashlib.sha256(repr(sorted(filas, key=lambda f: f[:2])).encode()).hexdigest()


def _filas(que: Mostrado) -> set[Fila]:
    valores = {"partida": que.partida, "escena": que.escena, "mensajes": list(que.mensajes)}
    if not que.mensajes:
        valores["mensajes"] = [0]
    return set(_MOLDE.leer(VISITANTE, **valores))


def _partes(usuario: Actor, *, partida: int, escena: int, mensajes: list[int]) -> Iterator[QuerySet[Any, Fila]]:
    entre, palabras = Value("\x1f"), TextField()
    partidas = Partida.objects.visibles_para(usuario).filter(pk=partida)
    de_partida = Seguidos("titulo", entre, "estado", entre, "acceso")
    yield partidas.order_by().values_list(Value("partida"), "pk", de_partida, "creada")
    escenas = Escena.objects.visibles_para(usuario).filter(partida=partida, pk=escena)
    de_escena = Seguidos("titulo", entre, "lugar", entre, "estado")
    yield escenas.order_by().values_list(Value("escena"), "pk", de_escena, "creada")
    en_pie = Mensaje.Estado.PUBLICADO
    texto = Case(
        When(estado=en_pie, notas_direccion=True, then=F("html")),
        When(estado=en_pie, then=Seguidos("html", entre, "notas_html")),
        default=Cast("estado", TextField()),
        output_field=palabras,
    )
    hilo = Mensaje.objects.en_hilo_de(usuario).filter(escena=escena, pk__in=mensajes)
    yield hilo.order_by().values_list(Value("mensaje"), "pk", texto, "editado")
    oculta = Case(When(declaracion_oculta="", then=Value("")), default=Value("oculta"), output_field=palabras)
    nadie = Case(When(conocidas(usuario), then=Value("")), default=Value(NADIE), output_field=palabras)
    tiradas = Tirada.objects.visibles_para(usuario).filter(mensaje__in=mensajes)
    yield tiradas.order_by().values_list(Value("tirada"), "pk", Seguidos(oculta, nadie), "anulada")


_MOLDE = Molde(lambda *forma, **valores: tuple(_partes(*forma, **valores)))
