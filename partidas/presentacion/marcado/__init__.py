"""The one way from a player's text to HTML. Every page, mail, feed and export starts here; docs/marcado.md."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from . import topes
from .ayuda import AYUDA, Ayuda
from .dialecto import preparar
from .fragmentos import (
    Fallo,
    FragmentoMalEscrito,
    Partido,
    bloques,
    desconocidos,
    hay_parrafos,
    juntar,
    partir,
    plegar,
)
from .llano import palabras, parrafos, recortar
from .paseo import DESTRIPE_BLOQUE
from .pintor import DemasiadoComplejo, pintar
from .signos import limpiar

__all__ = [
    "AYUDA",
    "VERSION",
    "Ayuda",
    "Fallo",
    "FragmentoMalEscrito",
    "Html",
    "Partido",
    "bloques",
    "desconocidos",
    "hay_parrafos",
    "juntar",
    "partir",
    "plegar",
    "posiciones",
    "render",
    "texto_plano",
]

_registro = logging.getLogger(__name__)

VERSION: Final = 1  # raise it whenever the same text would give other HTML: stored HTML of another version is redone


@dataclass(frozen=True)
class Html:
    """HTML safe to put in a page as it is, inside an element with `hx-disable`."""

    html: str
    version: int
    ocultos: int  # spoilers in it


def render(texto: str) -> Html:
    """Return the HTML of what a player typed. Never raises and never loses a word.

    Past a cap (topes.py) or if the renderer fails, the construct or the whole text is shown without markup; in that
    last case a text with spoilers is folded whole, since where they ended is no longer known.
    """
    limpio = limpiar(texto)
    return _con_marcado(limpio) or _sin_marcado(limpio)


def _con_marcado(limpio: str) -> Html | None:
    if len(limpio) > topes.CARACTERES or limpio.count("\n") > topes.LINEAS:
        return None
    try:
        pagina, ocultos = pintar(preparar(limpio))
    except (KeyboardInterrupt, SystemExit):
        raise
    except DemasiadoComplejo:
        return None
    except BaseException as error:  # a panic in Rust is no Exception
        _registro.error("marcado: %s", type(error).__name__)  # never the message: it may quote the text
        return None
    return Html(pagina, VERSION, ocultos)


def _sin_marcado(limpio: str) -> Html:
    pagina = parrafos(limpio)
    if "||" in limpio or ":::" in limpio:
        return Html(f"{DESTRIPE_BLOQUE}{pagina}</details>", VERSION, 1)
    return Html(pagina, VERSION, 0)


def posiciones(texto: str, pagina: str, lineas: Iterable[int]) -> dict[int, int]:
    """Return how many blocks of `pagina`, the HTML of the text, stand before each of those lines of it.

    A line inside a list goes after the whole list.
    """
    escritas = texto.split("\n")
    cuantos = len(bloques(pagina))

    def hasta(desde: int, fin: int) -> int:
        return len(bloques(render("\n".join(escritas[desde:fin])).html))

    cortes = sorted(set(lineas))
    partes = [hasta(desde, fin) for desde, fin in pairwise((0, *cortes, len(escritas)))]
    if sum(partes) == cuantos:
        return dict(zip(cortes, accumulate(partes), strict=False))
    return {n: min(cuantos, hasta(0, n)) for n in cortes}  # a list goes on across a cut


def texto_plano(texto: str, limite: int) -> str:
    """Return the words for mails, feeds and snippets, without markup and with spoilers as «[destripe]».

    limite: characters at most, the final ellipsis included.
    """
    return recortar(palabras(render(texto).html), limite)
