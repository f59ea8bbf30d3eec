"""The pinned requirements: whole, with hashes, naming no registry, and within the ranges of pyproject.toml."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.operacion.sitio import RAIZ

PROYECTO = tomllib.loads((RAIZ / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONJUNTOS = {
    "ejecucion": PROYECTO["dependencies"],
    "desarrollo": [*PROYECTO["dependencies"], *PROYECTO["optional-dependencies"]["desarrollo"]],
}
PYTHONS = ["3.11.2", "3.11.7", "3.12.1", "3.13.0"]


def bloques(conjunto: str) -> list[str]:
    """Return each requirement of the file with its hashes, one text each."""
    texto = (RAIZ / "requirements" / f"{conjunto}.txt").read_text(encoding="utf-8")
    sin_notas = re.sub(r"^\s*#.*\n", "", texto, flags=re.MULTILINE)
    return [bloque for bloque in re.split(r"\n(?=\S)", sin_notas.strip()) if bloque]


def fijados(conjunto: str, python: str) -> dict[str, Version]:
    """Return the versions that this Python installs on Linux."""
    entorno = {"python_version": ".".join(python.split(".")[:2]), "python_full_version": python}
    versiones = {}
    for bloque in bloques(conjunto):
        requisito = Requirement(bloque.split("\\")[0].strip())
        if requisito.marker is None or requisito.marker.evaluate(entorno):
            (especificador,) = requisito.specifier
            assert especificador.operator == "==", bloque
            versiones[canonicalize_name(requisito.name)] = Version(especificador.version)
    return versiones


@pytest.mark.parametrize("conjunto", CONJUNTOS)
def test_cada_requisito_lleva_huella_y_no_nombra_ningun_indice(conjunto: str) -> None:
    texto = (RAIZ / "requirements" / f"{conjunto}.txt").read_text(encoding="utf-8")

    assert "://" not in texto
    assert "--index" not in texto
    assert "--find-links" not in texto
    sin_huella = [b for b in bloques(conjunto) if not re.search(r"--hash=sha256:[0-9a-f]{64}", b)]
    assert sin_huella == []


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("conjunto", CONJUNTOS)
def test_lo_fijado_cumple_lo_que_pide_el_proyecto(conjunto: str, python: str) -> None:
    versiones = fijados(conjunto, python)

    fuera = [
        linea
        for linea in CONJUNTOS[conjunto]
        if (r := Requirement(linea)).specifier
        and not r.specifier.contains(versiones.get(canonicalize_name(r.name), Version("0")), prereleases=True)
    ]
    assert fuera == []


@pytest.mark.parametrize("python", PYTHONS)
def test_las_pruebas_usan_las_versiones_que_se_ejecutan(python: str) -> None:
    ejecucion, desarrollo = fijados("ejecucion", python), fijados("desarrollo", python)

    assert {n: v for n, v in desarrollo.items() if n in ejecucion} == ejecucion
