"""What holds of every action of every system, on requests drawn from their own declarations."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reglas.motor import resolver, sistemas, sondear
from reglas.nucleo.azar import AzarDeFuente, AzarDictado
from reglas.nucleo.ramas import MAX_CORRIDAS
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha, Peticion, Respuesta
from reglas.protocolo import a_dict, de_dict, escribir, leer, para_guardar
from tests.reglas.generadores import azares, de_grupo, fichas, peticiones

ACCIONES = [
    pytest.param(sistema, accion, id=f"{sistema.clave}-{accion.clave}")
    for sistema in sistemas().values()
    for accion in sistema.acciones.values()
    if not accion.previas or accion.previa_opcional
]
QUE_LANZAN = [caso for caso in ACCIONES if caso.values[1].lanza]
con_prisa = settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


def probar(peticion: Peticion, azar: AzarDeFuente) -> Respuesta | Rechazo:
    """Resolve a request and return what came of it."""
    try:
        return resolver(peticion, azar)
    except Rechazo as rechazo:
        return rechazo


def cambiada(ficha: Ficha | None, sobre: str, respuesta: Respuesta) -> Ficha | None:
    """Apply the effects of a response on one sheet by hand."""
    copia: Any = deepcopy(ficha)
    for efecto in respuesta.efectos:
        if efecto.sobre != sobre:
            continue
        *camino, ultima = efecto.campo.split(".")
        lugar = copia
        for clave in camino:
            lugar = lugar[clave]
        assert lugar[ultima] == efecto.antes
        assert efecto.antes != efecto.despues
        lugar[ultima] = efecto.despues
    return copia


def comprobar(peticion: Peticion, respuesta: Respuesta) -> None:
    """Check what holds of any response to any request."""
    sistema = sistemas()[peticion.sistema]
    accion = sistema.acciones[peticion.accion]
    tipo = accion.tipo_objetivo
    ficha = sistema.validar_ficha(peticion.ficha)
    objetivo = None if peticion.objetivo is None else sistema.validar_objetivo(peticion.objetivo, tipo)
    assert cambiada(ficha, "ficha", respuesta) == respuesta.ficha
    assert cambiada(objetivo, "objetivo", respuesta) == respuesta.objetivo
    assert sistema.validar_ficha(respuesta.ficha) == respuesta.ficha
    if respuesta.objetivo is not None:
        assert sistema.validar_objetivo(respuesta.objetivo, tipo) == respuesta.objetivo
    dados = [tirada.valor for tirada in respuesta.tiradas]
    assert resolver(peticion, AzarDictado(dados)) == respuesta
    assert set(respuesta.opciones) <= set(sistema.continuaciones)
    assert set(sistema.opciones_objetivo(a_dict(respuesta))) <= set(sistema.continuaciones)
    assert accion.sirve_a(ficha)
    assert not (respuesta.tiradas and not accion.lanza)
    assert respuesta.resumen.es()
    guardado = json.loads(json.dumps(para_guardar(respuesta)))
    assert de_dict(guardado) == respuesta
    assert a_dict(de_dict(json.loads(escribir(respuesta)))) == a_dict(respuesta)


@pytest.mark.parametrize(("sistema", "accion"), ACCIONES)
@con_prisa
@given(data=st.data())
def test_accion_explica_se_repite_y_reparte_su_probabilidad(sistema: Any, accion: Any, data: st.DataObject) -> None:
    peticion = data.draw(peticiones(sistema, accion))
    original = deepcopy((peticion.ficha, peticion.objetivo, peticion.datos))
    azar = data.draw(azares())

    salida = probar(peticion, azar)

    assert (peticion.ficha, peticion.objetivo, peticion.datos) == original
    comprobar_lectura(peticion)
    if isinstance(salida, Rechazo):
        assert azar.tiradas == []
        assert salida.campo
        assert salida.mensaje.es()
        with pytest.raises(Rechazo) as rechazo:
            sondear(peticion)
        assert (rechazo.value.codigo, rechazo.value.campo) == (salida.codigo, salida.campo)
    else:
        comprobar(peticion, salida)
        comprobar_odds(peticion, salida)


def comprobar_lectura(peticion: Peticion) -> None:
    """Check that a request survives JSON."""
    objeto = {"sistema": peticion.sistema, "accion": peticion.accion, "ficha": peticion.ficha, "datos": peticion.datos}
    if peticion.objetivo is not None:
        objeto["objetivo"] = peticion.objetivo
    assert leer(json.dumps(objeto)) == (peticion, None)


def comprobar_odds(peticion: Peticion, salida: Respuesta) -> None:
    """Check the odds of a request against one of its responses."""
    odds = sondear(peticion)
    assert odds.corridas <= MAX_CORRIDAS
    assert odds.lanza == bool(salida.tiradas)
    assert 0 <= odds.resto <= Fraction(1, 10**6)
    total = 1 - odds.resto
    assert (odds.exito is None) == (salida.exito is None)
    assert odds.exito is None or 0 <= odds.exito <= total
    assert sum(odds.grados.values()) == (total if salida.grado is not None else 0)
    assert sum(odds.valor.values()) in (0, total)
    if salida.grado is not None:
        assert odds.grados[salida.grado] > 0
    assert all(parte > 0 for parte in [*odds.grados.values(), *odds.valor.values()])
    assert all(efecto in salida.efectos for efecto in odds.seguros)
    assert all(salida.detalle[clave] == valor for clave, valor in odds.detalle.items())


def ofrecidas(salida: Respuesta) -> tuple[str, ...]:
    """Return what a response offers, to whoever it is."""
    return salida.opciones + sistemas()[salida.sistema].opciones_objetivo(a_dict(salida))


def continuar(salida: Respuesta, opcion: str, cadena: list[dict[str, Any]], data: st.DataObject) -> Peticion | None:
    """Build the request of an option; None when it only announces something."""
    sistema = sistemas()[salida.sistema]
    continuacion = sistema.continuaciones[opcion]
    if continuacion.accion is None:
        return None
    accion = sistema.acciones[continuacion.accion]
    previa = sistema.previa_para(opcion, cadena)
    ficha = salida.ficha
    if sistema.actua(cadena[0], opcion) == "objetivo":
        ficha = salida.objetivo or {}
    que = continuacion.objetivo_tras(sistema.original(cadena[0]), salida.detalle)
    objetivo = salida.objetivo if que == "mismo" else None
    if que in ("otro", "cualquiera"):
        objetivo = data.draw(fichas(sistema.objetivos[accion.tipo_objetivo]))
    libres = data.draw(de_grupo(accion.campos, ficha=ficha, con_objetivo=objetivo is not None))
    datos = {**libres, **continuacion.datos}
    return Peticion(salida.sistema, accion.clave, ficha, objetivo, datos, previa)


@pytest.mark.parametrize(("sistema", "accion"), QUE_LANZAN)
@con_prisa
@given(data=st.data())
def test_opciones_ofrecidas_se_aceptan(sistema: Any, accion: Any, data: st.DataObject) -> None:
    peticion = data.draw(peticiones(sistema, accion))
    salida = probar(peticion, data.draw(azares()))
    if isinstance(salida, Rechazo) or not ofrecidas(salida):
        return
    cadena = [json.loads(escribir(salida))]
    for _paso in range(3):
        opcion = data.draw(st.sampled_from(ofrecidas(salida)))
        siguiente = continuar(salida, opcion, cadena, data)
        if siguiente is None:
            return
        nueva = probar(siguiente, data.draw(azares()))
        if isinstance(nueva, Rechazo):
            # Only what the player still has to fill in can be wrong, never the option itself.
            libre = nueva.campo.startswith(("datos", "objetivo")) or nueva.codigo == "falta_tirada"
            assert libre, (opcion, nueva)
            return
        comprobar(siguiente, nueva)
        comprobar_odds(siguiente, nueva)
        cadena.insert(0, json.loads(escribir(nueva)))
        salida = nueva
        if not ofrecidas(salida):
            return


BASURA = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**30) | st.floats() | st.text(max_size=5),
    lambda dentro: st.lists(dentro, max_size=3) | st.dictionaries(st.text(max_size=5), dentro, max_size=3),
    max_leaves=5,
)


def ensuciar(valor: Any, data: st.DataObject) -> Any:
    """Spoil one place of a JSON value."""
    if isinstance(valor, dict) and valor and data.draw(st.integers(0, 3)):
        clave = data.draw(st.sampled_from(list(valor)))
        if not data.draw(st.integers(0, 3)):
            return {otra: dentro for otra, dentro in valor.items() if otra != clave}
        return {**valor, clave: ensuciar(valor[clave], data)}
    if isinstance(valor, list) and valor and data.draw(st.booleans()):
        lugar = data.draw(st.integers(0, len(valor) - 1))
        return [*valor[:lugar], ensuciar(valor[lugar], data), *valor[lugar + 1 :]]
    return data.draw(BASURA)


@pytest.mark.parametrize(("sistema", "accion"), ACCIONES)
@con_prisa
@given(data=st.data())
def test_basura_solo_produce_rechazos(sistema: Any, accion: Any, data: st.DataObject) -> None:
    peticion = data.draw(peticiones(sistema, accion))
    salida = probar(peticion, data.draw(azares()))
    if isinstance(salida, Respuesta) and ofrecidas(salida):
        opcion = data.draw(st.sampled_from(ofrecidas(salida)))
        peticion = continuar(salida, opcion, [json.loads(escribir(salida))], data) or peticion
    partes = {nombre: getattr(peticion, nombre) for nombre in ("ficha", "objetivo", "datos", "previa")}
    cual = data.draw(st.sampled_from([nombre for nombre, parte in partes.items() if parte is not None]))
    partes[cual] = ensuciar(partes[cual], data)

    nueva = probar(Peticion(peticion.sistema, peticion.accion, **partes), data.draw(azares()))

    assert isinstance(nueva, Respuesta | Rechazo)
