"""The numbers and words of Lemuria: difficulties, ranges, weapons, positions and degrees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reglas.nucleo.tipos import _

CLAVE: Final = "lemuria"
PH_NORMALES: Final = 4
PH_MAXIMOS: Final = 5
ACIERTO: Final = 9
MUERTE: Final = -6

ATRIBUTOS: Final[Mapping[str, str]] = {
    "fuerza": _("Fuerza"),
    "agilidad": _("Agilidad"),
    "mente": _("Mente"),
    "aplomo": _("Aplomo"),
}
MODOS: Final[Mapping[str, str]] = {"cuerpo_a_cuerpo": _("Cuerpo a cuerpo"), "a_distancia": _("A distancia")}
COMBATE: Final[Mapping[str, str]] = {**MODOS, "defensa": _("Defensa"), "iniciativa": _("Iniciativa")}
AMBITOS: Final[Mapping[str, str]] = {**ATRIBUTOS, **COMBATE}
"""The scopes of a lasting dado de penalización."""

CLASES: Final[Mapping[str, str]] = {
    "heroe": _("Héroe"),
    "chusma": _("Chusma"),
    "maton": _("Matón"),
    "villano": _("Villano"),
}
CLASES_PNJ: Final[Mapping[str, str]] = {c: n for c, n in CLASES.items() if c != "heroe"}
PV_DE_CHUSMA: Final = 3

DIFICULTADES: Final[Mapping[str, str]] = {
    "muy_facil": _("Muy fácil (+2)"),
    "facil": _("Fácil (+1)"),
    "moderada": _("Moderada (0)"),
    "dificil": _("Difícil (−1)"),
    "ardua": _("Ardua (−2)"),
    "exigente": _("Exigente (−4)"),
    "formidable": _("Formidable (−6)"),
    "heroica": _("Heroica (−8)"),
}
DE_DIFICULTAD: Final[Mapping[str, int]] = {
    "muy_facil": 2,
    "facil": 1,
    "moderada": 0,
    "dificil": -1,
    "ardua": -2,
    "exigente": -4,
    "formidable": -6,
    "heroica": -8,
}
"""L-06."""

DISTANCIAS: Final[Mapping[str, str]] = {
    "quemarropa": _("A quemarropa (+1)"),
    "corta": _("Corta (0)"),
    "media": _("Media (−1)"),
    "larga": _("Larga (−2)"),
    "distante": _("Distante (−4)"),
    "extrema": _("Extrema (−6)"),
    "maxima": _("Máxima (−8)"),
}
BANDAS: Final = (1, 0, -1, -2, -4, -6, -8)
"""L-80: the modifier of each range, the nearest first."""
DE_DISTANCIA: Final[Mapping[str, int]] = dict(zip(DISTANCIAS, BANDAS, strict=True))

CATEGORIAS: Final[Mapping[str, str]] = {
    "improvisada": _("Improvisada"),
    "ligera": _("Ligera"),
    "media": _("Media"),
    "grande": _("Grande"),
}
CATEGORIAS_DE_GOLPE: Final[Mapping[str, str]] = {"sin_armas": _("Sin armas"), **CATEGORIAS}
MODOS_DE_ARMA: Final[Mapping[str, str]] = {**MODOS, "ambos": _("Ambos modos")}
MANOS: Final[Mapping[str, str]] = {
    "principal": _("La principal"),
    "secundaria": _("La secundaria"),
    "sin_armas": _("Sin armas"),
}
ESCUDOS: Final[Mapping[str, str]] = {"ninguno": _("Ninguno"), "pequeno": _("Pequeño"), "grande": _("Grande")}

POSICIONES: Final[Mapping[str, str]] = {
    "normal": _("Normal"),
    "defensiva": _("Posición defensiva"),
    "completa": _("Defensa completa"),
    "ofensiva": _("Posición ofensiva"),
    "total": _("Todo al ataque"),
}
DE_POSICION: Final[Mapping[str, tuple[int, int]]] = {
    "normal": (0, 0),
    "defensiva": (-1, 1),
    "completa": (0, 2),
    "ofensiva": (1, -1),
    "total": (2, -2),
}
"""Attack and defence of each. L-86, L-87, L-88, L-89."""
DOS_ARMAS: Final[Mapping[str, str]] = {"no": _("No"), "parar": _("Una para parar"), "ambas": _("Atacar con las dos")}

GRADOS: Final[Mapping[str, str]] = {
    "exito_legendario": _("Éxito legendario"),
    "exito_poderoso": _("Éxito poderoso"),
    "exito": _("Éxito"),
    "fallo": _("Fallo"),
    "fallo_automatico": _("Fallo automático"),
    "fallo_calamitoso": _("Fallo calamitoso"),
}
EXITOS: Final = frozenset({"exito", "exito_poderoso", "exito_legendario"})
FALLOS: Final = frozenset(GRADOS) - EXITOS
SUPERIORES: Final = frozenset({"exito_poderoso", "exito_legendario"})
PUESTOS: Final[Mapping[str, int]] = {
    "exito_legendario": 1,
    "exito_poderoso": 2,
    "exito": 3,
    "villano": 4,
    "maton": 5,
    "fallo": 6,
    "fallo_automatico": 6,  # L-72
    "chusma": 7,
    "fallo_calamitoso": 8,
}
"""L-68: the place in the order of combat of a heroe's degree or a PNJ's class."""
ELECCIONES: Final[Mapping[str, int]] = {"exito_poderoso": 1, "exito_legendario": 2}
"""L-101: how many options an attack chooses; an éxito none."""

OPCIONES: Final[Mapping[str, str]] = {
    "dano": _("+6 al daño"),
    "otro_ataque": _("Otro ataque"),
    "desarmar": _("Desarmar (en vez del daño)"),
    "derribar": _("Derribar"),
    "lisiar": _("Lisiar (con el DJ)"),
    "bajas": _("El daño son bajas (chusma)"),
}
DANO_DE_OPCION: Final = 6

ESTADOS: Final[Mapping[str, str]] = {
    "activo": _("Activo"),
    "aturdido": _("Aturdido"),
    "fuera_de_combate": _("Fuera de combate"),
    "inconsciente": _("Inconsciente"),
    "moribundo": _("Moribundo"),
    "estabilizado": _("Estabilizado"),
    "muerto": _("Muerto"),
}
TRATAMIENTOS: Final[Mapping[str, str]] = {"ninguno": _("Ninguno hoy"), "logrado": _("Logrado"), "fallido": _("Fallido")}
DERRIBADO: Final[Mapping[str, str]] = {"no": _("No"), "caido": _("Caído"), "levantandose": _("Levantándose")}
DESTINOS: Final[Mapping[str, str]] = {"inconscientes": _("Inconscientes"), "muertos": _("Muertos")}
SANADORES: Final = ("sanador", "alquimista")
"""L-58."""
