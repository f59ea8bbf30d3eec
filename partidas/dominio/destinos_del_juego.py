"""Whom the turns of a scene and the rolls that are asked for concern, when something becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from partidas.dominio import actas
from partidas.dominio.cosas import Cosa, Destinos, a
from partidas.models import Acta, ClaseDeAviso, Participante, Reparto, RespuestaPedida, Suceso

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.db.models import QuerySet

C = ClaseDeAviso


def _a_quien_lleva(
    suceso: Suceso, plazas: QuerySet[Participante], clase: str, *personajes: int | None, **lugar: Any
) -> Destinos:
    """Something of a character: to who plays it now."""
    filas = Reparto.objects.sin_filtrar("whom a fact concerns").filter(
        partida=suceso.partida_id, personaje__in=[uno for uno in personajes if uno is not None], hasta__isnull=True
    )
    cosa = Cosa(clase, f"respuesta:{suceso.publico}", **lugar)
    return a(plazas, filas.values_list("usuario", flat=True), cosa)


def _juzgada(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """What the direction says of a roll that it asked for: to who plays its character."""
    if suceso.tirada is None:
        return {}
    de_quien, lugar = suceso.tirada.personaje_id, {"escena": suceso.escena_id, "mensaje": suceso.mensaje_id}
    return _a_quien_lleva(suceso, plazas, C.RESPUESTA, de_quien, **lugar)


def _pedidas(suceso: Suceso) -> QuerySet[RespuestaPedida]:
    filas = RespuestaPedida.objects.sin_filtrar("whom a fact concerns")
    return filas.filter(pedida__mensaje=suceso.mensaje_id)


def _vencida(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """A roll that was asked for and nobody threw in time, whatever became of it: to who plays its character."""
    suyas = _pedidas(suceso).filter(resuelta=suceso.cuando, resuelta_por__isnull=True)
    lugar = {"escena": suceso.escena_id, "mensaje": suceso.mensaje_id}
    return _a_quien_lleva(suceso, plazas, C.RESPUESTA, *suyas.values_list("personaje", flat=True), **lugar)


def _completa(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """All have answered what was asked for: to who asked, once. What waits to be judged tells the direction itself."""
    pidieron = _pedidas(suceso).values_list("pedida__por", flat=True)[:1]
    lugar: dict[str, Any] = {"escena": suceso.escena_id, "mensaje": suceso.mensaje_id}
    return a(plazas, pidieron, Cosa(C.RESPUESTA, f"completa:{suceso.publico}", **lugar))


def _saltado(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """A turn that was skipped: to whose it was. By hand, the record of the direction says which."""
    fila = suceso.pendiente
    if fila is not None:
        return _a_quien_lleva(suceso, plazas, C.TURNO, fila.personaje_id, escena=fila.escena_id)
    if suceso.escena is None:
        return {}
    saltos = actas.de(suceso.partida, suceso.escena).filter(verbo=Acta.Verbo.SALTAR_TURNO, cuando=suceso.cuando)
    publicos = [acta.datos["personaje"] for acta in saltos]
    filas = Reparto.objects.sin_filtrar("whom a fact concerns").filter(
        partida=suceso.partida_id, personaje__publico__in=publicos
    )
    cuales = filas.values_list("personaje", flat=True)
    return _a_quien_lleva(suceso, plazas, C.TURNO, *cuales, escena=suceso.escena_id)


def _se_acabo(suceso: Suceso, plazas: QuerySet[Participante]) -> Destinos:
    """The time for a turn is over and it is not skipped: to whose it is."""
    fila = suceso.pendiente
    if fila is None:
        return {}
    return _a_quien_lleva(suceso, plazas, C.PLAZO, fila.personaje_id, escena=fila.escena_id)


POR_CLASE: Mapping[str, Callable[[Suceso, QuerySet[Participante]], Destinos]] = {
    "pedida_juzgada": _juzgada,
    "pedida_vencida": _vencida,
    "pedida_completa": _completa,
    "turno_saltado": _saltado,
    "plazo_vencido": _se_acabo,
}
"""What is told.

A roll that is not asked for any more (`pedida_retirada`) leaves the list of whom it was asked of, who has nothing to
do; one answer of many (`pedida_contestada`) waits for the last; a turn that is given (`turno_dado`) tells as what is
owed.
"""
