"""The rolls of a batch as one card: who threw, how many went well, and each of them inside."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.translation import ngettext

from partidas.presentacion.escritura import dicho as _
from partidas.presentacion.tarjetas import Tarjeta

if TYPE_CHECKING:
    from partidas.presentacion.caras import Cara


@dataclass(frozen=True, slots=True)
class Lote:
    """One batch for one reader. cabeza: its first roll, which has the words that were declared.

    quienes: who threw, as far as the reader may know. resumen: how it went. filas: each roll, and what continues it
    after it, with whose it is. cuantas: without what continues them. abierto: something in it waits for the reader.
    """

    cabeza: Tarjeta
    quienes: str
    resumen: str
    filas: tuple[tuple[str, Tarjeta], ...]
    cuantas: int
    abierto: bool

    @property
    def tono(self) -> str:
        """Return the tone of all of them, if it is one."""
        tonos = {una.cara.tono for _nombre, una in self.filas if _cuenta(una)}
        return tonos.pop() if len(tonos) == 1 else "neutro"

    @property
    def privada(self) -> bool:
        """Tell whether they are in the closed book."""
        return self.cabeza.cara.privada

    @property
    def titulo(self) -> str:
        """Say who threw and what, as words."""
        cara = self.cabeza.cara
        return " · ".join(filter(None, [self.quienes, cara.titulo, cara.objetivo]))


def agrupar(tarjetas: Sequence[Tarjeta]) -> list[Tarjeta | Lote]:
    """Return the cards of a turn in their order, with those of each batch as one in the place of its first."""
    de_cada: dict[str, list[Tarjeta]] = defaultdict(list)
    for una in tarjetas:
        if una.lote:
            de_cada[una.lote].append(una)
    salida: list[Tarjeta | Lote] = []
    for una in tarjetas:
        if not una.lote:
            salida.append(una)
        elif una.lote in de_cada:
            salida.append(_lote(de_cada.pop(una.lote)))
    return salida


def _lote(tarjetas: Sequence[Tarjeta]) -> Lote:
    raices = [una for una in tarjetas if una.continua is None]
    nombres = numerar([una.nombre for una in raices])
    hijas: dict[int | None, list[Tarjeta]] = defaultdict(list)
    for una in tarjetas:
        if una.continua is not None:
            hijas[una.continua].append(una)
    filas: list[tuple[str, Tarjeta]] = []
    for nombre, raiz in zip(nombres, raices, strict=True):
        por_ver = [raiz]
        while por_ver:
            una = por_ver.pop(0)
            filas.append((nombre, _por_dentro(una)))
            por_ver = [*hijas.get(una.clave, ()), *por_ver]
    return Lote(
        cabeza=raices[0],
        quienes=quienes([una.nombre for una in raices]),
        resumen=resumen((una.cara, una.anulada is not None) for una in raices),
        filas=tuple(filas),
        cuantas=len(raices),
        abierto=any(map(_espera, tarjetas)),
    )


def _por_dentro(una: Tarjeta) -> Tarjeta:
    """Leave out of a roll what the whole card says once."""
    return una if una.continua is not None else replace(una, declaracion="", tapada="", segunda=False)


def _espera(una: Tarjeta) -> bool:
    """Tell whether the reader has something to do in a roll that is not of the direction, or has to answer for it."""
    if una.anular in ("anular", ""):
        return not una.anular and any(opcion.disponible for opcion in una.opciones)
    return True


def _cuenta(una: Tarjeta) -> bool:
    return una.continua is None and una.anulada is None


def numerar(nombres: Sequence[str]) -> list[str]:
    """Tell apart those of one name by a number; who is not known is a PNJ."""
    conocidos = [nombre or _("PNJ") for nombre in nombres]
    veces, vistos = Counter(conocidos), Counter[str]()
    salida = []
    for nombre in conocidos:
        vistos[nombre] += 1
        salida.append(f"{nombre} {vistos[nombre]}" if veces[nombre] > 1 else nombre)
    return salida


def quienes(nombres: Sequence[str]) -> str:
    """Say who threw: the one name that all have, with how many, or how many alone."""
    if nombres[0] and len(set(nombres)) == 1:
        return _("%(nombre)s ×%(n)s") % {"nombre": nombres[0], "n": len(nombres)}
    return ngettext("%(n)d PNJ", "%(n)d PNJ", len(nombres)) % {"n": len(nombres)}


def resumen(caras: Iterable[tuple[Cara, bool]]) -> str:
    """Say how many went well and how many did not, as each face shows it. Beside each: whether it is void."""
    cuenta = Counter("anulada" if anulada else cara.tono for cara, anulada in caras)
    frases = {
        "exito": ngettext("%(n)d éxito", "%(n)d éxitos", cuenta["exito"]),
        "fallo": ngettext("%(n)d fallo", "%(n)d fallos", cuenta["fallo"]),
        "neutro": ngettext("%(n)d tirada", "%(n)d tiradas", cuenta["neutro"]),
        "anulada": ngettext("%(n)d anulada", "%(n)d anuladas", cuenta["anulada"]),
    }
    return ", ".join(frase % {"n": cuenta[cual]} for cual, frase in frases.items() if cuenta[cual])
