"""Every range, default and condition of sheets and actions, against the table in `declaraciones.txt`."""

from __future__ import annotations

from pathlib import Path

from tests.reglas.sistemas.comun import declaraciones

TABLA = Path(__file__).with_name("declaraciones.txt")


def test_declaraciones_son_las_de_la_tabla() -> None:
    assert declaraciones("strange") == TABLA.read_text("utf-8").splitlines()
