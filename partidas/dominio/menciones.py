"""Who is named in a turn: accounts by «@nombre», characters by their whole name, as a search would compare them."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from partidas.busqueda.plegar import para_indice
from partidas.consultas.quienes import saben
from partidas.models import Fragmento, Mensaje, Participante, Reparto
from personajes.models import Personaje

if TYPE_CHECKING:
    from django.db.models import QuerySet

ARROBA = " arrobaarroba "
_ARROBA = re.compile(r"(?<!\w)@(?=\w)")


def nombrados(mensaje: Mensaje, plazas: QuerySet[Participante], *, fragmentos: bool = True) -> dict[int, int | None]:
    """Return the accounts among those seats that are named in words that they may read; the gate is asked here.

    Each with the fragment that names them, None if the text of the turn does. That they read the turn is asked
    elsewhere. What is quoted names nobody. Two queries for any number of people, two more if the turn has fragments.
    """
    claves = _claves(plazas, mensaje)
    en_el_texto = _plegado(mensaje.texto)
    hallados: dict[int, int | None] = {
        persona: None for persona, suyas in claves.items() if any(clave in en_el_texto for clave in suyas)
    }
    filas = Fragmento.objects.sin_filtrar("who is named in a turn").filter(mensaje=mensaje, revision__isnull=True)
    trozos = {fila.pk: _plegado(fila.texto) for fila in filas.order_by("orden")} if fragmentos else {}
    if not trozos:
        return hallados
    leen = saben(plazas.values_list("usuario"), Fragmento.objects.visibles_para, list(trozos))
    for trozo, texto in trozos.items():
        for persona, suyas in claves.items():
            if persona not in hallados and (persona, trozo) in leen and any(clave in texto for clave in suyas):
                hallados[persona] = trozo
    return hallados


def _claves(plazas: QuerySet[Participante], mensaje: Mensaje) -> dict[int, list[str]]:
    """Return by which words each person is named: their account, and the characters that they play now."""
    claves: dict[int, list[str]] = defaultdict(list)
    for persona, nombre in plazas.values_list("usuario", "usuario__username"):
        claves[persona].append(_plegado(f"@{nombre}"))
    abiertas = Reparto.objects.sin_filtrar("who is named in a turn").filter(
        partida=mensaje.escena.partida_id,
        hasta__isnull=True,
        usuario__in=list(claves),
        personaje__clase=Personaje.Clase.PJ,
    )
    for persona, nombre in abiertas.values_list("usuario", "personaje__nombre"):
        if persona is not None:
            claves[persona].append(_plegado(nombre))
    return {persona: [clave for clave in suyas if clave] for persona, suyas in claves.items()}


def _plegado(texto: str) -> str:
    propias = (linea for linea in texto.splitlines() if not linea.lstrip().startswith(">"))
    return para_indice(_ARROBA.sub(ARROBA, "\n".join(propias)))
