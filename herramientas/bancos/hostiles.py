"""What the worst texts and images cost: CPU of each, in ms (goals: 200 a text, S-64; 50 an image, S-71)."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

RAIZ = Path(__file__).resolve().parents[2]
TEXTO, IMAGEN, VECES = 200, 50, 5


def main() -> None:
    """Print the five dearest of each kind, and how many pass their goal."""
    with tempfile.TemporaryDirectory(prefix="hilo-bench-") as carpeta:
        os.environ |= {"DIR_DATOS": carpeta, "NIVEL_LOG": "ERROR", "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.pop("DATABASE_URL", None)
        sys.path.insert(0, str(RAIZ))
        import django  # noqa: PLC0415 - it reads the environment just set

        django.setup()
        from partidas.dominio.imagenes import ImagenRechazada, recodificar  # noqa: PLC0415
        from partidas.presentacion.marcado import render  # noqa: PLC0415
        from tests.partidas.dominio.test_imagenes import DILUVIOS  # noqa: PLC0415
        from tests.partidas.presentacion.test_marcado_topes import HOSTILES  # noqa: PLC0415

        def rechazar(datos: bytes) -> None:
            try:
                recodificar(datos)
            except ImagenRechazada:
                return

        _decir("textos", TEXTO, {nombre: _milesimas(lambda t=t: render(t)) for nombre, t in HOSTILES.items()})
        _decir("imágenes", IMAGEN, {nombre: _milesimas(lambda d=d: rechazar(d)) for nombre, d in DILUVIOS.items()})


def _milesimas(que: Callable[[], object]) -> float:
    """Return the least of five tries: what this process spent on it, whatever else the machine does."""
    tardado = []
    for _vez in range(VECES):
        comienzo = time.process_time()
        que()
        tardado.append((time.process_time() - comienzo) * 1000)
    return min(tardado)


def _decir(que: str, meta: int, medido: dict[str, float]) -> None:
    peores = sorted(medido.items(), key=lambda par: -par[1])[:5]
    pasan = sum(milesimas > meta for milesimas in medido.values())
    dichos = ", ".join(f"{nombre} {milesimas:.0f} ms" for nombre, milesimas in peores)
    print(f"  {que}: {dichos}; {pasan} de {len(medido)} pasan de {meta} ms")


if __name__ == "__main__":
    main()
