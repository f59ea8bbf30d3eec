"""Labels of everything that a response of Lemuria can name, in display order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from reglas.nucleo.campos import Grupo, Opcion, recorrer
from reglas.nucleo.sistema import Accion, Etiquetas
from reglas.nucleo.tipos import _
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.continuaciones import CONTINUACIONES
from reglas.sistemas.lemuria.ficha import FICHA, OBJETIVO

DETALLE: Final[Mapping[str, str]] = {
    "arma": _("Arma"),
    "modo": _("Modo"),
    "categoria": _("Categoría"),
    "dados_extra": _("Dados extra"),
    "dados_penalizacion": _("Dados de penalización"),
    "conservados": _("Dados que cuentan"),
    "natural": _("Número natural"),
    "atributo": _("Atributo"),
    "habilidad": _("Habilidad de combate"),
    "dado": _("Dado"),
    "fuerza": _("Fuerza"),
    "opciones_dano": _("Por las opciones"),
    "profesion": _("Profesión"),
    "dificultad": _("Dificultad"),
    "distancia": _("Distancia"),
    "posicion": _("Posición"),
    "dos_armas": _("Dos armas"),
    "bono_iniciativa": _("Por la iniciativa legendaria"),
    "escudo_grande": _("Por el escudo grande"),
    "sorpresa": _("Sorpresa"),
    "enemigo": _("Iniciativa del enemigo"),
    "modificador": _("Modificador"),
    "defensa": _("Defensa"),
    "defensa_escudo": _("Escudo del objetivo"),
    "defensa_parada": _("Parada del objetivo"),
    "defensa_posicion": _("Posición del objetivo"),
    "defensa_total": _("Defensa en total"),
    "total": _("Total"),
    "elecciones": _("Opciones por elegir"),
    "bruto": _("Daño antes de la armadura"),
    "armadura": _("Armadura"),
    "dano": _("Daño"),
    "opciones": _("Opciones elegidas"),
    "bajas": _("Caídos"),
    "destino": _("Los que caen quedan"),
    "desarmado": _("Desarmado"),
    "ataques_extra": _("Ataques extra"),
    "ataque_extra": _("Es un ataque extra"),
    "repetida": _("Tirada repetida"),
    "puesto": _("Puesto en el combate"),
    "atontados": _("No actúan el primer turno"),
    "bono_ataque": _("Bono a los ataques del combate"),
    "orden": _("Orden"),
    "no_actuan": _("No actúan este turno"),
    "ataque": _("Al ataque"),
    "puede_atacar": _("Puede atacar"),
    "puede_bloquear": _("Puede usar escudo y parada"),
    "a": _("A quién"),
    "pv_perdidos": _("PV perdidos"),
    "duracion": _("Duración"),
    "descripcion": _("Qué ocurre"),
    "banda": _("Queda"),
    "absorbido": _("Daño absorbido"),
    "destruido": _("Se rompe"),
    "tope": _("Daño que se puede recuperar"),
    "rango": _("Rango"),
    "perdido_armas": _("PV perdidos por armas"),
    "perdido_sin_armas": _("PV perdidos sin armas"),
    "ya_descansado": _("Ya había descansado"),
    "tasa": _("PV por día"),
    "recuperado": _("Recuperado"),
    "perdido": _("Perdido"),
}
"""`tipo`, `actor`, `antes` and their like have no label: they are for what continues the roll, not for readers."""

MOTIVOS: Final[Mapping[str, str]] = {
    "tarea": _("Tarea"),
    "ataque": _("Ataque"),
    "dado_extra": _("Dado extra"),
    "dado_penalizacion": _("Dado de penalización"),
    "dano": _("Daño"),
    "sacudirse": _("Sacudirse las heridas"),
}
"""Reasons of dice; those of effects are the names of the actions."""

DURACIONES: Final[Mapping[str, str]] = {
    "turno_actual_y_siguiente": _("Este turno y el siguiente"),
    "escena": _("La escena"),
}


def _de_ficha(grupo: Grupo) -> dict[str, str]:
    return {ruta: campo.etiqueta for ruta, campo in recorrer(grupo) if campo.etiqueta}


def _palabras(grupos: Iterable[Grupo]) -> dict[str, str]:
    """Gather the words of every list of options; the first group that has a word names it."""
    palabras: dict[str, str] = {}
    for grupo in grupos:
        for _ruta, campo in recorrer(grupo):
            if isinstance(campo, Opcion):
                palabras = {**campo.opciones, **palabras}
    return palabras


def etiquetas(acciones: Iterable[Accion]) -> Etiquetas:
    """Return every label. A word of the sheets is named as there; then come rolls, then the options of actions."""
    lista = tuple(acciones)
    motivos = {**{accion.clave: accion.nombre for accion in lista}, **MOTIVOS}
    palabras = {**_palabras(accion.campos for accion in lista), **DURACIONES, **_palabras((FICHA,))}
    return Etiquetas(
        ficha=MappingProxyType(_de_ficha(FICHA)),
        objetivo=MappingProxyType(_de_ficha(OBJETIVO)),
        detalle=DETALLE,
        grados=t.GRADOS,
        motivos=MappingProxyType(motivos),
        opciones=MappingProxyType({clave: c.etiqueta for clave, c in CONTINUACIONES.items()}),
        palabras=MappingProxyType(palabras),
    )
