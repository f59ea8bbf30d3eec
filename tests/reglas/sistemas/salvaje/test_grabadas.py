"""Complete answers on record: a roll stored years ago must resolve to the same answer, detail by detail.

`grabadas.jsonl` holds, for each worked case, everything but the free sentence, and its odds by their hash.
After a deliberate change of the rules (and of the system's version) write it again with `python -m` this module.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reglas.nucleo.canonico import huella
from tests.reglas.sistemas.comun import grabadas, grabar, respuestas

AQUI = Path(__file__).resolve().parent
GRABADAS = AQUI / "grabadas.jsonl"


def actuales() -> dict[str, Any]:
    """Return the answers of now. Odds go by their hash: an exploding sum has hundreds of long fractions."""
    salidas = respuestas("salvaje", AQUI / "extra.jsonl")
    for salida in salidas.values():
        if "odds" in salida:
            salida["odds"] = {"exito": salida["odds"].get("exito"), "huella": huella(salida["odds"])}
    return salidas


def test_respuestas_son_las_grabadas() -> None:
    assert actuales() == grabadas(GRABADAS)


if __name__ == "__main__":
    grabar(GRABADAS, actuales())
