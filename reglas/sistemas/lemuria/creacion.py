"""Starting sheets, the guided creation of a heroe, and PNJs made in a moment."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from reglas.nucleo.sistema import PasoDeCreacion, Plantilla
from reglas.nucleo.tipos import Ficha, _
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.ficha import FICHA


def _ficha(
    atributos: tuple[int, ...], combate: tuple[int, ...], profesiones: Mapping[str, int], **mas: Any
) -> Mapping[str, Any]:
    """Return a heroe's starting sheet, with 10 PV and the fuerza. Values in the order of the tables."""
    return MappingProxyType(
        {
            "atributos": dict(zip(t.ATRIBUTOS, atributos, strict=True)),
            "combate": dict(zip(t.COMBATE, combate, strict=True)),
            "profesiones": profesiones,
            "pv_max": 10 + atributos[0],
            **mas,
        }
    )


def _arma(nombre: str, categoria: str, modo: str = "cuerpo_a_cuerpo", alcance: int = 0) -> dict[str, Any]:
    return {"nombre": nombre, "categoria": categoria, "modo": modo, "alcance": alcance}


PLANTILLAS: Final = (
    Plantilla(
        "gladiador",
        _("Gladiador"),
        _("Fuerte y curtido en la arena: golpea y aguanta."),
        _ficha(
            (2, 1, 0, 1),
            (2, 0, 1, 1),
            {_("gladiador"): 2, _("bárbaro"): 1, _("esclavo"): 1},
            armadura=2,
            escudo="pequeno",
            arma=_arma("espada", "media"),
        ),
    ),
    Plantilla(
        "ladron",
        _("Ladrón"),
        _("Ágil y sigiloso: dos dagas y muchas salidas."),
        _ficha(
            (0, 2, 1, 1),
            (1, 1, 1, 1),
            {_("ladrón"): 2, _("marinero"): 1, _("acróbata"): 1},
            armadura=1,
            arma=_arma("daga", "ligera", "ambos", 5),
            arma_secundaria=_arma("puñal", "ligera", "ambos", 5),
        ),
    ),
    Plantilla(
        "sanador",
        _("Sanador"),
        _("Cura, trata y estabiliza a los suyos; el bastón es para apoyarse."),
        _ficha(
            (0, 1, 2, 1),
            (1, 1, 1, 1),
            {_("sanador"): 2, _("alquimista"): 1, _("escriba"): 1},
            arma=_arma("bastón", "ligera"),
        ),
    ),
    Plantilla(
        "cazador",
        _("Cazador"),
        _("Arco y paciencia: hiere desde lejos."),
        _ficha(
            (1, 2, 1, 0),
            (0, 2, 1, 1),
            {_("cazador"): 2, _("explorador"): 1, _("mercader"): 1},
            armadura=1,
            arma=_arma("arco", "media", "a_distancia", 20),
        ),
    ),
)

PASOS: Final = (
    PasoDeCreacion(_("Quién es"), _("Un nombre que se recuerde en las canciones."), ("nombre",)),
    PasoDeCreacion(
        _("Atributos"),
        _("Cuatro puntos entre fuerza, agilidad, mente y aplomo; uno puede bajar a −1 para ganar otro punto."),
        tuple(f"atributos.{clave}" for clave in t.ATRIBUTOS),
    ),
    PasoDeCreacion(
        _("Habilidades de combate"),
        _("Otros cuatro puntos entre las cuatro; uno puede bajar a −1 para ganar otro punto."),
        tuple(f"combate.{clave}" for clave in t.COMBATE),
    ),
    PasoDeCreacion(
        _("Profesiones"),
        _("Cuatro profesiones con cuatro rangos entre todas; una puede quedarse a 0."),
        ("profesiones",),
    ),
    PasoDeCreacion(_("Puntos de vida"), _("Lo habitual es 10 más la fuerza."), ("pv_max",)),
    PasoDeCreacion(
        _("Equipo"),
        _("Un escudo no va con un arma grande ni con dos armas; la armadura se resta de cada golpe."),
        ("armadura", "escudo", "arma", "arma_secundaria"),
    ),
)


def _pnj(clase: str, pv_max: int, mitad: int, **mas: Any) -> Mapping[str, Any]:
    """Return a PNJ that fights about as well as `mitad` says."""
    return MappingProxyType(
        {
            "clase": clase,
            "pv_max": pv_max,
            "atributos": {"fuerza": mitad, "agilidad": mitad},
            "combate": {**dict.fromkeys(t.COMBATE, mitad), "cuerpo_a_cuerpo": mitad + 1},
            "arma": _arma("espada" if mitad else "porra", "media" if mitad else "ligera"),
            **mas,
        }
    )


PNJ: Final = (
    Plantilla(
        "chusma",
        _("Chusma"),
        _("Muchos en una sola ficha; caen de uno en uno."),
        _pnj("chusma", 2, 0, numero=6),
        ("numero", "pv_max"),
    ),
    Plantilla(
        "maton",
        _("Matón"),
        _("Un rival que aguanta unos golpes."),
        _pnj("maton", 8, 1, armadura=1),
        ("pv_max", "armadura", "combate.iniciativa"),
    ),
    Plantilla(
        "villano",
        _("Villano"),
        _("A la altura de un héroe, y a veces por encima."),
        _pnj("villano", 14, 3, armadura=2),
        ("pv_max", "armadura", "combate.iniciativa"),
    ),
)

NIVEL_DE_MATON: Final = 4
NIVEL_DE_VILLANO: Final = 8


def pnj_rapido(nombre: str, nivel: int) -> Ficha:
    """Return the complete sheet of a PNJ: chusma of 1 to 3 PV up to nivel 3, then a maton, from nivel 8 a villano."""
    mitad = nivel // 2
    if nivel < NIVEL_DE_MATON:
        clase, pv_max, mitad = "chusma", max(1, nivel), 0
    elif nivel < NIVEL_DE_VILLANO:
        clase, pv_max = "maton", nivel + 4
    else:
        clase, pv_max = "villano", nivel + 6
    ficha: Ficha = FICHA.leer(
        {
            "nombre": nombre,
            "clase": clase,
            "pv_max": pv_max,
            "atributos": {"fuerza": mitad - 1, "agilidad": mitad - 1},
            "combate": {**dict.fromkeys(t.COMBATE, mitad - 1), "cuerpo_a_cuerpo": mitad},
            "armadura": mitad // 2,
            "arma": _arma("espada" if mitad else "porra", "media" if mitad else "ligera"),
        }
    )
    return ficha
