"""Which clauses explain each number of the arithmetic, for the links of a card; and which dice of it count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.vista import DadoMostrado, guardados, mostrar_dados

DE_DETALLE: Final[Mapping[str, tuple[str, ...]]] = {
    "modo": ("L-82",),
    "categoria": ("L-96",),
    "dados_extra": ("L-08", "L-10"),
    "dados_penalizacion": ("L-09", "L-10", "L-12"),
    "conservados": ("L-08", "L-09"),
    "natural": ("L-04", "L-05", "L-11"),
    "atributo": ("L-01", "L-78", "L-79"),
    "habilidad": ("L-03", "L-78"),
    "dado": ("L-96",),
    "fuerza": ("L-97", "L-98"),
    "opciones_dano": ("L-102",),
    "profesion": ("L-07", "L-94"),
    "dificultad": ("L-06",),
    "distancia": ("L-80", "L-81"),
    "posicion": ("L-86", "L-88", "L-89"),
    "dos_armas": ("L-91", "L-92"),
    "bono_iniciativa": ("L-74",),
    "escudo_grande": ("L-85",),
    "sorpresa": ("L-64",),
    "enemigo": ("L-66",),
    "defensa": ("L-78",),
    "defensa_escudo": ("L-84", "L-85"),
    "defensa_parada": ("L-91",),
    "defensa_posicion": ("L-86", "L-87", "L-88", "L-89"),
    "defensa_total": ("L-78",),
    "total": ("L-01", "L-02", "L-78"),
    "elecciones": ("L-101",),
    "bruto": ("L-96", "L-97", "L-102"),
    "armadura": ("L-99",),
    "dano": ("L-99",),
    "opciones": ("L-101",),
    "bajas": ("L-109", "L-110"),
    "destino": ("L-46",),
    "desarmado": ("L-105",),
    "ataques_extra": ("L-103",),
    "ataque_extra": ("L-103", "L-104"),
    "repetida": ("L-23", "L-25"),
    "bono_ataque": ("L-74",),
    "orden": ("L-68", "L-69"),
    "no_actuan": ("L-73",),
    "absorbido": ("L-34",),
    "destruido": ("L-34",),
    "tope": ("L-36",),
    "perdido_armas": ("L-50",),
    "perdido_sin_armas": ("L-51",),
    "tasa": ("L-55",),
    "recuperado": ("L-56",),
}


def mostrar(respuesta: Mapping[str, Any]) -> tuple[DadoMostrado, ...]:
    """Return the dice of a card. L-08, L-09: of three dice or more, two count; L-96: of two of a weapon, one."""
    detalle, valores = respuesta["detalle"], [tirada["valor"] for tirada in respuesta["tiradas"]]
    if len(valores) == len(detalle.get("conservados", ())) or len(valores) < 2:
        return mostrar_dados(respuesta)
    if "conservados" in detalle:
        altos = detalle["dados_extra"] >= detalle["dados_penalizacion"]
        return mostrar_dados(respuesta, guardados(2, valores, altos=altos))
    return mostrar_dados(respuesta, (valores.index(detalle["dado"]),))
