"""Days put into words: those that ended, what ending one would do, and when the next one ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from partidas import jornadas as sumas
from partidas.models import Cierre
from partidas.presentacion.caras import Linea
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import cambios
from reglas import protocolo

if TYPE_CHECKING:
    from partidas.consultas.jornadas import JornadaLeida
    from partidas.jornadas import Prevision
    from partidas.models import Partida, Recuperacion


@dataclass(frozen=True, slots=True)
class HechoVisto:
    """One thing that happened to a sheet: in a sentence, as changes, and the receipt if it was rolled."""

    frase: str
    cambios: tuple[Linea, ...]
    recibo: str = ""
    anulado: bool = False


@dataclass(frozen=True, slots=True)
class FichaVista:
    """What a day's end did, or would do, to one character. secreto: only the direction knows of it."""

    nombre: str
    hechos: tuple[HechoVisto, ...]
    secreto: bool = False


@dataclass(frozen=True, slots=True)
class JornadaVista:
    """One closed day on a reader's screen."""

    numero: int
    fecha: date
    como: str
    cuando: datetime
    fichas: tuple[FichaVista, ...]


def ver(leidas: Sequence[JornadaLeida]) -> tuple[JornadaVista, ...]:
    """Put closed days into words."""
    return tuple(
        JornadaVista(
            numero=leida.cierre.numero,
            fecha=leida.cierre.fecha,
            como=_como(leida.cierre),
            cuando=leida.cierre.cuando,
            fichas=tuple(_ficha(leida, fila) for fila in leida.recuperaciones),
        )
        for leida in leidas
    )


def aviso(primera: int, ultima: int) -> str:
    """Say which days have ended, from one number to another."""
    return ngettext(
        "Acaba la jornada %(hasta)d.", "Acaban las jornadas %(desde)d a %(hasta)d.", ultima - primera + 1
    ) % {
        "desde": primera,
        "hasta": ultima,
    }


def acabo_escribiendo(numero: int) -> str:
    """Say to the author that a day ended between the first word or die of a turn and its publication."""
    return _(
        "La jornada %(acabada)s acabó mientras escribías: tu mensaje es ya de la jornada %(nueva)s. "
        "Lo que tiraste antes de que acabara se tiró con las fichas de entonces."
    ) % {"acabada": numero, "nueva": numero + 1}


def _como(cierre: Cierre) -> str:
    if cierre.modo == Cierre.Modo.AUTOMATICO:
        return _("se cerró sola")
    return _("la cerró %(quien)s") % {"quien": cierre.por} if cierre.por else _("se cerró a mano")


def _ficha(leida: JornadaLeida, fila: Recuperacion) -> FichaVista:
    palabras = Palabras.de(leida.cierre.partida.sistema)
    hechos = tuple(
        HechoVisto(
            frase=palabras.texto(protocolo.texto_de_dict(hecho["resumen"])),
            cambios=cambios(palabras, hecho["efectos"]),
            recibo=hecho["recibo"][:8],
            anulado=hecho["recibo"] in leida.anuladas,
        )
        for hecho in fila.hechos
    )
    return FichaVista(fila.nombre, hechos)


def prever(partida: Partida, previsiones: Sequence[Prevision]) -> tuple[FichaVista, ...]:
    """Put into words what closing the day would do."""
    palabras = Palabras.de(partida.sistema)
    return tuple(
        FichaVista(
            prevision.nombre,
            tuple(
                HechoVisto(
                    frase=palabras(palabras.sistema.acciones[previsto.accion].nombre),
                    cambios=cambios(palabras, previsto.efectos or ()),
                    recibo=_("se tirará") if previsto.efectos is None else "",
                )
                for previsto in prevision.previstos
            ),
            prevision.secreto,
        )
        for prevision in previsiones
    )


def regla(partida: Partida) -> str:
    """Say how the days of a partida end."""
    hora = f"{partida.hora_corte // 60:02}:{partida.hora_corte % 60:02}"
    datos = {"hora": hora, "zona": partida.zona, "dias": partida.cada_dias}
    if partida.cierre == partida.Cierre.A_MANO:
        return _("Cada día acaba cuando lo cierra la dirección.")
    if partida.cierre == partida.Cierre.CADA_N and partida.cada_dias > 1:
        return _("Se cierra una jornada cada %(dias)s días, a las %(hora)s de %(zona)s.") % datos
    return _("Cada día acaba solo a las %(hora)s de %(zona)s.") % datos


def proximo(partida: Partida) -> str:
    """Say when the day that is going on ends by itself; "" if it does not."""
    if partida.estado != partida.Estado.EN_JUEGO:
        return ""
    fecha = sumas.proxima(sumas.calendario(partida))
    if fecha is None:
        return ""
    hora = f"{partida.hora_corte // 60:02}:{partida.hora_corte % 60:02}"
    dia = date_format(fecha + timedelta(days=1), "DATE_FORMAT")
    return _("Acaba el %(dia)s a las %(hora)s (%(zona)s).") % {"dia": dia, "hora": hora, "zona": partida.zona}
