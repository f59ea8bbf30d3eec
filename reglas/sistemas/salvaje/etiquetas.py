"""Labels of everything that a response of Savage Worlds can name, in display order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from reglas.nucleo.campos import Grupo, Opcion, recorrer
from reglas.nucleo.sistema import Accion, Etiquetas
from reglas.nucleo.tipos import _
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.continuaciones import CONTINUACIONES
from reglas.sistemas.salvaje.ficha import FICHA

_DE_DADOS: Final[Mapping[str, str]] = {
    "atributos.agilidad.dado": _("Dado de agilidad"),
    "atributos.agilidad.bono": _("Más de agilidad"),
    "atributos.astucia.dado": _("Dado de astucia"),
    "atributos.astucia.bono": _("Más de astucia"),
    "atributos.espiritu.dado": _("Dado de espíritu"),
    "atributos.espiritu.bono": _("Más de espíritu"),
    "atributos.fuerza.dado": _("Dado de fuerza"),
    "atributos.fuerza.bono": _("Más de fuerza"),
    "atributos.vigor.dado": _("Dado de vigor"),
    "atributos.vigor.bono": _("Más de vigor"),
}

DETALLE: Final[Mapping[str, str]] = {
    "accion_original": _("Tirada que se repite"),
    "tirada_de": _("Tirada de"),
    "rasgo": _("Rasgo"),
    "dado": _("Caras del dado"),
    "vo": _("Valor objetivo"),
    "modificadores": _("Modificadores"),
    "modificador_total": _("Modificador"),
    "total_rasgo": _("Con el dado del rasgo"),
    "total_salvaje": _("Con el dado salvaje"),
    "mejor": _("Cuenta"),
    "sumas": _("Dados"),
    "dano_extra": _("Dado por el aumento"),
    "total": _("Total"),
    "total_anterior": _("Total anterior"),
    "total_nuevo": _("Total nuevo"),
    "se_queda": _("Se queda con"),
    "dureza": _("Dureza"),
    "armadura": _("Armadura"),
    "pa": _("PA"),
    "dureza_efectiva": _("Dureza efectiva"),
    "margen": _("Margen"),
    "aumentos": _("Aumentos"),
    "resultado": _("Resultado"),
    "absorbidas": _("Heridas absorbidas"),
    "restantes": _("Heridas que quedan"),
    "heridas_curadas": _("Heridas curadas"),
    "lesion": _("Lesión"),
    "puede_actuar": _("Puede actuar"),
    "efecto": _("Efecto"),
    "aumento_contrario": _("Aumento del contrario"),
    "hora": _("A las"),
    "grados": _("Grados"),
    "rumbo": _("Rumbo"),
    "paso": _("Paso"),
    "penalizador": _("Por heridas"),
    "paso_actual": _("Paso con heridas"),
    "carrera": _("Carrera"),
    "distancia": _("Casillas"),
    "cartas": _("Cartas"),
    "carta": _("Carta"),
    "orden": _("Orden"),
    "joker": _("Joker"),
    "rebarajar": _("Se baraja al acabar la ronda"),
}
"""`datos`, `antes`, `golpe` and `arma` have no label: they are there for what follows, not for readers."""

GRADOS: Final[Mapping[str, str]] = {
    "pifia": _("Pifia"),
    "fallo": _("Fallo"),
    "sin_efecto": _("Sin efecto"),
    "exito": _("Éxito"),
    "aumento": _("Aumento"),
}

MOTIVOS: Final[Mapping[str, str]] = {
    "rasgo": _("Rasgo"),
    "rasgo_explota": _("Rasgo, explota"),
    "salvaje": _("Dado salvaje"),
    "salvaje_explota": _("Dado salvaje, explota"),
    "confirmar_pifia": _("Confirmar la pifia"),
    "fuerza": _("Fuerza"),
    "fuerza_explota": _("Fuerza, explota"),
    "arma": _("Arma"),
    "arma_explota": _("Arma, explota"),
    "aumento": _("Aumento"),
    "aumento_explota": _("Aumento, explota"),
    "dano": _("Daño"),
    "dano_explota": _("Daño, explota"),
    "direccion": _("Dirección"),
    "carrera": _("Carrera"),
    "carta": _("Carta"),
    "beni": _("Beni"),
}

PALABRAS: Final[Mapping[str, str]] = {
    "bono_rasgo": _("Dado y más"),
    "declarado": _("Lo que dice el DJ"),
    "heridas": _("Heridas"),
    "fatiga": _("Fatiga"),
    "distraido": _("Distraído"),
    "joker": _("Joker"),
    "acciones": _("Varias acciones"),
    "correr": _("Corre"),
    "sin_entrenamiento": _("Sin entrenamiento"),
    "alcance": _("Alcance"),
    "cobertura": _("Cobertura"),
    "iluminacion": _("Iluminación"),
    "localizacion": _("Localización"),
    "apuntar": _("Apuntar"),
    "objetivo_vulnerable": _("Objetivo vulnerable"),
    "superioridad": _("Indefenso"),
    "multiples_oponentes": _("Varios contra uno"),
    "ataque_salvaje": _("Ataque salvaje"),
    "bono_fuerza": _("Más de la Fuerza"),
    "anterior": _("La anterior"),
    "nueva": _("La nueva"),
    "nada": _("Nada"),
    "aturdido": _("Aturdido"),
    "herida": _("Herida"),
    "incapacitado": _("Incapacitado"),
    "permanente": _("Permanente"),
    "temporal": _("Temporal"),
    "desangramiento": _("Desangramiento"),
    "recuperacion": _("Recuperación del aturdido"),
}
"""Words of the detail that no list of options has, the names of modifiers among them."""


def _de_ficha(grupo: Grupo) -> dict[str, str]:
    return {ruta: _DE_DADOS.get(ruta, campo.etiqueta) for ruta, campo in recorrer(grupo) if campo.etiqueta}


def _palabras(grupos: Iterable[Grupo]) -> dict[str, str]:
    """Gather the words of every list of options; the first group that has a word names it."""
    palabras: dict[str, str] = {}
    for grupo in grupos:
        for _ruta, campo in recorrer(grupo):
            if isinstance(campo, Opcion):
                palabras = {**campo.opciones, **palabras}
    return palabras


def etiquetas(acciones: tuple[Accion, ...]) -> Etiquetas:
    """Return every label. Words of the detail come first, then actions, rolls, traits and the lists of options."""
    palabras = {
        **_palabras(accion.campos for accion in acciones),
        **t.RUMBOS,
        **t.CARTAS,
        **t.HABILIDADES,
        **t.ATRIBUTOS,
        **MOTIVOS,
        **PALABRAS,
        **{accion.clave: accion.nombre for accion in acciones},
    }
    de_accion = {accion.clave: accion.nombre for accion in acciones}
    return Etiquetas(
        ficha=MappingProxyType(_de_ficha(FICHA)),
        objetivo=MappingProxyType(_de_ficha(FICHA)),
        detalle=DETALLE,
        grados=GRADOS,
        motivos=MappingProxyType({**de_accion, **MOTIVOS}),
        opciones=MappingProxyType({clave: c.etiqueta for clave, c in CONTINUACIONES.items()}),
        palabras=MappingProxyType(palabras),
    )
