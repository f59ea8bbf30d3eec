"""The toy system of docs/sistemas.md, written file by file into a temporary folder and found by the registry."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

import reglas.sistemas
from reglas import idioma, motor, referencia

CLAVE = "linterna"
PAGINA = Path(__file__).resolve().parents[2] / "docs" / "sistemas.md"
BLOQUE = re.compile(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def ficheros() -> dict[str, str]:
    """Return the files that the page teaches, by path inside the system's folder."""
    return dict(BLOQUE.findall(PAGINA.read_text("utf-8")))


@contextmanager
def instalada(carpeta: Path) -> Iterator[Path]:
    """Write the system into a folder and let the registry see it until the end; yield its own folder."""
    raiz = carpeta / CLAVE
    for ruta, texto in ficheros().items():
        (raiz / ruta).parent.mkdir(parents=True, exist_ok=True)
        (raiz / ruta).write_text(texto, "utf-8")
    po = raiz / "locale" / "en" / "LC_MESSAGES" / "reglas.po"
    subprocess.run(["msgfmt", "--check-format", "-o", str(po.with_suffix(".mo")), str(po)], check=True)
    camino = reglas.sistemas.__path__
    camino.append(str(carpeta))
    _olvidar()
    try:
        yield raiz
    finally:
        camino.remove(str(carpeta))
        _olvidar()


def _olvidar() -> None:
    """Forget what was found before: modules, systems, catalogues, texts."""
    invalidate_caches()
    for nombre in [nombre for nombre in sys.modules if nombre.startswith(f"reglas.sistemas.{CLAVE}")]:
        del sys.modules[nombre]
    motor.sistemas.cache_clear()
    idioma._catalogo.cache_clear()
    referencia._leer_texto.cache_clear()
