"""Pin requirements/*.txt again from the ranges of pyproject.toml, with hashes and without naming any registry."""

import subprocess
import sys
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent
CONJUNTOS: dict[str, list[str]] = {"ejecucion": [], "desarrollo": ["--extra", "desarrollo"]}
# Compiled for the oldest Python: a file made for the one at hand lacks what another release of it needs.
OPCIONES = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--quiet"]

if __name__ == "__main__":
    for conjunto, extras in CONJUNTOS.items():
        destino = f"requirements/{conjunto}.txt"
        orden = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", *OPCIONES, *extras, *sys.argv[1:]]
        # Development includes what runs, with the very same versions.
        if conjunto == "desarrollo":
            orden += ["--constraint", "requirements/ejecucion.txt"]
        subprocess.run([*orden, "--output-file", destino], cwd=RAIZ, check=True, stdout=subprocess.DEVNULL)
        print(f"{destino}: fijado")
