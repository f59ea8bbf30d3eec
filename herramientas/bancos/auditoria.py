"""How long an audit takes and how much memory it asks for, over a book of a few thousand rolls (or as many as told)."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RAIZ = Path(__file__).resolve().parents[2]
TIRADAS = 10_000


def main() -> None:
    """Print the rate and the peak of memory for a book and for another four times longer, each in its own process."""
    if len(sys.argv) > 2:
        _medir(int(sys.argv[2]))
        return
    tiradas = int(sys.argv[1]) if len(sys.argv) > 1 else TIRADAS
    for cuantas in (tiradas // 4, tiradas):
        subprocess.run([sys.executable, __file__, "medir", str(cuantas)], check=True)


def _medir(tiradas: int) -> None:
    with tempfile.TemporaryDirectory(prefix="hilo-bench-") as carpeta:
        Path(carpeta, "estaticos").mkdir()
        os.environ |= {"DIR_DATOS": carpeta, "NIVEL_LOG": "ERROR", "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.pop("DATABASE_URL", None)
        sys.path.insert(0, str(RAIZ))
        import django  # noqa: PLC0415 - it reads the environment just set

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        from partidas.dominio import auditoria  # noqa: PLC0415
        from reglas.models import Libro  # noqa: PLC0415
        from tests import fabrica  # noqa: PLC0415
        from tests.partidas.dominio.libro_largo import alargar  # noqa: PLC0415

        mesa = fabrica.mesa()
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
        alargar(mesa.partida, tiradas)
        antes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        comienzo = time.perf_counter()
        repaso = auditoria.repasar(Libro.objects.get(dueno=mesa.partida.publico, clase="abierto"), ahora=fabrica.AHORA)
        segundos = time.perf_counter() - comienzo
        despues = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(
            f"  {repaso.tiradas} tiradas: {repaso.tiradas / segundos:.0f}/s, "
            f"pico de memoria {despues / 1024:.0f} MB ({antes / 1024:.0f} MB antes), fallos {repaso.cuantos}"
        )


if __name__ == "__main__":
    main()
