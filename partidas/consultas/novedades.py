"""What has changed in a scene since a reader's page, or since they began to write in it, for that reader."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.db.models import BooleanField, Case, Exists, ExpressionWrapper, F, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.utils.crypto import salted_hmac

from partidas.consultas import cursor as cursores
from partidas.consultas.cursor import IDO, Cursor
from partidas.consultas.hilo import TAMANO
from partidas.consultas.moldes import Molde
from partidas.models import Escena, Mensaje, Partida

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor
    from partidas.politica import Lector

CONTADOS_MAXIMO = 100


def _nuevo(usuario: Actor) -> Q:
    """A turn of the reader's thread is news: its words stand, and somebody else published it."""
    propio = Q(autor=usuario.pk) if usuario.is_authenticated else Q(pk__in=())
    return Q(legible=True, estado=Mensaje.Estado.PUBLICADO) & ~propio


def desde(quien: Lector, escena: Escena, tras: str, abierto: int) -> list[str]:
    """Return the public ids of what others have published since, oldest first: what the reader reads, up to a hundred.

    tras: the last turn that was there, if there was one; abierto: when it was, in seconds of the epoch, which counts if
    that turn is no longer there. One query.
    """
    if not (tras or abierto):
        return []
    hilo = Mensaje.objects.en_hilo_de(quien.usuario).filter(escena=escena)
    ancla = hilo.filter(publico=tras).values("orden")[:1]
    luego = Q(publicado__gt=datetime.fromtimestamp(abierto, UTC)) if abierto else Q(pk__in=())
    despues = Q(orden__gt=Subquery(ancla)) | (luego & ~Q(Exists(ancla))) if tras else luego
    filas = hilo.filter(despues).filter(_nuevo(quien.usuario)).order_by("orden")
    return list(filas.values_list("publico", flat=True)[:CONTADOS_MAXIMO])


@dataclass(frozen=True, slots=True)
class Cambios:
    """What is no longer as a page has it.

    abierta: turns are still published in the scene. filas: the turns of the window in their order, those in progress
    apart. cambiados: public ids of those on the page that changed, idos among them: the reader has them no more.
    nuevos: those published that it does not have; contados: those that are news. en_curso: as the cursor has it.
    """

    abierta: bool
    filas: tuple[Any, ...] = ()
    cambiados: tuple[str, ...] = ()
    nuevos: tuple[str, ...] = ()
    contados: tuple[str, ...] = ()
    en_curso: str = ""

    @property
    def dicho(self) -> str:
        """Return what stands for the news as they are announced: the first, and a digest of all of them."""
        if not self.contados:
            return ""
        return self.contados[0] + salted_hmac(cursores.SAL, ",".join(self.contados)).hexdigest()[:8]

    def son_los_de(self, cursor: Cursor) -> bool:
        """Tell whether all is as the cursor says."""
        return not self.cambiados and (self.en_curso, self.dicho) == (cursor.en_curso, cursor.dicho)


def cambios(usuario: Actor, partida: str, escena: str, cursor: Cursor) -> Cambios | None:
    """Return what has changed since the cursor, or None if the reader reads the scene no more.

    One query while something of the page stands, or while nothing is there; it tells the same to this reader whatever
    is said, hidden or changed for others.
    """
    abierta: bool | None = None
    filas: list[Any] = []
    if not cursor.algo_en_pie:
        abierta, hay = _escena(usuario, partida, escena)
        if abierta is None:
            return None
        if not hay:
            return _comparar(usuario, cursor, filas, abierta=abierta)
    filas = _ventana(usuario, partida, escena, cursor)
    if filas:
        abierta = _abierta(filas[0].de_la_escena, filas[0].de_la_partida)
    elif abierta is None:
        abierta, _hay = _escena(usuario, partida, escena)
        if abierta is None:
            return None
    return _comparar(usuario, cursor, filas, abierta=bool(abierta))


def _abierta(de_la_escena: str, de_la_partida: str) -> bool:
    return de_la_escena == Escena.Estado.ABIERTA and Partida(estado=de_la_partida).admite_escritura


def _ventana(usuario: Actor, partida: str, escena: str, cursor: Cursor) -> list[Any]:
    """Return the turns among which the page is, with those that came after it and those in progress, in their order.

    All that the page has; of what it has not, the first that came, more than are counted.
    """
    forma = (bool(cursor.lleva), cursor.al_final, bool(cursor.ultimo))
    lleva = list(cursor.lleva) or [""]
    filas = _VENTANA.leer(usuario, *forma, partida=partida, escena=escena, lleva=lleva, ultimo=cursor.ultimo)
    una_vez = {fila.pk: fila for fila in filas}
    return sorted(una_vez.values(), key=lambda fila: (fila.orden or 0, fila.creado, fila.pk))


def _en_la_ventana(
    usuario: Actor,
    lleva_algo: bool,
    al_final: bool,
    con_ultimo: bool,
    *,
    partida: str,
    escena: str,
    lleva: list[str],
    ultimo: str,
) -> tuple[QuerySet[Mensaje], ...]:
    la_escena = Escena.objects.visibles_para(usuario).filter(publico=escena, partida__publico=partida)
    hilo = Mensaje.objects.en_hilo_de(usuario).filter(escena__in=la_escena)
    # Where a turn stood is asked whatever has become of it: only who was shown it has its id under this signature.
    donde = Mensaje.objects.sin_filtrar("where stood what the reader's page has").filter(
        escena__publico=escena, orden__isnull=False
    )
    suyas = donde.filter(publico__in=lleva)
    # In the order of a sum, for which there is no index: by that of the places the whole scene is walked to find them.
    lugar = F("orden") + 0
    primera, ultima = (Subquery(suyas.order_by(como).values("orden")[:1]) for como in (lugar.asc(), lugar.desc()))
    # Each part is a range of the index by scene and place: joined by OR they would be looked for in the whole scene.
    cuales: list[Q] = []
    if al_final:
        cuales.append(Q(orden__isnull=True))
    if al_final and not con_ultimo:
        # When nothing of the page is in this scene any more, its reader has not seen whatever is here.
        cuales.append(Q(orden__gte=Coalesce(primera, 0) if lleva_algo else 0))
    else:
        cuales.append(Q(orden__gte=primera, orden__lte=ultima))
        if con_ultimo:
            cuales.append(Q(orden__gt=Subquery(donde.filter(publico=ultimo).values("orden")[:1])))
    filas = cursores.con_rasgos(usuario, hilo).annotate(
        nuevo=ExpressionWrapper(_nuevo(usuario), output_field=BooleanField()),
        de_la_escena=F("escena__estado"),
        de_la_partida=F("escena__partida__estado"),
    )
    # What the page has, and what is in progress, comes whatever else is let through: of that, as much as fits.
    de_mas = Q(orden__isnull=False) & ~Q(publico__in=lleva)
    orden, tope = (
        (Case(When(de_mas, then=1), default=0), F("orden"), "creado", "pk"),
        len(lleva) + CONTADOS_MAXIMO + TAMANO,
    )
    return tuple(filas.filter(parte).order_by(*orden)[:tope] for parte in cuales)


_VENTANA = Molde(_en_la_ventana)


def _escena(usuario: Actor, partida: str, escena: str) -> tuple[bool | None, bool]:
    """Return whether the scene is open, None if it is not for the reader, and whether they have anything in it."""
    hilo = Mensaje.objects.en_hilo_de(usuario).filter(escena__publico=escena)
    filas = Escena.objects.visibles_para(usuario).filter(publico=escena, partida__publico=partida)
    fila = filas.select_related("partida").annotate(hay=Exists(hilo)).first()
    if fila is None:
        return None, False
    return _abierta(fila.estado, fila.partida.estado), bool(fila.hay)


def _comparar(usuario: Actor, cursor: Cursor, filas: list[Any], *, abierta: bool) -> Cambios:
    marcas = {fila.publico: cursores.marca_de_fila(usuario, fila) for fila in filas}
    publicadas = [fila for fila in filas if fila.orden is not None]
    suyas = [fila for fila in publicadas if fila.publico not in cursor.lleva]
    en_curso = [f.publico for f in filas if f.orden is None and f.publico != cursor.suyo] if cursor.al_final else []
    estan = {fila.publico for fila in publicadas}
    return Cambios(
        abierta=abierta,
        filas=tuple(publicadas),
        cambiados=tuple(
            publico
            for publico, marca in cursor.lleva.items()
            if marca != (marcas[publico] if publico in estan else IDO)
        ),
        nuevos=tuple(fila.publico for fila in suyas),
        contados=tuple(fila.publico for fila in suyas if fila.nuevo)[:CONTADOS_MAXIMO],
        en_curso=cursores.juntas((publico, marcas[publico]) for publico in en_curso),
    )


def ultimo(usuario: Actor, escena: Escena) -> str:
    """Return the public id of the last turn of the reader's thread, or nothing."""
    hilo = Mensaje.objects.en_hilo_de(usuario).filter(escena=escena, orden__isnull=False)
    return hilo.order_by("-orden").values_list("publico", flat=True).first() or ""


def quienes_hablan(quien: Lector, escena: Escena) -> frozenset[int]:
    """Return the characters of the last turns of a scene, for whoever chooses among PNJ; one query, none for others."""
    if not quien.dirige:
        return frozenset()
    leidos = Mensaje.objects.visibles_para(quien.usuario).filter(escena=escena, orden__isnull=False)
    ultimos = leidos.order_by("-orden").values_list("personaje_id", flat=True)[:TAMANO]
    return frozenset(pk for pk in ultimos if pk is not None)
