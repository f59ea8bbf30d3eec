"""What the reading view and the home page ask: the scenes of a story as chapters, and how each story begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Length

from partidas.consultas.partida import en_lista
from partidas.models import Escena, Mensaje, Partida

if TYPE_CHECKING:
    from cuentas.guarda import Actor
    from partidas.politica import Lector

LETRAS_POR_MINUTO = 1_200
TERMINADAS = (Partida.Estado.FINALIZADA, Partida.Estado.ARCHIVADA)


@dataclass(frozen=True, slots=True)
class Capitulo:
    """One scene of the story, with what this reader has in it."""

    escena: Escena
    mensajes: int
    minutos: int


def capitulos(quien: Lector) -> list[Capitulo]:
    """Return the scenes of play in which the reader has something to read, in order, in one query."""
    publicados = Mensaje.objects.visibles_para(quien.usuario).filter(escena=OuterRef("pk"), orden__isnull=False)
    por_escena = publicados.order_by().values("escena")
    filas = (
        Escena.objects.visibles_para(quien.usuario)
        .filter(partida=quien.partida, tipo=Escena.Tipo.JUEGO)
        .annotate(
            cuantos=Coalesce(Subquery(por_escena.annotate(n=Count("pk")).values("n")), 0),
            letras=Coalesce(Subquery(por_escena.annotate(n=Sum(Length("texto"))).values("n")), 0),
        )
        .filter(cuantos__gt=0)
        .order_by("posicion", "pk")
    )
    return [Capitulo(fila, fila.cuantos, max(1, round(fila.letras / LETRAS_POR_MINUTO))) for fila in filas]


def para_leer(usuario: Actor, *, terminadas: bool) -> QuerySet[Partida]:
    """Return the public partidas whose story can be read now, newest first, each with `principio`, its first words.

    Those words are the ones that anybody reads, whoever asks.
    """
    palabras = Mensaje.objects.visibles_para(usuario).filter(
        escena__partida=OuterRef("pk"),
        escena__tipo=Escena.Tipo.JUEGO,
        escena__secreta=False,
        visibilidad=Mensaje.Visibilidad.TODOS,
        estado=Mensaje.Estado.PUBLICADO,
    )
    primeras = palabras.exclude(texto="").order_by("escena__posicion", "escena", "orden").values("texto")[:1]
    acabada = Q(estado__in=TERMINADAS)
    return (
        en_lista(usuario)
        .filter(acabada if terminadas else ~acabada, acceso=Partida.Acceso.PUBLICA)
        .annotate(principio=Subquery(primeras))
        .filter(principio__isnull=False)
    )
