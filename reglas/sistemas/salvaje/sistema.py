"""SISTEMA: Savage Worlds put together from its parts."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from reglas.nucleo.sistema import Accion, Medidor, Sistema
from reglas.nucleo.tipos import Ficha, _
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.acciones import ataque, benis, cartas, curas, dano, pruebas, repetir, tiradas, turno
from reglas.sistemas.salvaje.clausulas import DE_DETALLE, mostrar
from reglas.sistemas.salvaje.continuaciones import CONTINUACIONES
from reglas.sistemas.salvaje.creacion import PASOS, PLANTILLAS, PNJ
from reglas.sistemas.salvaje.etiquetas import etiquetas
from reglas.sistemas.salvaje.ficha import FICHA, pnj_rapido
from reglas.sistemas.salvaje.mensajes import MENSAJES

ACCIONES: Final[tuple[Accion, ...]] = (
    *tiradas.ACCIONES,
    *ataque.ACCIONES,
    *dano.ACCIONES,
    *pruebas.ACCIONES,
    *benis.ACCIONES,
    *cartas.ACCIONES,
    *turno.ACCIONES,
    *curas.ACCIONES,
    *repetir.ACCIONES,
)


def medidores(ficha: Ficha) -> tuple[Medidor, ...]:
    """Return the wounds and the benis."""
    return (
        Medidor(_("Heridas"), ficha["heridas"], ficha["heridas_max"], "heridas"),
        Medidor(_("Benis"), ficha["benis"], None, "benis"),
    )


_ESTADOS: Final = (
    ("muerto", _("Muerto")),
    ("desangrandose", _("Desangrándose")),
    ("incapacitado", _("Incapacitado")),
    ("aturdido", _("Aturdido")),
    ("heridas", _("Herido")),
)
"""The worst first."""


def estado(ficha: Ficha) -> str:
    """Return in words the worst that ails a character."""
    return next((palabra for clave, palabra in _ESTADOS if ficha[clave]), _("Ileso"))


SISTEMA: Final = Sistema(
    clave=t.CLAVE,
    nombre="Savage Worlds",
    version="1",
    descripcion=_("Rápido y furioso: dados que explotan, dado salvaje, benis y cartas de acción."),
    ficha=FICHA,
    objetivos=MappingProxyType({"ficha": FICHA}),
    acciones=MappingProxyType({accion.clave: accion for accion in ACCIONES}),
    mensajes=MENSAJES,
    etiquetas=etiquetas(ACCIONES),
    plantillas=PLANTILLAS,
    pasos_de_creacion=PASOS,
    continuaciones=CONTINUACIONES,
    pnj_rapido=pnj_rapido,
    medidores=medidores,
    estado=estado,
    fin_de_dia=turno.dia_que_acaba,
    cuenta_de_dias=turno.CUENTA_DE_DIAS,
    fin_de_turno=turno.turno_que_acaba,
    renovacion=benis.renovacion,
    puesto=cartas.puesto,
    pnj=PNJ,
    hoja_unica=True,
    clausulas=DE_DETALLE,
    fallos=frozenset({"pifia", "fallo", "sin_efecto"}),
    mostrar=mostrar,
)
