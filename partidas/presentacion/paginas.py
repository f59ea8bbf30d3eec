"""The addresses of the pages on both sides of one, with a neighbour for when their message is no longer there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from partidas.consultas.hilo import Pagina


@dataclass(frozen=True, slots=True)
class Enlaces:
    """Queries of the page before and the next one; empty where there is none."""

    anterior: str
    siguiente: str


def enlaces(pagina: Pagina) -> Enlaces:
    """Return the links of a page. `junto` is the message on it that is next to where the other begins or ends."""
    ids = [leido.mensaje.publico for leido in pagina.mensajes]
    segundo = ids[1] if len(ids) > 1 else pagina.siguiente
    anterior = f"?hasta={pagina.anterior}" + (f"&junto={segundo}" if segundo else "")
    return Enlaces(
        anterior=anterior if pagina.anterior else "",
        siguiente=f"?desde={pagina.siguiente}&junto={ids[-1]}" if pagina.siguiente else "",
    )
