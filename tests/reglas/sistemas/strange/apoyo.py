"""Short ways to ask the black box about one character."""

from __future__ import annotations

from typing import Any

from tests.reglas.sistemas import comun


def ficha(**cambios: Any) -> dict[str, Any]:
    """Return Ainhoa's sheet: ten points in each reserva and ventaja 1 in vigor. cambios: keys to replace."""
    atributos = {
        a: {"reserva": 10, "maximo": 10, "ventaja": int(a == "vigor")} for a in ("vigor", "velocidad", "intelecto")
    }
    return {"nombre": "Ainhoa", "tipo": "vector", **atributos, **cambios}


def atributo(reserva: int, maximo: int = 10, ventaja: int = 0) -> dict[str, int]:
    """Return one atributo."""
    return {"reserva": reserva, "maximo": maximo, "ventaja": ventaja}


def pedir(
    accion: str, sujeto: Any = None, dados: Any = (), objetivo: Any = None, previa: Any = None, **datos: Any
) -> Any:
    """Ask for an action and return the answer as JSON. dados: faces to force."""
    return comun.pedir("strange", accion, ficha() if sujeto is None else sujeto, dados, objetivo, previa, datos)


def error(*args: Any, **datos: Any) -> tuple[str, str]:
    """Ask for an action that must be refused; return code and field."""
    respuesta = pedir(*args, **datos)
    return respuesta["error"]["codigo"], respuesta["error"]["campo"]


def efectos(respuesta: Any) -> list[tuple[Any, ...]]:
    """Return the effects as (campo, antes, despues, motivo)."""
    return [(e["campo"], e["antes"], e["despues"], e["motivo"]) for e in respuesta["efectos"]]


TECNICO = {"nombre": "Técnico", "nivel": 3}
CON_PX = {"px": 5}


def ataque(dado: int = 19, sujeto: Any = None, objetivo: Any = None, **datos: Any) -> Any:
    """Attack with a medium weapon."""
    declarado = {"modo": "cuerpo_a_cuerpo", "arma": "mediana", **datos}
    return pedir("ataque", sujeto or ficha(**CON_PX), [dado], objetivo or TECNICO, **declarado)


def tarea(dado: int = 5, **cambios: Any) -> Any:
    """Try a task of difficulty 4."""
    return pedir("tarea", ficha(px=5, **cambios), [dado], dificultad=4, reserva="velocidad")


def repetir(previa: Any, dado: int, **cambios: Any) -> Any:
    """Re-roll with the sheets that the previa left."""
    return pedir("repetir", {**previa["ficha"], **cambios}, [dado], previa.get("objetivo"), previa)
