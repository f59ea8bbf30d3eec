"""Short ways to ask the black box about a boarding: Kira, a Comodín, and an orco, an Extra."""

from __future__ import annotations

from typing import Any

from tests.reglas.sistemas import comun


def dado(caras: int, bono: int = 0) -> dict[str, int]:
    """Return a die of a sheet."""
    return {"dado": caras, "bono": bono}


def kira(**cambios: Any) -> dict[str, Any]:
    """Return the sheet of a Comodín with Dureza 6 (2), Parada 6 and three benis. cambios: keys to replace."""
    atributos = {"agilidad": dado(8), "astucia": dado(6), "espiritu": dado(6), "fuerza": dado(8), "vigor": dado(4)}
    habilidades = {c: dado(8) for c in ("pelear", "disparar", "atletismo", "medicina", "navegar", "provocar", "fe")}
    return {
        "nombre": "Kira",
        "comodin": True,
        "atributos": atributos,
        "habilidades": habilidades,
        "armadura": 2,
        **cambios,
    }


def orco(**cambios: Any) -> dict[str, Any]:
    """Return the sheet of an Extra with Dureza 5, Parada 5 and no benis. cambios: keys to replace."""
    atributos = {"espiritu": dado(6), "fuerza": dado(6), "vigor": dado(6)}
    return {"nombre": "Orco", "atributos": atributos, "habilidades": {"pelear": dado(6)}, **cambios}


def pedir(
    accion: str, sujeto: Any = None, dados: Any = (), objetivo: Any = None, previa: Any = None, **datos: Any
) -> Any:
    """Ask for an action and return the answer as JSON. dados: faces to force."""
    return comun.pedir("salvaje", accion, kira() if sujeto is None else sujeto, dados, objetivo, previa, datos)


def error(*args: Any, **datos: Any) -> tuple[str, str]:
    """Ask for an action that must be refused; return code and field."""
    respuesta = pedir(*args, **datos)
    return respuesta["error"]["codigo"], respuesta["error"]["campo"]


def efectos(respuesta: Any) -> list[tuple[Any, ...]]:
    """Return the effects as (sobre, campo, antes, despues, motivo)."""
    return [(e["sobre"], e["campo"], e["antes"], e["despues"], e["motivo"]) for e in respuesta["efectos"]]


ESPADA = {"tipo": "cuerpo_a_cuerpo", "dados_dano": [8]}
ARCO = {"tipo": "distancia", "dados_dano": [6, 6]}
BOMBA = {"tipo": "arrojada", "dados_dano": [6], "area": True}


def atacar(dados: Any = (6, 2), sujeto: Any = None, objetivo: Any = None, **datos: Any) -> Any:
    """Attack with a sword; the default dice hit without aumento."""
    return pedir("ataque", sujeto, dados, orco() if objetivo is None else objetivo, **{"arma": ESPADA, **datos})


def danar(dados: Any, objetivo: Any = None, ataque: Any = None, **datos: Any) -> Any:
    """Throw the damage of an attack on somebody."""
    previa = atacar(objetivo=objetivo) if ataque is None else ataque
    victima = previa["objetivo"] if objetivo is None else objetivo
    return pedir("dano", previa["ficha"], dados, victima, previa, **datos)


def repetir(previa: Any, dados: Any, **cambios: Any) -> Any:
    """Throw again with the sheets that the previa left."""
    return pedir("repetir", {**previa["ficha"], **cambios}, dados, previa.get("objetivo"), previa)
