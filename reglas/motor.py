"""The two questions to the engine: resolver (one result) and sondear (all of them, exactly)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

import reglas.sistemas
from reglas.nucleo.azar import Azar
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.probabilidad import Distribucion, explorar
from reglas.nucleo.ramas import ramas
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion, Sistema
from reglas.nucleo.tipos import Efecto, Ficha, Peticion, Respuesta, Resultado, Texto


@cache
def sistemas() -> Mapping[str, Sistema]:
    """Return the installed systems by key: each folder of `reglas.sistemas` with its SISTEMA."""
    claves = sorted(modulo.name for modulo in iter_modules(reglas.sistemas.__path__) if modulo.ispkg)
    encontrados = (import_module(f"reglas.sistemas.{clave}").SISTEMA for clave in claves)
    return MappingProxyType({sistema.clave: sistema for sistema in encontrados})


def sistema(clave: str) -> Sistema:
    """Return a system. Raises Rechazo("sistema_desconocido", "sistema")."""
    encontrado = sistemas().get(clave)
    if encontrado is None:
        raise Rechazo("sistema_desconocido", "sistema")
    return encontrado


def resolver(peticion: Peticion, azar: Azar) -> Respuesta:
    """Resolve one action. `azar` is new, or its earlier dice are not counted.

    Raises Rechazo; unless it is about the dice themselves, no die has been thrown then.
    """
    lista = _preparar(peticion)
    antes = len(azar.tiradas)
    try:
        resultado, contexto = lista.correr(azar)
        azar.cerrar()
    except Rechazo as rechazo:
        raise lista.explicar(rechazo) from None
    return Respuesta(
        peticion.sistema,
        peticion.accion,
        tuple(azar.tiradas[antes:]),
        resultado.exito,
        resultado.grado,
        resultado.detalle,
        tuple(contexto.efectos),
        contexto.ficha,
        contexto.objetivo,
        resultado.opciones,
        resultado.resumen,
        peticion.id,
    )


def sondear(peticion: Peticion) -> Distribucion:
    """Return the exact odds of one action, and what is certain of it. Throws nothing, changes nothing.

    Raises Rechazo, as `resolver` would, or `demasiados_dados` when there are too many branches.
    """
    lista = _preparar(peticion)

    def correr(azar: Azar) -> tuple[Resultado, list[Efecto]]:
        resultado, contexto = lista.correr(azar)
        return resultado, contexto.efectos

    try:
        return explorar(correr, lista.accion.valor)
    except Rechazo as rechazo:
        raise lista.explicar(rechazo) from None


def sondear_repitiendo(peticion: Peticion) -> Fraction | None:
    """Return how likely success is if a failure is thrown again once, where the action and the sheet allow it.

    None where they do not. Raises Rechazo, as `sondear` would.
    """
    lista = _preparar(peticion)
    opcion = lista.accion.repite
    primera = sondear(peticion)
    if not opcion or primera.exito is None:
        return None
    repetibles, fallida = Fraction(0), None
    for azar in ramas():
        resultado, contexto = lista.correr(azar)
        if resultado.exito is False and opcion in resultado.opciones:
            repetibles += azar.probabilidad
            fallida = fallida or (resultado, contexto)
    accion = lista.sistema.continuaciones[opcion].accion if fallida else None
    if fallida is None or accion is None:
        return None
    resultado, contexto = fallida
    ficha, objetivo = contexto.ficha, contexto.objetivo
    previa = {
        "sistema": peticion.sistema,
        "accion": peticion.accion,
        "exito": resultado.exito,
        "grado": resultado.grado,
        "tiradas": [],
        "detalle": resultado.detalle,
        "efectos": [efecto.a_dict() for efecto in contexto.efectos],
        "ficha": ficha,
        "opciones": list(resultado.opciones),
        **({} if objetivo is None else {"objetivo": objetivo}),
    }
    segunda = sondear(Peticion(peticion.sistema, accion, ficha, objetivo, previa=previa))
    return primera.exito + repetibles * (segunda.exito or 0)


@dataclass(slots=True)
class _Lista:
    """A request whose sheets and data have been read."""

    sistema: Sistema
    accion: Accion
    ficha: Ficha
    objetivo: Ficha | None
    datos: Mapping[str, Any]
    previa: Mapping[str, Any] | None

    def correr(self, azar: Azar) -> tuple[Resultado, Contexto]:
        contexto = Contexto(self.ficha, self.objetivo, self.datos, self.previa, azar)
        return self.accion.regla(contexto), contexto

    def explicar(self, rechazo: Rechazo) -> Rechazo:
        return _explicar(rechazo, self.sistema, self.accion)


def _preparar(peticion: Peticion) -> _Lista:
    juego = sistema(peticion.sistema)
    accion = juego.acciones.get(peticion.accion)
    if accion is None:
        raise Rechazo("accion_desconocida", "accion")
    raiz = "ficha"
    try:
        ficha = juego.ficha.leer(peticion.ficha)
        raiz = "objetivo"
        objetivo = _leer_objetivo(juego, accion, peticion.objetivo)
        raiz = "previa"
        _comprobar_previa(accion, peticion.previa)
        raiz = "datos"
        datos = accion.campos.leer(peticion.datos, objetivo is not None)
    except Rechazo as rechazo:
        raise _explicar(rechazo.bajo(raiz), juego, accion) from None
    return _Lista(juego, accion, ficha, objetivo, datos, peticion.previa)


def _leer_objetivo(juego: Sistema, accion: Accion, objetivo: Mapping[str, Any] | None) -> Ficha | None:
    if objetivo is None:
        if accion.objetivo == "requerido":
            raise Rechazo("campo_requerido")
        return None
    if accion.objetivo == "no":
        raise Rechazo("campo_desconocido")
    leido: Ficha = juego.objetivos[accion.tipo_objetivo].leer(objetivo)
    return leido


def _comprobar_previa(accion: Accion, previa: Mapping[str, Any] | None) -> None:
    if previa is None:
        if accion.previas and not accion.previa_opcional:
            raise Rechazo("campo_requerido")
    elif not accion.previas:
        raise Rechazo("campo_desconocido")
    elif not isinstance(previa, Mapping):
        raise Rechazo("tipo_invalido")


def _explicar(rechazo: Rechazo, juego: Sistema, accion: Accion) -> Rechazo:
    """Give the refusal the system's own sentence, and the field that asks for too many dice."""
    codigo, campo = rechazo.codigo, rechazo.campo
    if codigo == "demasiados_dados" and not campo:
        campo = accion.campo_dados
    if codigo == "dado_imposible" and not juego.dados_por_indice:
        campo = "dados"
    plantilla = juego.mensaje(codigo)
    if plantilla is not None and not rechazo.propio:
        return Rechazo(codigo, campo, Texto(plantilla, {"campo": campo}))
    return rechazo if campo == rechazo.campo else Rechazo(codigo, campo)
