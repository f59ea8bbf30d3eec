"""Starting sheets and the guided creation of a character."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from reglas.nucleo.sistema import PasoDeCreacion, Plantilla
from reglas.nucleo.tipos import _
from reglas.sistemas.salvaje.tablas import ATRIBUTOS


def _dados(dados: Mapping[str, int]) -> dict[str, dict[str, int]]:
    return {clave: {"dado": caras} for clave, caras in dados.items()}


def _ficha(atributos: tuple[int, ...], habilidades: Mapping[str, int], **mas: Any) -> Mapping[str, Any]:
    """Return the starting sheet of a Comodín. atributos: faces of each, in the order of the list."""
    return MappingProxyType(
        {
            "comodin": True,
            "atributos": _dados(dict(zip(ATRIBUTOS, atributos, strict=True))),
            "habilidades": _dados(habilidades),
            **mas,
        }
    )


_BASICAS: Final = {"atletismo": 4, "cultura_general": 4, "percepcion": 4, "persuadir": 4, "sigilo": 4}

PLANTILLAS: Final = (
    Plantilla(
        "guerrero",
        _("Guerrero"),
        _("Fuerte y curtido: pelea de cerca y aguanta."),
        _ficha((6, 4, 6, 8, 8), {**_BASICAS, "atletismo": 6, "pelear": 8, "intimidar": 6, "medicina": 4}, armadura=2),
    ),
    Plantilla(
        "tirador",
        _("Tirador"),
        _("Ágil y atento: dispara antes de que lo vean."),
        _ficha((8, 6, 6, 6, 6), {**_BASICAS, "disparar": 8, "percepcion": 6, "sigilo": 6, "pelear": 4}, armadura=1),
    ),
    Plantilla(
        "marino",
        _("Marino"),
        _("Gobierna el barco, cose heridas y sabe pelear."),
        _ficha((6, 6, 6, 6, 8), {**_BASICAS, "atletismo": 6, "navegar": 8, "pelear": 6, "medicina": 6}),
    ),
    Plantilla(
        "devoto",
        _("Devoto"),
        _("Su fe cura y protege; también sabe plantar cara."),
        _ficha((4, 6, 8, 6, 6), {**_BASICAS, "fe": 8, "medicina": 6, "provocar": 6, "pelear": 4}),
    ),
)


def _enemigo(caras: int, **mas: Any) -> Mapping[str, Any]:
    """Return a PNJ with the same die in all that matters in a fight."""
    habilidades = dict.fromkeys(("pelear", "disparar", "atletismo", "percepcion", "sigilo"), caras)
    return MappingProxyType(
        {"atributos": _dados(dict.fromkeys(ATRIBUTOS, caras)), "habilidades": _dados(habilidades), **mas}
    )


PNJ: Final = (
    Plantilla(
        "extra", _("Extra"), _("Uno del montón: cae con una herida."), _enemigo(6, armadura=0), ("armadura", "paso")
    ),
    Plantilla(
        "veterano",
        _("Extra veterano"),
        _("Curtido: d8 en todo lo que importa."),
        _enemigo(8, armadura=1),
        ("armadura", "paso"),
    ),
    Plantilla(
        "comodin",
        _("Comodín"),
        _("Un rival con nombre: dado salvaje, tres heridas y dos benis."),
        _enemigo(8, comodin=True, benis=2, armadura=2),
        ("armadura", "paso", "benis"),
    ),
)
"""2.2: an enemy Comodín has two benis."""

PASOS: Final = (
    PasoDeCreacion(
        _("Quién es"),
        _("Los protagonistas son Comodines: tiran el dado salvaje y aguantan tres heridas."),
        ("nombre", "comodin"),
    ),
    PasoDeCreacion(
        _("Atributos"),
        _("Cinco puntos para repartir sobre un d4 en cada uno; cada punto sube un dado."),
        ("atributos",),
    ),
    PasoDeCreacion(
        _("Habilidades"),
        _("Doce puntos; subirlas por encima de su atributo cuesta el doble. Cinco básicas empiezan en d4."),
        ("habilidades",),
    ),
    PasoDeCreacion(
        _("Defensa y movimiento"),
        _("Dureza: 2 y la mitad de Vigor, con la armadura. Parada: 2 y la mitad de Pelear. En blanco, se calculan."),
        ("armadura", "dureza", "parada", "paso", "dado_carrera"),
    ),
    PasoDeCreacion(
        _("Suerte"),
        _("Un Comodín empieza cada sesión con tres benis."),
        ("benis", "heridas_max"),
    ),
)
