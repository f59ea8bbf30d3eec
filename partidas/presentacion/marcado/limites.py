"""Where code fences and block spoilers begin and end."""

import re
from typing import Final

from . import topes
from .lineas import deja_velo, guardar

_VALLA: Final = re.compile(rf"[ \t]*(`{{3,{topes.CORRIDA}}})(?!`)([^`]*)")
ABRE: Final = re.compile(
    r"[ \t]*((?:[*+—-]|[0-9]{1,2}[.)])[ \t]*)?:{3,}[ \t]*(?:destripe|spoiler)\b[ \t]*(.*)", re.IGNORECASE
)
CIERRA: Final = re.compile(r"[ \t]*:{3,}[ \t]*")


def valla_abre(linea: str) -> tuple[int, str] | None:
    """Return how many backticks the line of a fence has and the words beside them; None if it is no such line."""
    hallado = _VALLA.fullmatch(linea)
    return (len(hallado[1]), hallado[2].strip()) if hallado else None


def vallas(lineas: list[str]) -> dict[int, int]:
    """Return, for each line that opens a code fence, the line that closes it. A fence never closed is not one."""
    marcas = [valla_abre(linea) for linea in lineas]
    pares: dict[int, int] = {}
    sin_cierre = topes.CORRIDA + 1  # no later line closes a fence this long
    i = 0
    while i < len(lineas):
        marca = marcas[i]
        if marca and marca[0] < sin_cierre:
            largo = marca[0]
            fin = next((j for j in range(i + 1, len(lineas)) if (m := marcas[j]) and m[0] >= largo and not m[1]), None)
            if fin is None:
                sin_cierre = largo
            else:
                pares[i] = fin
                i = fin
        i += 1
    return pares


def en_una_linea(resto: str) -> bool:
    """Return whether a spoiler is closed on the line that opens it; `resto` is what follows its name."""
    return resto.rstrip().endswith(":::")


def fin_destripe(lineas: list[str], inicio: int, cercas: dict[int, int]) -> int:
    """Return the line that closes the spoiler opened at `inicio`, or the number of lines if none does."""
    hondo = 1
    j = inicio + 1
    while j < len(lineas):
        if j in cercas:
            j = cercas[j]
        elif abre := ABRE.fullmatch(lineas[j]):
            hondo += 0 if en_una_linea(abre[2]) else 1
        elif CIERRA.fullmatch(lineas[j]):
            hondo -= 1
            if not hondo:
                return j
        j += 1
    return len(lineas)


def queda_abierto(lineas: list[str]) -> bool:
    """Return whether these lines of a quote end inside a spoiler, so that what is glued under them belongs to it."""
    cercas = vallas(lineas)
    i = 0
    while i < len(lineas):
        if i in cercas:
            i = cercas[i]
        elif (abre := ABRE.fullmatch(lineas[i])) and not en_una_linea(abre[2]):
            i = fin_destripe(lineas, i, cercas)
            if i == len(lineas):
                return True
        i += 1
    ultimo = len(lineas)
    while ultimo and lineas[ultimo - 1].strip():
        ultimo -= 1
    return deja_velo("".join(map(guardar, lineas[ultimo:])))
