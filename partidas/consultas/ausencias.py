"""Who is away, and what they let happen meanwhile in a partida."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from cuentas.models import Ausencia, Usuario
from partidas.models import Participante, Partida, ReglaDeAusencia

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from partidas.politica import Lector

_UN_DIA = timedelta(days=1)
VIVAS = (Partida.Estado.PREPARACION, Partida.Estado.EN_JUEGO, Partida.Estado.PAUSADA)
JUEGAN = (Participante.Papel.DIRECCION, Participante.Papel.JUGADOR)


@dataclass(frozen=True, slots=True)
class Ausente:
    """One person who is away now. hasta: the last day. que: one of `ReglaDeAusencia.Que`."""

    usuario_id: int
    hasta: date
    que: str


def ausentes(partida: Partida, usuarios: Iterable[int], ahora: datetime) -> dict[int, Ausente]:
    """Return those of these accounts who are away now, each day taken in their own time zone; two queries."""
    pks = set(usuarios)
    filas = Ausencia.objects.filter(
        usuario__in=pks, desde__lte=ahora.date() + _UN_DIA, hasta__gte=ahora.date() - _UN_DIA
    )
    hasta: dict[int, date] = {}
    for fila in filas.select_related("usuario"):
        hoy = ahora.astimezone(ZoneInfo(fila.usuario.zona)).date()
        if fila.desde <= hoy <= fila.hasta:
            hasta[fila.usuario_id] = max(fila.hasta, hasta.get(fila.usuario_id, fila.hasta))
    if not hasta:
        return {}
    reglas = ReglaDeAusencia.objects.sin_filtrar("what each lets happen").filter(partida=partida, usuario__in=hasta)
    que = dict(reglas.values_list("usuario_id", "que"))
    esperar = ReglaDeAusencia.Que.ESPERAR
    return {pk: Ausente(usuario_id=pk, hasta=dia, que=que.get(pk, esperar)) for pk, dia in hasta.items()}


@dataclass(frozen=True, slots=True)
class DeCompanero:
    """An absence of somebody with whom one plays. motivo: if it is for the reader.

    donde: the partidas that both are in, and what the person lets happen in each, if they play there.
    """

    quien: Usuario
    desde: date
    hasta: date
    motivo: str
    donde: tuple[tuple[Partida, str], ...]


def mias(usuario: Usuario, hoy: date) -> list[Ausencia]:
    """Return the person's absences that are not over, the first first."""
    return list(Ausencia.objects.filter(usuario=usuario, hasta__gte=hoy).order_by("desde", "pk"))


def reglas(usuario: Usuario) -> list[tuple[Partida, str]]:
    """Return the partidas in which the person plays, and what they let happen in each; two queries."""
    plazas = _plazas(usuario).filter(usuario=usuario.pk, papel=Participante.Papel.JUGADOR)
    partidas = [plaza.partida for plaza in plazas.order_by("partida__titulo", "pk")]
    suyas = ReglaDeAusencia.objects.visibles_para(usuario).filter(usuario=usuario.pk, partida__in=partidas)
    que = dict(suyas.values_list("partida", "que"))
    return [(partida, que.get(partida.pk, ReglaDeAusencia.Que.ESPERAR)) for partida in partidas]


def _plazas(usuario: Actor) -> QuerySet[Participante]:
    """Return the seats from which one plays or directs a partida that goes on, of those that the actor knows of."""
    filas = Participante.objects.visibles_para(usuario).filter(
        estado=Participante.Estado.ACTIVA, papel__in=JUEGAN, partida__estado__in=VIVAS
    )
    return filas.select_related("partida", "usuario")


def de_companeros(usuario: Actor, desde: date, hasta: date) -> list[DeCompanero]:
    """Return the absences, some day of which is between those two, of those with whom the person plays.

    The first first; four queries, one for who plays nowhere. A reason is for nobody, for who directs a partida in which
    its person plays, or for all of these.
    """
    if not usuario.is_authenticated:
        return []
    propias = {plaza.partida_id: plaza for plaza in _plazas(usuario).filter(usuario=usuario.pk)}
    if not propias:
        return []
    plazas: dict[int, list[Participante]] = {}
    ajenas = _plazas(usuario).filter(partida__in=propias).exclude(usuario=usuario.pk)
    for plaza in ajenas.order_by("partida__titulo", "pk"):
        plazas.setdefault(plaza.usuario_id, []).append(plaza)
    filas = Ausencia.objects.filter(usuario__in=plazas, desde__lte=hasta, hasta__gte=desde)
    filas_ = list(filas.select_related("usuario").order_by("desde", "hasta", "pk"))
    if not filas_:
        return []
    dichas = ReglaDeAusencia.objects.visibles_para(usuario).filter(partida__in=propias)
    que = {(regla.partida_id, regla.usuario_id): regla.que for regla in dichas}
    dirigidas = {pk for pk, plaza in propias.items() if plaza.papel == Participante.Papel.DIRECCION}
    salida = []
    for fila in filas_:
        suyas = plazas[fila.usuario_id]
        para_mi = fila.lo_lee == Ausencia.Quien.MESA or (
            fila.lo_lee == Ausencia.Quien.DIRECCION and any(plaza.partida_id in dirigidas for plaza in suyas)
        )
        donde = tuple(
            (plaza.partida, que.get((plaza.partida_id, fila.usuario_id), ReglaDeAusencia.Que.ESPERAR.value))
            if plaza.papel == Participante.Papel.JUGADOR
            else (plaza.partida, "")
            for plaza in suyas
        )
        salida.append(DeCompanero(fila.usuario, fila.desde, fila.hasta, fila.motivo if para_mi else "", donde))
    return salida


def fuera_de(quien: Lector, ahora: datetime) -> list[tuple[Usuario, Ausente]]:
    """Return who of those who play or direct the partida is away now, for another of them; nothing for others."""
    if not (quien.dirige or quien.juega):
        return []
    plazas = _plazas(quien.usuario).filter(partida=quien.partida).exclude(usuario=quien.usuario.pk)
    personas = {plaza.usuario_id: plaza.usuario for plaza in plazas.order_by("pk")}
    fuera = ausentes(quien.partida, personas, ahora)
    return [(persona, fuera[pk]) for pk, persona in personas.items() if pk in fuera]
