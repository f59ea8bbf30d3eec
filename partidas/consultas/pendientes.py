"""What waits for a person and what they wait for, counted and listed from the same rows: those that they may know of.

A row counts while its partida is played, its scene is open, whoever owes it has a seat there and so does the person,
save for the seat that they are offered. The badge and the page ask the same question, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.db.models import BooleanField, Case, Exists, ExpressionWrapper, F, OuterRef, Q, Value, When
from django.utils import timezone

from cuentas.guarda import testigo_de
from partidas.consultas.moldes import Molde
from partidas.models import Escena, Participante, Partida, Pendiente, Presente, Reparto
from partidas.models.visibilidad import dirige, participa

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from partidas.politica import Lector

TOPE = 200
"""Up to how many rows are counted and listed, the oldest first."""
Estado, Papel = Participante.Estado, Participante.Papel
SE_JUEGA = (Partida.Estado.PREPARACION, Partida.Estado.EN_JUEGO)


@dataclass(slots=True)
class Cola:
    """What a person is told of all that waits, oldest first.

    toca: what waits for them. pospuestas: of it, what they have put off. esperas: what they wait for. nombres: of the
    characters with whom it is to be done that they may know of, by their key.
    """

    toca: list[Pendiente] = field(default_factory=list)
    pospuestas: list[Pendiente] = field(default_factory=list)
    esperas: list[Pendiente] = field(default_factory=list)
    nombres: dict[int, str] = field(default_factory=dict)


def vivos(usuario: Actor) -> QuerySet[Pendiente]:
    """Return what is still owed, and can be done, of what the actor may know of."""
    filas = Pendiente.objects.visibles_para(usuario).filter(saldado__isnull=True, partida__estado__in=SE_JUEGA)
    en_escena = Q(escena__isnull=True) | Q(escena__estado=Escena.Estado.ABIERTA)
    ofrecida = Q(_sentado(usuario=OuterRef("para"), estado=Estado.INVITADA))
    con_plaza = Q(_sentado(usuario=OuterRef("para"), estado=Estado.ACTIVA))
    es_plaza = Q(clase=Pendiente.Clase.PLAZA)
    de_quien = Q(para__isnull=True) | (es_plaza & ofrecida) | (~es_plaza & con_plaza)
    return filas.filter(en_escena, de_quien)


def _sentado(*condiciones: Q, **campos: Any) -> Exists:
    """Somebody has such a seat in the partida of the row."""
    plazas = Participante.objects.sin_filtrar("who has a seat where something waits")
    return Exists(plazas.filter(*condiciones, partida=OuterRef("partida"), **campos))


def _mia(usuario: Actor) -> Q:
    """The actor owes it: by name, while they have a seat or are offered one, or because they direct."""
    propia = Q(para=usuario.pk) & (participa(usuario, "partida") | Q(clase=Pendiente.Clase.PLAZA))
    return propia | (Q(para__isnull=True) & dirige(usuario, "partida"))


def _espera(usuario: Actor) -> Q:
    """The actor waits for it: they are who waits, or direct where nobody is said to, or it is open where they play."""
    con_plaza = participa(usuario, "partida")
    juega = Q(_sentado(usuario=usuario.pk, estado=Estado.ACTIVA, papel=Papel.JUGADOR))
    presentes = Presente.objects.sin_filtrar("whether one is in the scene").filter(escena=OuterRef("escena"))
    esta = Q(Exists(presentes.filter(usuario=usuario.pk))) | ~Q(Exists(presentes))
    a_la_vista = Q(a_la_vista=True) & ((juega & esta) | dirige(usuario, "partida"))
    de_la_direccion = Q(espera__isnull=True, para__isnull=False) & dirige(usuario, "partida")
    return con_plaza & (Q(espera=usuario.pk) | a_la_vista | de_la_direccion)


def _sola(usuario: Actor) -> Q:
    """Nobody else directs: what the direction owes is the actor's alone, to put off as they like."""
    de_otra = ~Q(usuario=usuario.pk)
    return Q(para__isnull=False) | ~Q(_sentado(de_otra, papel=Papel.DIRECCION, estado=Estado.ACTIVA))


def _se_cumple(que: Q) -> ExpressionWrapper[Q]:
    return ExpressionWrapper(que, output_field=BooleanField())


def que_cuentan(usuario: Actor) -> Any:
    """Return the rows that the badge counts, those put off too, with `hasta`: until when they are."""
    filas = vivos(usuario).filter(_mia(usuario)).order_by("desde", "pk")
    solo = Case(When(_sola(usuario), then=F("pospuesto")), default=Value(None))
    return filas.annotate(hasta=solo)[:TOPE]


def _cuenta(usuario: Actor) -> tuple[QuerySet[Pendiente, Any]]:
    return (que_cuentan(usuario).values_list("hasta", flat=True),)


def _todo(usuario: Actor) -> tuple[QuerySet[Pendiente, Any], ...]:
    filas = vivos(usuario).select_related("partida", "escena", "mensaje", "para", "espera", "personaje")
    filas = filas.annotate(mia=_se_cumple(_mia(usuario)), sola=_se_cumple(_sola(usuario)))
    suyas = filas.filter(_mia(usuario)).order_by("desde", "pk")[:TOPE]
    return suyas, filas.filter(_espera(usuario)).exclude(_mia(usuario)).order_by("desde", "pk")[:TOPE]


_CUENTA, _TODO = Molde(_cuenta), Molde(_todo)


def cuantos(usuario: Actor, ahora: datetime) -> int:
    """Return how many things wait for the person now: as many as the page lists; one query, none for visitors."""
    if not usuario.is_authenticated or testigo_de(usuario) is not None:
        return 0
    return sum(not pospuesto(hasta, ahora) for hasta in _CUENTA.leer(usuario))


def cola(usuario: Actor, ahora: datetime) -> Cola:
    """Return all that waits for the person, or that they wait for; two queries, none for visitors."""
    salida = Cola()
    if not usuario.is_authenticated:
        return salida
    filas = sorted(_TODO.leer(usuario), key=lambda fila: (fila.desde, fila.pk))
    for fila in filas:
        if not fila.mia:
            salida.esperas.append(fila)
        elif fila.sola and pospuesto(fila.pospuesto, ahora):
            salida.pospuestas.append(fila)
        else:
            salida.toca.append(fila)
    salida.nombres = nombres(usuario, filas)
    return salida


def de_la_direccion(quien: Lector) -> list[Pendiente]:
    """Return what waits for the direction of one partida, oldest first; for who directs it."""
    filas = vivos(quien.usuario).filter(partida=quien.partida, para__isnull=True)
    return list(filas.select_related("partida", "escena", "mensaje", "espera", "personaje").order_by("desde", "pk"))


def nombres(usuario: Actor, filas: Iterable[Pendiente]) -> dict[int, str]:
    """Return the names of the characters of some rows, of those that the person may know to be in a partida."""
    cuales = {fila.personaje_id for fila in filas if fila.personaje_id is not None}
    if not cuales:
        return {}
    reparto = Reparto.objects.visibles_para(usuario).filter(personaje__in=cuales, hasta__isnull=True)
    return dict(reparto.values_list("personaje", "personaje__nombre"))


def pospuesto(hasta: datetime | None, ahora: datetime) -> bool:
    """Tell whether what was put off until then still is."""
    return hasta is not None and hasta > ahora


def promesa_en_pie(fila: Pendiente, ahora: datetime, partida: Partida | None = None) -> bool:
    """Tell whether its person said that they would do it today, on the day on which they are.

    For the direction, the day is that of its partida, which need not be read where it is given.
    """
    if fila.prometido is None:
        return False
    zona = ZoneInfo(fila.para.zona if fila.para is not None else (partida or fila.partida).zona)
    return timezone.localtime(fila.prometido, zona).date() == timezone.localtime(ahora, zona).date()
