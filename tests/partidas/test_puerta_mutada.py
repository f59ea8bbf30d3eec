"""The gate against a world whose readers are written by hand, and the gate with each of its terms taken away."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Iterator

import pytest

from cuentas.guarda import poner_portero
from partidas.consultas import hilo
from partidas.models import Mensaje, Tirada, visibilidad
from tests.partidas.mundo import GENTE, Mundo

pytestmark = pytest.mark.django_db

# Changes that change nothing, each with the reason. «function: what was taken away».
EQUIVALENTES = {
    "_plaza: sin «if not usuario.is_authenticated:»": "a visitor's key is null, and every seat has a person",
    "ve_ficha: sin «if not usuario.is_authenticated:»": "a visitor has no seat, which both ways to a sheet ask for",
}


def esperado(mundo: Mundo) -> dict[str, set[str]]:
    tabla = {nombre: set(quien.split()) for nombre, (_fila, quien) in mundo.filas.items()}
    tabla |= {f"hilo {nombre}": set(quien.split()) for nombre, (_fila, quien) in mundo.hilo.items()}
    return tabla | {f"dicho {nombre}": set(quien.split()) for nombre, (_fila, quien) in mundo.dichas.items()}


def leido(mundo: Mundo, hasta_que_difiera: dict[str, set[str]] | None = None) -> dict[str, set[str]]:
    """Ask the doors who reads what: one query for each table and person. Stops early at the first difference."""
    por_modelo: dict[type, dict[int, str]] = {}
    for nombre, (fila, _quien) in mundo.filas.items():
        por_modelo.setdefault(type(fila), {})[fila.pk] = nombre
    tabla: dict[str, set[str]] = {nombre: set() for nombre in mundo.filas}
    tabla |= {f"hilo {nombre}": set() for nombre in mundo.hilo}
    tabla |= {f"dicho {nombre}": set() for nombre in mundo.dichas}
    for modelo, nombres in por_modelo.items():
        for persona in GENTE:
            visibles = modelo.objects.visibles_para(mundo.gente[persona]).filter(pk__in=list(nombres))
            for pk in visibles.values_list("pk", flat=True):
                tabla[nombres[pk]].add(persona)
        if hasta_que_difiera and any(tabla[n] != hasta_que_difiera[n] for n in nombres.values()):
            return tabla
    puestos = {fila.pk: nombre for nombre, (fila, _quien) in mundo.hilo.items()}
    for persona in GENTE:
        hilo = Mensaje.objects.en_hilo_de(mundo.gente[persona]).filter(pk__in=list(puestos))
        for pk, _legible in hilo.values_list("pk", "legible"):
            tabla[f"hilo {puestos[pk]}"].add(persona)
    dichas = {fila.pk: nombre for nombre, (fila, _quien) in mundo.dichas.items()}
    for persona in GENTE:
        tiradas = Tirada.objects.visibles_para(mundo.gente[persona]).filter(pk__in=list(dichas))
        for pk in tiradas.filter(visibilidad.lee_declaracion(mundo.gente[persona])).values_list("pk", flat=True):
            tabla[f"dicho {dichas[pk]}"].add(persona)
    return tabla


def test_cada_cosa_la_lee_exactamente_quien_debe():
    mundo = Mundo()

    assert leido(mundo) == esperado(mundo)


def mutantes() -> Iterator[tuple[str, ast.Module]]:
    """Yield the gate with one term less: an operand, a negation, a filter, an `if`, an added condition, a rule."""
    fuente = inspect.getsource(visibilidad)
    for n in range(len(list(_lugares(ast.parse(fuente))))):
        arbol = ast.parse(fuente)
        nombre, cambiar = list(_lugares(arbol))[n]
        cambiar()
        yield nombre, ast.fix_missing_locations(arbol)


def _lugares(arbol: ast.Module) -> Iterator[tuple[str, object]]:
    for raiz in arbol.body:
        if isinstance(raiz, ast.FunctionDef) and raiz.name not in ("puede_ver", "tablas_secretas"):
            yield from _en(raiz.name, raiz.body)
        elif isinstance(raiz, ast.AnnAssign) and getattr(raiz.target, "id", "") == "_REGLAS":
            yield from _en("_REGLAS", [raiz.value])


def _en(nombre: str, cuerpo: list[ast.AST]) -> Iterator[tuple[str, object]]:
    for raiz in cuerpo:
        for nodo in ast.walk(raiz):
            for campo, valor in ast.iter_fields(nodo):
                if isinstance(valor, list):
                    for n, hijo in enumerate(valor):
                        yield from _cambios(nombre, hijo, lambda nuevo, v=valor, i=n: v.__setitem__(i, nuevo), valor, n)
                elif isinstance(valor, ast.AST):
                    yield from _cambios(nombre, valor, lambda nuevo, o=nodo, c=campo: setattr(o, c, nuevo), None, 0)
        if isinstance(raiz, ast.If | ast.AugAssign):
            linea = ast.unparse(raiz).splitlines()[0]
            yield f"{nombre}: sin «{linea}»", lambda c=cuerpo, r=raiz: c.__setitem__(c.index(r), ast.Pass())


def _cambios(nombre: str, nodo: ast.AST, poner, lista, n) -> Iterator[tuple[str, object]]:
    if isinstance(nodo, ast.BinOp) and isinstance(nodo.op, ast.BitOr | ast.BitAnd):
        signo = "|" if isinstance(nodo.op, ast.BitOr) else "&"
        yield f"{nombre}: sin «{ast.unparse(nodo.right)}» tras {signo}", lambda: poner(nodo.left)
        yield f"{nombre}: sin «{ast.unparse(nodo.left)}» ante {signo}", lambda: poner(nodo.right)
    if isinstance(nodo, ast.UnaryOp) and isinstance(nodo.op, ast.Invert):
        yield f"{nombre}: «{ast.unparse(nodo.operand)}» sin negar", lambda: poner(nodo.operand)
    if isinstance(nodo, ast.Call):
        for clave in list(nodo.keywords):
            yield f"{nombre}: sin el filtro «{ast.unparse(clave)}»", lambda k=clave: nodo.keywords.remove(k)


def instalar(modulo: types.ModuleType | types.SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put another gate in the place of the site's, wherever the site has it."""
    poner_portero(modulo.puede_ver)
    for nombre in ("sigue_en_pie", "ocupa_lugar", "lee_declaracion"):
        monkeypatch.setattr(visibilidad, nombre, getattr(modulo, nombre))
    monkeypatch.setattr(hilo, "lee_declaracion", modulo.lee_declaracion)


def test_quitar_cualquier_termino_de_la_puerta_se_nota(monkeypatch):
    mundo = Mundo()
    tabla = esperado(mundo)
    original = types.SimpleNamespace(
        **{n: getattr(visibilidad, n) for n in ("puede_ver", "sigue_en_pie", "ocupa_lugar", "lee_declaracion")}
    )

    vivos, cuantos = [], 0
    try:
        for nombre, arbol in mutantes():
            cuantos += 1
            modulo = types.ModuleType("puerta_mutada")
            exec(compile(arbol, "puerta_mutada", "exec"), vars(modulo))
            instalar(modulo, monkeypatch)
            try:
                igual = leido(mundo, tabla) == tabla
            except Exception:  # a mutant that cannot even be asked is noticed
                igual = False
            if igual and nombre not in EQUIVALENTES:
                vivos.append(nombre)
    finally:
        instalar(original, monkeypatch)

    assert cuantos > 60
    assert "\n".join(vivos) == ""
