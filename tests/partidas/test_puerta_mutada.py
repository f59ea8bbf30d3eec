"""The gate against a world whose readers are written by hand, and the gate with each of its terms taken away."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable, Collection, Iterator
from typing import Any

import pytest
from django.db.models import Model, QuerySet

from cuentas.guarda import poner_portero
from partidas.models import Mensaje, Tirada, visibilidad
from tests.partidas.mundo import GENTE, Mundo

pytestmark = pytest.mark.django_db

# Changes that change nothing, each with the reason. «function: what was taken away».
EQUIVALENTES = {
    "_plaza: sin «if not usuario.is_authenticated:»": "a visitor's key is null, and every seat has a person",
    "encuentra: sin «Q(clase=clase.DECLARACION)» ante &": "a text of no roll has no declaration but for the direction",
    "encuentra: sin el filtro «clase=clase.DECLARACION»": "the direction finds every text anyway",
    "ve_ficha: sin «if not usuario.is_authenticated:»": "a visitor has no seat, which both ways to a sheet ask for",
}


def esperado(mundo: Mundo) -> dict[str, set[str]]:
    tabla = {nombre: set(quien.split()) for nombre, (_fila, quien) in mundo.filas.items()}
    tabla |= {f"hilo {nombre}": set(quien.split()) for nombre, (_fila, quien) in mundo.hilo.items()}
    return tabla | {f"dicho {nombre}": set(quien.split()) for nombre, (_fila, quien) in mundo.dichas.items()}


def preguntas(mundo: Mundo) -> dict[str, tuple[dict[int, str], Callable[[Any], QuerySet[Any]]]]:
    """Return every door: the names of the rows behind it, by key, and what it opens to one person."""
    por_modelo: dict[type[Model], dict[int, str]] = {}
    for nombre, (fila, _quien) in mundo.filas.items():
        por_modelo.setdefault(type(fila), {})[fila.pk] = nombre
    puertas = {
        modelo.__name__: (nombres, lambda quien, modelo=modelo: modelo.objects.visibles_para(quien))
        for modelo, nombres in por_modelo.items()
    }
    puertas["en_hilo_de"] = (
        {fila.pk: f"hilo {nombre}" for nombre, (fila, _quien) in mundo.hilo.items()},
        Mensaje.objects.en_hilo_de,
    )
    puertas["declaraciones"] = (
        {fila.pk: f"dicho {nombre}" for nombre, (fila, _quien) in mundo.dichas.items()},
        lambda quien: Tirada.objects.visibles_para(quien).filter(visibilidad.lee_declaracion(quien)),
    )
    return puertas


def leido(mundo: Mundo, tabla: dict[str, set[str]] | None = None, solo: Collection[str] = ()) -> dict[str, set[str]]:
    """Ask the doors who reads what: one query for each door and person.

    tabla: what is expected; stops at the first person who reads anything else. solo: the doors to ask; all if none.
    """
    lecturas: dict[str, set[str]] = {}
    for puerta, (nombres, abrir) in preguntas(mundo).items():
        if solo and puerta not in solo:
            continue
        lecturas |= {nombre: set() for nombre in nombres.values()}
        for persona in GENTE:
            visibles = {nombres[pk] for pk in _claves(abrir(mundo.gente[persona]).filter(pk__in=list(nombres)))}
            for nombre in visibles:
                lecturas[nombre].add(persona)
            if tabla is not None and visibles != {nombre for nombre in nombres.values() if persona in tabla[nombre]}:
                return lecturas
    return lecturas


def _claves(filas: QuerySet[Any]) -> list[int]:
    return [fila[0] for fila in filas.values_list("pk", *filas.query.annotations)]


def test_cada_cosa_la_lee_exactamente_quien_debe():
    mundo = Mundo()

    assert leido(mundo) == esperado(mundo)


def piezas(arbol: ast.Module) -> dict[str, ast.AST]:
    """Return the parts of the gate: its functions, and the rule of each table under the table's name."""
    sueltas: dict[str, ast.AST] = {nodo.name: nodo for nodo in arbol.body if isinstance(nodo, ast.FunctionDef)}
    (reglas,) = (nodo for nodo in arbol.body if getattr(getattr(nodo, "target", None), "id", "") == "_REGLAS")
    return sueltas | {tabla.id: regla for tabla, regla in zip(reglas.value.keys, reglas.value.values, strict=True)}


def alcance(arbol: ast.Module) -> dict[str, set[str]]:
    """Return the doors that stand on each part of the gate, so that a change there can move no other."""
    todas = piezas(arbol)
    usa = {
        nombre: {hoja.id for hoja in ast.walk(pieza) if isinstance(hoja, ast.Name) and hoja.id in todas}
        for nombre, pieza in todas.items()
    }
    puertas = {nombre: {nombre} for nombre in todas if nombre[0].isupper()}
    puertas |= {"en_hilo_de": {"ocupa_lugar", "sigue_en_pie"}, "declaraciones": {"Tirada", "lee_declaracion"}}
    for bajo in puertas.values():
        while nuevas := {otra for nombre in bajo for otra in usa[nombre] if not otra[0].isupper()} - bajo:
            bajo.update(nuevas)
    return {nombre: {puerta for puerta, bajo in puertas.items() if nombre in bajo} for nombre in todas}


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


def test_quitar_cualquier_termino_de_la_puerta_se_nota(monkeypatch):
    mundo = Mundo()
    tabla = esperado(mundo)
    original = types.SimpleNamespace(
        **{n: getattr(visibilidad, n) for n in ("puede_ver", "sigue_en_pie", "ocupa_lugar", "lee_declaracion")}
    )

    entera = ast.parse(inspect.getsource(visibilidad))
    puertas, intactas = alcance(entera), {n: ast.dump(p) for n, p in piezas(entera).items()}
    vivos, cuantos = [], 0
    try:
        for nombre, arbol in mutantes():
            cuantos += 1
            tocadas = [n for n, pieza in piezas(arbol).items() if ast.dump(pieza) != intactas[n]]
            assert tocadas, nombre
            modulo = types.ModuleType("puerta_mutada")
            exec(compile(arbol, "puerta_mutada", "exec"), vars(modulo))
            instalar(modulo, monkeypatch)
            try:
                lecturas = leido(mundo, tabla, set().union(*(puertas[n] for n in tocadas)))
                igual = lecturas.items() <= tabla.items()
            except Exception:  # a mutant that cannot even be asked is noticed
                igual = False
            if igual and nombre not in EQUIVALENTES:
                vivos.append(nombre)
    finally:
        instalar(original, monkeypatch)

    assert cuantos > 60
    assert "\n".join(vivos) == ""
