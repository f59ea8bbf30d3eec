"""What the end of a day does to the sheets of the cast, through the system's own actions; and what it would do."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_OID, uuid5

from partidas.dominio import lances
from partidas.dominio import tiradas as rodar
from partidas.jornadas import Prevision, Previsto
from partidas.models import Cierre, Mensaje, Partida, Recuperacion, Reparto
from personajes.dominio import fichas
from personajes.models import FICHA_COMPLETA, CambioFicha, Personaje
from reglas import motor, protocolo
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion

if TYPE_CHECKING:
    from datetime import datetime

    from cuentas.models import Usuario
    from reglas.libro import LibroBloqueado
    from reglas.nucleo.sistema import Dia, Sistema
    from reglas.nucleo.tipos import Respuesta

log = logging.getLogger("hilo.cierres")
Pedida = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Noche:
    """The end of one day: the row of its closing, the locked book of the dice, and where each card is hung.

    carta: gives the message of the rolls of one row of the cast, which its player and the direction read.
    """

    cierre: Cierre
    libro: LibroBloqueado
    carta: Callable[[Reparto], Mensaje]
    por: Usuario | None
    ahora: datetime


def del_reparto(partida: Partida) -> list[Reparto]:
    """Return the rows of the cast whose sheet a day's end can touch: whole ones, of characters in play."""
    reglas = motor.sistema(partida.sistema)
    enteras = [FICHA_COMPLETA, *(tipo for tipo, grupo in reglas.objetivos.items() if grupo is reglas.ficha)]
    filas = Reparto.objects.sin_filtrar("day's end of the cast").filter(
        partida=partida,
        hasta__isnull=True,
        personaje__estado=Personaje.Estado.ACTIVO,
        personaje__formato__in=enteras,
    )
    return list(filas.select_related("personaje", "usuario").order_by("personaje"))


def aplicar(noche: Noche, filas: Sequence[Reparto], personajes: Mapping[int, Personaje]) -> None:
    """Close the day of each locked sheet, roll what has to be rolled, and write down what happened to each.

    An action that a sheet refuses (because of what an earlier one of the same night did) is left out.
    """
    reglas = motor.sistema(noche.cierre.partida.sistema)
    ayer = _cuentas(noche.cierre)
    escritas = []
    for fila in filas:
        personaje = personajes[fila.personaje_id]
        dia = reglas.dia(personaje.ficha, noche.cierre.numero, ayer.get(personaje.pk, {}))
        hechos = list(_recuperar(noche, reglas, dia, fila, personaje))
        seguidos = {clave: dias for clave, dias in dia.seguidos.items() if dias}
        if hechos or seguidos:
            datos = {"cierre": noche.cierre, "personaje": personaje, "nombre": personaje.nombre}
            escritas.append(Recuperacion(**datos, hechos=hechos, seguidos=seguidos))
    Recuperacion.objects.sin_filtrar("write down what a day's end did").bulk_create(escritas)


def prever(partida: Partida, numero: int) -> list[Prevision]:
    """Return what closing the day now would do, without rolling or writing anything. numero: of that closing.

    What comes after a roll on the same sheet is told without its effects: they hang on the dice.
    """
    reglas = motor.sistema(partida.sistema)
    ayer = _cuentas(Cierre(partida=partida, numero=numero))
    previsiones = []
    for fila in del_reparto(partida):
        dia = reglas.dia(fila.personaje.ficha, numero, ayer.get(fila.personaje_id, {}))
        previstos = tuple(_prever(reglas, list(_debidas(partida, reglas, dia, fila.personaje)), fila.personaje.ficha))
        if previstos:
            previsiones.append(Prevision(fila.personaje.nombre, fila.secreto, previstos))
    return previsiones


def _cuentas(cierre: Cierre) -> dict[int, dict[str, int]]:
    """Return what was counted of each sheet at the end of the day before."""
    filas = Recuperacion.objects.sin_filtrar("counts of the day before").filter(
        cierre__partida=cierre.partida, cierre__numero=cierre.numero - 1
    )
    return dict(filas.values_list("personaje", "seguidos"))


def _recuperar(
    noche: Noche, reglas: Sistema, dia: Dia, fila: Reparto, personaje: Personaje
) -> Iterator[dict[str, Any]]:
    for n, (accion, datos) in enumerate(_debidas(noche.cierre.partida, reglas, dia, personaje)):
        try:
            hacer = _tirar if _lanza(reglas, accion, datos, personaje.ficha) else _cambiar
            hecho = hacer(noche, fila, personaje, (accion, datos), n)
        except Rechazo as rechazo:
            log.info("jornada %s: %s no admite %s (%s)", noche.cierre, personaje.publico, accion, rechazo.codigo)
            continue
        if hecho["efectos"] or hecho["recibo"]:
            yield hecho


def _debidas(partida: Partida, reglas: Sistema, dia: Dia, personaje: Personaje) -> Iterator[Pedida]:
    """Yield what closes the day of a sheet, and then, as that left it, what the partida gives back each day."""
    yield from reglas.fin_de_dia(personaje.ficha, dia)
    if partida.renovacion == Partida.Renovacion.POR_DIA:
        yield from reglas.renovacion(personaje.ficha)


def _cambiar(noche: Noche, _fila: Reparto, personaje: Personaje, pedida: Pedida, _n: int) -> dict[str, Any]:
    """Run an action that throws no die, and write the sheet."""
    respuesta = _sin_dados(noche.cierre.partida.sistema, pedida, personaje.ficha)
    efectos = [efecto.a_dict() for efecto in respuesta.efectos]
    causa = CambioFicha.Causa.CIERRE
    fichas.aplicar(personaje, ficha=respuesta.ficha, efectos=efectos, causa=causa, por=noche.por, ahora=noche.ahora)
    return _hecho(pedida[0], protocolo.texto_a_dict(respuesta.resumen), efectos, "")


def _tirar(noche: Noche, fila: Reparto, personaje: Personaje, pedida: Pedida, n: int) -> dict[str, Any]:
    """Roll an action with the dice of the closed book, and hang its card where its player and the direction read it."""
    partida = noche.cierre.partida
    clave = uuid5(NAMESPACE_OID, f"{noche.cierre.publico}:{personaje.publico}:{n}")
    mensaje = noche.carta(fila)
    mano = lances.Mano(
        mensaje=mensaje,
        partida=partida,
        libro=noche.libro,
        autor=None,
        ahora=noche.ahora,
        clave=clave,
        causa=CambioFicha.Causa.CIERRE,
    )
    posicion = rodar.siguiente_posicion(mensaje)
    lance = rodar.lance_propio(partida.sistema, pedida, personaje, posicion=posicion, clave=clave)
    tirada = lances.lanzar(mano, lance)
    efectos = [efecto for efecto in tirada.respuesta["efectos"] if efecto["sobre"] == "ficha"]
    return _hecho(lance.declarada.accion, tirada.respuesta["texto"], efectos, tirada.recibo)


def _lanza(reglas: Sistema, accion: str, datos: Mapping[str, Any], ficha: dict[str, Any]) -> bool:
    """Say whether the action throws a die on that sheet. Raises Rechazo if the rules refuse it."""
    if not reglas.acciones[accion].lanza:
        return False
    try:
        return motor.sondear(Peticion(reglas.clave, accion, ficha, datos=dict(datos))).lanza
    except Rechazo as rechazo:
        if rechazo.codigo != "demasiados_dados":
            raise
        return True


def _hecho(accion: str, resumen: Mapping[str, Any], efectos: list[dict[str, Any]], recibo: str) -> dict[str, Any]:
    return {"accion": accion, "resumen": dict(resumen), "efectos": efectos, "recibo": recibo}


def _prever(reglas: Sistema, debidas: Sequence[Pedida], ficha: dict[str, Any]) -> Iterator[Previsto]:
    incierta = False
    for accion, datos in debidas:
        try:
            incierta = incierta or _lanza(reglas, accion, datos, ficha)
            respuesta = None if incierta else _sin_dados(reglas.clave, (accion, datos), ficha)
        except Rechazo:
            continue
        if respuesta is None:
            yield Previsto(accion, None)
        elif respuesta.efectos:
            ficha = respuesta.ficha
            yield Previsto(accion, tuple(efecto.a_dict() for efecto in respuesta.efectos))


def _sin_dados(sistema: str, pedida: Pedida, ficha: dict[str, Any]) -> Respuesta:
    return motor.resolver(Peticion(sistema, pedida[0], ficha, datos=dict(pedida[1])), AzarDictado([]))
