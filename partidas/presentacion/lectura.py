"""A scene as a page of a book: prose first, each die in one line, no controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from partidas.models import Mensaje
from partidas.presentacion import mensajes
from partidas.presentacion.lotes import Lote, agrupar

if TYPE_CHECKING:
    from partidas.consultas.hilo import Leido
    from partidas.politica import Lector
    from partidas.presentacion.fragmentos import Trozo
    from partidas.presentacion.mensajes import ImagenVista
    from partidas.presentacion.pedidas import PedidaVista
    from partidas.presentacion.tarjetas import Tarjeta


@dataclass(frozen=True, slots=True)
class DadoEnLinea:
    """One roll in a line: what was tried, by whom if it was not who speaks, how it went, what fell."""

    que: str
    quien: str
    tono: str
    grado: str
    valores: str
    anulada: bool


@dataclass(frozen=True, slots=True)
class Pasaje:
    """One turn as prose. capitular: it begins the chapter, with a letter that can stand tall.

    trozos: as in `MensajeVisto`.
    """

    publico: str
    clase: str
    nombre: str
    audiencia: str
    html: SafeString
    dados: tuple[DadoEnLinea, ...]
    capitular: bool = False
    trozos: tuple[Trozo, ...] = ()
    imagenes: tuple[ImagenVista, ...] = ()
    movido: str = ""
    pedida: PedidaVista | None = None


def pasajes(quien: Lector, leidos: Sequence[Leido], *, primera: bool) -> list[Pasaje]:
    """Put a page of a scene into prose; a turn that has neither words nor images nor dice for this reader is left out.

    primera: the page begins the chapter.
    """
    vistos = mensajes.ver(quien, leidos)
    salida: list[Pasaje] = []
    for leido, visto in zip(leidos, vistos, strict=True):
        dados = tuple(
            _lote_en_linea(una) if isinstance(una, Lote) else _en_linea(una, visto.nombre)
            for una in _sueltas(agrupar(visto.tarjetas))
            if (una.cabeza if isinstance(una, Lote) else una).cara.dados or (visto.html and _se_cuenta(una))
        )
        if not (visto.html or visto.trozos or dados or visto.imagenes or visto.pedida):
            continue
        es_voz = leido.mensaje.voz not in (Mensaje.Voz.DIRECCION, Mensaje.Voz.SISTEMA)
        salida.append(
            Pasaje(
                visto.publico,
                visto.clase,
                visto.nombre if es_voz else "",
                visto.audiencia,
                visto.html,
                dados,
                capitular=primera and not salida and leido.mensaje.texto[:1].isalpha(),
                trozos=visto.trozos,
                imagenes=visto.imagenes,
                movido=visto.movido,
                pedida=visto.pedida,
            )
        )
    return salida


def _sueltas(cosas: Sequence[Tarjeta | Lote]) -> Iterator[Tarjeta | Lote]:
    """Yield what is told in a line: what continues a roll of a batch has its own, after the one of all of them."""
    for una in cosas:
        yield una
        if isinstance(una, Lote):
            yield from (replace(hija, nombre=nombre) for nombre, hija in una.filas if hija.continua is not None)


def _se_cuenta(una: Tarjeta | Lote) -> bool:
    """Whether an action without dice belongs in the story: what only settles an earlier roll does not."""
    return isinstance(una, Lote) or una.continua is None


def _lote_en_linea(lote: Lote) -> DadoEnLinea:
    cabeza = lote.cabeza
    return DadoEnLinea(
        que=cabeza.declaracion or cabeza.cara.titulo,
        quien=lote.quienes,
        tono=lote.tono,
        grado=lote.resumen,
        valores="",
        anulada=all(una.anulada for _nombre, una in lote.filas),
    )


def _en_linea(tarjeta: Tarjeta, voz: str) -> DadoEnLinea:
    return DadoEnLinea(
        que=tarjeta.declaracion or tarjeta.cara.titulo,
        quien=tarjeta.nombre if tarjeta.nombre != voz else "",
        tono=tarjeta.cara.tono,
        grado=tarjeta.cara.grado or ("" if tarjeta.cara.dados else tarjeta.cara.resumen),
        valores=", ".join("→".join(map(str, dado.valores)) for dado in tarjeta.cara.dados if dado.cuenta),
        anulada=tarjeta.anulada is not None,
    )
