"""Measure the rules engine: resolutions, JSON lines, odds and start-up, beside what this machine can do.

Usage: python herramientas/bancos/reglas.py [--rapido]
Prints CPU time, the best of several rounds, so that other work on the machine disturbs little. Exits with 1 if a
target of docs/calidad.md is missed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

RAIZ = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(RAIZ))

from reglas.caja import responder  # noqa: E402 - after the path
from reglas.motor import resolver, sistema, sistemas, sondear  # noqa: E402
from reglas.nucleo.azar import AzarDictado, AzarSistema  # noqa: E402
from reglas.nucleo.ramas import ramas  # noqa: E402
from reglas.nucleo.rechazo import Rechazo  # noqa: E402
from reglas.nucleo.tipos import Peticion  # noqa: E402
from reglas.protocolo import leer  # noqa: E402

METAS = {"resoluciones": 20_000, "lineas": 4_000, "probabilidad_ms": 50, "arranque_ms": 100}


def mejor(hacer: Callable[[], object], veces: int, rondas: int) -> float:
    """Return the CPU seconds of one call, in the best round."""
    tiempos = []
    for _ronda in range(rondas):
        inicio = time.process_time()
        for _vez in range(veces):
            hacer()
        tiempos.append((time.process_time() - inicio) / veces)
    return min(tiempos)


def referencia() -> None:
    """Do a fixed amount of plain Python, to tell machines apart."""
    cuenta: dict[int, int] = {}
    for numero in range(1_000):
        cuenta[numero % 97] = cuenta.get(numero % 97, 0) + numero


# The targets of docs/calidad.md are for this one roll of this one game; another would measure something else.
SISTEMA, TAREA, LIBRE = "strange", "tarea", "tirada_libre"


def peticion_de_tarea(*, completa: bool) -> Peticion:
    """Return the task that is measured, with a short sheet or with every key."""
    ficha = sistema(SISTEMA).ficha_vacia("Ainhoa")
    if not completa:
        ficha = {clave: ficha[clave] for clave in ("nombre", "tipo", "vigor", "velocidad", "intelecto")}
    return Peticion(SISTEMA, TAREA, ficha, datos={"dificultad": 4, "reserva": "vigor", "esfuerzo": 1, "recursos": 1})


def medir_resoluciones(rondas: int) -> float:
    """Print resolutions a second; return the figure of the short sheet."""
    cifras = []
    for completa in (False, True):
        peticion = peticion_de_tarea(completa=completa)
        cifras.append(1 / mejor(lambda p=peticion: resolver(p, AzarDictado([12])), 1_000, rondas))
        print(f"resolver tarea, ficha {'completa' if completa else 'breve'}: {cifras[-1]:,.0f} por segundo")
    return cifras[0]


def medir_lineas(rondas: int) -> float:
    """Print JSON lines a second."""
    peticion = peticion_de_tarea(completa=True)
    linea = json.dumps(
        {"sistema": SISTEMA, "accion": TAREA, "ficha": peticion.ficha, "datos": peticion.datos, "dados": [12]}
    )
    cifra = 1 / mejor(lambda: responder(linea), 300, rondas)
    print(f"caja negra, una línea JSON con su respuesta: {cifra:,.0f} por segundo")
    return cifra


def medir_probabilidades(rondas: int) -> float:
    """Print the slowest odds of each system's cases, in milliseconds."""
    peor = 0.0
    for clave in sistemas():
        casos = (RAIZ / "reglas" / "sistemas" / clave / "casos.jsonl").read_text("utf-8").splitlines()
        por_accion: dict[str, tuple[float, str]] = {}
        for caso in map(json.loads, filter(str.strip, casos)):
            try:
                peticion, _dados = leer(json.dumps(caso["peticion"]))
                sondear(peticion)
            except Rechazo:
                continue
            segundos = mejor(lambda p=peticion: sondear(p), 1, rondas)
            por_accion[peticion.accion] = max(por_accion.get(peticion.accion, (0.0, "")), (segundos, caso["caso"]))
        for accion, (segundos, nombre) in sorted(por_accion.items(), key=lambda par: -par[1][0])[:5]:
            print(f"probabilidades de {clave}/{accion} ({nombre}): {1_000 * segundos:.2f} ms")
        peor = max([peor, *(segundos for segundos, _nombre in por_accion.values())])
    return 1_000 * peor


def medir_explosivos() -> None:
    """Print the odds of exploding dice drawn together, the first time they are asked for."""
    dados = importlib.import_module("reglas.nucleo.dados")
    for cuantos in (3, 4, 5, 6):
        for caras in (6, 12):
            dados.suma_explosiva.cache_clear()
            inicio = time.process_time()
            corridas = 0
            for azar in ramas():
                azar.suma_explosiva([[(caras, "x")] * cuantos])
                corridas += 1
            ms = 1_000 * (time.process_time() - inicio)
            print(f"{cuantos}d{caras} que explotan: {corridas} ramas, {ms:.1f} ms")


def medir_d20(rondas: int) -> None:
    """Print a plain roll of ours beside the same one of the d20 package, if it is installed."""
    libre = Peticion(SISTEMA, LIBRE, peticion_de_tarea(completa=False).ficha)
    nuestro = mejor(lambda: resolver(libre, AzarSistema()), 500, rondas)
    print(f"tirada libre de un d20 con su ficha validada: {1e6 * nuestro:.0f} µs")
    try:
        d20: Any = importlib.import_module("d20")
    except ImportError:
        print("paquete d20: no está instalado")
        return
    print(f"paquete d20, roll('1d20'): {1e6 * mejor(lambda: d20.roll('1d20'), 500, rondas):.0f} µs")


def medir_arranque() -> float:
    """Print how long importing the motor and its systems takes in a new process, in milliseconds."""
    programa = (
        "import time; a = time.process_time(); import reglas.motor; b = time.process_time();"
        "reglas.motor.sistemas(); print(b - a, time.process_time() - b)"
    )
    medidas = []
    for _vez in range(15):
        orden = [sys.executable, "-c", programa]
        salida = subprocess.run(orden, cwd=RAIZ, capture_output=True, text=True, check=True)
        medidas.append(tuple(1_000 * float(parte) for parte in salida.stdout.split()))
    motor, juegos = min(medidas)
    print(f"importar reglas.motor: {motor:.0f} ms; abrir los sistemas: {juegos:.0f} ms más")
    return motor


def main() -> int:
    """Print every figure and say which targets are missed."""
    lector = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lector.add_argument("--rapido", action="store_true", help="menos rondas")
    rondas = 3 if lector.parse_args().rapido else 15
    print(f"Python {sys.version.split()[0]}; vuelta de referencia: {1e6 * mejor(referencia, 100, rondas):.0f} µs")
    resoluciones = medir_resoluciones(rondas)
    lineas = medir_lineas(rondas)
    probabilidad = medir_probabilidades(3)
    medir_explosivos()
    medir_d20(rondas)
    arranque = medir_arranque()
    faltas = [
        nombre
        for nombre, falla in (
            ("resoluciones", resoluciones < METAS["resoluciones"]),
            ("lineas", lineas < METAS["lineas"]),
            ("probabilidad_ms", probabilidad > METAS["probabilidad_ms"]),
            ("arranque_ms", arranque > METAS["arranque_ms"]),
        )
        if falla
    ]
    print("metas cumplidas" if not faltas else f"metas sin cumplir: {', '.join(faltas)}")
    return 1 if faltas else 0


if __name__ == "__main__":
    sys.exit(main())
