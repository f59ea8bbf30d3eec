"""How words are compared in a search: found in a text and folded, in Python, so that both databases agree."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

LETRAS_DE_UNA_PALABRA: Final = 100
"""A longer word is compared by its beginning."""
# Marks that stand inside a word: accents, vowels of Hebrew, Arabic and Devanagari, soft hyphens, joiners.
_MARCAS: Final = (
    "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u0900-\u0903\u093a-\u094f\u00ad\u200b-\u200d\u2060\ufeff"
)
_PALABRA: Final = re.compile(rf"[^\W_](?:[^\W_]|[{_MARCAS}])*")
_SUELTA: Final = re.compile(r"[^\W_]+")
_IMPOSIBLES: Final = re.compile("[\x00\ud800-\udfff]")
_COMUNES: Final = str.maketrans("áàâäéèêëíìîïóòôöúùûüç", "aaaaeeeeiiiioooouuuuc")
_TILDE_DE_LA_ENE: Final = "\u0303"


@dataclass(frozen=True, slots=True)
class Palabra:
    """A word of a text. viva: in lower case, with its accents. plegadas: as it is compared, in one piece or several."""

    desde: int
    hasta: int
    viva: str
    plegadas: tuple[str, ...]


def limpiar(texto: str) -> str:
    """Return the text without what no database can hold: NUL and halves of letters."""
    return _IMPOSIBLES.sub(" ", texto)


def plegar(palabra: str) -> tuple[str, ...]:
    """Fold one word: no capitals, accents or ligatures; ñ stays a letter of its own.

    Returns its pieces: one, unless it had something that falls apart («½»); none if no letter is left.
    """
    llana = palabra.lower().translate(_COMUNES)
    if llana.replace("ñ", "").isascii() and llana.isalnum():
        return (llana[:LETRAS_DE_UNA_PALABRA],)
    return _plegar_rara(palabra)


def _plegar_rara(palabra: str) -> tuple[str, ...]:
    salida: list[str] = []
    for letra in unicodedata.normalize("NFKD", palabra):
        if letra == _TILDE_DE_LA_ENE and salida and salida[-1] in "nN":
            salida[-1] = "ñ"
        elif unicodedata.category(letra) not in ("Mn", "Cf"):
            salida.append(letra)
    llana = unicodedata.normalize("NFKC", "".join(salida).casefold())
    return tuple(trozo[:LETRAS_DE_UNA_PALABRA] for trozo in _SUELTA.findall(llana))


def palabras(texto: str) -> Iterator[Palabra]:
    """Yield the words of a text in order."""
    for hallada in _PALABRA.finditer(texto):
        plegadas = plegar(hallada[0])
        if plegadas:
            yield Palabra(hallada.start(), hallada.end(), _viva(hallada[0]), plegadas)


def _viva(palabra: str) -> str:
    if palabra.isascii():
        return palabra.lower()[:LETRAS_DE_UNA_PALABRA]
    sin_marcas = "".join(letra for letra in palabra if unicodedata.category(letra) != "Cf")
    return unicodedata.normalize("NFKC", sin_marcas).lower()[:LETRAS_DE_UNA_PALABRA]


def para_indice(texto: str) -> str:
    """Return what is stored of a text to find it: its words, folded, each between spaces."""
    trozos = [plegada for palabra in _PALABRA.findall(limpiar(texto)) for plegada in plegar(palabra)]
    return f" {' '.join(trozos)} " if trozos else ""
