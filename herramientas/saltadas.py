"""Read the reports of pytest: `saltadas.py N informe.xml…` fails above N skips; `--suma` prints the last line of CI."""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree


def contar(informes: list[str]) -> tuple[Counter[str], list[str]]:
    """Return how many tests there were, failed and were skipped, and the skipped ones with their reasons."""
    cuenta: Counter[str] = Counter()
    saltadas: list[str] = []
    for informe in filter(lambda nombre: Path(nombre).exists(), informes):
        for caso in ElementTree.parse(informe).getroot().iter("testcase"):  # noqa: S314 - pytest wrote it just now
            hijos = {hijo.tag: hijo for hijo in caso}
            if "failure" in hijos or "error" in hijos:
                cuenta["failed"] += 1
            elif "skipped" in hijos:
                cuenta["skipped"] += 1
                razon = hijos["skipped"].get("message", "")
                saltadas.append(f"  {Path(informe).stem}: {caso.get('classname')}::{caso.get('name')} ({razon})")
            else:
                cuenta["passed"] += 1
    return cuenta, saltadas


if __name__ == "__main__":
    cuenta, saltadas = contar(sys.argv[2:])
    if sys.argv[1] == "--suma":
        print(f"{cuenta['passed']} passed, {cuenta['failed']} failed, {cuenta['skipped']} skipped")
        sys.exit(0)
    print(f"Pruebas saltadas: {len(saltadas)}; se admiten {sys.argv[1]}.")
    print("\n".join(saltadas))
    sys.exit(len(saltadas) > int(sys.argv[1]) or not cuenta["passed"])
