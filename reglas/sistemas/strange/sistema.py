"""SISTEMA: The Strange put together from its parts."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from reglas.nucleo.sistema import Accion, Medidor, Sistema
from reglas.nucleo.tipos import Ficha, _
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.acciones import (
    ataque,
    avance,
    capacidad,
    defensa,
    dispositivos,
    efecto,
    px,
    recuperacion,
    repetir,
    tiradas,
)
from reglas.sistemas.strange.clausulas import DE_DETALLE
from reglas.sistemas.strange.continuaciones import CONTINUACIONES
from reglas.sistemas.strange.creacion import PASOS, PLANTILLAS
from reglas.sistemas.strange.etiquetas import etiquetas
from reglas.sistemas.strange.ficha import PJ, PNJ, pnj_rapido
from reglas.sistemas.strange.mensajes import MENSAJES

ACCIONES: Final[tuple[Accion, ...]] = (
    *tiradas.ACCIONES,
    *ataque.ACCIONES,
    *defensa.ACCIONES,
    *efecto.ACCIONES,
    *repetir.ACCIONES,
    *recuperacion.ACCIONES,
    *capacidad.ACCIONES,
    *px.ACCIONES,
    *avance.ACCIONES,
    *dispositivos.ACCIONES,
)


def medidores(ficha: Ficha) -> tuple[Medidor, ...]:
    """Return the three reservas and the PX."""
    reservas = (
        Medidor(etiqueta, ficha[atributo]["reserva"], ficha[atributo]["maximo"], f"{atributo}.reserva")
        for atributo, etiqueta in t.ATRIBUTOS.items()
    )
    return (*reservas, Medidor(_("PX"), ficha["px"], None, "px"))


def estado(ficha: Ficha) -> str:
    """Return the indicador in words."""
    return t.INDICADOR[ficha["indicador"]]


SISTEMA: Final = Sistema(
    clave=t.CLAVE,
    nombre="The Strange",
    version="1",
    descripcion=_("Exploradores entre mundos: un d20 contra el triple de la dificultad, con esfuerzo y ventaja."),
    ficha=PJ,
    objetivos=MappingProxyType({"pnj": PNJ, "pj": PJ}),
    acciones=MappingProxyType({accion.clave: accion for accion in ACCIONES}),
    mensajes=MENSAJES,
    etiquetas=etiquetas(ACCIONES),
    plantillas=PLANTILLAS,
    de_practica=MappingProxyType({"px": 3}),
    pasos_de_creacion=PASOS,
    continuaciones=CONTINUACIONES,
    pnj_rapido=pnj_rapido,
    medidores=medidores,
    estado=estado,
    fin_de_dia=recuperacion.fin_de_dia,
    clausulas=DE_DETALLE,
    mostrar=repetir.mostrar,
)
