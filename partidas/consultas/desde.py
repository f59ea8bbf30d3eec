"""What has happened in some partidas since a person last said that they had seen it: facts, each through the gate.

The same few queries for one partida and for all of them. What the person did themselves is no news to them, and what
was published without telling anybody is not told here either.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from django.db.models import Case, Count, DateTimeField, Exists, F, Model, OuterRef, Q, QuerySet, Value, When
from django.utils.translation import gettext as _

from partidas.consultas.colgados import con_marcas
from partidas.models import (
    Cierre,
    Escena,
    Mensaje,
    Participante,
    Partida,
    Reparto,
    SolicitudDePalabra,
    Suceso,
    Tirada,
    Visto,
)
from personajes.models import CambioFicha
from reglas import motor

if TYPE_CHECKING:
    from uuid import UUID

    from cuentas.models import Usuario

M = TypeVar("M", bound=Model)

TOPE = 60
"""How many of each kind are told of one partida, newest first."""
TOPE_DE_TODAS = 600
SE_CUENTAN = frozenset(
    {
        *("escena_abierta", "escena_cerrada", "escena_reabierta", "personaje_incorporado", "personaje_entregado"),
        *("plaza_tomada", "plaza_ofrecida", "plaza_aceptada", "plaza_rechazada", "plaza_quitada", "papel_cambiado"),
        *("partida_dejada", "vuelto", "expulsado", "readmitido"),
        *("partida_pausada", "partida_reanudada", "partida_finalizada", "partida_archivada", "partida_reabierta"),
    }
)
"""The facts that are told one by one; messages, rolls, sheets and days have their own lists."""


@dataclass(frozen=True, slots=True)
class Escritos:
    """How many messages of one voice came to one scene."""

    escena: Escena
    nombre: str
    cuantos: int


@dataclass(slots=True)
class Hechos:
    """What happened in one partida since then, newest first, but for messages, which go by scene.

    lotes: of each batch whose first roll is in `tiradas` or `tramites`, all of them. cambios: of sheets that the person
    reads, with the name of each. esperas: what waits for the direction's word now. tramites: rolls that only kept the
    order of a fight, all that were found. de_tramites: what those changed on sheets that the person reads, by receipt.
    """

    partida: Partida
    desde: datetime
    escritos: list[Escritos] = field(default_factory=list)
    tiradas: list[Tirada] = field(default_factory=list)
    lotes: dict[UUID, list[Tirada]] = field(default_factory=dict)
    cambios: list[CambioFicha] = field(default_factory=list)
    jornadas: list[Cierre] = field(default_factory=list)
    sucesos: list[Suceso] = field(default_factory=list)
    esperas: list[SolicitudDePalabra] = field(default_factory=list)
    tramites: list[Tirada] = field(default_factory=list)
    de_tramites: dict[str, list[CambioFicha]] = field(default_factory=dict)

    @property
    def hay(self) -> bool:
        """Tell whether there is anything."""
        listas = (self.escritos, self.tiradas, self.tramites, self.cambios, self.jornadas, self.sucesos, self.esperas)
        return any(listas)


def desde(usuario: Usuario, partidas: Sequence[Partida]) -> list[Hechos]:
    """Return what happened in each of those partidas, in which the person has a seat: nine queries for any number.

    Ten if there are batches of rolls, which are one fact each.
    """
    momentos = _momentos(usuario, partidas)
    hechos = {p.pk: Hechos(p, momentos[p.pk]) for p in partidas if p.pk in momentos}
    if not hechos:
        return []
    escenas = Escena.objects.visibles_para(usuario).filter(partida__in=hechos)
    for fila in _escritos(usuario, escenas, momentos):
        hechos[fila.escena.partida_id].escritos.append(fila)
    en_pie = con_marcas(usuario, Tirada.objects.visibles_para(usuario)).filter(anulada__isnull=True)
    tiradas = en_pie.filter(
        ~Q(Exists(_callados(usuario))),
        Q(continua__isnull=False) | ~Q(Exists(_anteriores_del_lote(usuario))),
        mensaje__escena__in=escenas,
        mensaje__estado=Mensaje.Estado.PUBLICADO,
    )
    tiradas = _tras(tiradas.exclude(autor=usuario.pk), momentos, "mensaje__escena__partida")
    for tirada in _poner(tiradas.select_related("mensaje__escena", "personaje", "objetivo")):
        de_una = hechos[tirada.mensaje.escena.partida_id]
        accion = motor.sistema(tirada.sistema).acciones[tirada.accion]
        (de_una.tramites if accion.es_tramite(tirada.respuesta) else de_una.tiradas).append(tirada)
    recibos = {tirada.recibo for de_una in hechos.values() for tirada in de_una.tramites}
    for partida, cambio in _cambios(usuario, momentos):
        if cambio.asiento in recibos:
            hechos[partida].de_tramites.setdefault(cambio.asiento, []).append(cambio)
        else:
            hechos[partida].cambios.append(cambio)
    cierres = Cierre.objects.visibles_para(usuario).select_related("por", "partida")
    for cierre in _poner(_tras(cierres, momentos, "partida")):
        hechos[cierre.partida_id].jornadas.append(cierre)
    sucesos = Suceso.objects.visibles_para(usuario).filter(clase__in=SE_CUENTAN).exclude(actor=usuario.pk)
    sucesos = sucesos.select_related("escena", "plaza__usuario", "reparto__personaje", "actor")
    for suceso in _poner(_tras(sucesos, momentos, "partida")):
        hechos[suceso.partida_id].sucesos.append(suceso)
    esperas = SolicitudDePalabra.objects.visibles_para(usuario).filter(
        mensaje__escena__in=escenas, estado=SolicitudDePalabra.Estado.PENDIENTE
    )
    for espera in esperas.select_related("mensaje__escena").order_by("creada", "pk")[:TOPE_DE_TODAS]:
        hechos[espera.mensaje.escena.partida_id].esperas.append(espera)
    for de_una in hechos.values():
        for lista in (de_una.tiradas, de_una.cambios, de_una.jornadas, de_una.sucesos, de_una.esperas):
            del lista[TOPE:]
    _traer_lotes(en_pie, hechos.values())
    return list(hechos.values())


def _anteriores_del_lote(usuario: Usuario) -> QuerySet[Tirada]:
    """Return what was thrown in the batch before a roll of it that continues none, and stands."""
    return Tirada.objects.visibles_para(usuario).filter(
        mensaje=OuterRef("mensaje"),
        lote=OuterRef("lote"),
        pk__lt=OuterRef("pk"),
        continua__isnull=True,
        anulada__isnull=True,
    )


def _traer_lotes(tiradas: QuerySet[Tirada], hechos: Iterable[Hechos]) -> None:
    """Bring the rolls of the batches that are told, in one query, if any are."""
    lotes: dict[UUID, list[Tirada]] = {}
    mensajes = set()
    for de_una in hechos:
        for fila in (*de_una.tiradas, *de_una.tramites):
            if fila.lote is not None and fila.continua_id is None:
                lotes[fila.lote] = de_una.lotes[fila.lote] = []
                mensajes.add(fila.mensaje_id)
    if not lotes:
        return
    filas = tiradas.filter(mensaje__in=mensajes, lote__in=list(lotes), continua__isnull=True)
    for fila in filas.select_related("mensaje", "personaje", "objetivo").order_by("posicion", "pk"):
        if fila.lote is not None:
            lotes[fila.lote].append(fila)


def _momentos(usuario: Usuario, partidas: Sequence[Partida]) -> dict[int, datetime]:
    """Return since when, for each partida with a seat: what they said that they had seen, or when they sat down."""
    plazas = Participante.objects.visibles_para(usuario).filter(
        usuario=usuario.pk, estado=Participante.Estado.ACTIVA, partida__in=partidas
    )
    momentos = dict(plazas.values_list("partida", "desde"))
    vistos = Visto.objects.visibles_para(usuario).filter(partida__in=momentos)
    return momentos | dict(vistos.values_list("partida", "hasta"))


def _tras(filas: QuerySet[M], momentos: dict[int, datetime], partida: str) -> QuerySet[M]:
    """Keep what is later than the moment of its own partida."""
    cada_uno = [When(**{partida: pk}, then=Value(momento)) for pk, momento in momentos.items()]
    return filas.filter(**{f"{partida}__in": list(momentos)}, cuando__gt=Case(*cada_uno, output_field=DateTimeField()))


def _poner(filas: QuerySet[M]) -> Iterable[M]:
    return filas.order_by("-cuando", "-pk")[:TOPE_DE_TODAS]


def _callados(usuario: Usuario) -> QuerySet[Suceso]:
    """Return the facts of messages that were published without telling anybody."""
    return Suceso.objects.visibles_para(usuario).filter(clase="publicado_en_silencio", mensaje=OuterRef("mensaje"))


def _escritos(usuario: Usuario, escenas: QuerySet[Escena], momentos: dict[int, datetime]) -> list[Escritos]:
    """Count what was published and still stands, by where it is now and who spoke."""
    sucesos = Suceso.objects.visibles_para(usuario).filter(
        clase="publicado", mensaje__estado=Mensaje.Estado.PUBLICADO, mensaje__escena__in=escenas
    )
    filas = (
        _tras(sucesos.exclude(actor=usuario.pk), momentos, "partida")
        .order_by()
        .values(
            donde=F("mensaje__escena"),
            voz=F("mensaje__nombre_voz"),
            tipo=F("mensaje__voz"),
            # Who writes as the direction is not told: the thread says «Dirección» alone.
            quien=Case(When(mensaje__voz=Mensaje.Voz.PERSONA, then=F("mensaje__autor__username")), default=Value("")),
        )
        .annotate(n=Count("pk"))
        .order_by("donde", "-n", "voz", "quien")[:TOPE_DE_TODAS]
    )
    cuentas: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for fila in filas:
        de_la_direccion = fila["tipo"] == Mensaje.Voz.DIRECCION and not fila["voz"]
        cuentas[fila["donde"]][_("Dirección") if de_la_direccion else fila["voz"] or fila["quien"] or ""] += fila["n"]
    por_clave = {escena.pk: escena for escena in escenas.filter(pk__in=cuentas).order_by("posicion", "pk")}
    return [Escritos(e, nombre, n) for pk, e in por_clave.items() for nombre, n in cuentas[pk].items()]


def _cambios(usuario: Usuario, momentos: dict[int, datetime]) -> Iterable[tuple[int, CambioFicha]]:
    """Return the changes of the sheets that the person reads, each with the partida in which its character is now."""
    abiertas = Reparto.objects.visibles_para(usuario).filter(partida__in=list(momentos), hasta__isnull=True)
    partidas: dict[Any, int] = dict(abiertas.values_list("personaje", "partida"))
    filas = CambioFicha.objects.visibles_para(usuario).filter(
        personaje__in=list(partidas), cuando__gt=min(momentos.values())
    )
    otros = filas.exclude(por=usuario.pk).exclude(causa=CambioFicha.Causa.CREACION).select_related("personaje", "por")
    for cambio in _poner(otros):
        partida = partidas[cambio.personaje_id]
        if cambio.cuando > momentos[partida]:
            yield partida, cambio
