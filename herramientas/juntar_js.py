"""Join the modules of static/js into static/js/hilo.js: one request instead of ten, and no Node to do it.

Each module is one behaviour and stands in its own block, after what all share. `--comprobar` only says whether
the committed file is the one the modules give.
"""

import re
import sys
from pathlib import Path

JS = Path(__file__).resolve().parent.parent / "static" / "js"
SALIDA = JS / "hilo.js"
COMUN = "comun.js"


def juntar() -> str:
    """Return the text of hilo.js: the shared part, then each module in a block, without whole-line comments."""
    modulos = sorted(p.name for p in JS.glob("*.js") if p.name not in {COMUN, SALIDA.name})
    partes = [_limpio(COMUN), *(f"{{\n{_limpio(nombre)}\n}}" for nombre in modulos)]
    return "// Made by herramientas/juntar_js.py from the other files of this folder.\n" + "\n".join(partes) + "\n"


def _limpio(nombre: str) -> str:
    texto = (JS / nombre).read_text(encoding="utf-8")
    texto = re.sub(r"^\s*//.*\n", "", texto, flags=re.MULTILINE)
    return "\n".join(linea.strip() for linea in texto.splitlines() if linea.strip())


def main() -> int:
    """Write hilo.js, or compare it."""
    texto = juntar()
    if "--comprobar" in sys.argv[1:]:
        return int(SALIDA.read_text(encoding="utf-8") != texto)
    SALIDA.write_text(texto, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
