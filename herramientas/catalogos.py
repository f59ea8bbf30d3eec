"""Keep the catalogues of the rules engine: collect msgids, keep translations, compile with msgfmt.

Usage: python herramientas/catalogos.py [--comprobar]
Without arguments it rewrites each reglas.po (new msgids come with an empty msgstr, those gone are dropped) and
compiles it. With --comprobar it changes nothing and exits with 1 if anything is missing, stale or not compiled.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent
LENGUAS = ("en",)
CABECERA = """msgid ""
msgstr ""
"Language: {lengua}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def paquetes() -> dict[Path, list[Path]]:
    """Return the folder of each catalogue with the modules it covers."""
    nucleo = RAIZ / "reglas" / "nucleo"
    fuentes = {
        nucleo: [
            *sorted(nucleo.glob("*.py")),
            *(RAIZ / "reglas" / f"{nombre}.py" for nombre in ("idioma", "referencia")),
        ]
    }
    for sistema in sorted((RAIZ / "reglas" / "sistemas").iterdir()):
        if (sistema / "__init__.py").exists():
            fuentes[sistema] = sorted(sistema.rglob("*.py"))
    return fuentes


def msgids(modulos: list[Path]) -> list[str]:
    """Return the strings marked with `_`, each once, in order."""
    vistos: dict[str, None] = {}
    for modulo in modulos:
        llamadas = [
            nodo
            for nodo in ast.walk(ast.parse(modulo.read_text("utf-8")))
            if isinstance(nodo, ast.Call) and isinstance(nodo.func, ast.Name) and nodo.func.id == "_"
        ]
        for llamada in sorted(llamadas, key=lambda nodo: (nodo.lineno, nodo.col_offset)):
            marcado = llamada.args[0] if llamada.args else None
            if not isinstance(marcado, ast.Constant) or not isinstance(marcado.value, str):
                raise SystemExit(f"{modulo}:{llamada.lineno}: a msgid must be a plain string")
            vistos.setdefault(marcado.value)
    return list(vistos)


def leer_po(fichero: Path) -> dict[str, str]:
    """Return the translations of a .po, without its header."""
    entradas: dict[str, str] = {}
    partes = {"msgid": "", "msgstr": ""}
    actual = ""
    for linea in [*(fichero.read_text("utf-8").splitlines() if fichero.exists() else []), "msgid "]:
        clave, _espacio, resto = linea.partition(" ")
        if clave == "msgid":
            entradas[partes["msgid"]] = partes["msgstr"]
            partes = {"msgid": "", "msgstr": ""}
        if clave in partes:
            actual = clave
            partes[actual] = ast.literal_eval(resto) if resto else ""
        elif linea.startswith('"'):
            partes[actual] += ast.literal_eval(linea)
    entradas.pop("", None)
    return entradas


def escribir_po(lengua: str, ids: list[str], traducciones: dict[str, str]) -> str:
    """Return the text of a .po with those msgids in order."""
    entradas = (f"\nmsgid {_citar(msgid)}\nmsgstr {_citar(traducciones.get(msgid, ''))}\n" for msgid in ids)
    return CABECERA.format(lengua=lengua) + "".join(entradas)


def _citar(texto: str) -> str:
    escapado = texto.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escapado}"'


def main(argumentos: list[str]) -> int:
    """Rewrite or check every catalogue."""
    msgfmt = shutil.which("msgfmt")
    if msgfmt is None:
        print("Hace falta msgfmt (paquete gettext).", file=sys.stderr)
        return 2
    mal = 0
    for carpeta, modulos in paquetes().items():
        ids = msgids(modulos)
        for lengua in LENGUAS:
            po = carpeta / "locale" / lengua / "LC_MESSAGES" / "reglas.po"
            traducciones = leer_po(po)
            faltan = [msgid for msgid in ids if not traducciones.get(msgid)]
            for msgid in faltan:
                print(f"{po.relative_to(RAIZ)}: sin traducir: {msgid}")
            mal += len(faltan)
            texto = escribir_po(lengua, ids, traducciones)
            if "--comprobar" in argumentos:
                mal += po.read_text("utf-8") != texto
                continue
            po.parent.mkdir(parents=True, exist_ok=True)
            po.write_text(texto, "utf-8")
            subprocess.run([msgfmt, "--check", "-o", str(po.with_suffix(".mo")), str(po)], check=True)
    return 1 if mal else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
