"""The poll of an open thread: what has changed in it for this reader, as pieces that htmx puts in their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import reloj
from partidas.consultas import cursor as cursores
from partidas.consultas import hilo, novedades
from partidas.consultas import marcas as lo_leido
from partidas.consultas import partida as consultas
from partidas.consultas.cursor import IDO, Cursor
from partidas.dominio.moderacion import borrados_por
from partidas.models import Mensaje
from partidas.presentacion import marcas, mensajes
from partidas.presentacion import novedades as presentacion
from partidas.presentacion.acciones import con_acciones
from partidas.views.comun import actor, con_errores, obtener_escena

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from partidas.consultas.hilo import Leido
    from partidas.consultas.novedades import Cambios
    from partidas.models import Escena
    from partidas.politica import Lector
    from partidas.presentacion.mensajes import MensajeVisto

SIGUE_SIN_NADA, SE_ACABO = 204, 286
"""The second, of htmx: there is nothing to ask any more."""


@dataclass(frozen=True, slots=True)
class Llegado:
    """One turn to put in the thread after another, or at its beginning; foco: the first of those asked for."""

    visto: MensajeVisto
    tras: str
    foco: bool


@require_safe
@never_cache
@login_not_required
@con_errores
def ver(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Answer 204 when the page is as this reader would see it now; 286 when there is nothing more to wait for.

    tras: the cursor of the page; one that is not of this reader and scene is answered like a new page, which has seen
    all. traer: put the new turns in the list too.
    """
    usuario = actor(request)
    cursor = cursores.leer(request.GET.get("tras", ""), usuario, escena_id)
    if cursor is None:
        return _desde_ahora(request, *obtener_escena(request, partida_id, escena_id))
    cambios = novedades.cambios(usuario, partida_id, escena_id, cursor)
    if cambios is None:
        return _acabar(request, {"fin": _("Esta escena ya no está o no es para ti.")})
    traer = "traer" in request.GET and cursor.al_final
    if cambios.son_los_de(cursor) and not (traer and cambios.nuevos) and not _ignora_el_final(cursor):
        if cambios.abierta:
            return HttpResponse(status=SIGUE_SIN_NADA)
        return _acabar(request, {"fin": _("La escena está cerrada.")})
    quien, escena = obtener_escena(request, partida_id, escena_id)
    contexto = _piezas(quien, escena, cursor, cambios, traer=traer)
    if not cambios.abierta:
        return _acabar(request, contexto)
    return render(request, "partidas/_sondeo.html", contexto)


def _desde_ahora(request: HttpRequest, quien: Lector, escena: Escena) -> HttpResponse:
    usuario = quien.usuario
    nuevo = Cursor(cursores.clave_de(usuario), escena.publico, {}, ultimo=novedades.ultimo(usuario, escena))
    return render(request, "partidas/_sondeo.html", {"cursor": nuevo.firmado()})


def _acabar(request: HttpRequest, contexto: dict[str, Any]) -> HttpResponse:
    """Give what there is for the last time, and take away what asks."""
    respuesta = render(request, "partidas/_sondeo.html", contexto, status=SE_ACABO)
    respuesta["HX-Reswap"] = "delete"
    return respuesta


def _ignora_el_final(cursor: Cursor) -> bool:
    """Tell whether it is of a page that is not the last, and nobody has asked yet where the thread ends."""
    return not cursor.al_final and not cursor.ultimo


def _piezas(quien: Lector, escena: Escena, cursor: Cursor, cambios: Cambios, *, traer: bool) -> dict[str, Any]:
    """Return what the template puts in place, with the cursor of the page as it will be then."""
    traidos = cambios.nuevos[: novedades.CONTADOS_MAXIMO] if traer else ()
    pedidos = [*cambios.cambiados, *traidos]
    otro_curso = cambios.en_curso != cursor.en_curso
    filas = _filas(quien, escena, pedidos, en_curso=otro_curso)
    reparto = consultas.reparto(quien) if quien.participa else []
    leidos = {leido.mensaje.publico: leido for leido in hilo.completar(quien, filas)}
    publicados = {publico: leidos.pop(publico) for publico in pedidos if publico in leidos}
    otros = [leido for publico, leido in leidos.items() if publico != cursor.suyo]
    vistos = _con_acciones(quien, escena, cambios, publicados, mensajes.ver(quien, list(publicados.values()), reparto))
    llegan = [publico for publico in traidos if publico in vistos]
    lleva = dict(cursor.lleva) | {
        publico: cursores.marca_de(quien, publicados[publico]) if publico in publicados else IDO
        for publico in [*cambios.cambiados, *llegan]
    }
    lleva = _en_su_orden(lleva, cambios, llegan)
    contados = () if traer else cambios.contados
    nuevo = cursor.con(
        lleva=lleva,
        en_curso=cursores.juntas((o.mensaje.publico, cursores.marca_de(quien, o)) for o in otros)
        if otro_curso
        else cursor.en_curso,
        ultimo=cursor.ultimo or ("" if cursor.al_final else novedades.ultimo(quien.usuario, escena)),
        dicho="" if traer else cambios.dicho,
    )
    idos = [publico for publico in cambios.cambiados if publico not in publicados]
    return {
        "cursor": nuevo.firmado(),
        "quien": quien,
        "partida": quien.partida,
        "escena": escena,
        "form": cursor.editor,
        "marcas": marcas.ver(quien, list(publicados.values()), ahora=reloj.ahora()),
        "cambian": [vistos[publico] for publico in cambios.cambiados if publico in vistos],
        "idos": _idos(quien, idos),
        "llegan": _lugares(llegan, vistos, lleva),
        "llena": llegan and not cursor.lleva,
        "hay_otro_curso": otro_curso,
        "en_curso": mensajes.ver(quien, otros, reparto),
        "hay_otro_dicho": nuevo.dicho != cursor.dicho,
        "primero": contados[0] if contados else "",
        "otro_primero": (contados[0] if contados else "") != cursor.dicho[: cursores.LARGO_DE_ID],
        "frase": presentacion.nuevos(len(contados)),
        "al_final": cursor.al_final,
        "fin": "" if cambios.abierta else _("La escena está cerrada."),
        "al_dia": (llegan[-1] if llegan else "") if cursor.editor else "",
    }


def _filas(quien: Lector, escena: Escena, pedidos: Collection[str], *, en_curso: bool) -> list[Mensaje]:
    hilo_ = Mensaje.objects.en_hilo_de(quien.usuario).filter(escena=escena).select_related("autor", "personaje")
    if lo_leido.lleva_marcas(quien):
        hilo_ = lo_leido.en_el_hilo(quien.usuario, escena.pk, hilo_)
    filas = list(hilo_.filter(publico__in=pedidos, orden__isnull=False).order_by("orden")) if pedidos else []
    if en_curso:
        filas += hilo_.filter(estado=Mensaje.Estado.EN_CURSO).order_by("creado", "pk")
    return filas


def _con_acciones(
    quien: Lector, escena: Escena, cambios: Cambios, leidos: dict[str, Leido], vistos: Sequence[MensajeVisto]
) -> dict[str, MensajeVisto]:
    """Offer on each turn what its page would, which depends on whether somebody has spoken after it."""
    ajenas = [fila.orden for fila in cambios.filas if fila.nuevo]
    borrados = borrados_por(quien.usuario, [leido.mensaje for leido in leidos.values()])
    salida = {}
    for (publico, leido), visto in zip(leidos.items(), vistos, strict=True):
        respondido = any(orden > (leido.mensaje.orden or 0) for orden in ajenas)
        salida[publico] = con_acciones(
            quien, escena, [leido], [visto], ahora=reloj.ahora(), hay_mas=respondido, borrados=borrados
        )[0]
    return salida


def _en_su_orden(lleva: dict[str, str], cambios: Cambios, llegan: Collection[str]) -> dict[str, str]:
    """Return the same turns with those that arrive in their places: each after the one before it in the thread.

    Where those that are gone stood is not known any more: they stay with the one before them.
    """
    ids = [publico for publico in lleva if publico not in llegan]
    antes = ""
    for fila in cambios.filas:
        if fila.publico in llegan:
            lugar = ids.index(antes) + 1 if antes else 0
            while lugar < len(ids) and lleva[ids[lugar]] == IDO:
                lugar += 1
            ids.insert(lugar, fila.publico)
        if fila.publico in lleva:
            antes = fila.publico
    return {publico: lleva[publico] for publico in ids}


def _lugares(llegan: Sequence[str], vistos: dict[str, MensajeVisto], lleva: dict[str, str]) -> list[Llegado]:
    orden = list(lleva)
    return [
        Llegado(vistos[publico], orden[n - 1] if (n := orden.index(publico)) else "", foco=publico == llegan[0])
        for publico in llegan
    ]


def _idos(quien: Lector, idos: Sequence[str]) -> list[tuple[str, bool]]:
    """Return each turn that is gone from the scene, with whether the reader has it elsewhere."""
    if not idos:
        return []
    siguen = Mensaje.objects.en_hilo_de(quien.usuario).filter(publico__in=idos)
    donde = set(siguen.values_list("publico", flat=True))
    return [(publico, publico in donde) for publico in idos]
