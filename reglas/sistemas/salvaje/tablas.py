"""The numbers and word lists of Savage Worlds, each with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reglas.nucleo.tipos import _

CLAVE: Final = "salvaje"

ATRIBUTOS: Final[Mapping[str, str]] = {
    "agilidad": _("Agilidad"),
    "astucia": _("Astucia"),
    "espiritu": _("Espíritu"),
    "fuerza": _("Fuerza"),
    "vigor": _("Vigor"),
}
HABILIDADES: Final[Mapping[str, str]] = {
    "pelear": _("Pelear"),
    "disparar": _("Disparar"),
    "atletismo": _("Atletismo"),
    "medicina": _("Medicina"),
    "navegar": _("Navegar"),
    "percepcion": _("Percepción"),
    "sigilo": _("Sigilo"),
    "provocar": _("Provocar"),
    "intimidar": _("Intimidar"),
    "persuadir": _("Persuadir"),
    "cultura_general": _("Cultura general"),
    "fe": _("Fe"),
    "lanzar_conjuros": _("Lanzar conjuros"),
}
"""Names that the rules or the templates use; a sheet may have any other."""

DADOS: Final[Mapping[int, str]] = {4: "d4", 6: "d6", 8: "d8", 10: "d10", 12: "d12"}
PATRON_DE_RASGO: Final = r"[a-z][a-z0-9_]{0,39}"
PATRON_DE_HABILIDAD: Final = rf"(?!(?:{'|'.join(ATRIBUTOS)})\Z){PATRON_DE_RASGO}"

VO: Final = 4
"""What a roll must reach unless said otherwise. V-01."""
POR_AUMENTO: Final = 4
"""Points over the number, or over Dureza, that each aumento takes. V-06, V-44."""
SALVAJE: Final = 6
"""Faces of the dado salvaje (V-03), of the confirmation of a pifia (V-10) and of the aumento die (V-37)."""
SIN_ENTRENAMIENTO: Final = (4, -2)
"""Die and modifier of a trait that the sheet lacks. V-08."""
HERIDAS_QUE_PENALIZAN: Final = 3
"""Wounds count against rolls and Paso up to here. V-11, V-59."""
POR_DISTRAIDO: Final = -2
POR_JOKER: Final = 2
POR_ACCION_ADICIONAL: Final = -2
POR_CORRER: Final = -2
POR_VULNERABLE: Final = 2
POR_SUPERIORIDAD: Final = 4
POR_ATAQUE_SALVAJE: Final = 2
POR_CABEZA: Final = 4
COSTE_BENI: Final = 1
HERIDAS_MAX: Final[Mapping[bool, int]] = {True: 3, False: 0}
"""Wounds that a Comodín, and an Extra, takes and still acts. V-46, V-47."""
BENIS: Final[Mapping[bool, int]] = {True: 3, False: 0}

FATIGA: Final[Mapping[int, str]] = {0: _("Sin fatiga"), 1: _("Fatigado"), 2: _("Exhausto")}

TIPOS_DE_ARMA: Final[Mapping[str, str]] = {
    "cuerpo_a_cuerpo": _("Cuerpo a cuerpo"),
    "desarmado": _("Desarmado"),
    "distancia": _("A distancia"),
    "arrojada": _("Arrojada"),
    "hechizo": _("Hechizo"),
}
DE_CERCA: Final = ("cuerpo_a_cuerpo", "desarmado")
CON_FUERZA: Final = ("cuerpo_a_cuerpo", "desarmado", "arrojada")
"""Weapons whose damage begins with the Fuerza die. V-31, V-33, V-34."""
DADOS_DE_ARMA: Final[Mapping[str, tuple[int, int]]] = {
    "cuerpo_a_cuerpo": (1, 4),
    "desarmado": (0, 2),
    "distancia": (1, 10),
    "arrojada": (1, 4),
    "hechizo": (1, 10),
}
"""How many dice of its own a weapon may have."""
HABILIDAD_DE_ARMA: Final[Mapping[str, str]] = {
    "cuerpo_a_cuerpo": "pelear",
    "desarmado": "pelear",
    "distancia": "disparar",
    "arrojada": "atletismo",
}
"""V-20; a hechizo has none of its own."""

ALCANCES: Final[Mapping[str, str]] = {
    "corto": _("Corto"),
    "medio": _("Medio"),
    "largo": _("Largo"),
    "extremo": _("Extremo"),
}
COBERTURAS: Final[Mapping[str, str]] = {
    "ninguna": _("Ninguna"),
    "ligera": _("Ligera"),
    "media": _("Media"),
    "pesada": _("Pesada"),
    "casi_total": _("Casi total"),
}
ILUMINACIONES: Final[Mapping[str, str]] = {
    "buena": _("Buena"),
    "penumbra": _("Penumbra"),
    "oscuridad": _("Oscuridad"),
    "oscuridad_total": _("Oscuridad total"),
}
LOCALIZACIONES: Final[Mapping[str, str]] = {
    "ninguna": _("Ninguna"),
    "extremidad": _("Extremidad"),
    "mano": _("Mano"),
    "cabeza_o_vitales": _("Cabeza o vitales"),
}
PENALIZADORES: Final[Mapping[str, Mapping[str, int]]] = {
    "alcance": {"corto": 0, "medio": -2, "largo": -4, "extremo": -8},  # V-21
    "cobertura": {"ninguna": 0, "ligera": -2, "media": -4, "pesada": -6, "casi_total": -8},  # V-22
    "iluminacion": {"buena": 0, "penumbra": -2, "oscuridad": -4, "oscuridad_total": -6},  # V-23
    "localizacion": {"ninguna": 0, "extremidad": -2, "mano": -4, "cabeza_o_vitales": -4},  # V-24
}
SE_APUNTA: Final = ("alcance", "cobertura", "localizacion")
"""The penalties that aiming cancels. V-25."""
APUNTAR: Final = (2, 4)
"""Least and most that aiming gives. V-25."""

EFECTOS_DE_PRUEBA: Final[Mapping[str, str]] = {"distraer": _("Distraer"), "vulnerable": _("Dejar vulnerable")}
CAMPO_DE_EFECTO: Final[Mapping[str, str]] = {"distraer": "distraido", "vulnerable": "vulnerable"}
METODOS: Final[Mapping[str, str]] = {"medicina": _("Medicina"), "poder": _("Poder de curación")}
USOS_DE_BENI: Final[Mapping[str, str]] = {
    "quitar_aturdido": _("Quitarse el aturdido"),
    "historia": _("Influir en la historia"),
}

PALOS: Final[Mapping[str, str]] = {"P": "♠", "C": "♥", "D": "♦", "T": "♣"}
RANGOS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
JOKERS: Final[Mapping[str, str]] = {"joker_rojo": _("Joker rojo"), "joker_negro": _("Joker negro")}
CARTAS: Final[Mapping[str, str]] = {
    **JOKERS,
    **{f"{rango}{palo}": f"{rango}{signo}" for rango in RANGOS for palo, signo in PALOS.items()},
}
"""From the best to the worst. V-94."""
ORDEN: Final[Mapping[str, int]] = {carta: lugar for lugar, carta in enumerate(CARTAS, 1)}
RAPIDO_CAMBIA: Final = ("5", "4", "3", "2")
"""Ranks that who is Rápido throws away. V-95."""

RUMBOS: Final[Mapping[str, str]] = {
    "proa": _("Proa"),
    "amura_de_estribor": _("Amura de estribor"),
    "estribor": _("Estribor"),
    "aleta_de_estribor": _("Aleta de estribor"),
    "popa": _("Popa"),
    "aleta_de_babor": _("Aleta de babor"),
    "babor": _("Babor"),
    "amura_de_babor": _("Amura de babor"),
}
RUMBO_DE_HORA: Final = (
    "proa",
    "amura_de_estribor",
    "amura_de_estribor",
    "estribor",
    "aleta_de_estribor",
    "aleta_de_estribor",
    "popa",
    "aleta_de_babor",
    "aleta_de_babor",
    "babor",
    "amura_de_babor",
    "amura_de_babor",
)
"""By the hour, 12 first. V-99."""
