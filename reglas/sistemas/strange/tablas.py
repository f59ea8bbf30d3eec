"""The numbers and word lists of The Strange, each with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reglas.nucleo.tipos import _

CLAVE: Final = "strange"

ATRIBUTOS: Final[Mapping[str, str]] = {
    "vigor": _("Vigor"),
    "velocidad": _("Velocidad"),
    "intelecto": _("Intelecto"),
}
"""In the order in which damage passes from one to the next. S-108."""

TIPOS: Final[Mapping[str, str]] = {
    "vector": _("Vector"),
    "matriz": _("Matriz"),
    "paradoja": _("Paradoja"),
}
LIMITE_DISPOSITIVOS: Final[Mapping[str, int]] = {"vector": 2, "matriz": 2, "paradoja": 3}
"""Devices carried at the first rango, unless the sheet says otherwise. S-136, outside the seed."""

INDICADOR: Final[Mapping[str, str]] = {
    "ileso": _("Ileso"),
    "lesionado": _("Lesionado"),
    "incapacitado": _("Incapacitado"),
    "muerto": _("Muerto"),
}
PELDANOS: Final = tuple(INDICADOR)

GRADOS_HABILIDAD: Final[Mapping[str, str]] = {
    "competente": _("Competente"),
    "especializado": _("Especializado"),
}
PASOS_HABILIDAD: Final[Mapping[str, int]] = {"competente": 1, "especializado": 2}
"""Grados that each degree eases. S-05, S-06."""

MODOS: Final[Mapping[str, str]] = {
    "cuerpo_a_cuerpo": _("Cuerpo a cuerpo"),
    "arrojadiza": _("Arma arrojadiza"),
    "disparo": _("Disparo"),
    "mental": _("Ataque mental"),
}
RESERVAS_DE_MODO: Final[Mapping[str, tuple[str, ...]]] = {
    "cuerpo_a_cuerpo": ("vigor", "velocidad"),
    "arrojadiza": ("velocidad",),
    "disparo": ("velocidad",),
    "mental": ("intelecto",),
}
"""What may pay the esfuerzo of an attack, the default first. S-95, S-96, S-97."""

ALCANCES: Final[Mapping[str, str]] = {
    "inmediato": _("Inmediato (hasta 3 m)"),
    "corto": _("Corto (menos de 15 m)"),
    "largo": _("Largo (menos de 30 m)"),
}
METROS_DE_ALCANCE: Final[Mapping[str, int]] = {"inmediato": 3, "corto": 14, "largo": 29}
ALCANCE_DE_MODO: Final[Mapping[str, str]] = {"cuerpo_a_cuerpo": "inmediato", "arrojadiza": "corto", "disparo": "largo"}
"""S-49. A mental attack has no range of its own."""

ARMAS: Final[Mapping[str, str]] = {
    "ligera": _("Ligera (2 de daño y un grado más fácil)"),
    "mediana": _("Mediana (4 de daño)"),
    "pesada": _("Pesada (6 de daño, a dos manos)"),
    "especial": _("Especial (el daño que tenga)"),
}
DANO_DE_ARMA: Final[Mapping[str, int]] = {"ligera": 2, "mediana": 4, "pesada": 6}
"""S-35, S-36, S-37, S-38."""

AL_CAER: Final[Mapping[str, str]] = {"muerto": _("Muere"), "incapacitado": _("Queda incapacitado")}

CAUSAS: Final[Mapping[str, str]] = {
    "caida": _("Caída (1 punto cada 3 metros)"),
    "fuego_menor": _("Fuego menor (3)"),
    "fuego_mayor": _("Fuego mayor (6)"),
    "salpicadura_acido": _("Salpicadura de ácido (2)"),
    "bano_acido": _("Baño de ácido (6)"),
    "frio": _("Frío (1)"),
    "frio_extremo": _("Frío extremo (3)"),
    "descarga": _("Descarga eléctrica (1)"),
    "electrocucion": _("Electrocución (6)"),
    "aplastamiento": _("Aplastamiento (3)"),
    "gran_aplastamiento": _("Gran aplastamiento (6)"),
    "colision": _("Colisión (6)"),
}
DANO_DE_CAUSA: Final[Mapping[str, int]] = {
    "fuego_menor": 3,
    "fuego_mayor": 6,
    "salpicadura_acido": 2,
    "bano_acido": 6,
    "frio": 1,
    "frio_extremo": 3,
    "descarga": 1,
    "electrocucion": 6,
    "aplastamiento": 3,
    "gran_aplastamiento": 6,
    "colision": 6,
}
"""One round's worth; a fall goes by its height. S-104, outside the seed."""
CAUSAS_NO_AMBIENTALES: Final = frozenset({"aplastamiento", "gran_aplastamiento", "colision"})

DADOS: Final[Mapping[str, int]] = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20, "d100": 100}

CATEGORIAS: Final[Mapping[str, str]] = {
    "inmediaciones": _("Inmediaciones"),
    "corta": _("Distancia corta"),
    "larga": _("Distancia larga"),
}

TIEMPOS: Final[Mapping[str, str]] = {
    "una_accion": _("Una acción"),
    "diez_minutos": _("Diez minutos"),
    "una_hora": _("Una hora"),
    "diez_horas": _("Diez horas"),
}
"""What each rest of the day takes, in order. S-125."""

CLASES_DISPOSITIVO: Final[Mapping[str, str]] = {"anoetico": _("Anoético"), "esoterico": _("Esotérico")}
CARGA: Final[Mapping[str, int]] = {"anoetico": 1, "esoterico": 2}
"""How much of the limit each takes. S-137."""

CLASES_CAPACIDAD: Final[Mapping[str, str]] = {
    "movimiento": _("Movimiento"),
    "giro": _("Giro"),
    "revision": _("Revisión"),
}
CAPACIDAD_DE_TIPO: Final[Mapping[str, str]] = {"vector": "movimiento", "matriz": "giro", "paradoja": "revision"}
"""S-77."""

CATEGORIAS_BENEFICIO: Final[Mapping[str, str]] = {
    "incrementar_capacidades": _("Incrementar capacidades"),
    "perfeccion": _("Avanzar hacia la perfección"),
    "esfuerzo_extra": _("Esfuerzo extra"),
    "habilidad": _("Habilidad"),
}
BENEFICIOS: Final[Mapping[str, str]] = {
    "incrementar_capacidades": _("Incrementar capacidades (+4 puntos)"),
    "perfeccion": _("Avanzar hacia la perfección (+1 de ventaja)"),
    "esfuerzo_extra": _("Esfuerzo extra (+1)"),
    "habilidad": _("Habilidad nueva o mejorada"),
    "coste_armadura": _("Reducir el coste de llevar armadura"),
    "recuperacion": _("Sumar 2 a las tiradas de recuperación"),
    "movimiento": _("Nuevo movimiento (vector)"),
    "giro": _("Nuevo giro (matriz)"),
    "revision": _("Nueva revisión (paradoja)"),
}

EFECTOS_DE_DADO: Final[Mapping[str, str]] = {
    "efecto_menor_dano": _("Efecto menor: 3 puntos de daño más"),
    "efecto_menor_especial": _("Efecto menor: un resultado especial"),
    "efecto_mayor_dano": _("Efecto mayor: 4 puntos de daño más"),
    "efecto_mayor_especial": _("Efecto mayor: un suceso dramático"),
}
DANO_DE_EFECTO: Final[Mapping[str, int]] = {"efecto_menor_dano": 3, "efecto_mayor_dano": 4}
"""S-26, S-27."""

COSTE_BENEFICIO: Final = 4
"""PX of a benefit. S-64."""
COSTE_REPETIR: Final = 1
"""PX of a re-roll. S-56."""
RANGO_MAXIMO: Final = 6
