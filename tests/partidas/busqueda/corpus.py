"""Texts and what finds them: one table for both databases. «inflexión»: only PostgreSQL knows the forms of a word."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Par:
    """A search and a text. sqlite, postgresql: whether it is found there."""

    busca: str
    texto: str
    sqlite: bool
    postgresql: bool


def _igual(busca: str, texto: str, *, se_halla: bool = True) -> Par:
    return Par(busca, texto, se_halla, se_halla)


def _inflexion(busca: str, texto: str) -> Par:
    return Par(busca, texto, sqlite=False, postgresql=True)


PARES = (
    # Inflections: the double vector. Irregular ones and enclitics nobody finds.
    _inflexion("cantar", "Cantábamos al alba."),
    _inflexion("cantaba", "Cantábamos al alba."),
    _inflexion("hablar", "Mañana hablaré con ella."),
    _inflexion("hablaremos", "Mañana hablaré con ella."),
    _inflexion("decir", "Lo decía siempre."),
    _inflexion("dragón", "Tres dragones duermen."),
    _inflexion("canciones", "Una canción de cuna."),
    _inflexion("puertas", "La puerta está abierta."),
    _igual("huir", "Huyó por el tejado.", se_halla=False),
    _igual("dar", "Dámelo ya.", se_halla=False),
    # Accents and capitals are ignored; ñ is a letter of its own.
    _igual("cancion", "Una canción de cuna."),
    _igual("CANCIÓN", "Una canción de cuna."),
    _igual("cantabamos", "Cantábamos al alba."),
    _igual("hablaré", "Mañana hablaré con ella."),
    _igual("vergüenza", "Qué verguenza, dijo."),
    _igual("año", "Pasó un año entero."),
    _igual("ano", "Pasó un año entero.", se_halla=False),
    _igual("año", "Ano es otra palabra.", se_halla=False),
    _igual("AN\u0303O", "Pasó un año entero."),
    # Whole words, whatever stands beside them.
    _igual("farol", "El faro del norte.", se_halla=False),
    _igual("faro", "El farol del norte.", se_halla=False),
    _igual("huye", "—¡Huye!—gritó ella."),
    _igual("3d6", "Tira 3d6+2, anda."),
    _igual("fin", "El ﬁn del camino."),
    _igual("kaelen", "**Kaelen** se *levanta*."),
    # Several words, phrases, exclusions, and the words that are everywhere.
    _igual("norte faro", "El faro del norte."),
    _igual("faro sur", "El faro del norte.", se_halla=False),
    _igual("el faro de la costa", "Faro. Costa.", se_halla=True),
    _igual('"faro del norte"', "El faro del norte."),
    _igual('"faro norte"', "El faro del norte.", se_halla=False),
    _igual("«FARO dél norte»", "El faro del norte."),
    _igual('"faros del norte"', "El faro del norte.", se_halla=False),
    _igual("faro -sur", "El faro del norte."),
    _igual("faro -norte", "El faro del norte.", se_halla=False),
    _igual('faro -"del norte"', "El faro del norte.", se_halla=False),
    _igual("faro OR sur", "El faro del norte.", se_halla=False),
    _igual("nor*", "El faro del norte.", se_halla=False),
)

HOSTILES = (
    '"',
    '""',
    '"sin cerrar',
    "'",
    "' OR 1=1 --",
    "); DROP TABLE partidas_buscable;--",
    "*",
    "faro*",
    "^faro",
    "faro:norte",
    "plegado:faro",
    "NEAR(faro norte)",
    "NEAR(",
    "faro NEAR/2 norte",
    "AND",
    "AND AND",
    "NOT",
    "NOT faro",
    "faro NOT",
    "OR OR faro",
    "(((",
    "faro)",
    "{plegado} : faro",
    "faro & | ! <-> norte",
    "faro:*",
    "!!faro",
    "<->",
    "\\",
    "\\'faro",
    "%",
    "_",
    "%s %d {0}",
    "\x00",
    "fa\x00ro",
    "faro\ud800",
    "-",
    "--",
    '-"',
    '-"faro',
    "-faro",
    "- faro",
    "−faro norte",
    "😀",
    "😀 faro",
    "\u202efaro\u202c",
    "مرحبا",
    "שָׁלוֹם",
    "日本語の言葉",
    "ﷺ faro",
    "½ ² Ⅷ",
    "İstanbul",
    "ŉ ǰ",
    "\ue0001",
    "faro \ue000",
    "\u0301\u0303",
    "a\u0301" * 90,
    "a " * 100,
    "ñ" * 200,
    "x" * 10_000,
    "faro " * 5_000,
    '"' * 200,
    "-" * 200,
    "\t\n\r faro",
    "$1 %(a)s",
    "faro\u00ad norte",
    "1e309 0x1F -5 +3",
    "http://faro.example/a?b=c",
    "faro@norte.example",
    "/faro/norte.txt",
)
