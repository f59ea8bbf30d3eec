"""Private fragments: taken out of what was typed before anything is painted, and put back in their place.

`:::solo Mirta` … `:::`, each on its own line, at the margin of the text: not in a quote, a list, a spoiler nor a fence.
Whatever begins like one and is not is refused, never published as text: it would tell a secret to everybody.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from .limites import ABRE, CIERRA, en_una_linea, fin_destripe, vallas
from .signos import limpiar

_PARA: Final = re.compile(r"(solo para|solo a|solo|only for|only|para)\b[\s:]*(.*)")
_DIRECCION: Final = re.compile(r"(la direccion|direccion|the direction|direction|dj|gm)\b[\s:,;]*(.*)")
_BLOQUE: Final = re.compile(
    r"\s*(?P<marcas>(?:(?:>|[*+–—-]|[0-9]{1,2}[.)]|#{1,6})\s*)*)(?P<puntos>:{2,})\s*(?P<dice>.*)"
)
_DOS_PUNTOS: Final = ":：﹕︓"  # all of them fold to the first
_PUNTOS: Final = re.compile(rf"[\s{_DOS_PUNTOS}]+")
_EMPIEZA: Final = re.compile(rf"[\W\d_]*[{_DOS_PUNTOS}]")
_ETIQUETA: Final = re.compile(r'<(/?)([a-z][a-z0-9]*)(?:[^>"]|"[^"]*")*>')
_VACIAS: Final = frozenset({"br", "hr", "img"})


class Fallo(StrEnum):
    """Why a text with fragments cannot be taken apart."""

    SIN_CERRAR = "sin_cerrar"
    SOBRA_CIERRE = "sobra_cierre"
    FUERA_DE_SITIO = "fuera_de_sitio"
    EN_UNA_LINEA = "en_una_linea"
    DOS_PUNTOS = "dos_puntos"
    VACIO = "vacio"


@dataclass
class FragmentoMalEscrito(ValueError):
    """A fragment is not well written; `cabecera` is the line that opens it, without its colons."""

    fallo: Fallo
    cabecera: str = ""


class Colocado(Protocol):
    """What can be put back: which line of the public text it goes before, what opened it and what it says."""

    linea: int
    cabecera: str
    texto: str


@dataclass(frozen=True, slots=True)
class Parrafo:
    """A fragment as typed. linea: lines of the public text before it. cabecera: the line that opens it, without colons.

    nombres: what follows the word that opens it; `direccion` if that word names the direction.
    """

    linea: int
    cabecera: str
    nombres: str
    texto: str
    direccion: bool = False


@dataclass(frozen=True, slots=True)
class Partido:
    """A text in two: what is for all the readers of the turn, and its fragments in order."""

    publico: str
    parrafos: tuple[Parrafo, ...] = ()


def plegar(texto: str) -> str:
    """Return the text without accents, case, invisible signs nor repeated spaces, to compare names and words."""
    letras = unicodedata.normalize("NFKD", texto).casefold()
    visibles = "".join(c for c in letras if unicodedata.category(c) not in {"Mn", "Cf"})
    return " ".join(visibles.split())


@dataclass(frozen=True, slots=True)
class _Apertura:
    cabecera: str
    nombres: str
    direccion: bool
    fallo: Fallo | None


def _abre(linea: str) -> _Apertura | None:
    """Read the line that opens a fragment, or that was surely meant to."""
    if not _EMPIEZA.match(linea):
        return None
    bloque = _BLOQUE.fullmatch(plegar(linea))
    hallado = bloque and (_PARA.fullmatch(bloque["dice"]) or _DIRECCION.fullmatch(bloque["dice"]))
    if not bloque or not hallado:
        return None
    cabecera = _PUNTOS.sub(" ", linea[_primeros_puntos(linea) :], count=1).strip()
    fallo = None
    if bloque["marcas"]:
        fallo = Fallo.FUERA_DE_SITIO
    elif len(bloque["puntos"]) < 3:
        fallo = Fallo.DOS_PUNTOS
    elif hallado[2].endswith(":::"):
        fallo = Fallo.EN_UNA_LINEA
    escritos = cabecera.split(None, len(hallado[1].split()))
    sobran = len(hallado[1].split())
    nombres = escritos[sobran] if len(escritos) > sobran else hallado[2]
    return _Apertura(cabecera, nombres.strip(" .:,;"), hallado.re is _DIRECCION, fallo)


def _primeros_puntos(linea: str) -> int:
    return next(n for n, signo in enumerate(linea) if signo in _DOS_PUNTOS)


def hay_parrafos(texto: str) -> bool:
    """Tell whether a line of the text opens a fragment, or was meant to."""
    return any(map(_abre, limpiar(texto).split("\n")))


def desconocidos(texto: str) -> list[str]:
    """Return what the lines say that begin with `:::` and open nothing known: perhaps a name without its «solo»."""
    lineas = (linea for linea in limpiar(texto).split("\n") if _EMPIEZA.match(linea) and not ABRE.fullmatch(linea))
    bloques = (_BLOQUE.fullmatch(plegar(linea)) for linea in lineas)
    dichos = (bloque["dice"].strip(" .:") for bloque in bloques if bloque and len(bloque["puntos"]) > 2)
    return [dicho for dicho in dichos if dicho]


def partir(texto: str) -> Partido:
    """Take the fragments out of a text; one without them is returned as it is, to the last space.

    Around each the public text keeps one blank line, as between any two paragraphs, so that nothing tells where it was.
    Raises FragmentoMalEscrito.
    """
    lineas = limpiar(texto).split("\n")
    if not any(map(_abre, lineas)):
        return Partido(texto)
    cercas = vallas(lineas)
    publico: list[str] = []
    trozo: list[str] = []
    parrafos: list[Parrafo] = []
    i = 0
    while i < len(lineas):
        if i in cercas or ABRE.fullmatch(lineas[i]):
            fin = cercas[i] if i in cercas else _fin_destripe(lineas, i, cercas)
            if dentro := next(filter(None, map(_abre, lineas[i : fin + 1])), None):
                raise FragmentoMalEscrito(Fallo.FUERA_DE_SITIO, dentro.cabecera)
            trozo += lineas[i : fin + 1]
        elif apertura := _abre(lineas[i]):
            fin = _fin(lineas, i, cercas, apertura)
            _pegar(publico, trozo)
            trozo = []
            cuerpo = "\n".join(_sin_bordes(lineas[i + 1 : fin]))
            if not cuerpo:
                raise FragmentoMalEscrito(Fallo.VACIO, apertura.cabecera)
            parrafos.append(Parrafo(len(publico), apertura.cabecera, apertura.nombres, cuerpo, apertura.direccion))
        elif CIERRA.fullmatch(lineas[i]):
            raise FragmentoMalEscrito(Fallo.SOBRA_CIERRE)
        else:
            fin = i
            trozo.append(lineas[i])
        i = fin + 1
    _pegar(publico, trozo)
    return Partido("\n".join(publico), tuple(parrafos))


def _fin_destripe(lineas: list[str], i: int, cercas: dict[int, int]) -> int:
    abre = ABRE.fullmatch(lineas[i])
    return i if abre and en_una_linea(abre[2]) else fin_destripe(lineas, i, cercas)


def _fin(lineas: list[str], i: int, cercas: dict[int, int], apertura: _Apertura) -> int:
    """Return the line that closes the fragment opened at `i`; spoilers and fences inside it keep their own."""
    if apertura.fallo:
        raise FragmentoMalEscrito(apertura.fallo, apertura.cabecera)
    hondo = 0
    j = i + 1
    while j < len(lineas):
        hasta = cercas.get(j, j)
        if any(map(_abre, lineas[j : hasta + 1])):
            break
        if j not in cercas:
            if CIERRA.fullmatch(lineas[j]):
                if not hondo:
                    return j
                hondo -= 1
            elif (abre := ABRE.fullmatch(lineas[j])) and not en_una_linea(abre[2]):
                hondo += 1
        j = hasta + 1
    raise FragmentoMalEscrito(Fallo.SIN_CERRAR, apertura.cabecera)


def _sin_bordes(lineas: Sequence[str]) -> Sequence[str]:
    """Return the lines without the blank ones at either end."""
    con_algo = [n for n, linea in enumerate(lineas) if linea.strip()]
    return lineas[con_algo[0] : con_algo[-1] + 1] if con_algo else []


def _pegar(publico: list[str], trozo: Sequence[str]) -> None:
    limpio = _sin_bordes(trozo)
    if limpio:
        publico += ([""] if publico else []) + list(limpio)


def juntar(publico: str, parrafos: Iterable[Colocado]) -> str:
    """Return the whole as its author typed it, with each fragment in its place; `partir` undoes it."""
    lineas = publico.split("\n") if publico else []
    salida: list[str] = []
    desde = 0
    for parrafo in parrafos:
        _pegar(salida, lineas[desde : parrafo.linea])
        desde = max(desde, parrafo.linea)
        _pegar(salida, [f":::{parrafo.cabecera}", *parrafo.texto.split("\n"), ":::"])
    if not salida:
        return publico
    _pegar(salida, lineas[desde:])
    return "\n".join(salida)


def bloques(pagina: str) -> list[str]:
    """Cut HTML made by `render` into its top-level blocks, which joined give it again."""
    salida: list[str] = []
    hondo = inicio = 0
    for etiqueta in _ETIQUETA.finditer(pagina):
        if etiqueta[2] not in _VACIAS:
            hondo += -1 if etiqueta[1] else 1
        if not hondo:
            salida.append(pagina[inicio : etiqueta.end()])
            inicio = etiqueta.end()
    if salida and inicio < len(pagina):
        salida[-1] += pagina[inicio:]
    return salida
