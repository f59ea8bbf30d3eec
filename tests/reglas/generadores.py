"""Hypothesis strategies made from the declarations: sheets, data and whole requests of any system."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from reglas.nucleo import campos as c
from reglas.nucleo.azar import AzarDeFuente
from reglas.nucleo.condiciones import se_cumple
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion, Sistema
from reglas.nucleo.tipos import Peticion

LETRAS = "abcñáéóÁ zlrn'-"
PALABRA = "abcdeflmnorst_1"


def enteros(minimo: int, maximo: int) -> st.SearchStrategy[int]:
    """Draw an integer, often a small one or an edge."""
    cerca = [valor for valor in (minimo, minimo + 1, minimo + 2, maximo) if minimo <= valor <= maximo]
    return st.sampled_from(cerca) | st.integers(minimo, min(maximo, minimo + 15)) | st.integers(minimo, maximo)


@st.composite
def de_campo(draw: st.DrawFn, campo: c.Campo, ficha: Mapping[str, Any], hermanos: Mapping[str, Any]) -> Any:
    """Draw a valid value of a field."""
    match campo:
        case c.Entero():
            maximo = min(campo.maximo, hermanos[campo.hasta]) if campo.hasta else campo.maximo
            return draw(enteros(campo.minimo, maximo))
        case c.Booleano():
            return draw(st.booleans())
        case c.Opcion():
            return draw(st.sampled_from(list(campo.opciones)))
        case c.Texto():
            if (nombres := _de_ficha(campo, ficha)) and not (campo.abierto and draw(st.integers(0, 3)) == 0):
                return draw(st.sampled_from(nombres))
            if campo.patron:
                casa = re.compile(campo.patron).fullmatch
                return draw(st.text(PALABRA, min_size=1, max_size=8).filter(lambda texto: casa(texto) is not None))
            largo = min(campo.maximo, campo.minimo + 8)
            texto = st.text(LETRAS, min_size=campo.minimo, max_size=largo).map(str.strip)
            return draw(texto.filter(lambda limpio: len(limpio) >= campo.minimo))
        case c.Lista():
            if campo.de_ficha:
                nombres = _de_ficha(campo, ficha)
                return draw(st.lists(st.sampled_from(nombres), max_size=campo.maximo, unique=True)) if nombres else []
            elementos = de_campo(campo.elemento, ficha, {})
            return draw(
                st.lists(elementos, min_size=campo.minimo, max_size=min(campo.maximo, campo.minimo + 2)).filter(
                    lambda lista: not campo.distintos or all(e not in lista[:n] for n, e in enumerate(lista))
                )
            )
        case c.Mapa():
            return draw(
                st.dictionaries(de_campo(campo.nombre, ficha, {}), de_campo(campo.valor, ficha, {}), max_size=3)
            )
        case c.Grupo():
            return draw(de_grupo(campo, ficha=ficha).filter(lambda grupo: not campo.comprobar or _valida(campo, grupo)))
    raise TypeError(type(campo))


def _de_ficha(campo: c.Campo, ficha: Mapping[str, Any]) -> list[str]:
    nombres: list[str] = []
    for ruta in campo.de_ficha.split("|") if campo.de_ficha else ():
        ofrece = ficha.get(ruta)
        nombres += [cosa["nombre"] for cosa in ofrece] if isinstance(ofrece, list) else list(ofrece or ())
    return nombres


@st.composite
def de_grupo(
    draw: st.DrawFn, grupo: c.Grupo, ficha: Mapping[str, Any] | None = None, con_objetivo: bool = False
) -> dict[str, Any]:
    """Draw an object of a group: required keys, some of the others, and only those of its variant."""
    valores: dict[str, Any] = {}
    completos: dict[str, Any] = {}
    for campo in grupo.campos:
        if campo.si is not None and not se_cumple(campo.si, completos, con_objetivo=con_objetivo):
            continue
        pedido = campo.obligatorio
        if not isinstance(pedido, bool):
            pedido = se_cumple(pedido, completos, con_objetivo=con_objetivo)
        if pedido or draw(st.booleans()):
            valores[campo.clave] = draw(de_campo(campo, ficha or {}, completos))
            completos[campo.clave] = _leido(campo, valores[campo.clave])
        elif isinstance(campo.defecto, c.Derivado):
            completos[campo.clave] = campo.defecto.calcular(completos)
        elif campo.defecto is not c.AUSENTE:
            completos[campo.clave] = campo.defecto
    return valores


def _leido(campo: c.Campo, valor: Any) -> Any:
    """Return a value as the engine reads it, defaults inside filled in; as it is, if it would be refused."""
    try:
        return campo.leer(valor)
    except Rechazo:
        return valor


def _valida(grupo: c.Grupo, ficha: Any) -> bool:
    try:
        grupo.leer(ficha)
    except Rechazo:
        return False
    return True


def _arreglada(grupo: c.Grupo, ficha: dict[str, Any]) -> dict[str, Any]:
    """Take out, or bring to its least, what the sheet's own coherence refuses, as long as that helps."""
    for _vez in grupo.campos:
        try:
            grupo.leer(ficha)
        except Rechazo as rechazo:
            clave = rechazo.campo.partition(".")[0]
            campo = next((campo for campo in grupo.campos if campo.clave == clave), None)
            if campo is None or clave not in ficha:
                break
            ficha = {otra: valor for otra, valor in ficha.items() if otra != clave}
            if isinstance(campo, c.Entero) and campo.obligatorio is True:
                ficha[clave] = campo.minimo
        else:
            break
    return ficha


def fichas(grupo: c.Grupo) -> st.SearchStrategy[dict[str, Any]]:
    """Draw a sheet that the system accepts."""
    return de_grupo(grupo).map(lambda ficha: _arreglada(grupo, ficha)).filter(lambda ficha: _valida(grupo, ficha))


@st.composite
def peticiones(draw: st.DrawFn, sistema: Sistema, accion: Accion) -> Peticion:
    """Draw a request of an action that takes no previa, well formed: the rule may still refuse it."""
    ficha = draw(fichas(sistema.ficha))
    objetivo = None
    if accion.objetivo == "requerido" or (accion.objetivo != "no" and draw(st.booleans())):
        objetivo = draw(fichas(sistema.objetivos[accion.tipo_objetivo]))
    datos = draw(de_grupo(accion.campos, ficha=ficha, con_objetivo=objetivo is not None))
    return Peticion(sistema.clave, accion.clave, ficha, objetivo, datos)


@st.composite
def azares(draw: st.DrawFn) -> AzarDeFuente:
    """Draw dice, good and bad, decided before the action; a 1 comes round, or a die could explode for ever."""
    caras = [*draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=6)), 0]
    return AzarDeFuente(lambda indice, lados: caras[indice % len(caras)] % lados + 1)
