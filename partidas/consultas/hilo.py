"""How a thread is read: keyset pages over `orden`, through the gate, the same few queries for any number of posts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import OuterRef, Subquery, Value

from partidas.consultas import avisos, colgados, marcas
from partidas.consultas.colgados import con_marcas
from partidas.consultas.moldes import Entre, Molde, juntas
from partidas.consultas.planes import POR_INDICE
from partidas.models import (
    Acta,
    Adjunto,
    Escena,
    Fragmento,
    Mensaje,
    Reparto,
    RespuestaPedida,
    SolicitudDePalabra,
    Tirada,
    TiradaPedida,
)

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from cuentas.models import Usuario
    from partidas.consultas.jornadas import JornadaLeida
    from partidas.politica import Lector

TAMANO = 20
SE_ENSENA = ("personaje__publico", "personaje__nombre", "autor__publico", "autor__username", "autor__cerrada")
"""What a page of a thread needs of a turn's character and author."""


@dataclass(frozen=True, slots=True)
class Leido:
    """One turn as one reader has it: the row, whether its words stand, who was told by name, its visible rolls.

    claves: public ids of the characters who were told, beside their names. jornadas: the closed days it tells of.
    fragmentos: those of its private fragments that are for this reader, in order. lo_borro: they deleted it, which a
    page of its thread knows.
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
    lo_borro: bool = False
    pedida: TiradaPedida | None = None
    respuestas: tuple[RespuestaPedida, ...] = ()


@dataclass(frozen=True, slots=True)
class Pagina:
    """One page of a thread. anterior: public id before which the one before ends; siguiente: where the next begins."""

    mensajes: tuple[Leido, ...]
    anterior: str = ""
    siguiente: str = ""
    en_curso: tuple[Leido, ...] = ()


def pagina(
    quien: Lector,
    escena: Escena,
    *,
    desde: str = "",
    hasta: str = "",
    al_principio: bool = False,
    al_nuevo: bool = False,
    tamano: int = TAMANO,
) -> Pagina | None:
    """Return the page that begins at the turn `desde`, or ends before `hasta`, or the first, or the last one.

    al_nuevo: instead of the last, the page that begins at the first unread turn of the scene, if it comes before.
    Returns None when that turn is not one of the reader's own thread: hidden and missing are the same.
    """
    lleva = marcas.lleva_marcas(quien)
    modo = "desde" if desde else "hasta" if hasta else "principio" if al_principio else "final"
    if modo == "final" and al_nuevo and lleva:
        modo = "nuevo"
    leidas = _PAGINA.leer(quien.usuario, modo, tamano, lleva, quien.dirige, escena=escena.pk, ancla=desde or hasta)
    en_curso = sorted((f for f in leidas if f.orden is None), key=lambda f: (f.creado, f.pk))
    en_su_sitio = {fila.orden: fila for fila in leidas if fila.orden is not None}
    publicados = [en_su_sitio[orden] for orden in sorted(en_su_sitio)]
    primera, fin = 0, tamano
    if desde or hasta:
        ancla = next((n for n, fila in enumerate(publicados) if fila.publico == (desde or hasta)), -1)
        if ancla < 0:
            return None
        if hasta and not ancla:
            return pagina(quien, escena, desde=hasta, tamano=tamano)
        primera = ancla if desde else max(0, ancla - tamano)
        fin = ancla + tamano if desde else ancla
    elif not al_principio:
        primera = _primera(publicados, tamano, al_nuevo=modo == "nuevo")
        fin = primera + tamano
    filas, resto = publicados[primera:fin], publicados[fin:]
    siguiente = resto[0].publico if resto else ""
    leidos = completar(quien, filas if siguiente else [*filas, *en_curso])
    anterior = filas[0].publico if primera else ""
    return Pagina(leidos[: len(filas)], anterior, siguiente, leidos[len(filas) :])


def _primera(publicados: Sequence[Any], tamano: int, *, al_nuevo: bool) -> int:
    """Return where the last page begins, or the one at the first unread turn if that comes before."""
    ultima = max(0, len(publicados) - tamano)
    primero = publicados[-1].primero if al_nuevo and publicados else None
    return ultima if primero is None else min(ultima, sum(fila.orden < primero for fila in publicados))


def _pagina(
    usuario: Actor, modo: str, tamano: int, lleva_marcas: bool, dirigiendo: bool, *, escena: int, ancla: str
) -> tuple[QuerySet[Mensaje]]:
    """Return the rows of a page: those of its parts, with what their reader is told of each, asked once."""

    def elegidos(hilo: QuerySet[Mensaje]) -> Entre:
        partes = _partes(hilo, usuario, modo, tamano, dirigiendo, escena=escena, ancla=ancla)
        return Entre(parte.values("pk") for parte in partes)

    filas = Mensaje.objects.en_hilo_de(usuario, elegidos=elegidos)
    filas = filas.select_related("autor", "personaje").only(*_columnas())
    if usuario.is_authenticated:
        filas = filas.annotate(borrado_por=Subquery(_quien_borro()))
    if lleva_marcas:
        filas = marcas.en_el_hilo(usuario, escena, filas)
        filas = avisos.en_el_hilo(usuario, escena, filas)
    if modo == "nuevo":
        filas = filas.annotate(primero=Subquery(marcas.primero(usuario, escena, dirigiendo=dirigiendo)))
    return (filas,)


def _columnas() -> list[str]:
    """Return what a page of a thread needs of a turn, and of its character and author."""
    return [*(campo.name for campo in Mensaje._meta.concrete_fields), *SE_ENSENA]


def _partes(
    hilo: QuerySet[Mensaje], usuario: Actor, modo: str, tamano: int, dirigiendo: bool, *, escena: int, ancla: str
) -> Iterator[QuerySet[Mensaje]]:
    """Yield what a page is made of: its turns, one more on each side of them, and those in progress.

    Every part is a range of the index by scene and place, read from one of its ends: what it costs does not depend on
    how long the scene is.
    """
    hilo = hilo.filter(escena=escena)
    publicados = hilo.filter(orden__isnull=False)
    hacia_atras, hacia_delante = publicados.order_by("-orden"), publicados.order_by("orden")
    yield hilo.filter(orden__isnull=True, estado=Mensaje.Estado.EN_CURSO)
    if modo == "principio":
        yield hacia_delante[: tamano + 1]
        return
    if modo in ("final", "nuevo"):
        yield hacia_atras[: tamano + 1]
    if modo == "final":
        return
    donde = Subquery(publicados.filter(publico=ancla).values("orden")[:1])
    if modo == "nuevo":
        donde = Subquery(marcas.primero(usuario, escena, dirigiendo=dirigiendo))
    if modo in ("desde", "nuevo"):
        yield hacia_delante.filter(orden__gte=donde)[: tamano + 1]
        yield hacia_atras.filter(orden__lt=donde)[:1]
    else:
        yield publicados.filter(publico=ancla)
        yield hacia_atras.filter(orden__lt=donde)[: tamano + 1]


def _quien_borro() -> QuerySet[Acta, Any]:
    return (
        Acta.objects.sin_filtrar("who deleted a turn")
        .filter(clase=Acta.Clase.MENSAJE, objeto=OuterRef("publico"), verbo=Acta.Verbo.BORRAR)
        .order_by("-pk")
        .values("por")[:1]
    )


_PAGINA = Molde(_pagina, ajustes=POR_INDICE)


def completar(quien: Lector, filas: Sequence[Mensaje]) -> tuple[Leido, ...]:
    """Hang on each row its recipients, rolls and requests: one query for any number of rows, none for none."""
    del_sitio = {fila.pk for fila in filas if fila.voz == Mensaje.Voz.SISTEMA and _legible(fila)}
    con_nombre = {fila.pk for fila in filas if fila.visibilidad == Mensaje.Visibilidad.DESTINATARIOS}
    cosas = colgados.leer(
        quien.usuario, [fila.pk for fila in filas], con_nombres=bool(con_nombre), con_jornadas=bool(del_sitio)
    )
    nombrados = {pk: suyos for pk, suyos in cosas.destinatarios.items() if pk in con_nombre}
    borrado = Mensaje.Estado.BORRADO.value
    return tuple(
        Leido(
            mensaje=fila,
            legible=_legible(fila),
            destinatarios=tuple([d.nombre for d in nombrados.get(pk, ())]),
            tiradas=tuple(cosas.tiradas.get(pk, ())),
            claves=tuple([d.personaje.publico for d in nombrados.get(pk, ()) if d.personaje]),
            palabras=tuple(cosas.palabras.get(pk, ())),
            jornadas=cosas.jornadas.get(pk, ()) if pk in del_sitio else (),
            fragmentos=tuple(cosas.fragmentos.get(pk, ())),
            adjuntos=tuple(cosas.adjuntos.get(pk, ())),
            pedida=(pedida := next(iter(cosas.pedidas.get(pk, ())), None)),
            respuestas=tuple(cosas.respuestas.get(pedida.pk, ())) if pedida else (),
            lo_borro=fila.estado == borrado and _lo_borro(quien, fila),
        )
        for pk, fila in ((fila.pk, fila) for fila in filas)
    )


def ciegas(quien: Lector, leidos: Sequence[Leido], filas: Mapping[int, Reparto]) -> dict[int, set[int]]:
    """Return, for each roll, the accounts that play its target and do not see it: the direction answers for them.

    filas: open cast rows by character. Asked for the direction alone, in one query: none if no player is a target.
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
    ven = set(
        juntas(
            Tirada.objects.visibles_para(jugador).filter(pk__in=pks).order_by().values_list(Value(jugador.pk), "pk")
            for jugador, pks in blancos.items()
        )
    )
    for jugador, pks in blancos.items():
        for pk in pks:
            if (jugador.pk, pk) not in ven:
                faltan[pk].add(jugador.pk)
    return faltan


def _legible(fila: Any) -> bool:
    return bool(fila.legible)


def _lo_borro(quien: Lector, fila: Any) -> bool:
    por = getattr(fila, "borrado_por", None)
    return por is not None and por == quien.usuario.pk


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


def lugar(usuario: Actor, publico: str, *, tamano: int = TAMANO) -> Lugar | None:
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
        desde = publico if len(posteriores[:tamano]) == tamano else ""
    return Lugar(escena.partida.publico, escena.publico, desde)


def tirada(usuario: Actor, publico: str) -> Tirada | None:
    """Return one roll that the person may see, with its turn, scene and partida."""
    filas = con_marcas(usuario, Tirada.objects.visibles_para(usuario).filter(publico=publico))
    return filas.select_related("mensaje__escena__partida", "personaje", "objetivo").first()


def solicitud(usuario: Actor, publico: str) -> SolicitudDePalabra | None:
    """Return one request for the direction's word that the person may see, with its turn."""
    filas = SolicitudDePalabra.objects.visibles_para(usuario).filter(publico=publico)
    return filas.select_related("mensaje__escena__partida").first()


def respuesta(usuario: Actor, publico: str) -> RespuestaPedida | None:
    """Return what one character answers to a request that the reader sees, with its place, or None."""
    filas = RespuestaPedida.objects.visibles_para(usuario).filter(publico=publico)
    return filas.select_related("pedida__mensaje__escena__partida", "personaje", "tirada").first()


def respuestas_de(usuario: Actor, pedida: TiradaPedida) -> list[RespuestaPedida]:
    """Return all the answers to a request that the reader sees, by name."""
    filas = RespuestaPedida.objects.visibles_para(usuario).filter(pedida=pedida)
    return list(filas.select_related("personaje", "tirada").order_by("nombre", "pk"))


def pendientes(quien: Lector) -> QuerySet[SolicitudDePalabra]:
    """Return what waits for the direction's word in the partida, oldest first."""
    filas = SolicitudDePalabra.objects.visibles_para(quien.usuario).filter(
        mensaje__escena__partida=quien.partida, estado=SolicitudDePalabra.Estado.PENDIENTE
    )
    return colgados.con_objetivo(quien.usuario, filas).select_related("mensaje__escena", "objetivo").order_by("pk")


def turno_en_curso(quien: Lector, escena: Escena, *, clave: UUID | None = None, publico: str = "") -> Leido | None:
    """Return the person's own turn in progress in that scene, by the key of its editor or by its public id."""
    propios = _EN_CURSO.leer(quien.usuario, escena=escena.pk)
    fila = [f for f in propios if (f.publico == publico if clave is None else f.clave == clave)]
    leidos = completar(quien, fila[:1])
    return leidos[0] if leidos else None


def _los_propios(usuario: Actor, *, escena: int) -> tuple[QuerySet[Mensaje]]:
    filas = Mensaje.objects.en_hilo_de(usuario).filter(escena=escena, autor=usuario.pk, estado=Mensaje.Estado.EN_CURSO)
    return (filas.select_related("autor", "personaje").order_by("pk"),)


_EN_CURSO = Molde(_los_propios)
