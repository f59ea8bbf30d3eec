"""Sheets for a reader: the summary with its gauges, and the whole sheet as labelled lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from partidas.politica import fichas_legibles
from partidas.presentacion.caras import Linea
from partidas.presentacion.palabras import Palabras, es_de_una_pieza
from partidas.presentacion.tarjetas import cambios
from personajes.models import FICHA_COMPLETA, Personaje

if TYPE_CHECKING:
    from partidas.models import Reparto
    from partidas.politica import Lector
    from personajes.models import CambioFicha


@dataclass(frozen=True, slots=True)
class MedidorVisto:
    """One gauge of the summary."""

    etiqueta: str
    valor: int
    maximo: int | None


@dataclass(frozen=True, slots=True)
class Resumen:
    """A sheet in a glance."""

    estado: str
    medidores: tuple[MedidorVisto, ...]


@dataclass(frozen=True, slots=True)
class Dato:
    """One line of the whole sheet."""

    etiqueta: str
    valor: str


def resumen(personaje: Personaje) -> Resumen:
    """Return the gauges and the state in words; a short sheet has none."""
    palabras = Palabras.de(personaje.sistema)
    if personaje.formato != FICHA_COMPLETA:
        return Resumen("", ())
    medidores = palabras.sistema.medidores(personaje.ficha)
    return Resumen(
        estado=palabras(palabras.sistema.estado(personaje.ficha)),
        medidores=tuple(MedidorVisto(palabras(m.etiqueta), m.valor, m.maximo) for m in medidores),
    )


def datos(personaje: Personaje) -> tuple[Dato, ...]:
    """Return every labelled value of the sheet, in the system's display order."""
    palabras = Palabras.de(personaje.sistema)
    sobre = "ficha" if personaje.formato == FICHA_COMPLETA else "objetivo"
    etiquetas = palabras.sistema.etiquetas
    tabla = etiquetas.ficha if sobre == "ficha" else etiquetas.objetivo
    lineas = []
    for ruta in tabla:
        valor, padre = _en(personaje.ficha, ruta), _en(personaje.ficha, ruta.rpartition(".")[0])
        if valor is None or es_de_una_pieza(padre):
            continue
        if es_de_una_pieza(valor) or not (isinstance(valor, Mapping) and _tiene_hijos(tabla, ruta)):
            lineas.append(
                Dato(
                    palabras.campo(sobre, ruta),
                    palabras.de_ficha(ruta, valor) if sobre == "ficha" else palabras.valor(valor),
                )
            )
    return tuple(lineas)


def ficha_al_lado(quien: Lector, fila: Reparto | None) -> SafeString | None:
    """Return the sheet of who speaks, as it goes beside the editor, for whoever may read it whole; else nothing."""
    if fila is None or fila.personaje_id not in fichas_legibles(quien, [fila]):
        return None
    uno = fila.personaje
    como, donde = (uno.sistema, uno.formato, uno.nombre), (quien.partida.publico, uno.publico)
    return _al_lado(get_language(), como, donde, json.dumps(uno.ficha, ensure_ascii=False))


@lru_cache(maxsize=200)
def _al_lado(_idioma: str | None, como: tuple[str, str, str], donde: tuple[str, str], ficha: str) -> SafeString:
    """Write out a sheet: all that it says is in what it is asked with, so that who reads it is asked before."""
    sistema, formato, nombre = como
    personaje = Personaje(sistema=sistema, formato=formato, ficha=json.loads(ficha))
    partida, publico = donde
    contexto = {"resumen": resumen(personaje), "datos": datos(personaje), "nombre": nombre}
    contexto |= {"partida": partida, "publico": publico}
    return render_to_string("partidas/_ficha_al_lado.html", contexto)


def _tiene_hijos(tabla: Mapping[str, str], ruta: str) -> bool:
    return any(otra.startswith(f"{ruta}.") and ".*" not in otra for otra in tabla)


def _en(ficha: Mapping[str, Any], ruta: str) -> Any:
    dentro: Any = ficha
    for parte in ruta.split("."):
        if not isinstance(dentro, Mapping) or parte not in dentro:
            return None
        dentro = dentro[parte]
    return dentro


@dataclass(frozen=True, slots=True)
class Cambio:
    """One version of the sheet and why it exists."""

    version: int
    causa: str
    motivo: str
    por: str
    cuando: datetime
    lineas: tuple[Linea, ...]


def historia(personaje: Personaje, filas: Iterable[CambioFicha]) -> list[Cambio]:
    """Return the ledger of the sheet: who, when, why, before and after."""
    palabras = Palabras.de(personaje.sistema)
    return [
        Cambio(
            version=fila.version,
            causa=fila.get_causa_display(),
            motivo=fila.motivo,
            por=str(fila.por) if fila.por else "",
            cuando=fila.cuando,
            lineas=cambios(palabras, fila.efectos),
        )
        for fila in filas
    ]
