"""Short ways to ask the black box about one duel."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from reglas.motor import sistema
from reglas.nucleo.sistema import Sistema
from tests.reglas.sistemas import comun

ESPADA = {"nombre": "espada", "categoria": "media", "modo": "cuerpo_a_cuerpo", "alcance": 0}
DAGA = {"nombre": "daga", "categoria": "ligera", "modo": "ambos", "alcance": 5}
HACHA = {"nombre": "hacha", "categoria": "grande", "modo": "cuerpo_a_cuerpo", "alcance": 0}
ARCO = {"nombre": "arco", "categoria": "media", "modo": "a_distancia", "alcance": 10}
FC_EN_TURNO_1 = {"iniciativa_grado": "fallo_calamitoso", "turno": 1}


def juego() -> Sistema:
    """Return the system, asked for each time."""
    return sistema("lemuria")


def heroe(**cambios: Any) -> dict[str, Any]:
    """Return Krag's sheet: 12 PV, agilidad 1, cuerpo a cuerpo 2, fuerza 2, a sword. cambios: keys to replace."""
    base = {
        "nombre": "Krag",
        "atributos": {"fuerza": 2, "agilidad": 1, "mente": 1, "aplomo": 0},
        "combate": {"cuerpo_a_cuerpo": 2, "a_distancia": 1, "defensa": 1, "iniciativa": 1},
        "profesiones": {"gladiador": 2, "Ladrón": 1, "sanador": 3},
        "pv_max": 12,
        "arma": ESPADA,
    }
    return {**base, **cambios}


def pnj(clase: str = "maton", **cambios: Any) -> dict[str, Any]:
    """Return a guard's sheet: 8 PV (chusma 3), defensa 1, armadura 1."""
    base = {"nombre": "Guardia", "clase": clase, "combate": {"defensa": 1}, "armadura": 1}
    return {**base, "pv_max": 3 if clase == "chusma" else 8, **cambios}


def enemigo(**cambios: Any) -> dict[str, Any]:
    """Return a heroe as a target."""
    return {**heroe(), "nombre": "Zula", "clase": "heroe", "arma": None, **cambios}


def completa(ficha: dict[str, Any]) -> dict[str, Any]:
    """Return the sheet with every key."""
    return juego().validar_ficha(ficha)


def pedir(
    accion: str, sujeto: Any = None, dados: Any = (), objetivo: Any = None, previa: Any = None, **datos: Any
) -> Any:
    """Ask for an action and return the answer as JSON. dados: faces to force."""
    return comun.pedir("lemuria", accion, heroe() if sujeto is None else sujeto, dados, objetivo, previa, datos)


def error(*args: Any, **datos: Any) -> tuple[str, str]:
    """Ask for an action that must be refused; return code and field."""
    respuesta = pedir(*args, **datos)
    return respuesta["error"]["codigo"], respuesta["error"]["campo"]


def seguir(previa: Any, accion: str, dados: Any = (), **datos: Any) -> Any:
    """Continue a response with the sheets that it left."""
    return pedir(accion, previa["ficha"], dados, previa.get("objetivo"), previa, **datos)


def error_al_seguir(previa: Any, accion: str, **datos: Any) -> tuple[str, str]:
    """Continue a response that must be refused; return code and field."""
    respuesta = seguir(previa, accion, **datos)
    return respuesta["error"]["codigo"], respuesta["error"]["campo"]


def efectos(respuesta: Any) -> list[tuple[Any, ...]]:
    """Return the effects as (sobre, campo, antes, despues)."""
    return [(e["sobre"], e["campo"], e["antes"], e["despues"]) for e in respuesta["efectos"]]


def atacar(dados: Any = (4, 4), sujeto: Any = None, objetivo: Any = None, **datos: Any) -> Any:
    """Attack the guard."""
    return pedir("atacar", sujeto, dados, pnj() if objetivo is None else objetivo, **datos)


def golpear(dado: Any = (4,), objetivo: Any = None, sujeto: Any = None, ataque: Any = None, **datos: Any) -> Any:
    """Hit and deal the damage; ataque: of the attack roll."""
    return seguir(atacar((5, 5), sujeto, objetivo, **(ataque or {})), "danar", dado, **datos)


def legendario(objetivo: Any) -> Any:
    """Hit with a legendary success."""
    return seguir(atacar((6, 6), objetivo=objetivo), "exito_legendario")


def cambiada(previa: Any, ruta: str, valor: Any = None) -> Any:
    """Return a copy of a response with one value replaced, or taken out if it is None."""
    copia = deepcopy(previa)
    *camino, ultima = ruta.split(".")
    lugar = copia
    for clave in camino:
        lugar = lugar[clave]
    lugar.pop(ultima)
    if valor is not None:
        lugar[ultima] = valor
    return copia
