"""How a thread is read: keyset pages over `orden`, through the gate, the same few queries for any number of posts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from partidas.consultas import jornadas, marcas
from partidas.models import (
    Adjunto,
    Destinatario,
    Escena,
    Fragmento,
    Mensaje,
    Reparto,
    SolicitudDeAnulacion,
    SolicitudDePalabra,
    Tirada,
)
from partidas.models.visibilidad import lee_declaracion

Cosa = TypeVar("Cosa", Tirada, SolicitudDePalabra, Fragmento, Adjunto)

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from cuentas.models import Usuario
    from partidas.consultas.jornadas import JornadaLeida
    from partidas.politica import Lector

TAMANO = 20
SEGUNDA_VEZ = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Leido:
    """One turn as one reader has it: the row, whether its words stand, who was told by name, its visible rolls.

    claves: public ids of the characters who were told, beside their names. jornadas: the closed days it tells of.
    fragmentos: those of its private fragments that are for this reader, in order.
    """

    mensaje: Mensaje
    legible: bool
    destinatarios: tuple[str, ...]
    tiradas: tuple[Tirada, ...]
    claves: tuple[str, ...] = ()
    palabras: tuple[SolicitudDePalabra, ...] = ()
    jornadas: tuple[JornadaLeida, ...] = ()
    fragmentos: tuple[Fragmento, ...] = ()
    adjuntos: tuple[Adjunto, ...] = ()


@dataclass(frozen=True, slots=True)
class Pagina:
    """One page of a thread; `anterior` and `siguiente` are the public ids at which the neighbours begin."""

    mensajes: tuple[Leido, ...]
    anterior: str = ""
    siguiente: str = ""
    en_curso: tuple[Leido, ...] = ()


def pagina(
    quien: Lector,
    escena: Escena,
    *,
    desde: str = "",
    al_principio: bool = False,
    al_nuevo: bool = False,
    tamano: int = TAMANO,
) -> Pagina | None:
    """Return the page that begins at the turn `desde`, or the first, or the last one.

    al_nuevo: instead of the last, the page that begins at the first unread turn of the scene, if it comes before.
    Returns None when `desde` is not a turn of the reader's own thread: hidden and missing are the same.
    """
    hilo = Mensaje.objects.en_hilo_de(quien.usuario).filter(escena=escena).select_related("autor", "personaje")
    publicados = marcas.en_el_hilo(quien, escena, hilo.filter(orden__isnull=False))
    if desde:
        ancla = publicados.filter(publico=desde).values_list("orden", flat=True).first()
        if ancla is None:
            return None
        filas = list(publicados.filter(orden__gte=ancla).order_by("orden")[: tamano + 1])
    elif al_principio:
        filas = list(publicados.order_by("orden")[: tamano + 1])
    else:
        filas = list(reversed(publicados.order_by("-orden")[:tamano]))
        primero = getattr(filas[0], "primero", None) if filas and al_nuevo else None
        if primero is not None and primero < filas[0].orden:
            filas = list(publicados.filter(orden__gte=primero).order_by("orden")[: tamano + 1])
    siguiente = filas[tamano].publico if len(filas) > tamano else ""
    filas = filas[:tamano]
    anterior = ""
    if filas and not (al_principio and not desde):
        previas = publicados.filter(orden__lt=filas[0].orden).order_by("-orden").values_list("publico", flat=True)
        anterior = (list(previas[:tamano]) or [""])[-1]
    en_curso = [] if siguiente else list(hilo.filter(estado=Mensaje.Estado.EN_CURSO).order_by("creado", "pk"))
    leidos = completar(quien, [*filas, *en_curso])
    return Pagina(leidos[: len(filas)], anterior, siguiente, leidos[len(filas) :])


def _por_mensaje(cosas: Iterable[Cosa]) -> dict[int | None, list[Cosa]]:
    """Group what hangs on turns by its turn, in the order in which it comes."""
    grupos: dict[int | None, list[Cosa]] = defaultdict(list)
    for cosa in cosas:
        grupos[cosa.mensaje_id].append(cosa)
    return grupos


def completar(quien: Lector, filas: Sequence[Mensaje]) -> tuple[Leido, ...]:
    """Hang on each row its recipients, rolls and requests: a few queries for any number of rows, none for none."""
    if not filas:
        return ()
    con_nombre = [fila.pk for fila in filas if fila.visibilidad == Mensaje.Visibilidad.DESTINATARIOS]
    nombres: dict[int, list[str]] = defaultdict(list)
    claves: dict[int, list[str]] = defaultdict(list)
    if con_nombre:
        destinatarios = Destinatario.objects.visibles_para(quien.usuario).filter(mensaje__in=con_nombre)
        columnas = ("mensaje_id", "nombre", "personaje__publico")
        for mensaje_id, nombre, clave in destinatarios.order_by("nombre").values_list(*columnas):
            nombres[mensaje_id].append(nombre)
            claves[mensaje_id].append(clave or "")
    pks = [fila.pk for fila in filas]
    tiradas = _por_mensaje(de_los_mensajes(quien, pks))
    palabras = _por_mensaje(sin_conceder(quien, pks))
    fragmentos = _por_mensaje(fragmentos_de(quien.usuario, pks))
    imagenes = Adjunto.objects.visibles_para(quien.usuario).filter(mensaje__in=pks, retirado__isnull=True)
    adjuntos = _por_mensaje(imagenes.order_by("pk"))
    del_sitio = [fila.pk for fila in filas if fila.voz == Mensaje.Voz.SISTEMA and _legible(fila)]
    dias = jornadas.de_mensajes(quien.usuario, del_sitio)
    return tuple(
        Leido(
            mensaje=fila,
            legible=_legible(fila),
            destinatarios=tuple(nombres[fila.pk]),
            tiradas=tuple(tiradas[fila.pk]),
            claves=tuple(filter(None, claves[fila.pk])),
            palabras=tuple(palabras[fila.pk]),
            jornadas=dias.get(fila.pk, ()),
            fragmentos=tuple(fragmentos[fila.pk]),
            adjuntos=tuple(adjuntos[fila.pk]),
        )
        for fila in filas
    )


def sin_conceder(quien: Lector, mensajes: Sequence[int]) -> QuerySet[SolicitudDePalabra]:
    """Return what hangs on those turns and was not thrown, but for what its player took back."""
    estado = SolicitudDePalabra.Estado
    filas = SolicitudDePalabra.objects.visibles_para(quien.usuario).filter(
        mensaje__in=mensajes, estado__in=[estado.PENDIENTE, estado.NEGADA, estado.CERRADA]
    )
    return _con_objetivo(quien.usuario, filas).order_by("pk")


def _con_objetivo(usuario: Actor, filas: QuerySet[SolicitudDePalabra]) -> QuerySet[SolicitudDePalabra]:
    """Add `se_sabe`, whether the reader knows of its target now: one kept secret since may have another name."""
    conocidos = Reparto.objects.visibles_para(usuario).filter(
        partida=OuterRef("mensaje__escena__partida"), personaje=OuterRef("objetivo"), hasta__isnull=True
    )
    return filas.select_related("objetivo").annotate(se_sabe=Exists(conocidos))


def fragmentos_de(usuario: Actor, mensajes: Sequence[int], *, de_antes: bool = False) -> QuerySet[Fragmento]:
    """Return the private fragments of those turns that are for the reader: those that stand, or the older ones."""
    filas = Fragmento.objects.visibles_para(usuario).filter(mensaje__in=mensajes, revision__isnull=not de_antes)
    return filas.order_by("mensaje", "orden", "pk")


def de_los_mensajes(quien: Lector, mensajes: Sequence[int]) -> QuerySet[Tirada]:
    """Return the rolls of those turns that the reader may see, in the order they were thrown.

    Each has `segunda`, whether it is a second attempt, `pedida`, why its player asks to have it voided, and
    `se_lee`, whether its declaration stands for the reader.
    """
    visibles = con_marcas(quien.usuario, Tirada.objects.visibles_para(quien.usuario).filter(mensaje__in=mensajes))
    return visibles.select_related("personaje", "objetivo").order_by("mensaje_id", "posicion", "pk")


def ciegas(quien: Lector, leidos: Sequence[Leido], filas: Mapping[int, Reparto]) -> dict[int, set[int]]:
    """Return, for each roll, the accounts that play its target and do not see it: the direction answers for them.

    filas: open cast rows by character. Asked for the direction alone: one query for each player who is a target.
    """
    faltan: dict[int, set[int]] = defaultdict(set)
    if not quien.dirige:
        return faltan
    blancos: dict[Usuario, set[int]] = defaultdict(set)
    for tirada in (t for leido in leidos for t in leido.tiradas):
        fila = filas.get(tirada.objetivo_id) if tirada.objetivo_id else None
        jugador = fila.usuario if fila else None
        if jugador is not None and tirada.anulada is None:
            blancos[jugador].add(tirada.pk)
    for jugador, pks in blancos.items():
        for pk in pks - set(Tirada.objects.visibles_para(jugador).filter(pk__in=pks).values_list("pk", flat=True)):
            faltan[pk].add(jugador.pk)
    return faltan


def con_marcas(usuario: Actor, tiradas: QuerySet[Tirada]) -> QuerySet[Tirada]:
    """Add `segunda`, `pedida` and `se_lee` to rolls, of what this reader may know.

    A second attempt repeats character, action, target and declaration within a day of a roll that stands. An earlier
    roll that the reader does not see does not count: the mark would tell that it exists.
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
            anulada__isnull=True,
        )
        # Declared together, before any result was known: neither is a second attempt at the other.
        .exclude(mensaje=OuterRef("mensaje"), cuando=OuterRef("cuando"))
    )
    pedidas = SolicitudDeAnulacion.objects.visibles_para(usuario).filter(
        tirada=OuterRef("pk"), estado=SolicitudDeAnulacion.Estado.PENDIENTE
    )
    return tiradas.annotate(
        segunda=Q(continua__isnull=True) & Exists(anteriores),
        pedida=Subquery(pedidas.values("motivo")[:1]),
        se_lee=ExpressionWrapper(lee_declaracion(usuario), output_field=BooleanField()),
    )


def _legible(fila: Any) -> bool:
    return bool(fila.legible)


def uno(quien: Lector, publico: str) -> Leido | None:
    """Return one turn of the reader's thread, or None."""
    filas = list(Mensaje.objects.en_hilo_de(quien.usuario).filter(publico=publico).select_related("autor", "personaje"))
    return completar(quien, filas)[0] if filas else None


@dataclass(frozen=True, slots=True)
class Lugar:
    """Where a reader finds one turn: the ids of its partida and scene, and where its page begins (empty: the last).

    en_su_escena: false for who wrote it or was told it and can no longer read the scene.
    """

    partida: str
    escena: str
    desde: str
    en_su_escena: bool = True


def lugar(usuario: Actor, publico: str) -> Lugar | None:
    """Return where the turn is in this reader's thread, counting only what they can see; None if it is not there.

    A turn near the end is on the last page; any other begins a page of its own, so that its cost never grows.
    """
    hilo = Mensaje.objects.en_hilo_de(usuario)
    fila = hilo.filter(publico=publico).select_related("escena__partida").first()
    if fila is None:
        return None
    escena, desde = fila.escena, ""
    if not Escena.objects.visibles_para(usuario).filter(pk=escena.pk).exists():
        return Lugar("", "", "", en_su_escena=False)
    if fila.orden is not None:
        posteriores = hilo.filter(escena=escena, orden__gt=fila.orden).order_by("orden").values_list("pk", flat=True)
        desde = publico if len(posteriores[:TAMANO]) == TAMANO else ""
    return Lugar(escena.partida.publico, escena.publico, desde)


def tirada(usuario: Actor, publico: str) -> Tirada | None:
    """Return one roll that the person may see, with its turn, scene and partida."""
    filas = con_marcas(usuario, Tirada.objects.visibles_para(usuario).filter(publico=publico))
    return filas.select_related("mensaje__escena__partida", "personaje", "objetivo").first()


def solicitud(usuario: Actor, publico: str) -> SolicitudDePalabra | None:
    """Return one request for the direction's word that the person may see, with its turn."""
    filas = SolicitudDePalabra.objects.visibles_para(usuario).filter(publico=publico)
    return filas.select_related("mensaje__escena__partida").first()


def pendientes(quien: Lector) -> QuerySet[SolicitudDePalabra]:
    """Return what waits for the direction's word in the partida, oldest first."""
    filas = SolicitudDePalabra.objects.visibles_para(quien.usuario).filter(
        mensaje__escena__partida=quien.partida, estado=SolicitudDePalabra.Estado.PENDIENTE
    )
    return _con_objetivo(quien.usuario, filas).select_related("mensaje__escena").order_by("pk")


def turno_en_curso(quien: Lector, escena: Escena, *, clave: UUID | None = None, publico: str = "") -> Leido | None:
    """Return the person's own turn in progress in that scene, by the key of its editor or by its public id."""
    propios = Mensaje.objects.en_hilo_de(quien.usuario).filter(
        escena=escena, autor=quien.usuario.pk, estado=Mensaje.Estado.EN_CURSO
    )
    fila = (propios.filter(publico=publico) if clave is None else propios.filter(clave=clave)).select_related(
        "autor", "personaje"
    )
    leidos = completar(quien, list(fila[:1]))
    return leidos[0] if leidos else None
