"""Which texts of a turn can be found, taken from what is stored of it. Pure: the migration uses it too."""

from __future__ import annotations

from partidas.busqueda.plegar import limpiar, para_indice
from partidas.presentacion.marcado.llano import palabras


def de_html(html: str) -> tuple[str, str]:
    """Return a text as it is read, without markup or what lies in spoilers, and its words folded; empty for none."""
    return de_texto(palabras(html))


def de_texto(texto: str) -> tuple[str, str]:
    """Return a text that has no markup, and its words folded."""
    limpio = limpiar(texto)
    plegado = para_indice(limpio)
    return (limpio, plegado) if plegado else ("", "")
