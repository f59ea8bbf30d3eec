"""What has happened since the last visit, in words: facts, never what anybody wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from partidas.presentacion import jornadas, lotes
from partidas.presentacion.caras import Linea
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import cambios, tarjeta

if TYPE_CHECKING:
    from uuid import UUID

    from django.utils.functional import Promise

    from partidas.consultas.desde import Hechos
    from partidas.models import Partida, SolicitudDePalabra, Suceso, Tirada
    from personajes.models import CambioFicha

DE_UN_TURNO: Final = 60
"""How many of the facts that are told together are listed."""


@dataclass(frozen=True, slots=True)
class EscenaVista:
    """What came to one scene: its public id and title, and how many messages of whom."""

    publico: str
    titulo: str
    voces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HechoVisto:
    """One fact: its sentence, when, the message that it hangs on if any, and the tone of a roll.

    dentro: the facts that it tells together, newest first; mas: how many earlier ones it counts and does not list.
    """

    frase: str
    cuando: datetime
    mensaje: str = ""
    tono: str = ""
    lineas: tuple[Linea, ...] = ()
    dentro: tuple[HechoVisto, ...] = ()
    mas: int = 0


@dataclass(frozen=True, slots=True)
class PartidaVista:
    """The facts of one partida, in the order in which a page tells them."""

    partida: Partida
    desde: datetime
    escenas: tuple[EscenaVista, ...]
    grupos: tuple[tuple[str, tuple[HechoVisto, ...]], ...]
    hay: bool


FRASES: dict[str, str | Promise] = {
    "escena_abierta": gettext_lazy("Se abre la escena «%(cosa)s»"),
    "escena_cerrada": gettext_lazy("Se cierra la escena «%(cosa)s»"),
    "escena_reabierta": gettext_lazy("Se reabre la escena «%(cosa)s»"),
    "personaje_incorporado": gettext_lazy("%(cosa)s entra en el reparto"),
    "personaje_entregado": gettext_lazy("%(cosa)s cambia de manos"),
    "plaza_tomada": gettext_lazy("%(cosa)s toma plaza"),
    "plaza_ofrecida": gettext_lazy("Se ofrece plaza a %(cosa)s"),
    "plaza_aceptada": gettext_lazy("%(cosa)s acepta su plaza"),
    "plaza_rechazada": gettext_lazy("%(cosa)s no toma su plaza"),
    "plaza_quitada": gettext_lazy("%(cosa)s se queda sin plaza"),
    "papel_cambiado": gettext_lazy("%(cosa)s cambia de papel"),
    "partida_dejada": gettext_lazy("%(cosa)s deja la partida"),
    "vuelto": gettext_lazy("%(cosa)s vuelve a la partida"),
    "expulsado": gettext_lazy("%(cosa)s queda fuera"),
    "readmitido": gettext_lazy("%(cosa)s puede volver"),
    "partida_pausada": gettext_lazy("La partida se pone en pausa"),
    "partida_reanudada": gettext_lazy("La partida se reanuda"),
    "partida_finalizada": gettext_lazy("La partida se da por terminada"),
    "partida_archivada": gettext_lazy("La partida se archiva"),
    "partida_reabierta": gettext_lazy("La partida se reabre"),
}


def ver(hechos: Hechos) -> PartidaVista:
    """Put the facts of one partida into words."""
    grupos = (
        (_("Esperan"), tuple(_espera(fila) for fila in hechos.esperas)),
        (_("Tiradas"), (*(_tirada(fila, hechos.lotes) for fila in hechos.tiradas), *_tramites(hechos))),
        (_("Fichas"), tuple(_cambio(fila) for fila in hechos.cambios)),
        (_("Jornadas"), tuple(HechoVisto(jornadas.aviso(c.numero, c.numero), c.cuando) for c in hechos.jornadas)),
        (_("La partida"), tuple(_suceso(fila) for fila in hechos.sucesos)),
    )
    return PartidaVista(
        partida=hechos.partida,
        desde=hechos.desde,
        escenas=_escenas(hechos),
        grupos=tuple((titulo, filas) for titulo, filas in grupos if filas),
        hay=hechos.hay,
    )


def _escenas(hechos: Hechos) -> tuple[EscenaVista, ...]:
    voces: dict[int, list[str]] = {}
    escenas = {}
    for escrito in hechos.escritos:
        frase = ngettext("%(nombre)s: %(n)d mensaje", "%(nombre)s: %(n)d mensajes", escrito.cuantos)
        quien = escrito.nombre or _("alguien que ya no está")
        voces.setdefault(escrito.escena.pk, []).append(frase % {"nombre": quien, "n": escrito.cuantos})
        escenas[escrito.escena.pk] = escrito.escena
    return tuple(EscenaVista(e.publico, e.titulo, tuple(voces[pk])) for pk, e in escenas.items())


def _tramites(hechos: Hechos) -> Iterator[HechoVisto]:
    """Tell in one line for each scene what only kept the order of a fight; one alone is told as any roll."""
    por_escena: dict[int, list[Tirada]] = {}
    for fila in hechos.tramites:
        por_escena.setdefault(fila.mensaje.escena_id, []).append(fila)
    for filas in por_escena.values():
        dentro = tuple(
            _tirada(fila, hechos.lotes, hechos.de_tramites.get(fila.recibo, ())) for fila in filas[:DE_UN_TURNO]
        )
        if len(filas) == 1:
            yield dentro[0]
            continue
        frase = ngettext("«%(escena)s»: %(n)d apunte de turnos", "«%(escena)s»: %(n)d apuntes de turnos", len(filas))
        datos = {"escena": filas[0].mensaje.escena.titulo, "n": len(filas)}
        yield HechoVisto(frase % datos, filas[0].cuando, dentro=dentro, mas=len(filas) - len(dentro))


def _tirada(fila: Tirada, de_lotes: Mapping[UUID, Sequence[Tirada]], movidas: Iterable[CambioFicha] = ()) -> HechoVisto:
    """Tell a roll, or the batch that it begins. movidas: what it changed on sheets, for whoever reads them."""
    if fila.lote is not None and fila.continua_id is None:
        return _lote(de_lotes[fila.lote])
    carta = tarjeta(fila)
    partes = [carta.cara.titulo, carta.cara.grado or carta.cara.resumen]
    que = ": ".join(filter(None, partes))
    frase = f"{carta.nombre} · {que}" if carta.nombre else que
    palabras = Palabras.de(fila.sistema)
    lineas = tuple(linea for cambio in movidas for linea in cambios(palabras, cambio.efectos))
    return HechoVisto(frase, fila.cuando, fila.mensaje.publico, carta.cara.tono, lineas)


def _lote(filas: Sequence[Tirada]) -> HechoVisto:
    cartas, primera = [tarjeta(fila) for fila in filas], filas[0]
    quienes = lotes.quienes([carta.nombre for carta in cartas])
    como = lotes.resumen((carta.cara, False) for carta in cartas)
    return HechoVisto(f"{quienes} · {cartas[0].cara.titulo}: {como}", primera.cuando, primera.mensaje.publico)


def _cambio(fila: CambioFicha) -> HechoVisto:
    palabras = Palabras.de(fila.personaje.sistema)
    frase = _("%(nombre)s: %(causa)s") % {"nombre": fila.personaje.nombre, "causa": fila.get_causa_display()}
    return HechoVisto(frase, fila.cuando, lineas=cambios(palabras, fila.efectos))


def _espera(fila: SolicitudDePalabra) -> HechoVisto:
    frase = _("%(nombre)s espera la palabra de la dirección en «%(escena)s»")
    datos = {"nombre": fila.nombre or _("Alguien"), "escena": fila.mensaje.escena.titulo}
    return HechoVisto(frase % datos, fila.creada, fila.mensaje.publico)


def _suceso(fila: Suceso) -> HechoVisto:
    cosa = ""
    if fila.plaza is not None:
        cosa = str(fila.plaza.usuario)
    elif fila.reparto is not None:
        cosa = fila.reparto.personaje.nombre
    elif fila.escena is not None:
        cosa = fila.escena.titulo
    return HechoVisto(str(FRASES[fila.clase]) % {"cosa": cosa}, fila.cuando)
