"""What an edit changed, word by word, for those who may read both versions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

PALABRAS = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
PARRAFOS = re.compile(r"(?<=\n)(?=[^\n])")
PALABRAS_MAXIMO = 1_000
"""Of two passages that differ: beyond it they are shown whole, one taken away and the other put."""


@dataclass(frozen=True, slots=True)
class Trozo:
    """A run of the two texts. clase: "igual", "quitado" (only before) or "puesto" (only after)."""

    clase: str
    texto: str


def diferencias(antes: str, despues: str) -> tuple[Trozo, ...]:
    """Return the runs that make both texts: without what is put they are `antes`, without what is taken, `despues`."""
    sueltos = _comparar(_parrafos(antes), _parrafos(despues), fina=True)
    return tuple(
        Trozo(clase, "".join(trozo.texto for trozo in seguidos))
        for clase, seguidos in groupby(sueltos, key=lambda trozo: trozo.clase)
    )


def _parrafos(texto: str) -> list[str]:
    """Split after each blank line; nothing for an empty text."""
    return PARRAFOS.split(texto) if texto else []


def _comparar(antes: Sequence[str], despues: Sequence[str], *, fina: bool) -> Iterator[Trozo]:
    """Compare by pieces; with `fina`, what differs is compared again word by word."""
    for que, i, j, k, m in SequenceMatcher(None, antes, despues, autojunk=False).get_opcodes():
        quitado, puesto = "".join(antes[i:j]), "".join(despues[k:m])
        if que == "equal":
            yield Trozo("igual", quitado)
            continue
        palabras = PALABRAS.findall(quitado), PALABRAS.findall(puesto)
        if fina and que == "replace" and max(map(len, palabras)) <= PALABRAS_MAXIMO:
            yield from _comparar(*palabras, fina=False)
            continue
        if quitado:
            yield Trozo("quitado", quitado)
        if puesto:
            yield Trozo("puesto", puesto)
