"""Complete answers on record: a roll stored years ago must resolve to the same answer, detail by detail.

`grabadas.jsonl` holds, for each worked case and each request of `extra.jsonl`, everything but the free sentence.
After a deliberate change of the rules (and of the system's version) write it again with `python -m` this module.
"""

from __future__ import annotations

from pathlib import Path

from tests.reglas.sistemas.comun import grabadas, grabar, respuestas

AQUI = Path(__file__).resolve().parent
GRABADAS = AQUI / "grabadas.jsonl"


def test_respuestas_son_las_grabadas() -> None:
    assert respuestas("lemuria", AQUI / "extra.jsonl") == grabadas(GRABADAS)


if __name__ == "__main__":
    grabar(GRABADAS, respuestas("lemuria", AQUI / "extra.jsonl"))
