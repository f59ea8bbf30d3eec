"""What is unread for one person, counted from rows that they read now: never from a stored counter.

A turn is unread when it is published, theirs to read and not their own, and either lies beyond their marker of its
scene or could not be read when the marker passed over it (`Saltado`). Only who has a seat has markers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.functions import Coalesce, RowNumber

from cuentas.guarda import testigo_de
from partidas.consultas.moldes import Molde
from partidas.models import Escena, Marca, Mensaje, Participante, Partida, Saltado
from partidas.models.visibilidad import dirige, participa

if TYPE_CHECKING:
    from cuentas.guarda import Actor
    from partidas.politica import Lector

TOPE = 100
"""Up to how many anything is counted: what is shown is «99+»."""
ESCENAS_EN_PORTADA = 5


class CuantosHasta(Subquery):
    """How many rows the subquery has: slice it, so that counting stops there."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) cuantos)"
    output_field: ClassVar[IntegerField[Any, Any]] = IntegerField()


@dataclass(frozen=True, slots=True)
class ConNovedades:
    """A scene with something unread for the reader. escenas: how many its partida has."""

    escena: Escena
    sin_leer: int
    escenas: int = 0


def lleva_marcas(quien: Lector) -> bool:
    """Whether this reader's place in the scenes is kept and shown: of who has a seat, and to nobody else."""
    return quien.participa and not quien.solo_mira


def cuentan(usuario: Actor) -> QuerySet[Mensaje]:
    """Return the turns that can be unread for the person: published, theirs to read, written by others."""
    filas = Mensaje.objects.visibles_para(usuario).filter(estado=Mensaje.Estado.PUBLICADO, orden__isnull=False)
    return filas.exclude(autor=usuario.pk)


def _hasta(usuario: Actor, escena: str) -> Coalesce:
    """Return how far the person has read the scene at that path; zero without a marker."""
    marcas = Marca.objects.visibles_para(usuario).filter(escena=OuterRef(escena))
    return Coalesce(Subquery(marcas.values("hasta")[:1]), 0)


def _saltados(usuario: Actor) -> QuerySet[Saltado]:
    return Saltado.objects.visibles_para(usuario).filter(lote="")


def _ampliados(usuario: Actor, escena: Any, hasta: Any) -> QuerySet[Mensaje]:
    """Return what the marker of one scene passed over unread and the person, who does not direct, can read now.

    That takes somebody widening it since: no other is asked for. escena, hasta: the scene and how far it is read, as a
    value or a column of the outer query.
    """
    este = _saltados(usuario).filter(mensaje=OuterRef("pk"), escena=OuterRef("escena"))
    filas = cuentan(usuario).filter(escena=escena, orden__lte=hasta, ampliado__isnull=False)
    return filas.filter(Exists(este))


def _pasados(usuario: Actor, **donde: Any) -> QuerySet[Saltado]:
    """Return the same for who directs, to whom all that is published is to read; donde: which scenes."""
    filas = _saltados(usuario).filter(mensaje__escena=F("escena"), mensaje__estado=Mensaje.Estado.PUBLICADO, **donde)
    return filas.exclude(mensaje__autor=usuario.pk)


def _con_rescatados(usuario: Actor) -> Q:
    """Return the condition on scenes that have one of those."""
    plazas = Participante.objects.visibles_para(usuario).filter(
        usuario=usuario.pk, papel=Participante.Papel.DIRECCION, estado=Participante.Estado.ACTIVA
    )
    suyas = Escena.objects.sin_filtrar("scenes of the partidas that one directs")
    dirigidos = _pasados(usuario, escena__in=suyas.filter(partida__in=plazas.values("partida")).values("pk"))
    dirigidos = dirigidos.annotate(paso=_hasta(usuario, "escena")).filter(mensaje__orden__lte=F("paso"))
    # Where nothing was passed over there is nothing to look for: the scenes are asked one by one, and may be thousands.
    con_saltos = Q(pk__in=_saltados(usuario).values("escena"))
    ampliados = con_saltos & Q(Exists(_ampliados(usuario, OuterRef("pk"), OuterRef("hasta"))))
    return ampliados | Q(pk__in=dirigidos.values("escena"))


def con_novedades(usuario: Actor, escenas: QuerySet[Escena]) -> QuerySet[Escena]:
    """Return those of the scenes that have something unread for the person, who has a seat in their partidas."""
    posteriores = cuentan(usuario).filter(escena=OuterRef("pk"), orden__gt=OuterRef("hasta"))
    return _con_marca(usuario, escenas).filter(
        Q(Q(ultimo_orden__gt=F("hasta")) & Exists(posteriores)) | _con_rescatados(usuario)
    )


def _con_marca(usuario: Actor, escenas: QuerySet[Escena]) -> QuerySet[Escena]:
    return escenas.annotate(hasta=_hasta(usuario, "pk"))


def contados(usuario: Actor, escenas: QuerySet[Escena]) -> QuerySet[Escena]:
    """Add `sin_leer` to a few scenes: how many turns are unread for the person, each part up to TOPE."""
    posteriores = cuentan(usuario).filter(escena=OuterRef("pk"), orden__gt=OuterRef("hasta")).values("pk")
    ampliados = _ampliados(usuario, OuterRef("pk"), OuterRef("hasta")).values("pk")
    dirigidos = _pasados(usuario, escena=OuterRef("pk"), mensaje__orden__lte=OuterRef("hasta")).values("pk")
    return _con_marca(usuario, escenas).annotate(
        sin_leer=Case(
            When(ultimo_orden__gt=F("hasta"), then=CuantosHasta(posteriores[:TOPE])),
            default=Value(0),
            output_field=IntegerField(),
        )
        + Case(
            When(dirige(usuario, "partida"), then=CuantosHasta(dirigidos[:TOPE])),
            default=CuantosHasta(ampliados[:TOPE]),
            output_field=IntegerField(),
        )
    )


def primera_con_novedades(quien: Lector) -> Escena | None:
    """Return the first scene of the partida, as its cover lists them, with something unread; one query."""
    if not lleva_marcas(quien):
        return None
    escenas = Escena.objects.visibles_para(quien.usuario).filter(partida=quien.partida)
    return con_novedades(quien.usuario, escenas).order_by("estado", "posicion", "pk").first()


def _en_mis_partidas(usuario: Actor) -> QuerySet[Escena]:
    escenas = Escena.objects.visibles_para(usuario).filter(participa(usuario, "partida"))
    return con_novedades(usuario, escenas)


def por_partida(usuario: Actor) -> dict[int, list[ConNovedades]]:
    """Return the scenes with something unread in each of the person's partidas, newest partida first; two queries.

    At most ESCENAS_EN_PORTADA of each partida, with how many there are.
    """
    if not usuario.is_authenticated:
        return {}
    filas = _en_mis_partidas(usuario).annotate(
        puesto=Window(RowNumber(), partition_by=F("partida"), order_by=["estado", "posicion", "pk"]),
        cuantas=Window(Count("pk"), partition_by=F("partida")),
    )
    elegidas = dict(filas.filter(puesto__lte=ESCENAS_EN_PORTADA).values_list("pk", "cuantas"))
    grupos: dict[int, list[ConNovedades]] = {}
    if not elegidas:
        return grupos
    escenas = Escena.objects.visibles_para(usuario).filter(pk__in=list(elegidas)).select_related("partida")
    orden = ("-partida__creada", "-partida", "estado", "posicion", "pk")
    for escena in contados(usuario, escenas).order_by(*orden):
        grupos.setdefault(escena.partida_id, []).append(
            ConNovedades(escena, min(escena.sin_leer, TOPE), elegidas[escena.pk])  # type: ignore[attr-defined]
        )
    return grupos


def partidas_con_novedades(usuario: Actor) -> QuerySet[Partida]:
    """Return those of the person's partidas that have something unread."""
    escenas = con_novedades(usuario, Escena.objects.visibles_para(usuario).filter(partida=OuterRef("pk")))
    return Partida.objects.visibles_para(usuario).filter(participa(usuario), Exists(escenas))


def _con_algo(usuario: Actor) -> tuple[QuerySet[Partida, Any]]:
    return (partidas_con_novedades(usuario).order_by().values_list("pk")[:TOPE],)


_CON_ALGO = Molde(_con_algo)


def primero(usuario: Actor, escena: int, *, dirigiendo: bool) -> QuerySet[Escena, Any]:
    """Return the place of the first turn of a scene that is unread for the person, who directs there or does not."""
    filas = Escena.objects.sin_filtrar("where a thread that is being read is new").filter(pk=escena)
    sin_leer = cuentan(usuario).filter(escena=OuterRef("pk"), orden__gt=OuterRef("hasta"))
    de_antes: QuerySet[Any, Any]
    if dirigiendo:
        pasados = _pasados(usuario, escena=OuterRef("pk"), mensaje__orden__lte=OuterRef("hasta"))
        de_antes = pasados.order_by("mensaje__orden").values("mensaje__orden")
    else:
        ampliados = _ampliados(usuario, OuterRef("pk"), OuterRef("hasta"))
        de_antes = ampliados.order_by("orden").values("orden")
    primero = Coalesce(Subquery(de_antes[:1]), Subquery(sin_leer.order_by("orden").values("orden")[:1]))
    return _con_marca(usuario, filas).annotate(primero=primero).order_by().values("primero")


def cuantas_partidas(usuario: Actor) -> int:
    """Return in how many of the person's partidas there is something unread, up to TOPE; one query."""
    if not usuario.is_authenticated or testigo_de(usuario) is not None:
        return 0
    return len(_CON_ALGO.leer(usuario))


def en_el_hilo(usuario: Actor, escena: int, hilo: QuerySet[Mensaje]) -> QuerySet[Mensaje]:
    """Add to the rows of a thread what its page tells of markers, in its own query, for who has them.

    con_algo: in how many of the person's partidas there is something unread, for the head of the page.
    leido: how far the scene is read. saltado: unread all the same. leido_el: when the marker last moved. See
    `es_nuevo`.
    """
    marca = Marca.objects.visibles_para(usuario).filter(escena=escena)
    return hilo.annotate(
        con_algo=CuantosHasta(partidas_con_novedades(usuario).order_by().values("pk")[:TOPE]),
        leido=Coalesce(Subquery(marca.values("hasta")[:1]), 0),
        saltado=Exists(_saltados(usuario).filter(escena=escena, mensaje=OuterRef("pk"))),
        leido_el=Subquery(marca.values("cuando")[:1]),
    )


def es_nuevo(quien: Lector, fila: Mensaje) -> bool:
    """Tell whether a row of the thread is unread for its reader; False for who has no markers."""
    pasado = getattr(fila, "leido", None)
    if pasado is None or fila.orden is None or fila.estado != Mensaje.Estado.PUBLICADO:
        return False
    suyo = fila.autor_id is not None and fila.autor_id == quien.usuario.pk
    return not suyo and (fila.orden > pasado or bool(getattr(fila, "saltado", False)))
