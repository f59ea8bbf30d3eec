"""How long the server takes to publish sixty thousand characters of prose, by the form, on a SQLite file."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

RAIZ = Path(__file__).resolve().parents[2]
VECES = 9


def main() -> None:
    """Print the least and the middle of the times of the whole request, and of the rendering in it."""
    with tempfile.TemporaryDirectory(prefix="hilo-bench-") as carpeta:
        Path(carpeta, "estaticos").mkdir()
        os.environ |= {"DIR_DATOS": carpeta, "NIVEL_LOG": "ERROR", "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.pop("DATABASE_URL", None)
        sys.path.insert(0, str(RAIZ))
        import django  # noqa: PLC0415 - it reads the environment just set

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415
        from django.test import Client  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        from partidas.presentacion.marcado import render  # noqa: PLC0415
        from tests import fabrica  # noqa: PLC0415
        from tests.partidas.views.test_escenas import formulario, ruta  # noqa: PLC0415
        from tests.partidas.views.test_unicode import prosa  # noqa: PLC0415

        mesa, texto = fabrica.mesa(), prosa(60_000)
        ana = Client(headers={"accept-language": "es", "host": "localhost"})
        ana.force_login(mesa.ana)
        ana.post(ruta(mesa, "escribir"), formulario(mesa))
        publicar, pintar = [], []
        for _vez in range(VECES):
            publicar.append(_tarda(lambda: ana.post(ruta(mesa, "escribir"), formulario(mesa, texto=texto))))
            pintar.append(_tarda(lambda: render(texto)))
        for que, tiempos in (("publicar", publicar), ("de ello, pintarlos", pintar)):
            tiempos.sort()
            print(f"  60.000 caracteres, {que}: {tiempos[0]:.0f} ms la mejor, {tiempos[VECES // 2]:.0f} ms la mediana")


def _tarda(que: Callable[[], object]) -> float:
    comienzo = time.perf_counter()
    que()
    return (time.perf_counter() - comienzo) * 1000


if __name__ == "__main__":
    main()
