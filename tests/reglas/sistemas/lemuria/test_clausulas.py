"""Every clause is in the code, in a case, in the README and in both references, and nowhere is there another."""

from __future__ import annotations

import json
import re
from importlib.resources import files

RAIZ = files("reglas.sistemas.lemuria")
CLAUSULAS = {f"L-{numero:02d}" for numero in range(1, 118)}
ID = re.compile(r"\bL-\d{2,3}\b")


def texto_de(*ruta: str) -> str:
    """Return a text of the system's folder."""
    return RAIZ.joinpath(*ruta).read_text("utf-8")


def codigo() -> str:
    """Return all the system's Python."""
    carpetas = (RAIZ, RAIZ.joinpath("acciones"))
    modulos = (f for carpeta in carpetas for f in carpeta.iterdir() if f.name.endswith(".py"))
    return "\n".join(modulo.read_text("utf-8") for modulo in modulos)


def test_clausulas_estan_todas_en_el_codigo() -> None:
    assert set(ID.findall(codigo())) == CLAUSULAS


def test_clausulas_estan_todas_en_los_casos() -> None:
    casos = [json.loads(linea) for linea in texto_de("casos.jsonl").splitlines() if linea.strip()]
    citadas = {clausula.strip() for caso in casos for clausula in caso["clausula"].split(",")}
    assert citadas == CLAUSULAS


def test_clausulas_estan_todas_en_el_readme() -> None:
    assert re.findall(r"^\| (L-\d+) \|", texto_de("README.md"), re.MULTILINE) == sorted(
        CLAUSULAS, key=lambda clausula: int(clausula[2:])
    )


def test_clausulas_tienen_ancla_en_las_dos_referencias() -> None:
    for lengua in ("es", "en"):
        referencia = texto_de("referencia", f"{lengua}.md")
        anclas = re.findall(r'<a id="l-(\d+)"></a>\*\*L-(\d+)\.\*\*', referencia)
        assert [ancla for ancla, _numero in anclas] == [numero for _ancla, numero in anclas]
        assert {f"L-{numero}" for _ancla, numero in anclas} == CLAUSULAS
        assert len(anclas) == len(CLAUSULAS)


def test_readme_nombra_modulos_que_citan_cada_clausula() -> None:
    for linea in texto_de("README.md").splitlines():
        if not linea.startswith("| L-"):
            continue
        clausula, donde = linea.split("|")[1].strip(), linea.split("|")[3]
        modulos = re.findall(r"`([\w/]+\.py)`", donde)
        assert modulos
        for modulo in modulos:
            assert clausula in ID.findall(texto_de(*modulo.split("/"))), (clausula, modulo)
