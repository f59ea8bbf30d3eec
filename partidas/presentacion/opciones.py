"""What a roll still offers, as each reader has it: a button, words, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from config import reloj
from partidas.consultas.ausencias import ausentes
from partidas.models import ReglaDeAusencia
from partidas.ofertas import gasta_opcion, lados_de, ofrecidas
from partidas.politica import fichas_legibles
from partidas.presentacion.caras import nombre_del_objetivo
from partidas.presentacion.escritura import dicho as _
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import OpcionDeTarjeta

if TYPE_CHECKING:
    from partidas.models import Reparto, Tirada
    from partidas.politica import Lector
    from reglas.tipos_libro import Compromiso


@dataclass(frozen=True)
class Ante:
    """A reader in front of a page of turns.

    filas: the open cast by character, for whoever may take options. ciegas: for each roll, the accounts that play its
    target and do not see it. sobres: the envelopes in force, asked only when a button needs one.
    """

    quien: Lector
    filas: Mapping[int, Reparto]
    ciegas: Mapping[int, Collection[int]] = field(default_factory=dict)
    sobres: Callable[[], Mapping[str, Compromiso]] = dict

    @cached_property
    def se_dejan_mover(self) -> frozenset[int]:
        """The accounts of the cast that are away and let the direction move them; asked once, if at all."""
        jugadores = [fila.usuario_id for fila in self.filas.values() if fila.usuario_id is not None]
        fuera = ausentes(self.quien.partida, jugadores, reloj.ahora())
        return frozenset(pk for pk, uno in fuera.items() if uno.que == ReglaDeAusencia.Que.MOVER)

    @cached_property
    def legibles(self) -> frozenset[int]:
        """The characters whose sheets the reader may read."""
        return fichas_legibles(self.quien, self.filas.values())


def de_tarjeta(ante: Ante, tirada: Tirada, hermanas: Sequence[Tirada]) -> list[OpcionDeTarjeta]:
    """Say what the roll still offers: buttons for who may take them, words for the direction, nothing for others.

    That a re-roll is on offer tells that its player has a PX: a fact of the sheet, not of the card. What follows from
    the card alone (`notoria`) is told to everybody: the target is awaited.
    """
    usadas = [t.opcion for t in hermanas if t.continua_id == tirada.pk and gasta_opcion(t)]
    palabras = Palabras.de(tirada.sistema)
    lados = lados_de(ante.quien, tirada, ante.filas, ciegas=ante.ciegas.get(tirada.pk, ()))
    opciones = []
    fila = ante.filas.get(tirada.personaje_id) if tirada.personaje_id else None
    ficha = fila.personaje.ficha if fila else None
    for oferta in ofrecidas(ante.quien, tirada, usadas=usadas, lados=lados, ficha=ficha):
        ajena = oferta.actua == "objetivo" and not oferta.disponible
        notoria = ajena and oferta.continuacion is not None and oferta.continuacion.notoria
        if oferta.disponible or ante.quien.dirige or notoria:
            opciones.append(
                OpcionDeTarjeta(
                    oferta.opcion,
                    palabras.opcion(oferta.opcion),
                    oferta.disponible,
                    oferta.pide,
                    espera=_espera(tirada) if ajena else "",
                    sobre=_compromiso(ante, tirada) if oferta.disponible else "",
                )
            )
    return opciones


def _espera(tirada: Tirada) -> str:
    return _("Espera a %(nombre)s") % {"nombre": nombre_del_objetivo(tirada)}


def _compromiso(ante: Ante, tirada: Tirada) -> str:
    sobre = ante.sobres().get(tirada.libro)
    return sobre.compromiso if sobre else ""
