"""Batches: one declaration that the direction throws for several PNJ, or several times with one sheet, in one card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from partidas.dominio.eleccion import Elegidos, elegir
from partidas.dominio.errores import DatoInvalido, NoPermitido
from partidas.models import Mensaje, Reparto, Tirada
from partidas.politica import Lector
from personajes.models import FICHA_COMPLETA, Personaje
from reglas.nucleo.canonico import huella

if TYPE_CHECKING:
    from partidas.dominio.tiradas import TiradaDeclarada

LOTE_MAXIMO = 20


@dataclass(frozen=True, slots=True)
class Una:
    """One roll of an order, with the rows that it names.

    indice: the place of its declaration, for whoever has to point at what was refused. lote: the batch that it is of.
    """

    indice: int
    declarada: TiradaDeclarada
    elegido: Elegidos
    clave: UUID
    lote: UUID | None = None


def clave_de(orden: UUID, indice: int) -> UUID:
    """Return the key of a declaration by its place in an order to publish."""
    return uuid5(orden, str(indice))


def clave_de_lote(clave: UUID, declarada: TiradaDeclarada) -> UUID | None:
    """Return what the rolls of a batch have in common, which another batch under the same key has not."""
    return uuid5(clave, huella(declarada.huella())) if declarada.es_lote else None


def desplegar(quien: Lector, declaradas: Sequence[TiradaDeclarada], orden: UUID, *, voz: Reparto | None) -> list[Una]:
    """Return the rolls of an order one by one, as `de_una`. orden: its key."""
    return [
        una
        for n, declarada in enumerate(declaradas)
        for una in de_una(quien, declarada, voz=voz, clave=clave_de(orden, n), indice=n)
    ]


def de_una(quien: Lector, declarada: TiradaDeclarada, *, voz: Reparto | None, clave: UUID, indice: int) -> list[Una]:
    """Return the rolls that one declaration asks for: itself, or one for each PNJ or time of a batch.

    The words declared go with the first of a batch, which has the key of the declaration. Raises as `elegir`.
    """
    if not declarada.es_lote:
        return [Una(indice, declarada, elegir(quien, declarada, voz=voz), clave)]
    lote = clave_de_lote(clave, declarada)
    unas = []
    for n, elegido in enumerate(_elegir(quien, declarada, campo=f"tirada-{indice}")):
        assert elegido.actor is not None  # noqa: S101 - for the type checker: a batch is of sheets
        sola = replace(declarada, personaje=elegido.actor.personaje.publico, varios=(), veces=1)
        if n:
            sola = replace(sola, declaracion="")
        unas.append(Una(indice, sola, elegido, uuid5(clave, str(n)) if n else clave, lote))
    return unas


def _elegir(quien: Lector, declarada: TiradaDeclarada, *, campo: str) -> list[Elegidos]:
    """Find the PNJ of a batch, in the order in which they throw, and on whom. Raises NoPermitido, DatoInvalido."""
    if not quien.dirige:
        raise NoPermitido(_("Tirar por varios a la vez es cosa de la dirección."))
    pedidos = declarada.varios or (declarada.personaje,)
    if not 1 <= declarada.veces <= LOTE_MAXIMO or len(pedidos) > LOTE_MAXIMO:
        raise DatoInvalido(campo, _("A la vez caben de 1 a 20 tiradas."))
    if len(pedidos) > 1 and declarada.veces != 1:
        raise DatoInvalido(campo, _("«Cuántas» es para la ficha de un solo PNJ: deja un 1, o marca solo uno."))
    objetivo = elegir(quien, replace(declarada, personaje="", varios=(), veces=1), voz=None).objetivo
    reparto = Reparto.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida,
        hasta__isnull=True,
        personaje__publico__in=pedidos,
        personaje__clase=Personaje.Clase.PNJ,
        personaje__formato=FICHA_COMPLETA,
    )
    filas = {fila.personaje.publico: fila for fila in reparto.select_related("personaje")}
    if len(set(pedidos)) != len(pedidos) or not filas.keys() >= set(pedidos):
        raise DatoInvalido(campo, _("Elige de la lista los PNJ que tiran."))
    for publico in pedidos:
        personaje = filas[publico].personaje
        if personaje.estado != Personaje.Estado.ACTIVO:
            raise DatoInvalido(campo, _("%(nombre)s no está en juego.") % {"nombre": personaje.nombre})
        if objetivo is not None and objetivo.personaje_id == personaje.pk:
            frase = _("%(nombre)s no puede tirar contra sí: quita su marca o elige otro objetivo.")
            raise DatoInvalido(campo, frase % {"nombre": personaje.nombre})
    return [Elegidos(filas[publico], objetivo) for publico in pedidos for _vez in range(declarada.veces)]


def es_la_misma(hecha: Tirada, declarada: TiradaDeclarada, clave: UUID) -> bool:
    """Tell whether a roll made under that key is what the declaration asks for, or the first of its batch."""
    if declarada.es_lote:
        return hecha.lote == clave_de_lote(clave, declarada)
    return hecha.lote is None and hecha.huella == huella(declarada.huella())


def declaradas(mensaje: Mensaje) -> int:
    """Count the declarations that hang on a turn: a batch is one."""
    filas = Tirada.objects.sin_filtrar("rolls of a turn").filter(mensaje=mensaje, continua__isnull=True)
    cuenta = filas.aggregate(sueltas=Count("pk", filter=Q(lote__isnull=True)), lotes=Count("lote", distinct=True))
    return int(cuenta["sueltas"] + cuenta["lotes"])


def sin_tirar(mensaje: Mensaje, pedidas: Iterable[tuple[TiradaDeclarada, UUID]]) -> int:
    """Count the rolls of batches that were not thrown, because dice that fell before them left no way to.

    pedidas: what was declared on the turn, each with its key.
    """
    lotes = {clave_de_lote(clave, una): len(una.varios) or una.veces for una, clave in pedidas if una.es_lote}
    if not lotes:
        return 0
    filas = Tirada.objects.sin_filtrar("rolls of a batch").filter(
        mensaje=mensaje, lote__in=list(lotes), continua__isnull=True
    )
    return max(0, sum(lotes.values()) - filas.count())
