"""Complete answers on record: a roll stored years ago must resolve to the same answer, detail by detail.

`grabadas.jsonl` holds, for each worked case, everything but the free sentence, and its odds by their hash.
After a deliberate change of the rules (and of the system's version) write it again with `python -m` this module.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reglas.nucleo.canonico import huella
from tests.reglas.sistemas.comun import respuestas

AQUI = Path(__file__).resolve().parent
GRABADAS = AQUI / "grabadas.jsonl"


def actuales() -> dict[str, Any]:
    """Return the answers of now. Odds go by their hash: an exploding sum has hundreds of long fractions."""
    salidas = respuestas("salvaje", AQUI / "extra.jsonl")
    for salida in salidas.values():
        if "odds" in salida:
            salida["odds"] = {"exito": salida["odds"].get("exito"), "huella": huella(salida["odds"])}
    return salidas


def grabadas() -> dict[str, Any]:
    """Return the answers on record."""
    lineas = (json.loads(linea) for linea in GRABADAS.read_text("utf-8").splitlines())
    return {linea["caso"]: linea["respuesta"] for linea in lineas}


def test_respuestas_son_las_grabadas() -> None:
    assert actuales() == grabadas()


if __name__ == "__main__":
    GRABADAS.write_text(
        "".join(
            json.dumps({"caso": nombre, "respuesta": salida}, ensure_ascii=False, sort_keys=True) + "\n"
            for nombre, salida in actuales().items()
        ),
        "utf-8",
    )
