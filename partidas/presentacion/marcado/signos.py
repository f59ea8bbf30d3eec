"""The signs the pre-pass leaves for the painter, and the cleaning that makes them impossible to forge.

They are Unicode noncharacters (U+FDD0…U+FDEF): `limpiar` takes every one of them out of the source, and no entity is
ever decoded, so one found after rendering was put there by us.
"""

import re
from typing import Final

NADA: Final = "\ufdd0"  # counts as a letter for the renderer; shown as nothing
# Opens a line of plain text: the renderer sees neither a space nor any block there, and the comma keeps the line's
# first `*` or `_` able to open emphasis.
PREFIJO: Final = "\ufdd1,"
# `||`. The commas are for the emphasis beside it, which looks at the nearest character.
VELO: Final = ",\ufdd2,"
NUMERO_ABRE: Final = "\ufdd3"
NUMERO_CIERRA: Final = "\ufdd4"
CITA_ABRE: Final = "\ufdd5"
CITA_CIERRA: Final = "\ufdd6"
DESTRIPE_ABRE: Final = "\ufdd7"
DESTRIPE_CIERRA: Final = "\ufdd8"

# A character that must stay itself, whatever stands beside it.
GUARDAS: Final = {
    "&": "\ufde0",
    "<": "\ufde1",
    "%": "\ufde2",
    "|": "\ufde3",
    "*": "\ufde4",
    "_": "\ufde5",
    "~": "\ufde6",
    "`": "\ufde7",
}

_VUELTA: Final = {ord(guarda): caracter for caracter, guarda in GUARDAS.items()} | {ord(NADA): None}

_SALTOS: Final = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_FUERA: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f"  # controls but tab and line feed
    "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates: direction is set per block
    "\ufeff\ufdd0-\ufdef\ud800-\udfff"  # byte order mark, noncharacters, lone surrogates
    + "".join(chr(plano * 0x10000 + resto) for plano in range(17) for resto in (0xFFFE, 0xFFFF))
    + "]"
)


def limpiar(texto: str) -> str:
    """Drop what no reader can see and no database keeps; every line end becomes a line feed.

    Letters, marks, joiners (emoji, Persian) and the two plain direction marks stay.
    """
    return _FUERA.sub("", _SALTOS.sub("\n", texto))


def restaurar(texto: str) -> str:
    """Turn guards back into their characters and remove the empty signs; `VELO` becomes its two bars."""
    if texto.isascii():  # every sign lies far beyond: most scraps of a text of many marks end here
        return texto
    return texto.replace(PREFIJO, "").replace(VELO, "||").translate(_VUELTA)
