"""The bell of one person: its rows, which of them are still to be read, and how many messages each scene has for them.

A row is read once its person opened it, or once what it tells of is over: the message is read in its thread, or what
waited is settled. Nothing of this is stored, so that hiding, narrowing or leaving takes a row away at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import BooleanField, Case, Exists, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce

from cuentas.guarda import testigo_de
from partidas.consultas.marcas import TOPE, CuantosHasta, contados
from partidas.consultas.moldes import Molde
from partidas.models import (
    Aviso,
    ClaseDeAviso,
    Escena,
    EscenaSilenciada,
    Marca,
    Mensaje,
    Partida,
    PreferenciaDeAviso,
    Saltado,
)
from partidas.models.visibilidad import participa

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from cuentas.models import Usuario

C = ClaseDeAviso
CON_LO_QUE_DICE = ("partida", "escena", "mensaje", "pendiente__personaje", "suceso__tirada")
"""What putting a row into words reads of it: for `select_related`, so that a hundred cost no query more."""
TAMANO = 30
"""Rows on one page."""
DE_LO_ESCRITO = (C.MENSAJE, C.MENCION, C.JORNADA)
"""The kinds that reading their message in its thread settles."""


def por_leer() -> Q:
    """Return the condition on rows that are still to be read by their own person, whoever that is."""
    hasta = Marca.objects.sin_filtrar("whether who is told has read it").filter(
        usuario=OuterRef("usuario"), escena=OuterRef("mensaje__escena")
    )
    saltado = Saltado.objects.sin_filtrar("whether who is told has read it").filter(
        usuario=OuterRef("usuario"), escena=OuterRef("mensaje__escena"), mensaje=OuterRef("mensaje"), lote=""
    )
    tras_la_marca = Q(mensaje__orden__gt=Coalesce(Subquery(hasta.values("hasta")[:1]), 0))
    sin_leer = ~Q(clase__in=DE_LO_ESCRITO) | Q(mensaje__isnull=True) | tras_la_marca | Q(Exists(saltado))
    espera = Q(pendiente__isnull=True) | Q(pendiente__saldado__isnull=True)
    return Q(leido__isnull=True) & espera & sin_leer


def filas(usuario: Actor) -> QuerySet[Aviso]:
    """Return what the bell of the person shows."""
    return Aviso.objects.visibles_para(usuario).filter(campana=True)


def que_cuentan(usuario: Actor) -> QuerySet[Aviso]:
    """Return the rows that the badge counts, up to TOPE."""
    return filas(usuario).filter(por_leer()).order_by()[:TOPE]


def _sin_leer(usuario: Actor) -> tuple[QuerySet[Aviso, tuple[int]]]:
    return (que_cuentan(usuario).values_list("pk"),)


_SIN_LEER = Molde(_sin_leer)


def cuantos(usuario: Actor) -> int:
    """Return how many rows of the bell are still to be read, up to TOPE; one query, none for who has no account."""
    if not usuario.is_authenticated or testigo_de(usuario) is not None:
        return 0
    return len(_SIN_LEER.leer(usuario))


def en_el_hilo(usuario: Actor, escena: int, hilo: QuerySet[Mensaje]) -> QuerySet[Mensaje]:
    """Add to the rows of a thread what its page tells of the bell, in its own query, for who has a seat.

    avisos: how many rows of the bell are still to be read, for the head of the page. callada: the scene is muted.
    """
    callada = EscenaSilenciada.objects.visibles_para(usuario).filter(escena=escena)
    return hilo.annotate(avisos=CuantosHasta(que_cuentan(usuario).values("pk")), callada=Exists(callada))


@dataclass(frozen=True, slots=True)
class Fila:
    """One row of the bell. cuantos: messages of its scene that are new to its person, one at least."""

    aviso: Aviso
    nuevo: bool
    cuantos: int = 1


@dataclass(frozen=True, slots=True)
class Pagina:
    """One page, newest first. tras: where the next one begins; "" on the last."""

    filas: tuple[Fila, ...]
    tras: str = ""


def pagina(usuario: Usuario, *, tras: str = "", partida: Partida | None = None) -> Pagina:
    """Return a page of the bell; two queries, three with a place to go on from. tras: public id of a row above it."""
    todas = filas(usuario) if partida is None else filas(usuario).filter(partida=partida)
    ultima = Aviso.objects.sin_filtrar("where a page of one's own bell goes on").filter(usuario=usuario.pk)
    desde = ultima.filter(publico=tras).values_list("creado", "pk").first() if tras else None
    if desde is not None:
        todas = todas.filter(Q(creado__lt=desde[0]) | Q(creado=desde[0], pk__lt=desde[1]))
    nuevo = Case(When(por_leer(), then=Value(True)), default=Value(False), output_field=BooleanField())
    leidas = list(todas.annotate(nuevo=nuevo).select_related(*CON_LO_QUE_DICE).order_by("-creado", "-pk")[: TAMANO + 1])
    de_mensajes = [a.escena_id for a in leidas if a.clase == C.MENSAJE and a.nuevo]
    cuentas = _cuentas(usuario, [pk for pk in de_mensajes if pk is not None])
    return Pagina(
        tuple(
            Fila(a, bool(a.nuevo), max(1, cuentas.get(a.escena_id or 0, 1)) if a.clase == C.MENSAJE else 1)
            for a in leidas[:TAMANO]
        ),
        leidas[TAMANO - 1].publico if len(leidas) > TAMANO else "",
    )


def _cuentas(usuario: Usuario, escenas: Sequence[int]) -> dict[int, int]:
    if not escenas:
        return {}
    filas_ = contados(usuario, Escena.objects.visibles_para(usuario).filter(pk__in=escenas))
    return {fila.pk: fila.sin_leer for fila in filas_}  # type: ignore[attr-defined]


def una(usuario: Usuario, publico: str) -> Aviso | None:
    """Return a row of the person's bell, with what `decir` reads; None if it is not there or no longer stands."""
    return filas(usuario).filter(publico=publico).select_related(*CON_LO_QUE_DICE).first()


def silenciada(usuario: Actor, escena: Escena) -> bool:
    """Tell whether the person does not want to hear of the scene."""
    if not usuario.is_authenticated:
        return False
    return EscenaSilenciada.objects.visibles_para(usuario).filter(escena=escena).exists()


def silenciadas(usuario: Usuario) -> list[Escena]:
    """Return the scenes of which the person does not want to hear, that they may read, with their partidas."""
    calladas = EscenaSilenciada.objects.visibles_para(usuario).values("escena")
    escenas = Escena.objects.visibles_para(usuario).filter(participa(usuario, "partida"), pk__in=calladas)
    return list(escenas.select_related("partida").order_by("partida__titulo", "titulo", "pk"))


def elegidas(usuario: Usuario, partida: Partida | None) -> dict[str, tuple[bool, bool]]:
    """Return what the person chose, in general or for one partida alone: bell and mail of each kind that they chose."""
    suyas = PreferenciaDeAviso.objects.visibles_para(usuario).filter(partida=partida)
    return {fila.clase: (fila.campana, fila.correo) for fila in suyas}
