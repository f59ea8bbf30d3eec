"""The index of the search, kept in the transaction of the verb that writes: what can be found of one turn.

Who may find it is not here: hiding, narrowing or moving a turn needs nothing done to the index.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.db import transaction

from partidas.busqueda.trozos import de_html, de_texto
from partidas.models import Buscable, Fragmento, Mensaje, Tirada
from partidas.models.buscable import TRAMO

if TYPE_CHECKING:
    from django.db.models import QuerySet

CLASE = Buscable.Clase
TEXTO, NOTAS, FRAGMENTOS, TIRADAS = 0, 1, 2, 512
"""Where in the stretch of its turn each kind begins."""
MOTIVO = "index of the search"
TANDA = 500


def anotar(mensaje: Mensaje) -> None:
    """Write what can be found of the words of a turn, its notes and its fragments; the same again changes nothing.

    What the site says by itself is said to each reader in their language, so it is not found.
    """
    if mensaje.voz == Mensaje.Voz.SISTEMA:
        return
    partida = mensaje.escena.partida_id
    debidas: dict[tuple[str, int | None], tuple[str, str]] = {
        (CLASE.TEXTO, None): de_html(mensaje.html),
        (CLASE.NOTAS, None): de_html(mensaje.notas_html),
        **{(CLASE.FRAGMENTO, pk): de_html(html) for pk, html in _fragmentos(mensaje)},
    }
    hay = {(fila.clase, fila.fragmento_id): fila for fila in _filas(mensaje).exclude(clase=CLASE.DECLARACION)}
    sobran = [fila.pk for clave, fila in hay.items() if not debidas.get(clave, ("", ""))[1]]
    if sobran:
        _todas().filter(pk__in=sobran).delete()
    for (clase, fragmento), (texto, plegado) in debidas.items():
        fila = hay.get((clase, fragmento))
        if not plegado or (fila is not None and (fila.texto, fila.plegado) == (texto, plegado)):
            continue
        if fila is None:
            fijas: dict[str, int] = {CLASE.TEXTO: TEXTO, CLASE.NOTAS: NOTAS}
            pk = mensaje.pk * TRAMO + fijas[clase] if clase in fijas else _libre(mensaje.pk, FRAGMENTOS)
            fila = Buscable(pk=pk, partida_id=partida, mensaje_id=mensaje.pk, clase=clase, fragmento_id=fragmento)
        fila.texto, fila.plegado = texto, plegado
        fila.save(force_insert=fila._state.adding)


def anotar_tirada(tirada: Tirada, partida: int) -> None:
    """Write what can be found of what was declared before a die; nothing for a die without words."""
    texto, plegado = de_texto(tirada.declaracion)
    pk = _libre(tirada.mensaje_id, TIRADAS) if plegado else None
    if pk is not None:
        _todas().create(
            pk=pk,
            partida_id=partida,
            mensaje_id=tirada.mensaje_id,
            clase=CLASE.DECLARACION,
            tirada=tirada,
            texto=texto,
            plegado=plegado,
        )


def _todas() -> QuerySet[Buscable]:
    return Buscable.objects.sin_filtrar(MOTIVO)


def _filas(mensaje: Mensaje) -> QuerySet[Buscable]:
    return _todas().filter(mensaje=mensaje.pk)


def _fragmentos(mensaje: Mensaje) -> Iterator[tuple[int, str]]:
    filas = Fragmento.objects.sin_filtrar(MOTIVO).filter(mensaje=mensaje.pk, revision__isnull=True)
    return iter(filas.order_by("orden", "pk").values_list("pk", "html"))


def _libre(mensaje: int, desde: int) -> int | None:
    """Return the first free key of a kind in the stretch of a turn; None if it is full, and then it is not found."""
    tramo = range(mensaje * TRAMO + desde, mensaje * TRAMO + (TIRADAS if desde == FRAGMENTOS else TRAMO))
    usadas = set(_todas().filter(pk__gte=tramo.start, pk__lt=tramo.stop).values_list("pk", flat=True))
    return next((pk for pk in tramo if pk not in usadas), None)


def rehacer(*, solo_lo_que_falta: bool = False, tanda: int = TANDA) -> int:
    """Write again what can be found of every turn, batch by batch, each in its transaction; returns how many turns.

    solo_lo_que_falta: of the turns that have nothing in the index alone.
    """
    hechos = desde = 0
    while True:
        filas = Mensaje.objects.sin_filtrar(MOTIVO).filter(pk__gt=desde)
        if solo_lo_que_falta:
            filas = filas.exclude(pk__in=_todas().values("mensaje"))
        lote = list(filas.order_by("pk").values_list("pk", flat=True)[:tanda])
        if not lote:
            return hechos
        for pk in lote:
            rehacer_uno(pk)
        hechos, desde = hechos + len(lote), lote[-1]


def rehacer_uno(pk: int) -> None:
    """Write again what can be found of one turn, as its rows stand."""
    with transaction.atomic():
        filas = Mensaje.objects.sin_filtrar(MOTIVO).select_related("escena").select_for_update(of=("self",))
        mensaje = filas.filter(pk=pk).first()
        if mensaje is None:
            return
        anotar(mensaje)
        tiradas = Tirada.objects.sin_filtrar(MOTIVO).filter(mensaje=pk).exclude(declaracion="")
        dichas = set(_filas(mensaje).filter(clase=CLASE.DECLARACION).values_list("tirada", flat=True))
        for tirada in tiradas.exclude(pk__in=dichas).order_by("posicion", "pk"):
            anotar_tirada(tirada, mensaje.escena.partida_id)


def incumplidas() -> Iterator[str]:
    """Yield a line for each published turn with words of which nothing can be found."""
    filas = Mensaje.objects.sin_filtrar(MOTIVO).exclude(texto="").exclude(voz=Mensaje.Voz.SISTEMA)
    sin_indice = filas.exclude(pk__in=_todas().filter(clase=CLASE.TEXTO).values("mensaje"))
    for publico, html in sin_indice.values_list("publico", "html"):
        if de_html(html)[1]:
            yield f"mensaje {publico}: falta en el índice de la búsqueda (manage.py reindexar)"
