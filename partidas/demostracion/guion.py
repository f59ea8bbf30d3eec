"""What a script of the demo is made of: words and declared rolls, nothing that touches the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SI_NO = "si_no"


@dataclass(frozen=True, slots=True)
class Segun:
    """Words that wait for the die: the last roll thrown in the partida chooses them, with all that was taken from it.

    efecto: for a success that brought an effect with it; empty, `bien` serves. casos: before all that, the first that
    holds, by what happened: an action, an action with its degree («absorcion:fallo») or «nada» if it hurt nobody, the
    state in words of the sheet that took the roll, `SI_NO` for a roll that the rules refused, or «ya:» and one of
    those, at any time before.
    """

    bien: str
    mal: str
    efecto: str = ""
    casos: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lance:
    """One declared roll. con: whose sheet, by name (empty: the speaker's). contra: the other sheet, by name.

    insiste: a failure is rolled again, for as long as the sheet can pay it. deja: the points of a rest are not shared
    now, so the end of the day does it. toma: the options that its player takes when they are offered, in that order.
    responde: the same for the player of the other sheet. elige: what a mighty success is spent on, the first wish
    first. con_datos: what an option is declared with.
    """

    accion: str
    datos: Mapping[str, Any] = field(default_factory=dict)
    que: str = ""
    con: str = ""
    contra: str = ""
    insiste: bool = False
    deja: bool = False
    toma: tuple[str, ...] = ()
    responde: tuple[str, ...] = ()
    elige: tuple[str, ...] = ()
    con_datos: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turno:
    """One turn. quien: a name of the cast, the name of an account out of character, or empty for the direction.

    antes: a declaration without dice that goes in the same message. si_no: the words for a roll that the rules refuse
    by then (who should act is down, or has nobody left to fight); none, it is an error.
    """

    quien: str
    texto: str | Segun
    lance: Lance | None = None
    antes: Lance | None = None
    si_no: str = ""
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
class Combate:
    """The direction puts people in the fight of a scene that is open."""

    titulo: str
    quienes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mesa:
    """What the direction does to several sheets at once in a scene: end their turn, or an action."""

    titulo: str
    quienes: tuple[str, ...]
    accion: str = ""
    datos: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FinDeJornada:
    """A day of the partida ends here."""


@dataclass(frozen=True, slots=True)
class Papel:
    """One of the cast: a PJ has an account and a sheet, a PNJ a level or a sheet."""

    nombre: str
    persona: str = ""
    ficha: Mapping[str, Any] = field(default_factory=dict)
    presentacion: str = ""
    nivel: int = 0
    secreto: bool = False


@dataclass(frozen=True, slots=True)
class Guion:
    """A whole partida. dirige: an account. archivada: it is over when the script ends. sistema: the key of its game."""

    titulo: str
    premisa: str
    dirige: str
    elenco: tuple[Papel, ...]
    obra: tuple[Acto | FinDeJornada | Combate | Mesa, ...]
    archivada: bool = False
    sistema: str = "strange"


def prosa(texto: str) -> str:
    """Undo the line breaks of the source: a blank line parts paragraphs, any other is a space."""
    parrafos = texto.strip().split("\n\n")
    return "\n\n".join(" ".join(parrafo.split()) for parrafo in parrafos)
