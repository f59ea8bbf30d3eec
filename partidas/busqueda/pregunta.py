"""What was asked: words, exact phrases between quotes, and what must not be there, read out of what was typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from partidas.busqueda.plegar import Palabra, limpiar, palabras

LETRAS_MAXIMO: Final = 200
TERMINOS_MAXIMO: Final = 12
_COMILLAS: Final = re.compile("[“”„‟«»＂]")
_TROZO: Final = re.compile(r'([-−]?)"([^"]*)(?:"|$)|([-−]?)([^\s"]+)')
# Folded. They are in nearly every message, so one of these beside other words asks for nothing.
VACIAS: Final = frozenset(
    re.findall(
        r"\w+",
        "a al ante aquel aquella aunque cada como con contra cual cuando de del desde donde e el ella ellas ellos en"
        " era entre es esa ese eso esta este esto fue ha hacia han hasta hay he la las le les lo los mas me mi mientras"
        " mis muy nada ni no nos o os otra otro para pero por porque pues que quien se segun ser si sin sino sobre son"
        " su sus tambien tan te ti todo tras tu tus u un una unas uno unos y ya yo",
    )
)


class Problema(Enum):
    """Why nothing can be looked for."""

    VACIA = "vacia"
    CORTA = "corta"
    LARGA = "larga"
    MUCHAS = "muchas"
    SIN_PALABRAS = "sin_palabras"
    SOLO_QUITA = "solo_quita"
    AMPLIA = "amplia"


@dataclass(frozen=True, slots=True)
class Termino:
    """One word. viva: with its accents, for who knows its inflections. plegadas: as it is compared."""

    viva: str
    plegadas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pregunta:
    """All of `terminos` and of `frases` (folded words, in a row), and none of `sin`, `sin_frases`, in one text."""

    terminos: tuple[Termino, ...] = ()
    frases: tuple[tuple[str, ...], ...] = ()
    sin: tuple[Termino, ...] = ()
    sin_frases: tuple[tuple[str, ...], ...] = ()
    problema: Problema | None = None


def leer(texto: str) -> Pregunta:
    """Read what a person typed. Never raises: what cannot be looked for comes back with its `problema`.

    There are no operators but quotes and a minus before a word: anything else separates words.
    """
    texto = limpiar(texto).strip()
    if not texto:
        return Pregunta(problema=Problema.VACIA)
    if len(texto) > LETRAS_MAXIMO:
        return Pregunta(problema=Problema.LARGA)
    pregunta = _partir(_COMILLAS.sub('"', texto))
    problema = _problema(pregunta)
    if problema is not None:
        return Pregunta(problema=problema)
    con_peso = tuple(t for t in pregunta.terminos if not VACIAS.issuperset(t.plegadas))
    return Pregunta(con_peso, pregunta.frases, pregunta.sin, pregunta.sin_frases)


def _partir(texto: str) -> Pregunta:
    terminos: list[Termino] = []
    frases: list[tuple[str, ...]] = []
    sin: list[Termino] = []
    sin_frases: list[tuple[str, ...]] = []
    for trozo in _TROZO.finditer(texto):
        entre_comillas = trozo[2] is not None
        quita = bool(trozo[1] or trozo[3])
        halladas = list(palabras(trozo[2] if entre_comillas else trozo[4]))
        if not halladas:
            continue
        if len(halladas) > 1 and (entre_comillas or quita):
            (sin_frases if quita else frases).append(_seguidas(halladas))
        elif entre_comillas and not quita:
            frases.append(_seguidas(halladas))
        else:
            (sin if quita else terminos).extend(Termino(una.viva, una.plegadas) for una in halladas)
    return Pregunta(*(tuple(dict.fromkeys(lista)) for lista in (terminos, frases, sin, sin_frases)))  # type: ignore[arg-type]


def _seguidas(halladas: list[Palabra]) -> tuple[str, ...]:
    return tuple(plegada for una in halladas for plegada in una.plegadas)


def _problema(pregunta: Pregunta) -> Problema | None:
    pide = [*(t.plegadas for t in pregunta.terminos), *pregunta.frases]
    quita = [*pregunta.sin, *pregunta.sin_frases]
    if not pide:
        return Problema.SOLO_QUITA if quita else Problema.SIN_PALABRAS
    if len(pide) + len(quita) > TERMINOS_MAXIMO or sum(map(len, pide)) > 2 * TERMINOS_MAXIMO:
        return Problema.MUCHAS
    if max(len("".join(plegadas)) for plegadas in pide) < 2:
        return Problema.CORTA
    if all(VACIAS.issuperset(plegadas) for plegadas in pide):
        return Problema.AMPLIA
    return None
