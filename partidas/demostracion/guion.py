"""What a script of the demo is made of: words and declared rolls, nothing that touches the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Segun:
    """Words that wait for the die: the last roll thrown in the partida chooses them.

    efecto: for a success that brought an effect with it; empty, `bien` serves.
    """

    bien: str
    mal: str
    efecto: str = ""


@dataclass(frozen=True, slots=True)
class Lance:
    """One declared roll. con: whose sheet, by name (empty: the speaker's). contra: the other sheet, by name.

    insiste: a failure is rolled again, for as long as the sheet can pay it.
    """

    accion: str
    datos: Mapping[str, Any] = field(default_factory=dict)
    que: str = ""
    con: str = ""
    contra: str = ""
    insiste: bool = False


@dataclass(frozen=True, slots=True)
class Turno:
    """One turn. quien: a name of the cast, the name of an account out of character, or empty for the direction."""

    quien: str
    texto: str | Segun
    lance: Lance | None = None
    notas: str = ""
    para: tuple[str, ...] = ()
    solo_direccion: bool = False
    notas_direccion: bool = False


@dataclass(frozen=True, slots=True)
class Acto:
    """Turns of one scene, in a row. A title that was already used goes on with that scene.

    presentes: names of the cast; given, the scene is secret. cierra: the scene is closed after the last turn.
    """

    titulo: str
    turnos: tuple[Turno, ...]
    lugar: str = ""
    presentes: tuple[str, ...] = ()
    cierra: bool = False


@dataclass(frozen=True, slots=True)
class FinDeJornada:
    """A day of the partida ends here."""


@dataclass(frozen=True, slots=True)
class Papel:
    """One of the cast: a PJ has an account and a sheet, a PNJ a level."""

    nombre: str
    persona: str = ""
    ficha: Mapping[str, Any] = field(default_factory=dict)
    presentacion: str = ""
    nivel: int = 0
    secreto: bool = False


@dataclass(frozen=True, slots=True)
class Guion:
    """A whole partida. dirige: an account. archivada: it is over when the script ends."""

    titulo: str
    premisa: str
    dirige: str
    elenco: tuple[Papel, ...]
    obra: tuple[Acto | FinDeJornada, ...]
    archivada: bool = False


def prosa(texto: str) -> str:
    """Undo the line breaks of the source: a blank line parts paragraphs, any other is a space."""
    parrafos = texto.strip().split("\n\n")
    return "\n\n".join(" ".join(parrafo.split()) for parrafo in parrafos)
