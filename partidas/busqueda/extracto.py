"""The piece of a text that a result shows, with what was asked for marked. Pure; everything in it is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.safestring import SafeString, mark_safe

from partidas.busqueda.plegar import Palabra, limpiar, palabras

if TYPE_CHECKING:
    from partidas.busqueda.pregunta import Pregunta

LARGO: Final = 260
ANTES: Final = 60
ABRE, CIERRA = "\x02", "\x03"
"""Marks that no text can bring: every control character is taken out of it first."""
_CONTROLES: Final = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160)), " ") | {0x2028: "\n", 0x2029: "\n"}


@dataclass(frozen=True, slots=True)
class Cotejo:
    """What was asked for, as it is compared: `sueltas` wherever they are, `frases` where their words are in a row."""

    sueltas: frozenset[str]
    frases: tuple[tuple[str, ...], ...]
    raices: Mapping[str, frozenset[str]]


def por_cotejar(pregunta: Pregunta, textos: Iterable[str]) -> set[str]:
    """Return every word whose root is needed to mark those texts."""
    pedidas = {termino.viva for termino in pregunta.terminos}
    return pedidas.union(*({palabra.viva for palabra in palabras(texto)} for texto in textos))


def cotejo(pregunta: Pregunta, raices: Mapping[str, frozenset[str]]) -> Cotejo:
    """Return the question as it is compared."""
    sueltas: set[str] = set()
    for termino in pregunta.terminos:
        sueltas |= raices.get(termino.viva, frozenset()) | set(termino.plegadas)
    return Cotejo(frozenset(sueltas), pregunta.frases, raices)


def extracto(texto: str, pedido: Cotejo) -> SafeString:
    """Return the part of a text where the most of what was asked for is, escaped, between `<mark>` and `</mark>`."""
    texto = limpiar(texto).translate(_CONTROLES)
    todas = list(palabras(texto))
    marcadas = _marcadas(todas, pedido)
    desde, hasta = _ventana(texto, marcadas)
    partes, aqui = [], desde
    for inicio, fin in marcadas:
        if desde <= inicio and fin <= hasta:
            partes += [texto[aqui:inicio], ABRE, texto[inicio:fin], CIERRA]
            aqui = fin
    partes.append(texto[aqui:hasta])
    crudo = ("… " if desde else "") + "".join(partes).strip() + (" …" if hasta < len(texto) else "")
    seguro = html.escape(" ".join(crudo.split()))
    return mark_safe(seguro.replace(ABRE, "<mark>").replace(CIERRA, "</mark>"))  # noqa: S308 - escaped just above


def _marcadas(todas: Sequence[Palabra], pedido: Cotejo) -> list[tuple[int, int]]:
    """Return where to mark, in order: loose words, and phrases whole."""
    sueltas = [
        (una.desde, una.hasta)
        for una in todas
        if not pedido.sueltas.isdisjoint(pedido.raices.get(una.viva, frozenset()).union(una.plegadas))
    ]
    frases = [tramo for frase in pedido.frases for tramo in _tramos(todas, frase)]
    salida: list[tuple[int, int]] = []
    for desde, hasta in sorted({*sueltas, *frases}, key=lambda par: (par[0], -par[1])):
        if not salida or desde >= salida[-1][1]:
            salida.append((desde, hasta))
    return salida


def _tramos(todas: Sequence[Palabra], frase: tuple[str, ...]) -> Iterable[tuple[int, int]]:
    trozos = [(plegada, una) for una in todas for plegada in una.plegadas]
    for n in range(len(trozos) - len(frase) + 1):
        if all(trozos[n + i][0] == plegada for i, plegada in enumerate(frase)):
            yield trozos[n][1].desde, trozos[n + len(frase) - 1][1].hasta


def _ventana(texto: str, marcadas: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Choose the stretch with the most marks, beginning and ending between words."""
    if len(texto) <= LARGO:
        return 0, len(texto)
    mejor, cuantas, fin = 0, 0, 0
    for n, (inicio, _hasta) in enumerate(marcadas):
        while fin < len(marcadas) and marcadas[fin][1] <= inicio - ANTES + LARGO:
            fin += 1
        if fin - n > cuantas:
            mejor, cuantas = inicio, fin - n
    desde = max(0, mejor - ANTES)
    hasta = min(len(texto), desde + LARGO)
    if desde:
        hueco = texto.find(" ", desde, mejor)
        desde = hueco + 1 if hueco >= 0 else mejor
    if hasta < len(texto):
        hueco = max(texto.rfind(" ", mejor + 1, hasta), texto.rfind("\n", mejor + 1, hasta))
        hasta = hueco if hueco > 0 else hasta
    return desde, hasta
