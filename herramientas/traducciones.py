"""The English catalogue: `traducciones.py` checks that it is whole; `--actualizar` collects and compiles it.

Spanish is the source. It fails at a string of the code that has no entry, an entry that no longer has a string, an
empty or doubtful translation, one equal to the Spanish that is not in herramientas/iguales.txt, and a compiled file
that is not its source's. Collecting needs Debian's package gettext.
"""

import ast
import gettext
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent
IGUALES = Path(__file__).with_name("iguales.txt")
# The rules engine has catalogues of its own: herramientas/catalogos.py.
AJENOS = ("reglas/nucleo/*", "reglas/sistemas/*", "reglas/idioma.py", "reglas/referencia.py")
SIN_COPIAR = (".git", ".venv", "node_modules", "datos", "build", "vendor", "tests", "docs", ".*_cache", "__pycache__")
RECOGER = ["makemessages", "--locale", "en", "--no-obsolete", "--no-wrap", "--add-location", "file"]


@dataclass(frozen=True)
class Entrada:
    """One string of a catalogue."""

    clave: tuple[str, str, str]  # context, singular, plural
    versiones: tuple[str, ...]
    dudosa: bool


def leer(archivo: Path) -> dict[tuple[str, str, str], Entrada]:
    """Return the living entries of a .po, without its header."""
    entradas: dict[tuple[str, str, str], Entrada] = {}
    for bloque in archivo.read_text(encoding="utf-8").split("\n\n"):
        lineas = [linea for linea in bloque.splitlines() if linea]
        campos: dict[str, str] = {}
        nombre = ""
        for linea in lineas:
            if linea.startswith("#"):
                continue
            if not linea.startswith('"'):
                nombre, _, linea = linea.partition(" ")  # noqa: PLW2901
                campos[nombre] = ""
            campos[nombre] += ast.literal_eval(linea)
        if campos.get("msgid"):
            clave = (campos.get("msgctxt", ""), campos["msgid"], campos.get("msgid_plural", ""))
            versiones = tuple(valor for campo, valor in campos.items() if campo.startswith("msgstr"))
            dudosa = any(linea.startswith("#,") and "fuzzy" in linea for linea in lineas)
            entradas[clave] = Entrada(clave, versiones, dudosa)
    return entradas


def orden_de_django(carpeta: Path, argumentos: list[str]) -> None:
    """Run a management command in `carpeta`, whose settings need no data of anybody."""
    datos = carpeta / "build" / "traducciones"
    entorno = {**os.environ, "DIR_DATOS": str(datos), "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([sys.executable, "manage.py", *argumentos], cwd=carpeta, env=entorno, check=True)


def recoger(carpeta: Path) -> None:
    """Collect the strings of the code in `carpeta` into its catalogues."""
    if shutil.which("xgettext") is None:
        sys.exit("\nFalta el programa xgettext.\n  En Debian o Ubuntu:  sudo apt install gettext\n")
    (carpeta / "locale").mkdir(exist_ok=True)
    orden_de_django(carpeta, [*RECOGER, *(parte for ajeno in AJENOS for parte in ("--ignore", ajeno)), "-v", "0"])


def catalogos(carpeta: Path) -> list[Path]:
    """Return the Django catalogues under `carpeta`, as relative paths."""
    rutas = carpeta.glob("**/locale/en/LC_MESSAGES/django.po")
    return sorted(ruta.relative_to(carpeta) for ruta in rutas if ".venv" not in ruta.parts)


def fallos() -> list[str]:
    """Return a line for each thing wrong with the catalogues of the project."""
    with tempfile.TemporaryDirectory() as temporal:
        copia = Path(temporal) / "copia"
        shutil.copytree(RAIZ, copia, ignore=shutil.ignore_patterns(*SIN_COPIAR, "django.po", "django.mo"))
        recoger(copia)
        nuevos = {ruta: leer(copia / ruta) for ruta in catalogos(copia)}
    iguales = set(IGUALES.read_text(encoding="utf-8").splitlines()) if IGUALES.exists() else set()
    debe = {clave for entradas in nuevos.values() for clave in entradas}
    lineas: list[str] = []
    hay: dict[tuple[str, str, str], Entrada] = {}
    for ruta in catalogos(RAIZ):  # what matters is the whole: Django adds them up, whichever holds an entry
        entradas = leer(RAIZ / ruta)
        for clave, entrada in entradas.items():
            texto = clave[1]
            if clave in hay and hay[clave].versiones != entrada.versiones:
                lineas.append(f"{ruta}: traducida de dos maneras «{texto}»")
            if entrada.dudosa or not all(entrada.versiones):
                lineas.append(f"{ruta}: sin traducir o dudosa «{texto}»")
            elif texto in entrada.versiones and texto not in iguales:
                lineas.append(f"{ruta}: igual que en español «{texto}» (si es así, a herramientas/iguales.txt)")
            if clave not in debe:
                lineas.append(f"{ruta}: sobra «{texto}»")
        hay |= entradas
        lineas += _compilado(RAIZ / ruta, ruta)
    return [*(f"falta «{clave[1]}»" for clave in sorted(debe - hay.keys())), *lineas]


def _compilado(po: Path, ruta: Path) -> list[str]:
    """Compare what the .mo says with what its .po would."""
    with tempfile.TemporaryDirectory() as temporal:
        suyo = Path(temporal) / "suyo.mo"
        subprocess.run(["msgfmt", "--check-format", "-o", str(suyo), str(po)], check=True)
        with suyo.open("rb") as archivo:
            debe = gettext.GNUTranslations(archivo)
    mo = po.with_suffix(".mo")
    if not mo.exists():
        return [f"{ruta}: falta el compilado .mo"]
    with mo.open("rb") as archivo:
        hay = gettext.GNUTranslations(archivo)
    mensajes = [{k: v for k, v in uno._catalog.items() if k} for uno in (debe, hay)]  # type: ignore[attr-defined]
    return [] if mensajes[0] == mensajes[1] else [f"{ruta}: el compilado .mo no es el de este .po"]


def actualizar_catalogos() -> None:
    """Collect, keep every translation there was whichever catalogue had it, and compile."""
    with tempfile.TemporaryDirectory() as temporal:
        antes = Path(temporal) / "antes.po"
        viejos = [str(RAIZ / ruta) for ruta in catalogos(RAIZ)]
        if viejos:
            subprocess.run(["msgcat", "--use-first", "-o", str(antes), *viejos], check=True)
        recoger(RAIZ)
        for ruta in catalogos(RAIZ):
            po = str(RAIZ / ruta)
            if viejos:
                seguras, vacias = (str(Path(temporal) / nombre) for nombre in ("seguras.po", "vacias.po"))
                # makemessages fills what it lacks with guesses from similar strings: they are thrown away
                subprocess.run(["msgattrib", "--no-fuzzy", "-o", seguras, po], check=True)
                subprocess.run(["msgattrib", "--clear-fuzzy", "--empty", "-o", vacias, po], check=True)
                mezclar = ["msgmerge", "--quiet", "--no-wrap", "--no-fuzzy-matching", "-C", str(antes)]
                subprocess.run([*mezclar, "-o", po, seguras, vacias], check=True)
            subprocess.run(["msgfmt", "--check-format", "-o", str(Path(po).with_suffix(".mo")), po], check=True)


def main() -> int:
    """Check, or collect and compile; then the catalogues of the rules, if they are there."""
    actualizar = sys.argv[1:] == ["--actualizar"]
    if actualizar:
        actualizar_catalogos()
    lineas = fallos()
    print("\n".join(lineas) or "traducciones: completas")
    del_motor = RAIZ / "herramientas" / "catalogos.py"
    codigo = 0
    if del_motor.exists():
        codigo = subprocess.run(
            [sys.executable, str(del_motor), *([] if actualizar else ["--comprobar"])], check=False
        ).returncode
    return 1 if lineas or codigo else 0


if __name__ == "__main__":
    sys.exit(main())
