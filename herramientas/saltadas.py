"""Read the reports of pytest: `saltadas.py N informe.xml…` fails above N skips; `--suma` prints the last line of CI.

`--inestables N informe.xml…` fails above N tests that failed and passed when they were run again, and names them.
"""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree


def casos(informes: list[str]) -> dict[str, list[ElementTree.Element]]:
    """Return each test by its name with its tries, in order: one, and another for each time that it was run again."""
    hallados: dict[str, list[ElementTree.Element]] = {}
    for informe in filter(lambda nombre: Path(nombre).exists(), informes):
        for caso in ElementTree.parse(informe).getroot().iter("testcase"):  # noqa: S314 - pytest wrote it just now
            nombre = f"{Path(informe).stem}: {caso.get('classname')}::{caso.get('name')}"
            hallados.setdefault(nombre, []).append(caso)
    return hallados


def contar(informes: list[str]) -> tuple[Counter[str], list[str], list[str]]:
    """Return how many tests passed, failed and were skipped, the skipped ones with their reasons, the unstable ones."""
    cuenta: Counter[str] = Counter()
    saltadas: list[str] = []
    inestables: list[str] = []
    for nombre, intentos in casos(informes).items():
        hijos = {hijo.tag: hijo for hijo in intentos[-1]}
        if "failure" in hijos or "error" in hijos:
            cuenta["failed"] += 1
        elif "skipped" in hijos:
            cuenta["skipped"] += 1
            saltadas.append(f"  {nombre} ({hijos['skipped'].get('message', '')})")
        else:
            cuenta["passed"] += 1
            if len(intentos) > 1:
                inestables.append(f"  {nombre}")
    return cuenta, saltadas, inestables


def pasan_de(rotulo: str, nombres: list[str], admitidas: str) -> bool:
    """Print those tests and how many of them are allowed; tell whether they are more."""
    print(f"{rotulo}: {len(nombres)}; se admiten {admitidas}.")
    print("\n".join(nombres))
    return len(nombres) > int(admitidas)


if __name__ == "__main__":
    opcion, *resto = sys.argv[1:]
    if opcion == "--suma":
        cuenta, _, _ = contar(resto)
        print(f"{cuenta['passed']} passed, {cuenta['failed']} failed, {cuenta['skipped']} skipped")
        sys.exit(0)
    if opcion == "--inestables":
        admitidas, *informes = resto
        _, _, inestables = contar(informes)
        sys.exit(pasan_de("Pruebas que pasaron solo al repetirlas", inestables, admitidas))
    cuenta, saltadas, _ = contar(resto)
    sys.exit(pasan_de("Pruebas saltadas", saltadas, opcion) or not cuenta["passed"])
