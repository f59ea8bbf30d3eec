"""What the pages of a partida show besides its threads: scenes, people, cast, and the lists of partidas."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from partidas.consultas.marcas import TOPE, CuantosHasta, contados, lleva_marcas
from partidas.consultas.moldes import Molde
from partidas.models import Escena, Mensaje, Participante, Partida, Reparto
from partidas.models.visibilidad import participa
from partidas.politica import con_plaza

if TYPE_CHECKING:
    from cuentas.guarda import Actor
    from partidas.politica import Lector


@dataclass(frozen=True, slots=True)
class EscenaEnLista:
    """One line of the table of scenes, with counts of what this reader can read.

    mensajes: up to MUCHOS. sin_leer: up to a hundred; zero for who has no markers.
    """

    escena: Escena
    mensajes: int
    ultimo: datetime | None
    sin_leer: int = 0


ESCENAS_POR_PAGINA = 50
MUCHOS = 1000
"""Up to how many messages of a scene are counted: the table costs the same however long its scenes are."""


def escenas(quien: Lector) -> list[EscenaEnLista]:
    """Return all the scenes of the partida that the reader may see, open ones first, in one query."""
    publicados = Mensaje.objects.visibles_para(quien.usuario).filter(escena=OuterRef("pk"), orden__isnull=False)
    por_escena = publicados.order_by().values("escena")
    filas = (
        Escena.objects.visibles_para(quien.usuario)
        .filter(partida=quien.partida)
        .annotate(
            cuantos=Coalesce(Subquery(por_escena.annotate(n=Count("pk")).values("n")), 0),
            ultimo=Subquery(por_escena.annotate(m=Max("publicado")).values("m")),
        )
        .order_by("estado", "posicion", "pk")
    )
    return [EscenaEnLista(fila, fila.cuantos, fila.ultimo) for fila in filas]


def pagina_de_escenas(quien: Lector, numero: int = 1) -> tuple[list[EscenaEnLista], bool]:
    """Return a page of the scenes of the partida that the reader may see, open ones first, and whether more follow.

    Two queries: the second counts in the scenes of that page alone. numero: from 1; one beyond the last is empty.
    """
    publicados = Mensaje.objects.visibles_para(quien.usuario).filter(escena=OuterRef("pk"), orden__isnull=False)
    suyas = Escena.objects.visibles_para(quien.usuario).filter(partida=quien.partida)
    orden, desde = ("estado", "posicion", "pk"), (numero - 1) * ESCENAS_POR_PAGINA
    elegidas = list(suyas.order_by(*orden).values_list("pk", flat=True)[desde : desde + ESCENAS_POR_PAGINA + 1])
    filas = suyas.filter(pk__in=elegidas[:ESCENAS_POR_PAGINA])
    if lleva_marcas(quien):
        filas = contados(quien.usuario, filas)
    filas = filas.annotate(
        cuantos=CuantosHasta(publicados.values("pk")[:MUCHOS]),
        ultimo=Subquery(publicados.order_by("-orden").values("publicado")[:1]),
    ).order_by(*orden)
    lista = [EscenaEnLista(fila, fila.cuantos, fila.ultimo, min(getattr(fila, "sin_leer", 0), TOPE)) for fila in filas]
    return lista, len(elegidas) > ESCENAS_POR_PAGINA


def direccion(quien: Lector) -> list[Participante]:
    """Return the active directors of the partida."""
    plazas = Participante.objects.visibles_para(quien.usuario)
    return list(
        plazas.filter(
            partida=quien.partida, papel=Participante.Papel.DIRECCION, estado=Participante.Estado.ACTIVA
        ).select_related("usuario")
    )


def reparto(quien: Lector) -> list[Reparto]:
    """Return the open cast that the reader may know of: players' characters first, then PNJ."""
    return _REPARTO.leer(quien.usuario, partida=quien.partida.pk)


def _del_reparto(usuario: Actor, *, partida: int) -> tuple[QuerySet[Reparto]]:
    filas = Reparto.objects.visibles_para(usuario).filter(partida=partida, hasta__isnull=True)
    return (filas.select_related("personaje", "usuario").order_by("personaje__clase", "personaje__nombre", "pk"),)


_REPARTO = Molde(_del_reparto)


def escena(usuario: Actor, partida: str, publico: str) -> Escena | None:
    """Return a scene of that very partida that the person may read, with their seat (see `politica.con_plaza`)."""
    filas = _ESCENA.leer(usuario, partida=partida, publico=publico)
    return filas[0] if filas else None


def _la_escena(usuario: Actor, *, partida: str, publico: str) -> tuple[QuerySet[Escena]]:
    filas = Escena.objects.visibles_para(usuario).filter(publico=publico, partida__publico=partida)
    return (con_plaza(filas.select_related("partida"), usuario),)


_ESCENA = Molde(_la_escena)


def en_lista(usuario: Actor) -> QuerySet[Partida]:
    """Return the partidas that a list may name to this person: public ones, and those they take part in."""
    return (
        Partida.objects.visibles_para(usuario)
        .filter(Q(acceso=Partida.Acceso.PUBLICA) | participa(usuario))
        .order_by("-creada", "-pk")
    )


def mias(usuario: Actor) -> QuerySet[Partida]:
    """Return the partidas in which the person has an active seat."""
    return en_lista(usuario).filter(participa(usuario))


def lo_abierto(quien: Lector) -> tuple[int, tuple[str, ...]]:
    """Return how many messages are for whoever reads the partida, and the accounts that wrote them, in order."""
    mensajes = Mensaje.objects.visibles_para(quien.usuario).filter(
        escena__partida=quien.partida,
        escena__secreta=False,
        visibilidad=Mensaje.Visibilidad.TODOS,
        estado=Mensaje.Estado.PUBLICADO,
    )
    autores = mensajes.order_by("autor__username").values_list("autor__username", flat=True).distinct()
    return mensajes.count(), tuple(filter(None, autores))
