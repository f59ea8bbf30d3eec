"""Complete answers on record: a roll stored years ago must resolve to the same answer, detail by detail.

`grabadas.jsonl` holds, for each worked case and each request of `extra.jsonl`, everything but the free sentence.
After a deliberate change of the rules (and of the system's version) write it again with `python -m` this module.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reglas.caja import responder

AQUI = Path(__file__).resolve().parent
RAIZ = AQUI.parents[3]
GRABADAS = AQUI / "grabadas.jsonl"
ORIGENES = (RAIZ / "reglas" / "sistemas" / "lemuria" / "casos.jsonl", AQUI / "extra.jsonl")


def peticiones() -> dict[str, dict[str, Any]]:
    """Return the requests by the name of their case."""
    casos = [json.loads(linea) for origen in ORIGENES for linea in origen.read_text("utf-8").splitlines() if linea]
    return {caso["caso"]: caso["peticion"] for caso in casos}


def respuestas() -> dict[str, Any]:
    """Answer every request, without the sentences."""
    salidas = {}
    for nombre, peticion in peticiones().items():
        salida = json.loads(responder(json.dumps(peticion))[0])
        salida.pop("resumen", None)
        salida.get("error", {}).pop("mensaje", None)
        if "dados" in peticion:
            salida["odds"] = json.loads(responder(json.dumps(peticion), odds=True)[0])
            salida["odds"].get("error", {}).pop("mensaje", None)
        salidas[nombre] = salida
    return salidas


def grabadas() -> dict[str, Any]:
    """Return the answers on record."""
    lineas = (json.loads(linea) for linea in GRABADAS.read_text("utf-8").splitlines())
    return {linea["caso"]: linea["respuesta"] for linea in lineas}


def test_respuestas_son_las_grabadas() -> None:
    assert respuestas() == grabadas()


if __name__ == "__main__":
    GRABADAS.write_text(
        "".join(
            json.dumps({"caso": nombre, "respuesta": salida}, ensure_ascii=False, sort_keys=True) + "\n"
            for nombre, salida in respuestas().items()
        ),
        "utf-8",
    )
