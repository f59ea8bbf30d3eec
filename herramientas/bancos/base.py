"""How long the base takes: starting Django, answering /salud/, committing to a SQLite file from several threads."""

import os
import sys
import tempfile
import threading
import time
from pathlib import Path

RAIZ = Path(__file__).resolve().parents[2]
ESCRITURAS, HILOS, PETICIONES = 400, 8, 500


def main() -> None:
    """Print three measures, in a folder of data of their own."""
    with tempfile.TemporaryDirectory(prefix="hilo-bench-") as carpeta:
        Path(carpeta, "estaticos").mkdir()
        os.environ |= {"DIR_DATOS": carpeta, "NIVEL_LOG": "ERROR", "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.pop("DATABASE_URL", None)
        sys.path.insert(0, str(RAIZ))
        comienzo = time.perf_counter()
        import django  # noqa: PLC0415 - its start is what is measured

        django.setup()
        print(f"  arrancar Django: {time.perf_counter() - comienzo:.2f} s")
        from django.core.management import call_command  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        _peticiones()
        _escrituras()


def _peticiones() -> None:
    from django.test import Client  # noqa: PLC0415

    cliente = Client(headers={"host": "localhost"})
    comienzo = time.perf_counter()
    for _ in range(PETICIONES):
        cliente.get("/salud/")
    print(f"  /salud/ con toda la pila: {(time.perf_counter() - comienzo) / PETICIONES * 1000:.2f} ms")


def _escrituras() -> None:
    from django.db import connection  # noqa: PLC0415

    from config import reloj  # noqa: PLC0415
    from partidas.models import Latido  # noqa: PLC0415

    esperas: list[float] = []

    def escribir() -> None:
        for _ in range(ESCRITURAS // HILOS):
            antes = time.perf_counter()
            Latido.objects.create(momento=reloj.ahora(), pid=os.getpid())
            esperas.append(time.perf_counter() - antes)
        connection.close()

    hilos = [threading.Thread(target=escribir) for _ in range(HILOS)]
    comienzo = time.perf_counter()
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()
    total = time.perf_counter() - comienzo
    print(f"  escrituras en SQLite, {HILOS} hilos: {len(esperas) / total:.0f}/s, la peor {max(esperas):.2f} s")
    if len(esperas) != ESCRITURAS:
        sys.exit(f"  se han perdido {ESCRITURAS - len(esperas)} escrituras")


if __name__ == "__main__":
    main()
