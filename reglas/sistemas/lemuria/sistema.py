"""SISTEMA: Lemuria put together from its parts."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from reglas.nucleo.sistema import Accion, Medidor, Sistema
from reglas.nucleo.tipos import Ficha, _
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.acciones import (
    ataque,
    curacion,
    dano,
    grados,
    heroe,
    iniciativa,
    recuperacion,
    suerte,
    tareas,
    turnos,
)
from reglas.sistemas.lemuria.clausulas import DE_DETALLE, mostrar
from reglas.sistemas.lemuria.continuaciones import CONTINUACIONES
from reglas.sistemas.lemuria.creacion import PASOS, PLANTILLAS, PNJ, pnj_rapido
from reglas.sistemas.lemuria.etiquetas import etiquetas
from reglas.sistemas.lemuria.ficha import FICHA, OBJETIVO, es_chusma, es_heroe
from reglas.sistemas.lemuria.mensajes import MENSAJES

ACCIONES: Final[tuple[Accion, ...]] = (
    *tareas.ACCIONES,
    *ataque.ACCIONES,
    *dano.ACCIONES,
    *iniciativa.ACCIONES,
    *turnos.ACCIONES,
    *grados.ACCIONES,
    *suerte.ACCIONES,
    *heroe.ACCIONES,
    *recuperacion.ACCIONES,
    *curacion.ACCIONES,
)


def medidores(ficha: Ficha) -> tuple[Medidor, ...]:
    """Return the PV, and the PH of a heroe or how many the chusma are."""
    pv = Medidor(_("PV"), ficha["pv"], ficha["pv_max"], "pv")
    if es_heroe(ficha):
        return (pv, Medidor(_("PH"), ficha["ph"], None, "ph"))
    if es_chusma(ficha):
        return (pv, Medidor(_("Cuántos son"), ficha["numero"], None, "numero"))
    return (pv,)


def estado(ficha: Ficha) -> str:
    """Return the state in words."""
    return t.ESTADOS[ficha["estado"]]


SISTEMA: Final = Sistema(
    clave=t.CLAVE,
    nombre="Lemuria",
    version="1",
    descripcion=_("Espada y brujería: 2d6 contra 9, héroes contra chusma, matones y villanos, y puntos de héroe."),
    ficha=FICHA,
    objetivos=MappingProxyType({"personaje": OBJETIVO}),
    acciones=MappingProxyType({accion.clave: accion for accion in ACCIONES}),
    mensajes=MENSAJES,
    etiquetas=etiquetas(ACCIONES),
    plantillas=PLANTILLAS,
    pasos_de_creacion=PASOS,
    continuaciones=CONTINUACIONES,
    pnj_rapido=pnj_rapido,
    medidores=medidores,
    estado=estado,
    fin_de_dia=recuperacion.al_acabar_el_dia,
    fin_de_turno=turnos.al_acabar_el_turno,
    fin_de_aventura=recuperacion.al_acabar_la_aventura,
    puesto=iniciativa.puesto,
    pnj=PNJ,
    hoja_unica=True,
    dados_por_indice=False,
    fallos=t.FALLOS,
    clausulas=DE_DETALLE,
    mostrar=mostrar,
)
