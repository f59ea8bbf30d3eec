"""manage.py resolver as a process: one answer a line, exit status, no database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

RAIZ = Path(__file__).resolve().parents[2]
FICHA = {
    "nombre": "Ainhoa",
    "tipo": "vector",
    "vigor": {"maximo": 10, "ventaja": 1},
    "velocidad": {"maximo": 10},
    "intelecto": {"maximo": 10},
}
TAREA = {
    "sistema": "strange",
    "accion": "tarea",
    "ficha": FICHA,
    "datos": {"dificultad": 3, "reserva": "vigor"},
}


def resolver(entrada: bytes, *opciones: str) -> tuple[int, list[Any]]:
    """Run the command on some lines."""
    orden = [sys.executable, "manage.py", "resolver", *opciones]
    entorno = {**os.environ, "DATABASE_URL": "sqlite:////no/existe/nunca.sqlite3"}
    proceso = subprocess.run(orden, input=entrada, cwd=RAIZ, capture_output=True, check=False, env=entorno)
    assert proceso.stderr == b""
    return proceso.returncode, [json.loads(linea) for linea in proceso.stdout.splitlines()]


def linea(**cambios: Any) -> bytes:
    """Return one request as a line."""
    return json.dumps({**TAREA, **cambios}, ensure_ascii=False).encode() + b"\n"


def test_resolver_contesta_cada_linea_en_orden_y_salta_las_vacias() -> None:
    entrada = linea(id="1", dados=[9]) + b"\n  \n" + linea(id="2", dados=[8])

    codigo, respuestas = resolver(entrada)

    assert codigo == 0
    assert [(r["id"], r["grado"]) for r in respuestas] == [("1", "exito"), ("2", "fallo")]


def test_resolver_sale_con_dos_si_rechaza_alguna_y_contesta_todas() -> None:
    enorme = b'{"id": "' + b"a" * 1_200_000 + b'"}\n'
    entrada = b"\xff\n" + enorme + linea(id="x", dados=[9, 9]) + linea(id="y", dados=[9])

    codigo, respuestas = resolver(entrada)

    assert codigo == 2
    codigos = [r.get("error", {}).get("codigo") for r in respuestas]
    assert codigos == ["json_invalido", "json_invalido", "dados_sobrantes", None]
    assert "id" not in respuestas[0]


def test_resolver_con_probabilidad_no_tira() -> None:
    codigo, respuestas = resolver(
        linea(id="p", datos={"dificultad": 3, "reserva": "vigor", "tirar": True}), "--probabilidad"
    )

    assert codigo == 0
    assert respuestas[0]["exito"] == "3/5"
    assert set(respuestas[0]) == {"id", "exito", "grados", "valor", "resto"}


def test_resolver_sin_entrada_acaba_bien() -> None:
    assert resolver(b"") == (0, [])
