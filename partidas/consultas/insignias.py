"""The two badges of the running head of what is the person's own, counted in one query: «Te toca» and «Avisos»."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import F, IntegerField, Value

from cuentas.guarda import testigo_de
from partidas.consultas import avisos, pendientes
from partidas.consultas.moldes import Molde

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor

TE_TOCA, AVISOS = 0, 1


@dataclass(frozen=True, slots=True)
class Insignias:
    """How many things wait for the person, and how many rows of their bell are still to be read."""

    te_toca: int = 0
    avisos: int = 0


def _ambas(usuario: Actor) -> tuple[QuerySet[Any, tuple[int, datetime | None]], ...]:
    """Return the rows that each counts, with until when they are put off: those of the bell, which are not, never."""

    def de(que: int) -> Value:
        return Value(que, output_field=IntegerField())

    return (
        pendientes.que_cuentan(usuario).annotate(que=de(TE_TOCA)).values_list("que", "hasta"),
        avisos.que_cuentan(usuario).annotate(que=de(AVISOS), hasta=F("leido")).values_list("que", "hasta"),
    )


_AMBAS = Molde(_ambas)


def contar(usuario: Actor, ahora: datetime) -> Insignias:
    """Return both, as `pendientes.cuantos` and `avisos.cuantos` do; one query, none for visitors."""
    if not usuario.is_authenticated or testigo_de(usuario) is not None:
        return Insignias()
    filas = _AMBAS.leer(usuario)
    return Insignias(
        sum(que == TE_TOCA and not pendientes.pospuesto(hasta, ahora) for que, hasta in filas),
        sum(que == AVISOS for que, _hasta in filas),
    )
