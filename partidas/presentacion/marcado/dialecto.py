"""The pre-pass: from what players type to Markdown of which comrak can make one thing only.

Blocks (quotes, spoilers, lists, tables, fences, headings) are decided here, line by line, and written back in one
canonical form; any other line gets `PREFIJO`, so comrak opens no block in it. What happens inside a line (emphasis,
code, links) is comrak's. docs/marcado.md is the same in prose; changing either means raising VERSION.
"""

import re
from dataclasses import dataclass
from typing import Final

from . import topes
from .limites import ABRE, CIERRA, en_una_linea, fin_destripe, queda_abierto, valla_abre, vallas
from .lineas import deja_velo, guardar
from .signos import (
    CITA_ABRE,
    CITA_CIERRA,
    DESTRIPE_ABRE,
    DESTRIPE_CIERRA,
    NUMERO_ABRE,
    NUMERO_CIERRA,
    PREFIJO,
    VELO,
)

_CITA: Final = re.compile(r" {0,3}> ?")
_TITULO: Final = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*)")
_ELEMENTO: Final = re.compile(r"([ \t]*)(?:(\*)|(0|[1-9][0-9]?)([.)]))[ \t]+(\S.*)")
_RAYA_TABLA: Final = re.compile(r":?-+:?")


def _ancho(sangria: str) -> int:
    return len(sangria.expandtabs(4))


@dataclass(frozen=True)
class _Nivel:
    sangria: int  # columns before the mark, as typed
    contenido: int  # columns before the text, as written out
    numero: int | None
    cierre: str


class _Escriba:
    """Writes one text out; holds what spans lines: open lists, the cells spent, an inline spoiler not closed yet.

    While an inline spoiler is open nothing but a blank line ends its paragraph: a list or a quote that did would show
    what was meant to be hidden.
    """

    def __init__(self) -> None:
        self.salida: list[str] = []
        self.niveles: list[_Nivel] = []
        self.celdas = 0
        self.velado = False
        self.reanuda = ""  # bars owed to the next line: a block spoiler cut an inline one in two

    def bloques(self, lineas: list[str], citas: int = 0, destripes: int = 0) -> None:
        """Write these lines, which lie inside that many quotes and spoilers."""
        cercas = vallas(lineas)
        i = 0
        while i < len(lineas):
            abre = ABRE.fullmatch(lineas[i]) if destripes < topes.DESTRIPES else None
            if i in cercas and not self.velado:
                self._valla(lineas[i : cercas[i]])
                i = cercas[i] + 1
            elif abre:
                i = self._destripe(lineas, i, cercas, abre, citas, destripes)
            elif self.velado:
                self._linea_velada(lineas[i])
                i += 1
            elif citas < topes.CITAS and _CITA.match(lineas[i]):
                i = self._cita(lineas, i, citas, destripes)
            elif filas := self._filas(lineas, i):
                self._tabla(filas)
                i += len(filas)
            else:
                self._linea(lineas[i])
                i += 1
        self._cortar()

    def _cortar(self) -> None:
        self.niveles.clear()
        if self.salida and self.salida[-1]:
            self.salida.append("")

    def _aparte(self, *lineas: str) -> None:
        self._cortar()
        self.salida.extend((*lineas, ""))

    def _valla(self, lineas: list[str]) -> None:
        """Write a code block; the words beside its fence become its first line, or they would be lost."""
        largo, titulo = valla_abre(lineas[0]) or (3, "")
        self._aparte("`" * largo, *([titulo] if titulo else []), *lineas[1:], "`" * largo)

    def _destripe(
        self, lineas: list[str], i: int, cercas: dict[int, int], abre: re.Match[str], citas: int, destripes: int
    ) -> int:
        if abre[1]:
            self._texto(abre[1].strip())
        resto = abre[2].rstrip()
        if en_una_linea(resto):
            fin, dentro = i, [resto.rstrip(":")]
        else:
            fin = fin_destripe(lineas, i, cercas)
            dentro = [resto, *lineas[i + 1 : fin]]
        velado, self.velado, self.reanuda = self.velado, False, ""
        self._aparte(DESTRIPE_ABRE)
        self.bloques(dentro, citas, destripes + 1)
        self._aparte(DESTRIPE_CIERRA)
        self.velado, self.reanuda = velado, VELO if velado else ""
        return fin + 1

    def _cita(self, lineas: list[str], i: int, citas: int, destripes: int) -> int:
        dentro: list[str] = []
        while i < len(lineas) and (marca := _CITA.match(lineas[i])):
            dentro.append(lineas[i][marca.end() :])
            i += 1
        if i < len(lineas) and lineas[i].strip() and queda_abierto(dentro):
            i = self._pegadas(lineas, i, dentro)
        self._aparte(CITA_ABRE)
        self.bloques(dentro, citas + 1, destripes)
        self._aparte(CITA_CIERRA)
        self.velado, self.reanuda = False, ""
        return i

    def _pegadas(self, lineas: list[str], i: int, dentro: list[str]) -> int:
        """Take into a quote the lines glued under it, up to one that closes or opens a block spoiler."""
        while i < len(lineas) and lineas[i].strip() and not ABRE.fullmatch(lineas[i]):
            dentro.append(lineas[i])
            i += 1
            if CIERRA.fullmatch(dentro[-1]):
                break
        return i

    def _filas(self, lineas: list[str], i: int) -> list[str]:
        """Return the lines of the table that begins here; empty if none does. It ends with the first without a bar."""
        if i + 1 >= len(lineas) or "|" not in lineas[i] or not _es_raya(lineas[i + 1]):
            return []
        fin = i + 2
        while fin < len(lineas) and "|" in lineas[fin] and not ABRE.fullmatch(lineas[fin]):
            fin += 1
        return lineas[i:fin]

    def _tabla(self, filas: list[str]) -> None:
        celdas = [_celdas(fila) for fila in filas]
        columnas = max(map(len, celdas))  # as many as the longest row: comrak drops what the heading has no room for
        cabe = columnas <= topes.BARRAS and self.celdas + columnas * len(filas) <= topes.CELDAS
        if not cabe or any(deja_velo(celda) for fila in celdas for celda in fila):
            for fila in filas:
                self._texto(fila)
            return
        self.celdas += columnas * len(filas)
        celdas[1] = [celda.strip() for celda in celdas[1]] + ["-"] * (columnas - len(celdas[1]))
        completas = ([*fila, *[""] * (columnas - len(fila))] for fila in celdas)
        self._aparte(*("| " + " | ".join(fila) + " |" for fila in completas))

    def _linea(self, linea: str) -> None:
        junta = "".join(linea.split())
        if not junta:
            self.salida.append("")
        elif len(junta) > 2 and junta[0] in "*-_" and len(set(junta)) == 1:
            self._aparte("---")
        elif (titulo := _TITULO.fullmatch(linea)) and not deja_velo(cuerpo := guardar(titulo[2])):
            # h1 and h2 belong to the page.
            self._aparte("#" * max(3, len(titulo[1])) + " " + PREFIJO + cuerpo)
        elif elemento := _ELEMENTO.fullmatch(linea):
            self._elemento(elemento)
        else:
            self._texto(linea)

    def _linea_velada(self, linea: str) -> None:
        if not linea.strip():
            self.velado, self.reanuda = False, ""
            self.salida.append("")
            return
        sangria = self.niveles[-1].contenido if self.niveles else 0
        self._escribir(" " * sangria, linea)

    def _escribir(self, delante: str, linea: str) -> None:
        protegida = self.reanuda + guardar(linea)
        self.reanuda = ""
        self.velado ^= deja_velo(protegida)
        self.salida.append(delante + PREFIJO + protegida)

    def _texto(self, linea: str) -> None:
        cuerpo = linea.lstrip(" \t")
        sangria = _ancho(linea[: len(linea) - len(cuerpo)])
        if sangria < 2 and self.niveles:
            self._cortar()
        while len(self.niveles) > 1 and sangria <= self.niveles[-1].sangria:
            self.niveles.pop()
        if self.niveles:
            self._escribir(" " * self.niveles[-1].contenido, cuerpo)
        else:
            self._escribir("", linea)

    def _elemento(self, hallado: re.Match[str]) -> None:
        """Write an item of a list. Its number is shown as typed, also where HTML would count on."""
        sangria = _ancho(hallado[1])
        numero = int(hallado[3]) if hallado[3] else None
        cierre = hallado[4] or "*"
        anterior = self._bajar_a(sangria)
        base = self.niveles[-1].contenido if self.niveles else 0
        sigue = anterior is not None and anterior.cierre == cierre
        valor = ""
        if sigue and anterior and anterior.numero is not None and numero != anterior.numero + 1:
            valor = f"{NUMERO_ABRE}{numero}{NUMERO_CIERRA}"
        if not sigue and numero not in {None, 1} and self.salida and self.salida[-1]:
            self.salida.append("")  # only a 1 may follow a paragraph at once
        marca = "*" if numero is None else f"{numero}{cierre}"
        self._escribir(" " * base + marca + " " + valor, hallado[5])
        self.niveles.append(_Nivel(sangria, base + len(marca) + 1, numero, cierre))

    def _bajar_a(self, sangria: int) -> _Nivel | None:
        """Close the lists this indentation is out of; return the item it follows, if it is not the first of a list."""
        if not self.niveles:
            self._cortar()
            return None
        anterior = None
        while self.niveles and sangria < self.niveles[-1].sangria:
            anterior = self.niveles.pop()
        dentro = self.niveles and sangria >= self.niveles[-1].sangria + 2
        if dentro and len(self.niveles) < topes.NIVELES:
            return anterior
        return self.niveles.pop() if self.niveles else anterior


def _es_raya(linea: str) -> bool:
    return "|" in linea and all(_RAYA_TABLA.fullmatch(celda.strip()) for celda in _celdas(linea))


def _celdas(fila: str) -> list[str]:
    """Split a row the way comrak does. `||` is a spoiler, never an empty cell, and by now it is a sign."""
    return guardar(fila).strip().removeprefix("|").removesuffix("|").split("|")


def preparar(texto: str) -> str:
    """Return canonical Markdown for one cleaned text."""
    escriba = _Escriba()
    escriba.bloques(texto.split("\n"))
    return "\n".join(escriba.salida)
