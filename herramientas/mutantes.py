"""Break the rules of a system on purpose and see whether its tests notice.

Usage: python herramientas/mutantes.py --sistema CLAVE [--cuantos 400] [--semilla 2026] [--lista]
Takes a seeded sample of the mutants of every module of the system (comparisons, arithmetic, constants, boolean
operators, negated conditions, returns, removed statements; never strings), runs the fast tests against each one in a
forked process and prints those that survive. Exits with 1 when fewer than 92 % are killed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import importlib.abc
import importlib.machinery
import io
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

RAIZ = Path(__file__).resolve().parent.parent
SEGUNDOS = 60
MINIMO = 0.92
SIN_REGLAS = {"__init__", "etiquetas", "resumenes", "mensajes", "creacion"}
"""Modules of words and examples: nothing to compute in them."""

COMPARACIONES = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITMETICA = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


def cambios(nodo: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], ast.AST | None]]]:
    """Yield what can be broken in a node: a name and how; the function returns what takes its place."""
    if isinstance(nodo, ast.Compare) and type(nodo.ops[0]) in COMPARACIONES:
        otro = COMPARACIONES[type(nodo.ops[0])]
        yield otro.__name__, lambda n: _poner(n, "ops", [otro(), *n.ops[1:]])
    if isinstance(nodo, ast.BinOp) and type(nodo.op) in ARITMETICA:
        distinta = ARITMETICA[type(nodo.op)]
        yield distinta.__name__, lambda n: _poner(n, "op", distinta())
    if isinstance(nodo, ast.Constant) and type(nodo.value) in (int, bool):
        valor = (not nodo.value) if isinstance(nodo.value, bool) else nodo.value + 1
        yield str(valor), lambda n: _poner(n, "value", valor)
    if isinstance(nodo, ast.BoolOp):
        contrario = ast.Or if isinstance(nodo.op, ast.And) else ast.And
        yield contrario.__name__, lambda n: _poner(n, "op", contrario())
    if isinstance(nodo, ast.If | ast.IfExp):
        yield "not if", lambda n: _poner(n, "test", ast.UnaryOp(ast.Not(), n.test))
    if isinstance(nodo, ast.UnaryOp) and isinstance(nodo.op, ast.Not):
        yield "no not", lambda n: n.operand
    if isinstance(nodo, ast.Return) and nodo.value is not None:
        yield "return None", lambda n: _poner(n, "value", ast.Constant(None))
    if isinstance(nodo, ast.Expr | ast.Raise | ast.AugAssign) and not _es_texto(nodo):
        yield "pass", lambda _n: ast.Pass()


def _es_texto(nodo: ast.AST) -> bool:
    return isinstance(nodo, ast.Expr) and isinstance(nodo.value, ast.Constant)


def _poner(nodo: ast.AST, campo: str, valor: object) -> ast.AST:
    setattr(nodo, campo, valor)
    return nodo


class Romper(ast.NodeTransformer):
    """Apply one change to the node at one place of the walk."""

    def __init__(self, lugar: int, cual: int) -> None:
        self.lugar, self.cual, self.vistos = lugar, cual, -1

    def visit(self, node: ast.AST) -> ast.AST | None:
        """Count nodes in the same order as `mutantes_de`."""
        self.vistos += 1
        if self.vistos == self.lugar:
            _nombre, cambiar = list(cambios(node))[self.cual]
            return cambiar(node)
        return super().generic_visit(node)


def _recorrer(arbol: ast.AST, viva: bool = True) -> Iterator[tuple[ast.AST, bool]]:
    """Walk in the order of a NodeTransformer; say whether each node runs (annotations and decorators describe)."""
    yield arbol, viva
    for campo, valor in ast.iter_fields(arbol):
        corre = viva and campo not in ("annotation", "returns", "decorator_list")
        for hijo in valor if isinstance(valor, list) else [valor]:
            if isinstance(hijo, ast.AST):
                yield from _recorrer(hijo, corre)


Mutante = tuple[Path, int, int, int, str]
NINGUNO = -2


def mutantes_de(modulo: Path) -> list[Mutante]:
    """Return (module, place, which change, line, name) for everything that can be broken."""
    arbol = ast.parse(modulo.read_text("utf-8"))
    lista: list[Mutante] = []
    for lugar, (nodo, corre) in enumerate(_recorrer(arbol)):
        if corre:
            lineas = ((cual, getattr(nodo, "lineno", 0), nombre) for cual, (nombre, _c) in enumerate(cambios(nodo)))
            lista += [(modulo, lugar, *linea) for linea in lineas]
    return lista


class Roto(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import one module from a broken tree."""

    def __init__(self, nombre: str, origen: Path, arbol: ast.AST) -> None:
        self.nombre, self.origen, self.arbol = nombre, origen, arbol

    def find_spec(self, fullname: str, *_donde: object) -> importlib.machinery.ModuleSpec | None:
        """Answer for that module only."""
        if fullname != self.nombre:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self.origen))

    def exec_module(self, module: ModuleType) -> None:
        """Run the broken module."""
        exec(compile(self.arbol, str(self.origen), "exec"), module.__dict__)  # noqa: S102 - that is what it is for


def probar(mutante: Mutante, sistema: str) -> bool:
    """Return whether the tests notice a mutant; a fork does it, so that nothing of it stays here.

    A mutant at place NINGUNO breaks nothing: it is the control, which must live.
    """
    sys.stdout.flush()
    hijo = os.fork()
    if hijo == 0:
        signal.alarm(SEGUNDOS)
        sys.stdout = sys.stderr = io.StringIO()
        try:
            _instalar(mutante, sistema)
            correr_pruebas(sistema)
        except BaseException:
            os._exit(1)
        os._exit(0)
    _pid, estado = os.waitpid(hijo, 0)
    return estado != 0


def _instalar(mutante: Mutante, sistema: str) -> None:
    modulo, lugar, cual, _linea, _nombre = mutante
    arbol = ast.parse(modulo.read_text("utf-8"))
    roto = ast.fix_missing_locations(Romper(lugar, cual).visit(copy.deepcopy(arbol)))
    nombre = ".".join(modulo.relative_to(RAIZ).with_suffix("").parts)
    for cargado in [clave for clave in sys.modules if clave.startswith(f"reglas.sistemas.{sistema}")]:
        del sys.modules[cargado]
    sys.meta_path.insert(0, Roto(nombre, modulo, roto))
    motor = importlib.import_module("reglas.motor")
    motor.sistemas.cache_clear()


def correr_pruebas(sistema: str) -> None:
    """Run the fast tests of a system, without pytest: worked cases, then every test of its own folder."""
    casos = importlib.import_module("tests.reglas.test_casos")
    for caso in casos.casos():
        if caso["peticion"].get("sistema") == sistema:
            casos.test_caso_se_cumple(caso)
    for fichero in sorted((RAIZ / "tests" / "reglas" / "sistemas" / sistema).glob("test_*.py")):
        pruebas = importlib.import_module(f"tests.reglas.sistemas.{sistema}.{fichero.stem}")
        for nombre, prueba in sorted(vars(pruebas).items()):
            if nombre.startswith("test_"):
                for argumentos in _argumentos(prueba):
                    prueba(**argumentos)


def _argumentos(prueba: Callable[..., None]) -> list[dict[str, object]]:
    """Return the arguments of each run of a test, as its parametrize marks give them."""
    vueltas: list[dict[str, object]] = [{}]
    for marca in getattr(prueba, "pytestmark", []):
        if marca.name == "parametrize":
            nombres, valores = marca.args[:2]
            claves = [nombres] if isinstance(nombres, str) else list(nombres)
            filas = [_fila(valor, len(claves)) for valor in valores]
            vueltas = [{**vuelta, **dict(zip(claves, fila, strict=True))} for vuelta in vueltas for fila in filas]
    return vueltas


def _fila(valor: object, claves: int) -> tuple[object, ...]:
    """Return the arguments of one run: a `pytest.param` keeps them in `values`, and so does not a plain dict."""
    if hasattr(valor, "marks"):
        return tuple(getattr(valor, "values", ()))
    return (valor,) if claves == 1 or not isinstance(valor, tuple) else valor


def describir(mutante: Mutante) -> str:
    """Write where a mutant is, what it changes and the line it changes."""
    modulo, _lugar, _cual, linea, nombre = mutante
    codigo = modulo.read_text("utf-8").splitlines()[linea - 1].strip()
    return f"{modulo.relative_to(RAIZ)}:{linea}: {nombre}: {codigo}"


def main() -> int:
    """Run the sample and print the count."""
    lector = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sistemas = sorted(carpeta.parent.name for carpeta in (RAIZ / "reglas" / "sistemas").glob("*/sistema.py"))
    lector.add_argument("--sistema", required=True, choices=sistemas)
    lector.add_argument("--cuantos", type=int, default=400)
    lector.add_argument("--semilla", type=int, default=2026)
    opciones = lector.parse_args()
    sys.path.insert(0, str(RAIZ))
    modulos = sorted((RAIZ / "reglas" / "sistemas" / opciones.sistema).rglob("*.py"))
    todos = [m for modulo in modulos if modulo.stem not in SIN_REGLAS for m in mutantes_de(modulo)]
    muestra = random.Random(opciones.semilla).sample(todos, min(opciones.cuantos, len(todos)))  # noqa: S311 - a sample
    inicio = time.perf_counter()
    correr_pruebas(opciones.sistema)
    print(f"{len(todos)} mutantes posibles, {len(muestra)} probados; una vuelta: {time.perf_counter() - inicio:.1f} s")
    if any(probar((modulo, NINGUNO, 0, 1, "nada"), opciones.sistema) for modulo in modulos):
        print("las pruebas fallan sin romper nada: no se puede medir", file=sys.stderr)
        return 2
    muertos = 0
    for mutante in muestra:
        if probar(mutante, opciones.sistema):
            muertos += 1
        else:
            print(f"vivo: {describir(mutante)}", flush=True)
    parte = 100 * muertos / len(muestra)
    print(f"{muertos} de {len(muestra)} muertos ({parte:.1f} %), {time.perf_counter() - inicio:.0f} s")
    return 0 if muertos >= MINIMO * len(muestra) else 1


if __name__ == "__main__":
    sys.exit(main())
