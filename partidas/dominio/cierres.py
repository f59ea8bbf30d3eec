"""Closing days: each once, whole or not at all, by itself when it is over or by the hand of the direction."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config import fallos, reloj
from partidas import jornadas
from partidas.dominio import actas, buzon, cartas, recuperacion
from partidas.dominio.cerrojos import Cerrojos, con_reintentos, verbo
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido
from partidas.models import Acta, Cierre, Parada, Partida
from partidas.permisos import solo_direccion_en_juego
from partidas.politica import lector
from reglas import libro
from reglas.models import Clase

if TYPE_CHECKING:
    from cuentas.models import Usuario

log = logging.getLogger("hilo.cierres")
CADA_MAXIMO = 30
DE_UNA_VEZ = 31
AUN_HAY_DIAS = gettext_lazy(
    "Hay días que ya han acabado y no se han cerrado. Se cierran solos en menos de un minuto; si son más de tres, "
    "decide en «Jornadas» qué hacer con ellos."
)


@dataclass(frozen=True, slots=True)
class AjustesDeDias:
    """How days end. hora_corte: minutes after the local midnight. cada_dias: only for `cada_n`."""

    cierre: str
    hora_corte: int
    cada_dias: int = 1


@dataclass(frozen=True, slots=True)
class Cerrada:
    """The closing that stands, and whether an earlier call made it."""

    cierre: Cierre
    repetida: bool


def cerrar_vencidas(que_hora: Callable[[], datetime] = reloj.ahora, *, segundos: float = 45) -> int:
    """Close in every partida the days that are over, and begin the count where it has none; returns how many.

    Several at once are harmless. A partida that fails is left for the next time and holds up no other.
    """
    ahora = que_hora()
    if reloj.desfase() > reloj.DESFASE_MAXIMO:
        log.critical("no se cierra ningún día: el reloj de este proceso y el de la base de datos no coinciden")
        return 0
    fin, cerradas = ahora + timedelta(seconds=segundos), 0
    for pk in _con_algo_que_hacer(ahora):
        try:
            cerradas += _cerrar_todas(pk, ahora)
        except Exception:
            log.exception("no se ha podido cerrar el día de la partida %s", pk)
        if que_hora() > fin:
            break
    return cerradas


def _con_algo_que_hacer(ahora: datetime) -> list[int]:
    """Return the partidas in play with days to close or a count to begin; who decides is the verb, under its lock."""
    campos = ("pk", "zona", "hora_corte", "cierre", "cada_dias", "ultima_jornada")
    filas = Partida.objects.sin_filtrar("days that are over").filter(estado=Partida.Estado.EN_JUEGO).only(*campos)
    return [
        fila.pk
        for fila in filas.order_by("pk")
        if fila.ultima_jornada is None or next(jornadas.pendientes(jornadas.calendario(fila), ahora), None)
    ]


def _cerrar_todas(pk: int, ahora: datetime) -> int:
    cerradas = 0
    while (siguiente := _siguiente(pk, ahora)) is not None and cerrar_dia(pk, siguiente, ahora=ahora):
        cerradas += 1
    return cerradas


@con_reintentos
def _siguiente(pk: int, ahora: datetime) -> date | None:
    """Return the first day to close, having begun the count if there was none."""
    partida = Partida.objects.sin_filtrar("days that are over").get(pk=pk)
    if partida.ultima_jornada is None:
        with verbo() as cerrojos:
            partida = cerrojos.partida(pk)
            if partida.ultima_jornada is None and partida.estado == Partida.Estado.EN_JUEGO:
                partida.ultima_jornada = jornadas.al_empezar(jornadas.calendario(partida), ahora)
                partida.save(update_fields=["ultima_jornada"])
    return next(jornadas.pendientes(jornadas.calendario(partida), ahora), None)


@con_reintentos
def cerrar_dia(pk: int, fecha: date, *, ahora: datetime) -> bool:
    """Close one day that is over: sheets, dice, book, message and outbox together or not at all.

    Returns False, having changed nothing, if it is not the next one to close: it was closed already, the partida does
    not count days now, or there are so many that the direction has to be asked.
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(pk)
        debidas = debidas_de(partida, ahora)
        if not debidas or debidas[0] != fecha or not se_cierran_solas(partida, debidas):
            return False
        _cerrar(cerrojos, partida, fecha, por=None, ahora=ahora, quedan=len(debidas) > 1)
    fallos.punto("cierre:tras_commit")
    return True


def debidas_de(partida: Partida, ahora: datetime) -> list[date]:
    """Return the days of a partida that are over and not closed; none unless it is in play."""
    if partida.estado != Partida.Estado.EN_JUEGO:
        return []
    return list(jornadas.pendientes(jornadas.calendario(partida), ahora))


def se_cierran_solas(partida: Partida, debidas: list[date]) -> bool:
    """Say whether those days may be closed without asking the direction."""
    paradas = [jornadas.Intervalo(fila.desde, fila.hasta) for fila in Parada.objects.order_by("-hasta")[:20]]
    return jornadas.sin_preguntar(jornadas.calendario(partida), debidas, paradas)


@con_reintentos
def cerrar_ahora(partida: Partida, *, numero: int, por: Usuario, ahora: datetime) -> Cerrada:
    """Close by hand the day that is going on; the next one begins now, and tonight's does not close by itself.

    numero: the day that the page showed. Closed already, whoever did it, it is returned as it is. Raises NoExiste,
    NoPermitido (also while older days wait), DatoInvalido (a day that has not begun).
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        _exigir(partida, por)
        hecho = Cierre.objects.sin_filtrar("idempotency: number of the day").filter(partida=partida, numero=numero)
        if (anterior := hecho.first()) is not None:
            return Cerrada(anterior, repetida=True)
        exigir_que_se_pueda(partida, ahora)
        if numero != numero_en_curso(partida):
            raise DatoInvalido("numero", _("Esa jornada no ha empezado: vuelve a abrir la página."))
        fecha = jornadas.por_reloj(jornadas.calendario(partida), ahora)
        if partida.ultima_jornada is not None:
            fecha = max(fecha, partida.ultima_jornada)
        cierre = _cerrar(cerrojos, partida, fecha, por=por, ahora=ahora, quedan=False)
        actas.anotar(partida, Acta.Verbo.CERRAR_JORNADA, partida, por=por, ahora=ahora, datos={"numero": numero})
    fallos.punto("cierre:tras_commit")
    return Cerrada(cierre, repetida=False)


def exigir_que_se_pueda(partida: Partida, ahora: datetime) -> None:
    """Raise NoPermitido if the day that is going on cannot be closed by hand now: no preview of it would be true."""
    if partida.estado != Partida.Estado.EN_JUEGO:
        raise NoPermitido(_("La partida no está en juego: sus días no cuentan. Reanúdala para cerrar uno."))
    if debidas_de(partida, ahora):
        raise NoPermitido(AUN_HAY_DIAS)


def cerrar_atrasadas(partida: Partida, *, hasta: date, por: Usuario, ahora: datetime) -> int:
    """Close the days that waited for the direction, up to a date and at most 31 at once; returns how many.

    Each is a transaction of its own, in order: whatever stops it, the rest still wait.
    """
    cerradas = 0
    while cerradas < DE_UNA_VEZ and _cerrar_atrasada(partida, hasta, por=por, ahora=ahora):
        cerradas += 1
    return cerradas


@con_reintentos
def _cerrar_atrasada(partida: Partida, hasta: date, *, por: Usuario, ahora: datetime) -> bool:
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        _exigir(partida, por)
        debidas = [dia for dia in debidas_de(partida, ahora) if dia <= hasta]
        if not debidas:
            return False
        cierre = _cerrar(cerrojos, partida, debidas[0], por=por, ahora=ahora, quedan=len(debidas) > 1)
        datos = {"numero": cierre.numero}
        actas.anotar(partida, Acta.Verbo.CERRAR_JORNADA, partida, por=por, ahora=ahora, datos=datos)
    return True


@con_reintentos
def saltar_atrasadas(partida: Partida, *, hasta: date, por: Usuario, ahora: datetime) -> bool:
    """Let the days that are over go by without closing them; returns False if none was waiting."""
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        _exigir(partida, por)
        debidas = [dia for dia in debidas_de(partida, ahora) if dia <= hasta]
        if not debidas:
            return False
        partida.ultima_jornada = debidas[-1]
        partida.save(update_fields=["ultima_jornada"])
        datos = {"desde": debidas[0].isoformat(), "hasta": debidas[-1].isoformat()}
        actas.anotar(partida, Acta.Verbo.SALTAR_DIAS, partida, por=por, ahora=ahora, datos=datos)
    return True


@con_reintentos
def ajustar(partida: Partida, ajustes: AjustesDeDias, *, por: Usuario, ahora: datetime) -> bool:
    """Change how days end, from today on: nothing closed is opened, and days that did not count do not close now.

    Returns False if it was so already. Raises NoExiste, NoPermitido (also while days wait), DatoInvalido.
    """
    _comprobar(ajustes)
    with verbo() as cerrojos:
        partida = cerrojos.partida(partida.pk)
        _exigir(partida, por)
        antes = AjustesDeDias(partida.cierre, partida.hora_corte, partida.cada_dias)
        if antes == ajustes:
            return False
        if debidas_de(partida, ahora):
            raise NoPermitido(AUN_HAY_DIAS)
        partida.cierre, partida.hora_corte, partida.cada_dias = ajustes.cierre, ajustes.hora_corte, ajustes.cada_dias
        if partida.estado == Partida.Estado.EN_JUEGO:
            partida.ultima_jornada = jornadas.al_empezar(jornadas.calendario(partida), ahora)
        partida.save(update_fields=["cierre", "hora_corte", "cada_dias", "ultima_jornada"])
        datos = {"antes": [antes.cierre, antes.hora_corte, antes.cada_dias]}
        actas.anotar(partida, Acta.Verbo.CAMBIAR_DIAS, partida, por=por, ahora=ahora, datos=datos)
    return True


def numero_en_curso(partida: Partida) -> int:
    """Return the number of the day that is going on: one more than have been closed."""
    filas = Cierre.objects.sin_filtrar("number of the day").filter(partida=partida)
    return (filas.aggregate(m=Max("numero"))["m"] or 0) + 1


def acabada_entre(partida: Partida, desde: datetime, hasta: datetime) -> int:
    """Return the number of the last day that was closed after one moment and up to another, or 0."""
    filas = Cierre.objects.sin_filtrar("number of the day").filter(partida=partida)
    return filas.filter(cuando__gt=desde, cuando__lte=hasta).aggregate(m=Max("numero"))["m"] or 0


def _comprobar(ajustes: AjustesDeDias) -> None:
    if ajustes.cierre not in Partida.Cierre.values:
        raise DatoInvalido("cierre", _("Elige cómo acaban los días."))
    if not 0 <= ajustes.hora_corte < 24 * 60:
        raise DatoInvalido("hora", _("Escribe una hora entre 00:00 y 23:59."))
    if not 1 <= ajustes.cada_dias <= CADA_MAXIMO:
        raise DatoInvalido("cada_dias", _("Escribe un número de días entre 1 y 30."))


def _exigir(partida: Partida, por: Usuario) -> None:
    """Raise NoExiste for whom the partida is not there, NoPermitido for who does not direct it or if it is over."""
    if not Partida.objects.visibles_para(por).filter(pk=partida.pk).exists():
        raise NoExiste
    permiso = solo_direccion_en_juego(lector(por, partida))
    if not permiso:
        raise NoPermitido(permiso.motivo)


def _cerrar(
    cerrojos: Cerrojos, partida: Partida, fecha: date, *, por: Usuario | None, ahora: datetime, quedan: bool
) -> Cierre:
    """Close a day of a locked partida. quedan: more days follow at once, and the last will tell of them all."""
    escena = cerrojos.escena(cartas.donde(partida).pk)
    filas = recuperacion.del_reparto(partida)
    personajes = cerrojos.personajes(fila.personaje_id for fila in filas)
    abierto = cerrojos.libro(partida.publico, Clase.ABIERTO)
    cerrado = cerrojos.libro(partida.publico, Clase.CERRADO)
    fallos.punto("cierre:cerrojos")
    cierre = Cierre.objects.sin_filtrar("close a day").create(
        partida=partida,
        numero=numero_en_curso(partida),
        fecha=fecha,
        modo=Cierre.Modo.A_MANO if por else Cierre.Modo.AUTOMATICO,
        por=por,
        cuando=ahora,
    )
    partida.ultima_jornada = max(fecha, partida.ultima_jornada or fecha)
    partida.save(update_fields=["ultima_jornada"])
    fallos.punto("cierre:fila")
    avisos = cartas.Cartas(cierre, escena, ahora)
    mensaje = None if quedan else avisos.para_todos()
    noche = recuperacion.Noche(cierre=cierre, libro=cerrado, carta=avisos.de, por=por, ahora=ahora)
    recuperacion.aplicar(noche, filas, personajes)
    escena.save(update_fields=["ultimo_orden"])
    fallos.punto("cierre:fichas")
    libro.anclar(abierto, cerrado, ahora=ahora)
    fallos.punto("cierre:ancla")
    for privada in avisos.privadas:
        buzon.anotar("recuperado", partida=partida, escena=escena, mensaje=privada, actor=por, ahora=ahora)
    if mensaje is not None:
        buzon.anotar("jornada_cerrada", partida=partida, escena=escena, mensaje=mensaje, actor=por, ahora=ahora)
    fallos.punto("cierre:antes_commit")
    return cierre
