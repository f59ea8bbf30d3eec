"""Labels of everything that a response of The Strange can name, in display order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from reglas.nucleo.campos import Grupo, Opcion, recorrer
from reglas.nucleo.sistema import Accion, Etiquetas
from reglas.nucleo.tipos import _
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.continuaciones import CONTINUACIONES
from reglas.sistemas.strange.ficha import PJ, PNJ

_DE_ATRIBUTOS: Final[Mapping[str, str]] = {
    "vigor.reserva": _("Reserva de vigor"),
    "vigor.maximo": _("Máximo de vigor"),
    "vigor.ventaja": _("Ventaja de vigor"),
    "velocidad.reserva": _("Reserva de velocidad"),
    "velocidad.maximo": _("Máximo de velocidad"),
    "velocidad.ventaja": _("Ventaja de velocidad"),
    "intelecto.reserva": _("Reserva de intelecto"),
    "intelecto.maximo": _("Máximo de intelecto"),
    "intelecto.ventaja": _("Ventaja de intelecto"),
}

DETALLE: Final[Mapping[str, str]] = {
    "accion_original": _("Tirada que se continúa"),
    "eleccion": _("Elección"),
    "respuesta": _("Respuesta"),
    "nombre": _("Capacidad"),
    "modo": _("Modo"),
    "arma": _("Arma"),
    "area": _("Ataque de área"),
    "categoria": _("Categoría"),
    "metros": _("Metros"),
    "consume_accion": _("Gasta la acción"),
    "dado": _("Dado"),
    "dificultad_base": _("Dificultad"),
    "pasos_habilidad": _("Grados por habilidades"),
    "pasos_recurso": _("Grados por recursos"),
    "pasos_esfuerzo": _("Grados por esfuerzo"),
    "dificultad_final": _("Dificultad final"),
    "numero_objetivo": _("Número objetivo"),
    "imposible": _("Imposible"),
    "natural": _("Número natural"),
    "natural_anterior": _("Dado anterior"),
    "natural_nuevo": _("Dado nuevo"),
    "rango": _("Rango"),
    "bonificador": _("Bonificador"),
    "total": _("Total"),
    "complicacion": _("Complicación"),
    "penalizado": _("Penalizado por sus heridas"),
    "reserva": _("Reserva que paga"),
    "niveles_esfuerzo": _("Niveles de esfuerzo"),
    "coste_capacidad": _("Coste de la capacidad"),
    "coste_esfuerzo": _("Coste del esfuerzo"),
    "ventaja_aplicada": _("Ventaja aplicada"),
    "coste_total": _("Coste total"),
    "coste_px": _("Coste en PX"),
    "dano_base": _("Daño del arma"),
    "esfuerzo_dano": _("Niveles de esfuerzo para daño"),
    "dano_esfuerzo": _("Daño por esfuerzo"),
    "dano_natural": _("Daño por el dado"),
    "dano_efecto": _("Daño por el efecto"),
    "causa": _("Causa"),
    "dano_declarado": _("Daño del ataque"),
    "dano_bruto": _("Daño antes de la armadura"),
    "tipo_dano": _("Tipo de daño"),
    "ambiental": _("Daño ambiental"),
    "proteccion": _("Protección especial"),
    "reduccion": _("Reducción"),
    "dano_neto": _("Daño"),
    "dano_adicional": _("Daño adicional"),
    "sobrante": _("Daño sobrante"),
    "pasos_indicador": _("Peldaños del indicador"),
    "al_caer": _("Si cae"),
    "uso": _("Para"),
    "numero": _("Descanso del día"),
    "tiempo": _("Tiempo"),
    "nuevo_dia": _("Empieza un nuevo día"),
    "faltan": _("Puntos que faltan"),
    "pendiente": _("Puntos por repartir"),
    "puntos": _("Puntos"),
    "asignado": _("Puntos repartidos"),
    "recuperado": _("Puntos recuperados"),
    "perdidos": _("Puntos perdidos"),
    "descansos_previos": _("Descansos del día anterior"),
    "px": _("PX"),
    "motivo": _("Motivo"),
    "beneficio": _("Beneficio"),
    "completados": _("Beneficios de este rango"),
    "asciende": _("Sube de rango"),
    "carga_antes": _("Carga anterior"),
    "carga": _("Carga"),
    "limite": _("Límite"),
    "clase": _("Clase"),
}
"""`efectos_vigentes` has no label: it is there for the next re-roll, not for readers."""

GRADOS: Final[Mapping[str, str]] = {
    "fallo": _("Fallo"),
    "exito_automatico": _("Éxito automático"),
    "exito": _("Éxito"),
    "efecto_menor": _("Efecto menor"),
    "efecto_mayor": _("Efecto mayor"),
}

MOTIVOS: Final[Mapping[str, str]] = {
    "tirada_libre": _("Tirada libre"),
    "tarea": _("Tarea"),
    "ataque": _("Ataque"),
    "defensa": _("Defensa"),
    "mover": _("Moverse"),
    "repeticion": _("Repetición"),
    "capacidad": _("Capacidad"),
    "esfuerzo": _("Esfuerzo"),
    "dano": _("Daño"),
    "dano_especial": _("Daño especial"),
    "descanso": _("Descanso"),
    "recuperacion": _("Recuperación"),
    "curacion": _("Curación"),
    "nuevo_dia": _("Nuevo día"),
    "px": _("PX"),
    "intromision": _("Intromisión"),
    "regalo": _("PX regalado"),
    "rechazo": _("Intromisión rechazada"),
    "premio": _("Premio de PX"),
    "avance": _("Avance"),
    "recoger": _("Dispositivo recogido"),
    "uso": _("Dispositivo usado"),
    "soltar": _("Dispositivo soltado"),
}


def _de_ficha(grupo: Grupo) -> dict[str, str]:
    return {ruta: _DE_ATRIBUTOS.get(ruta, campo.etiqueta) for ruta, campo in recorrer(grupo) if campo.etiqueta}


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
    palabras = {
        **_palabras(accion.campos for accion in acciones),
        **t.CATEGORIAS,
        **t.TIEMPOS,
        **MOTIVOS,
        **_palabras((PJ, PNJ)),
    }
    return Etiquetas(
        ficha=MappingProxyType(_de_ficha(PJ)),
        objetivo=MappingProxyType({**_de_ficha(PNJ), **_de_ficha(PJ)}),
        detalle=DETALLE,
        grados=GRADOS,
        motivos=MOTIVOS,
        opciones=MappingProxyType({clave: c.etiqueta for clave, c in CONTINUACIONES.items()}),
        palabras=MappingProxyType(palabras),
    )
