"""From what was typed in the controls of `reglas.widgets` back to plain data.

It parses, it does not judge: ranges and combinations are the engine's, whose refusals come back to the control they
name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from reglas.nucleo import campos as c
from reglas.nucleo.condiciones import se_cumple
from reglas.widgets import Traducir, ajenos_a, campo_de, con_defectos, son_numeros

if TYPE_CHECKING:
    from django.http import QueryDict

ENTERO = re.compile(r"[+-]?\d{1,9}")


def leer(
    grupo: c.Grupo,
    peticion: QueryDict,
    *,
    ruta: str,
    prefijo: str = "",
    con_objetivo: bool = False,
    clave_de: Traducir | None = None,
) -> tuple[dict[str, Any], dict[str, str]]:
    """Read what was typed: the data of the group, and the errors of what could not be parsed, by path.

    An empty control is a key left out. Fields of another variant are dropped, as the form would not show them. What is
    not a number stays as it was typed, to be shown with its error. clave_de: the key of what
    `nombrar` named.
    """
    errores: dict[str, str] = {}
    datos: dict[str, Any] = {}
    for campo in grupo.campos:
        valor = _leido(campo, f"{ruta}.{campo.clave}", peticion, prefijo, errores)
        if clave_de and isinstance(campo, c.Texto) and campo.de_ficha and campo.abierto and valor:
            valor = clave_de(valor)
        if valor is not None:
            datos[campo.clave] = valor
    completos = con_defectos(grupo, datos)
    fuera = [
        campo.clave
        for campo in grupo.campos
        if campo.si is not None and not se_cumple(campo.si, completos, con_objetivo=con_objetivo)
    ]
    for clave in fuera:
        datos.pop(clave, None)
        errores.pop(f"{ruta}.{clave}", None)
    return datos, errores


def leer_rutas(
    grupo: c.Grupo, rutas: Sequence[str], peticion: QueryDict, *, raiz: str, valores: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Read what was typed at chosen paths: path to value (None: left empty), and the errors by path.

    valores: the whole group as it stands. What goes with another variant than the one typed is left empty.
    """
    errores: dict[str, str] = {}
    leidos = {ruta: _leido(campo_de(grupo, ruta), f"{raiz}.{ruta}", peticion, "", errores) for ruta in rutas}
    escritos = {ruta: valor for ruta, valor in leidos.items() if valor is not None}
    ajenos = ajenos_a(grupo, {**valores, **escritos})
    for ruta in rutas:
        if ruta.partition(".")[0] in ajenos:
            leidos[ruta] = None
            errores.pop(f"{raiz}.{ruta}", None)
    return leidos, errores


def _leido(campo: c.Campo, nombre: str, peticion: QueryDict, prefijo: str, errores: dict[str, str]) -> Any:
    """Return the typed value of one field, or None when it was left empty."""
    texto = peticion.get(prefijo + nombre, "").strip()
    if isinstance(campo, c.Booleano):
        if prefijo + nombre not in peticion:  # not on show yet: an empty box brings its hidden twin
            return None
        return True if texto else (False if campo.defecto is True else None)
    if isinstance(campo, c.Entero):
        return _entero(texto, nombre, errores)
    if isinstance(campo, c.Opcion):
        return next((palabra for palabra in campo.opciones if str(palabra) == texto), texto or None)
    if isinstance(campo, c.Texto):
        return texto or None
    if isinstance(campo, c.Grupo):
        dentro, suyos = leer(campo, peticion, ruta=nombre, prefijo=prefijo)
        if campo.obligatorio is not True and _vacia(campo, dentro):
            return None
        errores.update(suyos)
        return dentro or None
    if isinstance(campo, c.Lista):
        return _lista(campo, nombre, peticion, prefijo, errores)
    if isinstance(campo, c.Mapa):
        return _mapa(campo, nombre, peticion, prefijo, errores)
    raise TypeError(type(campo).__name__)


def _entero(texto: str, nombre: str, errores: dict[str, str]) -> int | str | None:
    """Return the number, or the text itself with its error beside it."""
    if not texto:
        return None
    if not ENTERO.fullmatch(texto):
        errores[nombre] = _("Escribe un número entero.")
        return texto
    return int(texto)


def _lista(campo: c.Lista, nombre: str, peticion: QueryDict, prefijo: str, errores: dict[str, str]) -> Any:
    elemento = campo.elemento
    numeros = son_numeros(elemento)
    marcadas = isinstance(elemento, c.Opcion) and not numeros and not campo.cuantos_de
    if campo.de_ficha or elemento.de_ficha or marcadas:
        return peticion.getlist(prefijo + nombre) or None
    if numeros:
        trozos = re.split(r"[\s,;]+", peticion.get(prefijo + nombre, "").strip())
        return [_entero(trozo, nombre, errores) for trozo in trozos if trozo] or None
    filas: list[Any] = []
    for n in _filas(peticion, prefijo + nombre):
        suyos: dict[str, str] = {}
        fila = _leido(elemento, f"{nombre}.{n}", peticion, prefijo, suyos)
        if fila and not _vacia(elemento, fila):
            errores |= _en_la_fila(suyos, f"{nombre}.{n}", f"{nombre}.{len(filas)}")
            filas.append(fila)
    return filas or None


def _en_la_fila(errores: Mapping[str, str], leida: str, dibujada: str) -> dict[str, str]:
    """Return the errors of a row under the number that it is drawn with: the empty rows before it are gone."""
    return {dibujada + ruta.removeprefix(leida): frase for ruta, frase in errores.items()}


def _vacia(elemento: c.Campo, fila: Any) -> bool:
    """Whether a row of several fields has no text typed: a select always has some value."""
    if not isinstance(elemento, c.Grupo):
        return False
    textos = [campo.clave for campo in elemento.campos if isinstance(campo, c.Texto)]
    return bool(textos) and not any(fila.get(clave) for clave in textos)


def _mapa(campo: c.Mapa, nombre: str, peticion: QueryDict, prefijo: str, errores: dict[str, str]) -> Any:
    datos: dict[str, Any] = {}
    for n in _filas(peticion, prefijo + nombre):
        clave = peticion.get(f"{prefijo}{nombre}.{n}.clave", "").strip()
        if not clave:
            continue
        if clave in datos:
            errores[nombre] = _("Hay dos filas con el mismo nombre.")
        suyos: dict[str, str] = {}
        datos[clave] = _leido(campo.valor, f"{nombre}.{n}.valor", peticion, prefijo, suyos)
        errores |= _en_la_fila(suyos, f"{nombre}.{n}", f"{nombre}.{len(datos) - 1}")
    return datos or None


def _filas(peticion: QueryDict, base: str) -> list[int]:
    """Return the indices of the rows that the request brings under a name."""
    patron = re.compile(re.escape(base) + r"\.(\d{1,3})(?:\.|$)")
    return sorted({int(hallado[1]) for clave in peticion if (hallado := patron.match(clave))})
