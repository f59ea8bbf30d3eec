"""Private fragments on one reader's screen: each in its place among the blocks of its turn, with whom it is for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from partidas.presentacion import marcado

if TYPE_CHECKING:
    from partidas.models import Fragmento


@dataclass(frozen=True, slots=True)
class Trozo:
    """A piece of a turn. para: whom it is for, in words; empty for what is for all the readers of the turn.

    leen: who would read it now, by name, in a preview.
    """

    html: SafeString
    para: str = ""
    editado: bool = False
    leen: str = ""


@dataclass(frozen=True, slots=True)
class Pintado:
    """A fragment ready to be put in its place. posicion: how many blocks of the turn's HTML stand before it."""

    posicion: int
    trozo: Trozo


def para(nombres: Sequence[str]) -> str:
    """Say whom a fragment is for."""
    if not nombres:
        return _("Solo para la dirección")
    return _("Solo para %(nombres)s y la dirección") % {"nombres": ", ".join(nombres)}


def pintar(filas: Iterable[Fragmento]) -> list[Pintado]:
    """Put stored fragments into words."""
    return [
        Pintado(fila.posicion, Trozo(_limpio(fila.html), para(fila.nombres), editado=fila.editado is not None))
        for fila in filas
    ]


def entero(pagina: str, pintados: Sequence[Pintado] = ()) -> tuple[Trozo, ...]:
    """Return the pieces of a turn; without fragments, the one that it is."""
    return componer(pagina, pintados) or (Trozo(_limpio(pagina)),)


def previo(texto: str, nombres: Sequence[str], leen: Sequence[str], posicion: int) -> Pintado:
    """Put a fragment that is not written yet into words, with who would read it."""
    return Pintado(posicion, Trozo(_limpio(marcado.render(texto).html), para(nombres), leen=", ".join(leen)))


def escrito(texto: str) -> tuple[Trozo, ...]:
    """Return the pieces of a text that nobody has taken in yet: each fragment under the line that opens it.

    Raises FragmentoMalEscrito.
    """
    partido = marcado.partir(texto)
    pagina = marcado.render(partido.publico).html
    sitios = marcado.posiciones(partido.publico, pagina, {uno.linea for uno in partido.parrafos})
    pintados = [
        Pintado(sitios[uno.linea], Trozo(_limpio(marcado.render(uno.texto).html), f":::{uno.cabecera}"))
        for uno in partido.parrafos
    ]
    return entero(pagina, pintados)


def componer(pagina: str, pintados: Sequence[Pintado]) -> tuple[Trozo, ...]:
    """Cut the HTML of a turn where its fragments go; nothing when the reader has none of them."""
    if not pintados:
        return ()
    bloques = marcado.bloques(pagina)
    salida: list[Trozo] = []
    desde = 0
    for pintado in sorted(pintados, key=lambda p: p.posicion):
        hasta = max(desde, min(pintado.posicion, len(bloques)))
        _anadir(salida, bloques[desde:hasta])
        salida.append(pintado.trozo)
        desde = hasta
    _anadir(salida, bloques[desde:])
    return tuple(salida)


def _anadir(salida: list[Trozo], bloques: Sequence[str]) -> None:
    if bloques:
        salida.append(Trozo(_limpio("".join(bloques))))


def _limpio(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 - sanitised by nh3 in the one pipeline
