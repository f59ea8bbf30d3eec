"""What the direction asks for, as each reader of its turn has it: what, how hard, until when, and who has answered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.models import RespuestaPedida, Tirada, TiradaPedida
from partidas.presentacion.caras import Linea
from partidas.presentacion.palabras import Palabras

if TYPE_CHECKING:
    from partidas.models import Reparto
    from partidas.politica import Lector

Estado, Como = RespuestaPedida.Estado, RespuestaPedida.Como
Dificultad, AlVencer = TiradaPedida.Dificultad, TiradaPedida.AlVencer


@dataclass(frozen=True, slots=True)
class RespuestaVista:
    """One character of a request. como: who threw, if it was not its player. hacer: what the reader may do: `tirar`,
    `mover` (throw in its player's stead), `juzgar`, `retirar`. vence: its own deadline, if it is not that of all.
    """

    publico: str
    nombre: str
    estado: str
    como: str
    hacer: frozenset[str]
    vence: datetime | None


@dataclass(frozen=True, slots=True)
class PedidaVista:
    """One request. dificultad: how hard it is, or that it is not told. varias: the reader may throw more than one.

    primera: one of its answers, by which all of it is acted upon. retirar: the reader may withdraw what waits.
    """

    titulo: str
    datos: tuple[Linea, ...]
    dificultad: str
    si_falla: str
    vence: datetime | None
    al_vencer: str
    respuestas: tuple[RespuestaVista, ...]
    resumen: str
    primera: str
    varias: bool
    retirar: bool


def ver(
    quien: Lector,
    pedida: TiradaPedida,
    respuestas: Sequence[RespuestaPedida],
    *,
    tiradas: Sequence[Tirada],
    filas: Mapping[int, Reparto],
    ahora: datetime,
    ausentes: Collection[int] = (),
) -> PedidaVista:
    """Put a request into words.

    filas: open cast rows by character. ausentes: accounts that are away and let the direction move them.
    """
    de = {tirada.pk: tirada for tirada in tiradas}
    vistas = tuple(
        _una(quien, pedida, una, de.get(una.tirada_id or 0), filas.get(una.personaje_id), ahora, ausentes)
        for una in respuestas
    )
    palabras = Palabras.de(pedida.sistema)
    accion = palabras.sistema.acciones[pedida.accion]
    callados = {accion.dificultad, *(accion.a_ciegas if pedida.dificultad != Dificultad.VISTA else ())}
    return PedidaVista(
        titulo=palabras(accion.nombre),
        datos=tuple(
            Linea(palabras(campo.etiqueta), palabras.valor(pedida.datos[campo.clave]))
            for campo in accion.campos.campos
            if campo.etiqueta and campo.clave not in callados and pedida.datos.get(campo.clave) not in (None, False, [])
        ),
        dificultad=_dificultad(quien, pedida, palabras),
        si_falla=pedida.si_falla,
        vence=pedida.vence,
        al_vencer=str(AlVencer(pedida.al_vencer).label),
        respuestas=vistas,
        resumen=_resumen(respuestas),
        primera=respuestas[0].publico if respuestas else "",
        varias=sum("tirar" in una.hacer or "mover" in una.hacer for una in vistas) > 1,
        retirar=sum("retirar" in una.hacer for una in vistas) > 1,
    )


def _dificultad(quien: Lector, pedida: TiradaPedida, palabras: Palabras) -> str:
    """Say how hard it is to who may know it, and that it is kept back to the others."""
    accion = palabras.sistema.acciones[pedida.accion]
    if pedida.dificultad == Dificultad.DESPUES:
        return _("La dirección la dirá cuando hayan caído los dados.")
    if not accion.dificultad:
        return ""
    valor = pedida.datos.get(accion.dificultad)
    dicho = "" if valor is None else palabras.valor(valor)
    if pedida.dificultad == Dificultad.OCULTA:
        return _("%(valor)s (oculta: solo la ve la dirección)") % {"valor": dicho} if quien.supervisa else _("oculta")
    return dicho


def _resumen(respuestas: Sequence[RespuestaPedida]) -> str:
    faltan = [una.nombre for una in respuestas if una.estado == Estado.PENDIENTE]
    if faltan:
        return _("Faltan: %(nombres)s.") % {"nombres": ", ".join(faltan)}
    if any(una.estado == Estado.JUICIO for una in respuestas):
        return _("Han caído los dados: falta el juicio de la dirección.")
    return _("No falta nadie.")


def _una(
    quien: Lector,
    pedida: TiradaPedida,
    una: RespuestaPedida,
    tirada: Tirada | None,
    fila: Reparto | None,
    ahora: datetime,
    ausentes: Collection[int],
) -> RespuestaVista:
    return RespuestaVista(
        publico=una.publico,
        nombre=una.nombre,
        estado=_estado(una, tirada),
        como=_como(una),
        hacer=_hacer(quien, una, fila, ahora, ausentes),
        vence=una.vence if una.vence != pedida.vence and una.estado == Estado.PENDIENTE else None,
    )


def _estado(una: RespuestaPedida, tirada: Tirada | None) -> str:
    if tirada is not None and tirada.anulada:
        return _("tirada anulada")
    if una.estado == Estado.TIRADA and tirada is not None and tirada.respuesta["exito"] is not None:
        return _("lo consigue") if tirada.respuesta["exito"] else _("falla")
    return str(Estado(una.estado).label)


def _como(una: RespuestaPedida) -> str:
    if una.como == Como.DIRECCION:
        return _("tirada por la dirección en su lugar")
    return _("tirada por el sitio al acabarse el plazo, sin esfuerzo") if una.como == Como.SITIO else ""


def _hacer(
    quien: Lector, una: RespuestaPedida, fila: Reparto | None, ahora: datetime, ausentes: Collection[int]
) -> frozenset[str]:
    if quien.solo_mira or not quien.usuario.is_authenticated or not quien.partida.admite_escritura:
        return frozenset()
    if una.estado == Estado.JUICIO:
        return frozenset({"juzgar"} if quien.dirige else ())
    if una.estado != Estado.PENDIENTE or fila is None:
        return frozenset({"retirar"} if quien.dirige and una.estado == Estado.PENDIENTE else ())
    if fila.usuario_id == quien.usuario.pk:
        return frozenset({"tirar", "retirar"} if quien.dirige else {"tirar"})
    if not quien.dirige:
        return frozenset()
    vencida = una.vence is not None and una.vence <= ahora
    se_deja = fila.usuario_id is None or fila.usuario_id in ausentes or vencida
    return frozenset({"mover", "retirar"} if se_deja else {"retirar"})
