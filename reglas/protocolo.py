"""The black box's JSON, strict both ways, and the dictionary form in which responses are stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from typing import Any, Final, NoReturn

from reglas.nucleo.probabilidad import Distribucion
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Efecto, Peticion, Respuesta, Texto, TiradaDado

MAX_BYTES: Final = 1_000_000
MAX_PROFUNDIDAD: Final = 20
CLAVES: Final = frozenset({"id", "sistema", "accion", "ficha", "objetivo", "datos", "previa", "dados"})


class PeticionIlegible(Rechazo):
    """A refused envelope; `id` is echoed if it could be read."""

    def __init__(self, codigo: str, campo: str, id: str | None = None) -> None:
        super().__init__(codigo, campo)
        self.id = id


def leer(linea: str | bytes) -> tuple[Peticion, list[Any] | None]:
    """Read one line: the request and its forced dice, None when it has none.

    Raises PeticionIlegible when the envelope is wrong. The sheets and `datos` are left for the motor.
    """
    objeto = _leer_objeto(linea)
    nombre = objeto.get("id")
    conocido = nombre if isinstance(nombre, str) else None
    if "id" in objeto and conocido is None:
        raise PeticionIlegible("tipo_invalido", "id")
    for clave in objeto:
        if clave not in CLAVES:
            raise PeticionIlegible("campo_desconocido", clave, conocido)
    for clave in ("sistema", "accion"):
        if clave not in objeto:
            raise PeticionIlegible("campo_requerido", clave, conocido)
        if not isinstance(objeto[clave], str):
            raise PeticionIlegible("tipo_invalido", clave, conocido)
    for clave in ("ficha", "objetivo", "datos", "previa"):
        if clave in objeto and not isinstance(objeto[clave], dict):
            raise PeticionIlegible("tipo_invalido", clave, conocido)
    if "ficha" not in objeto:
        raise PeticionIlegible("campo_requerido", "ficha", conocido)
    dados = objeto.get("dados")
    if "dados" in objeto and not isinstance(dados, list):
        raise PeticionIlegible("tipo_invalido", "dados", conocido)
    peticion = Peticion(
        objeto["sistema"],
        objeto["accion"],
        objeto["ficha"],
        objeto.get("objetivo"),
        objeto.get("datos", {}),
        objeto.get("previa"),
        conocido,
    )
    return peticion, dados


def escribir(respuesta: Respuesta) -> str:
    """Return the line of a response."""
    return _json(a_dict(respuesta))


def escribir_rechazo(rechazo: Rechazo, id: str | None = None) -> str:
    """Return the line of a refusal. id: of the request, if it had one."""
    error = {"codigo": rechazo.codigo, "campo": rechazo.campo, "mensaje": rechazo.mensaje.es()}
    return _json({**({} if id is None else {"id": id}), "error": error})


def escribir_distribucion(distribucion: Distribucion, id: str | None = None) -> str:
    """Return the line of the odds of an action, as exact fractions."""
    return _json({**({} if id is None else {"id": id}), **distribucion_a_dict(distribucion)})


def a_dict(respuesta: Respuesta) -> dict[str, Any]:
    """Return the response as the contract writes it."""
    salida: dict[str, Any] = {} if respuesta.id is None else {"id": respuesta.id}
    salida |= {
        "sistema": respuesta.sistema,
        "accion": respuesta.accion,
        "tiradas": [{"dado": t.dado, "valor": t.valor, "motivo": t.motivo} for t in respuesta.tiradas],
        "exito": respuesta.exito,
        "grado": respuesta.grado,
        "detalle": respuesta.detalle,
        "efectos": [efecto.a_dict() for efecto in respuesta.efectos],
        "ficha": respuesta.ficha,
    }
    if respuesta.objetivo is not None:
        salida["objetivo"] = respuesta.objetivo
    salida["opciones"] = list(respuesta.opciones)
    salida["resumen"] = respuesta.resumen.es()
    return salida


def para_guardar(respuesta: Respuesta) -> dict[str, Any]:
    """Return `a_dict` with the template of the summary beside it, so that it can be read in any language later."""
    return {**a_dict(respuesta), "texto": texto_a_dict(respuesta.resumen)}


def de_dict(guardado: Mapping[str, Any]) -> Respuesta:
    """Return the response that `a_dict` or `para_guardar` wrote. Raises KeyError if it is neither."""
    texto = guardado.get("texto")
    resumen = Texto("%(resumen)s", {"resumen": guardado["resumen"]}) if texto is None else texto_de_dict(texto)
    return Respuesta(
        guardado["sistema"],
        guardado["accion"],
        tuple(TiradaDado(t["dado"], t["valor"], t["motivo"]) for t in guardado["tiradas"]),
        guardado["exito"],
        guardado["grado"],
        guardado["detalle"],
        tuple(Efecto(e["sobre"], e["campo"], e["antes"], e["despues"], e["motivo"]) for e in guardado["efectos"]),
        guardado["ficha"],
        guardado.get("objetivo"),
        tuple(guardado["opciones"]),
        resumen,
        guardado.get("id"),
    )


def texto_a_dict(texto: Texto) -> dict[str, Any]:
    """Return a sentence as template and data; a Texto inside is written the same way."""
    datos = {clave: texto_a_dict(v) if isinstance(v, Texto) else v for clave, v in texto.datos.items()}
    return {"plantilla": texto.plantilla, "datos": datos}


def texto_de_dict(guardado: Mapping[str, Any]) -> Texto:
    """Return the sentence that `texto_a_dict` wrote."""
    datos = {clave: texto_de_dict(v) if isinstance(v, dict) else v for clave, v in guardado["datos"].items()}
    return Texto(guardado["plantilla"], datos)


def distribucion_a_dict(distribucion: Distribucion) -> dict[str, Any]:
    """Return the odds as the contract writes them: fractions as text."""
    exito = distribucion.exito
    return {
        "exito": None if exito is None else str(exito),
        "grados": _fracciones(distribucion.grados),
        "valor": _fracciones(distribucion.valor),
        "resto": str(distribucion.resto),
    }


def _fracciones(partes: Mapping[Any, Fraction]) -> dict[str, str]:
    return {str(clave): str(parte) for clave, parte in partes.items()}


def _json(objeto: dict[str, Any]) -> str:
    return json.dumps(objeto, ensure_ascii=False, allow_nan=False)


def _leer_objeto(linea: str | bytes) -> dict[str, Any]:
    """Parse a line into an object. Raises PeticionIlegible("json_invalido") for anything that is not strict JSON."""
    try:
        cruda = linea if isinstance(linea, bytes) else linea.encode()
        if len(cruda) > MAX_BYTES:
            _invalido()
        texto = cruda.decode()
        objeto = _DECODIFICADOR.decode(texto)
    except (ValueError, RecursionError):
        _invalido()
    if not isinstance(objeto, dict):
        _invalido()
    # Braces inside a string only make the slow look happen for nothing.
    if texto.count("{") + texto.count("[") > MAX_PROFUNDIDAD and _profundidad(objeto) > MAX_PROFUNDIDAD:
        _invalido()
    if "\\u" in texto and not _sin_sustitutos(objeto):
        _invalido()
    return objeto


def _invalido() -> NoReturn:
    raise PeticionIlegible("json_invalido", "") from None


def _sin_repetidas(pares: list[tuple[str, Any]]) -> dict[str, Any]:
    objeto = dict(pares)
    if len(objeto) < len(pares):
        raise ValueError("duplicate key")
    return objeto


def _flotante(texto: str) -> float:
    valor = float(texto)
    if not isfinite(valor):
        raise ValueError("not finite")
    return valor


def _constante(_texto: str) -> NoReturn:
    raise ValueError("not JSON")


_DECODIFICADOR: Final = json.JSONDecoder(
    object_pairs_hook=_sin_repetidas, parse_float=_flotante, parse_constant=_constante
)


def _profundidad(valor: Any) -> int:
    """Return how deep objects and lists nest; the outer object is 1."""
    hondo, nivel = 0, [valor]
    while nivel:
        contenedores = [dentro for dentro in nivel if isinstance(dentro, dict | list)]
        hondo += bool(contenedores)
        nivel = [hijo for c in contenedores for hijo in (c.values() if isinstance(c, dict) else c)]
    return hondo


def _sin_sustitutos(valor: Any) -> bool:
    """Say whether no string holds half of a surrogate pair, which no UTF-8 line can carry back."""
    try:
        json.dumps(valor, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
