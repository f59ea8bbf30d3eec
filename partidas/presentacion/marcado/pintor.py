"""comrak, the walk over what it gives, and nh3: from canonical Markdown to the HTML that is stored.

nh3 trusts nothing that came before and goes last.
"""

import re
from typing import Final

import comrak
import nh3

from . import topes
from .enlaces import admitido
from .paseo import DIRIGIDAS, Paseo
from .signos import (
    CITA_ABRE,
    CITA_CIERRA,
    DESTRIPE_ABRE,
    DESTRIPE_CIERRA,
    NUMERO_ABRE,
    NUMERO_CIERRA,
)

_ETIQUETAS: Final = frozenset(
    {"p", "br", "em", "strong", "del", "a", "blockquote", "ul", "ol", "li", "code", "pre", "hr", "h3", "h4", "h5", "h6"}
    | {"table", "thead", "tbody", "tr", "th", "td", "img", "span", "details", "summary"}
)
_NUMERO: Final = re.compile(rf"<li>(\n<p>)?{NUMERO_ABRE}(\d+){NUMERO_CIERRA}")
_NUMERO_PERDIDO: Final = re.compile(rf"{NUMERO_ABRE}\d*{NUMERO_CIERRA}")
_BLOQUES: Final = (
    (f"<p>{CITA_ABRE}</p>", "<blockquote>"),
    (f"<p>{CITA_CIERRA}</p>", "</blockquote>"),
    (f"<p>{DESTRIPE_ABRE}</p>", "<details>"),
    (f"<p>{DESTRIPE_CIERRA}</p>", "</details>"),
)


class DemasiadoComplejo(Exception):
    """The HTML came out larger than a page should carry; `render` answers with plain text."""


def _limpiador() -> nh3.Cleaner:
    """Return the closed list. Nothing of it can be asked for by name in a text: classes are only ours."""
    direccion = {etiqueta: {"dir": {"auto"}} for etiqueta in DIRIGIDAS}
    alineacion = {etiqueta: {"align": {"left", "center", "right"}} for etiqueta in ("th", "td")}
    valores = {etiqueta: direccion[etiqueta] | alineacion.get(etiqueta, {}) for etiqueta in DIRIGIDAS}
    valores["span"] = {"class": {"destripe", "destino"}, "tabindex": {"0"}}
    valores["details"] = {"class": {"destripe"}}
    return nh3.Cleaner(
        tags=set(_ETIQUETAS),
        clean_content_tags=set(),
        attributes={"a": {"href"}, "img": {"src", "alt"}, "ol": {"start"}, "li": {"value"}},
        tag_attribute_values=valores,
        attribute_filter=admitido,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow ugc",
        generic_attribute_prefixes=set(),
    )


_LIMPIADOR: Final = _limpiador()


def _comrak(markdown: str) -> str:
    extensiones = comrak.ExtensionOptions()
    extensiones.table = True
    extensiones.strikethrough = True
    lectura = comrak.ParseOptions()
    lectura.ignore_setext = True
    salida = comrak.RenderOptions()
    salida.hardbreaks = True
    salida.escape = True  # raw HTML is shown, not run; the pre-pass has already made `<` unreadable as HTML
    salida.unsafe_ = True  # comrak would empty the addresses it dislikes; `destino` refuses them and shows the words
    return comrak.render_markdown(markdown, extensiones, lectura, salida)


def pintar(markdown: str) -> tuple[str, int]:
    """Return the HTML of canonical Markdown, and how many spoilers are in it.

    Raises DemasiadoComplejo over `topes.SALIDA`, and whatever comrak raises.
    """
    crudo = _comrak(markdown)
    if len(crudo) > topes.SALIDA_CRUDA:
        raise DemasiadoComplejo
    crudo = _NUMERO_PERDIDO.sub("", _NUMERO.sub(r'<li value="\2">\1', crudo))
    for parrafo, etiqueta in _BLOQUES:
        crudo = crudo.replace(parrafo, etiqueta)
    paseo = Paseo()
    recorrido = paseo.recorrer(crudo)
    if len(recorrido.encode()) > topes.SALIDA:  # before nh3 too: it is the slow one
        raise DemasiadoComplejo
    limpio = _LIMPIADOR.clean(recorrido)
    if len(limpio.encode()) > topes.SALIDA:
        raise DemasiadoComplejo
    return limpio, paseo.ocultos
