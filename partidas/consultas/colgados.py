"""What hangs on turns, as one reader has it: of all its tables, for all the turns of a page, in one query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, Model, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, JSONObject

from partidas.consultas import jornadas
from partidas.consultas.formas import Forma
from partidas.consultas.moldes import Molde
from partidas.models import (
    Adjunto,
    Cierre,
    Destinatario,
    Fragmento,
    Recuperacion,
    Reparto,
    RespuestaPedida,
    SolicitudDeAnulacion,
    SolicitudDePalabra,
    Tirada,
    TiradaPedida,
    visibilidad,
)

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from partidas.consultas.jornadas import JornadaLeida

SEGUNDA_VEZ = timedelta(hours=24)
SIN_CONCEDER = (
    SolicitudDePalabra.Estado.PENDIENTE,
    SolicitudDePalabra.Estado.NEGADA,
    SolicitudDePalabra.Estado.CERRADA,
)

Cosa = TypeVar("Cosa", bound=Model)

TIRADAS = Forma(
    Tirada,
    relacionados={"personaje": ("publico", "nombre"), "objetivo": ("publico", "nombre")},
    anotadas={"segunda": bool, "pedida": lambda motivo: motivo, "se_lee": bool, "se_conoce": bool},
)
PALABRAS = Forma(SolicitudDePalabra, relacionados={"objetivo": ("publico", "nombre")}, anotadas={"se_sabe": bool})
PEDIDAS = Forma(TiradaPedida)
RESPUESTAS = Forma(RespuestaPedida)
FRAGMENTOS = Forma(Fragmento)
ADJUNTOS = Forma(Adjunto)
DESTINATARIOS = Forma(Destinatario, relacionados={"personaje": ("publico",)})
CIERRES = Forma(Cierre, relacionados={"partida": ("publico", "sistema"), "por": ("username", "cerrada")})
RECUPERACIONES = Forma(Recuperacion)
NOCHE = "noche"
"""The name of a void roll of the night, which comes as its receipt alone."""
FORMAS: dict[str, Forma[Any]] = {
    str(forma.modelo._meta.model_name): forma
    for forma in (TIRADAS, PALABRAS, PEDIDAS, RESPUESTAS, FRAGMENTOS, ADJUNTOS, DESTINATARIOS, CIERRES, RECUPERACIONES)
}


@dataclass(slots=True)
class Colgado:
    """What hangs on some turns, by the key of its turn, each in the order in which it is shown.

    respuestas: by the key of the request that they answer.
    """

    tiradas: dict[int | None, list[Tirada]] = field(default_factory=dict)
    palabras: dict[int | None, list[SolicitudDePalabra]] = field(default_factory=dict)
    pedidas: dict[int | None, list[TiradaPedida]] = field(default_factory=dict)
    respuestas: dict[int, list[RespuestaPedida]] = field(default_factory=dict)
    fragmentos: dict[int | None, list[Fragmento]] = field(default_factory=dict)
    adjuntos: dict[int | None, list[Adjunto]] = field(default_factory=dict)
    destinatarios: dict[int | None, list[Destinatario]] = field(default_factory=dict)
    jornadas: dict[int, tuple[JornadaLeida, ...]] = field(default_factory=dict)


def leer(usuario: Actor, mensajes: Sequence[int], *, con_nombres: bool, con_jornadas: bool) -> Colgado:
    """Return what hangs on those turns, in one query; none for no turn.

    con_nombres: some of them are for named people. con_jornadas: the site speaks in some of them.
    """
    if not mensajes:
        return Colgado()
    cosas: dict[str, list[Any]] = defaultdict(list)
    for clase, datos in _MOLDE.leer(usuario, con_nombres, con_jornadas, mensajes=list(mensajes)):
        cosas[clase].append(datos["recibo"] if clase == NOCHE else FORMAS[clase].leer(datos))
    leidas = jornadas.montar(
        sorted(cosas["cierre"], key=lambda c: c.numero), cosas["recuperacion"], frozenset(cosas[NOCHE])
    )
    return Colgado(
        tiradas=_por_mensaje(sorted(cosas["tirada"], key=lambda t: (t.posicion, t.pk))),
        palabras=_por_mensaje(sorted(cosas["solicituddepalabra"], key=lambda s: s.pk)),
        pedidas=_por_mensaje(cosas["tiradapedida"]),
        respuestas=_por_pedida(sorted(cosas["respuestapedida"], key=lambda r: (r.nombre, r.pk))),
        fragmentos=_por_mensaje(sorted(cosas["fragmento"], key=lambda f: (f.orden, f.pk))),
        adjuntos=_por_mensaje(sorted(cosas["adjunto"], key=lambda a: a.pk)),
        destinatarios=_por_mensaje(sorted(cosas["destinatario"], key=lambda d: (d.nombre, d.pk))),
        jornadas=jornadas.por_mensaje(leidas),
    )


def _por_mensaje(cosas: Iterable[Cosa]) -> dict[int | None, list[Cosa]]:
    """Group what hangs on turns by its turn, in the order in which it comes."""
    grupos: dict[int | None, list[Cosa]] = defaultdict(list)
    for cosa in cosas:
        grupos[cosa.mensaje_id].append(cosa)  # type: ignore[attr-defined]  # all of them hang on a turn
    return grupos


def _por_pedida(respuestas: Iterable[RespuestaPedida]) -> dict[int, list[RespuestaPedida]]:
    grupos: dict[int, list[RespuestaPedida]] = defaultdict(list)
    for respuesta in respuestas:
        grupos[respuesta.pedida_id].append(respuesta)
    return grupos


def _partes(
    usuario: Actor, con_nombres: bool, con_jornadas: bool, *, mensajes: list[int]
) -> Iterator[QuerySet[Any, tuple[str, Any]]]:
    tiradas = Tirada.objects.visibles_para(usuario)
    yield TIRADAS.en(con_marcas(usuario, tiradas.filter(mensaje__in=mensajes)))
    palabras = SolicitudDePalabra.objects.visibles_para(usuario).filter(mensaje__in=mensajes, estado__in=SIN_CONCEDER)
    yield PALABRAS.en(con_objetivo(usuario, palabras))
    yield PEDIDAS.en(TiradaPedida.objects.visibles_para(usuario).filter(mensaje__in=mensajes))
    yield RESPUESTAS.en(RespuestaPedida.objects.visibles_para(usuario).filter(pedida__mensaje__in=mensajes))
    yield FRAGMENTOS.en(fragmentos_de(usuario, mensajes))
    imagenes = Adjunto.objects.visibles_para(usuario)
    yield ADJUNTOS.en(imagenes.filter(mensaje__in=mensajes, retirado__isnull=True))
    if con_nombres:
        yield DESTINATARIOS.en(Destinatario.objects.visibles_para(usuario).filter(mensaje__in=mensajes))
    if con_jornadas:
        cierres = Cierre.objects.visibles_para(usuario).filter(mensaje__in=mensajes)
        yield CIERRES.en(cierres)
        noches = Recuperacion.objects.visibles_para(usuario).filter(cierre__mensaje__in=mensajes)
        yield RECUPERACIONES.en(noches)
        # They are thrown at the very moment of the closing.
        suyas = tiradas.filter(
            anulada__isnull=False, personaje__in=noches.values("personaje"), cuando__in=cierres.values("cuando")
        )
        yield suyas.values_list(Value(NOCHE), JSONObject(recibo=F("recibo")))


_MOLDE = Molde(lambda *forma, **valores: tuple(_partes(*forma, **valores)))


def con_objetivo(usuario: Actor, filas: QuerySet[SolicitudDePalabra]) -> QuerySet[SolicitudDePalabra]:
    """Add `se_sabe`, whether the reader knows of its target now: one kept secret since may have another name."""
    conocidos = Reparto.objects.visibles_para(usuario).filter(
        partida=OuterRef("mensaje__escena__partida"), personaje=OuterRef("objetivo"), hasta__isnull=True
    )
    return filas.annotate(se_sabe=Exists(conocidos))


def fragmentos_de(usuario: Actor, mensajes: Sequence[int], *, de_antes: bool = False) -> QuerySet[Fragmento]:
    """Return the private fragments of those turns that are for the reader: those that stand, or the older ones."""
    filas = Fragmento.objects.visibles_para(usuario).filter(mensaje__in=mensajes, revision__isnull=not de_antes)
    return filas.order_by("mensaje", "orden", "pk")


def con_marcas(usuario: Actor, tiradas: QuerySet[Tirada]) -> QuerySet[Tirada]:
    """Add to rolls, of what this reader may know: `segunda`, `pedida`, `se_lee` and `se_conoce`.

    They are whether it is a second attempt, why its player asks to have it voided, whether its declaration stands for
    the reader, and whether they know of who threw it: it is who speaks, or is in the partida for them. A second attempt
    repeats character, action, target and declaration within a day of a roll that stands, and what the direction asks
    for is none. An earlier roll that the reader does not see does not count: the mark would tell that it exists.
    """
    anteriores = (
        Tirada.objects.visibles_para(usuario)
        .annotate(contra=Coalesce("objetivo_id", 0))
        .filter(
            contra=Coalesce(OuterRef("objetivo_id"), 0),
            personaje=OuterRef("personaje"),
            accion=OuterRef("accion"),
            declaracion=OuterRef("declaracion"),
            cuando__lte=OuterRef("cuando"),
            cuando__gt=OuterRef("cuando") - SEGUNDA_VEZ,
            pk__lt=OuterRef("pk"),
            continua__isnull=True,
            a_peticion=False,
            anulada__isnull=True,
        )
        # Declared together, before any result was known: neither is a second attempt at the other.
        .exclude(mensaje=OuterRef("mensaje"), cuando=OuterRef("cuando"))
    )
    pedidas = SolicitudDeAnulacion.objects.visibles_para(usuario).filter(
        tirada=OuterRef("pk"), estado=SolicitudDeAnulacion.Estado.PENDIENTE
    )
    return tiradas.annotate(
        segunda=Q(continua__isnull=True, a_peticion=False) & Exists(anteriores),
        pedida=Subquery(pedidas.values("motivo")[:1]),
        se_lee=ExpressionWrapper(visibilidad.lee_declaracion(usuario), output_field=BooleanField()),
        se_conoce=ExpressionWrapper(conocidas(usuario), output_field=BooleanField()),
    )


def conocidas(usuario: Actor) -> Q:
    """Say of rolls whether the reader knows of who threw: it is who speaks, or has been in the partida for them."""
    conocidos = Reparto.objects.visibles_para(usuario).filter(
        partida=OuterRef("mensaje__escena__partida"), personaje=OuterRef("personaje")
    )
    habla = Q(personaje__isnull=True) | Q(mensaje__personaje__isnull=False, mensaje__personaje=F("personaje"))
    return habla | Q(Exists(conocidos))
