"""Starting sheets and the guided creation of a character."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from reglas.nucleo.sistema import PasoDeCreacion, Plantilla
from reglas.nucleo.tipos import _
from reglas.sistemas.strange.tablas import ATRIBUTOS


def _atributo(maximo: int, ventaja: int) -> Mapping[str, int]:
    return MappingProxyType({"maximo": maximo, "ventaja": ventaja})


def _ficha(tipo: str, atributos: tuple[tuple[int, int], ...], **mas: Any) -> Mapping[str, Any]:
    """Return a starting sheet. atributos: (máximo, ventaja) of vigor, velocidad and intelecto."""
    return MappingProxyType(
        {
            "tipo": tipo,
            **{clave: _atributo(*valores) for clave, valores in zip(ATRIBUTOS, atributos, strict=True)},
            **mas,
        }
    )


PLANTILLAS: Final = (
    Plantilla(
        "vector",
        _("Vector"),
        _("Cuerpo y acción: aguanta, golpea y corre."),
        _ficha(
            "vector",
            ((12, 1), (12, 1), (10, 0)),
            armadura=1,
            habilidades={"Trepar": "competente", "Correr": "competente", "Intimidar": "competente"},
            capacidades=[{"nombre": "Golpe certero", "clase": "movimiento", "rango": 1}],
        ),
    ),
    Plantilla(
        "matriz",
        _("Matriz"),
        _("Palabra y presencia: convence, engaña y conoce a la gente."),
        _ficha(
            "matriz",
            ((10, 0), (11, 1), (13, 1)),
            habilidades={"Persuadir": "competente", "Calar a la gente": "competente", "Historia": "competente"},
            capacidades=[{"nombre": "Embelesar", "clase": "giro", "rango": 1}],
        ),
    ),
    Plantilla(
        "paradoja",
        _("Paradoja"),
        _("Mente que dobla las reglas del mundo."),
        _ficha(
            "paradoja",
            ((9, 0), (11, 0), (14, 2)),
            habilidades={"Ciencia extraña": "competente", "Percibir lo anómalo": "competente"},
            capacidades=[{"nombre": "Estallido de plasma", "clase": "revision", "rango": 1}],
        ),
    ),
)

PASOS: Final = (
    PasoDeCreacion(
        _("Quién es"),
        _("Un vector actúa con el cuerpo, una matriz con las personas y una paradoja con la mente."),
        ("nombre", "tipo"),
    ),
    PasoDeCreacion(
        _("Reservas"),
        _("Lo habitual es de 9 a 12 puntos en cada atributo; de ellas salen el esfuerzo y las heridas."),
        tuple(f"{atributo}.maximo" for atributo in ATRIBUTOS),
    ),
    PasoDeCreacion(
        _("Ventajas"),
        _("Lo que se descuenta de los costes de cada reserva; al menos una ha de ser 1 o más."),
        tuple(f"{atributo}.ventaja" for atributo in ATRIBUTOS),
    ),
    PasoDeCreacion(
        _("Habilidades y capacidades"),
        _("Competente facilita un grado y especializado dos; las capacidades son las de su tipo y rango."),
        ("habilidades", "capacidades"),
    ),
    PasoDeCreacion(
        _("Equipo"),
        _("La armadura se resta del daño de vigor; los dispositivos son de un solo uso y caben pocos."),
        ("armadura", "dispositivos", "limite_dispositivos"),
    ),
)
