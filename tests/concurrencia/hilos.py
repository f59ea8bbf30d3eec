"""Many at once: threads that start together on a real database and give their connections back."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

R = TypeVar("R")

HILOS = 8


def a_la_vez(tareas: Sequence[Callable[[], R]], hilos: int = HILOS) -> list[R | Exception]:
    """Run the tasks on `hilos` threads that begin together; return each result, or the exception it raised."""
    barrera = Barrier(hilos)
    resultados: list[R | Exception | None] = [None] * len(tareas)

    def trabajar(primero: int) -> None:
        try:
            barrera.wait(timeout=30)
            for n in range(primero, len(tareas), hilos):
                try:
                    resultados[n] = tareas[n]()
                except Exception as error:
                    resultados[n] = error
        finally:
            connection.close()

    with ThreadPoolExecutor(hilos) as ejecutor:
        for futuro in [ejecutor.submit(trabajar, n) for n in range(hilos)]:
            futuro.result()
    return resultados
