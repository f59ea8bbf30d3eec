"""Which clauses explain each number of the arithmetic, for the links of a card; and which dice of it count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from reglas.nucleo.azar import EXPLOTA
from reglas.nucleo.vista import DadoMostrado, mostrar_dados
from reglas.sistemas.salvaje.tablas import CARTAS

DE_DETALLE: Final[Mapping[str, tuple[str, ...]]] = {
    "accion_original": ("V-61", "V-65"),
    "tirada_de": ("V-54", "V-81"),
    "rasgo": ("V-20",),
    "dado": ("V-02", "V-08"),
    "vo": ("V-01", "V-18", "V-19"),
    "modificadores.heridas": ("V-11",),
    "modificadores.fatiga": ("V-12",),
    "modificadores.distraido": ("V-13",),
    "modificadores.joker": ("V-14", "V-39"),
    "modificadores.acciones": ("V-15",),
    "modificadores.correr": ("V-16",),
    "modificadores.sin_entrenamiento": ("V-08",),
    "modificadores.alcance": ("V-21",),
    "modificadores.cobertura": ("V-22",),
    "modificadores.iluminacion": ("V-23",),
    "modificadores.localizacion": ("V-24", "V-39"),
    "modificadores.bono_fuerza": ("V-07", "V-39"),
    "modificadores.arma": ("V-39",),
    "modificadores.bono_rasgo": ("V-07",),
    "modificadores.apuntar": ("V-25",),
    "modificadores.objetivo_vulnerable": ("V-26",),
    "modificadores.superioridad": ("V-26",),
    "modificadores.multiples_oponentes": ("V-27",),
    "modificadores.ataque_salvaje": ("V-28",),
    "modificador_total": ("V-07",),
    "total_rasgo": ("V-02",),
    "total_salvaje": ("V-03", "V-04"),
    "mejor": ("V-03",),
    "sumas": ("V-36",),
    "sumas.fuerza": ("V-31", "V-33", "V-34"),
    "sumas.arma": ("V-31", "V-32", "V-33"),
    "sumas.aumento": ("V-37",),
    "sumas.dano": ("V-49",),
    "dano_extra": ("V-37", "V-38"),
    "total_anterior": ("V-61",),
    "total_nuevo": ("V-61",),
    "se_queda": ("V-61", "V-62"),
    "dureza": ("V-40", "V-41"),
    "armadura": ("V-45",),
    "pa": ("V-45",),
    "dureza_efectiva": ("V-45",),
    "margen": ("V-40", "V-41", "V-44"),
    "aumentos": ("V-06", "V-44"),
    "resultado": ("V-41", "V-42", "V-46", "V-47"),
    "absorbidas": ("V-68",),
    "restantes": ("V-70", "V-71"),
    "heridas_curadas": ("V-88",),
    "lesion": ("V-76", "V-77"),
    "puede_actuar": ("V-52", "V-74"),
    "efecto": ("V-92",),
    "aumento_contrario": ("V-93",),
    "hora": ("V-99",),
    "grados": ("V-99",),
    "rumbo": ("V-99",),
    "penalizador": ("V-59",),
    "paso_actual": ("V-59",),
    "carrera": ("V-60",),
    "cartas": ("V-95",),
    "carta": ("V-94",),
    "orden": ("V-94",),
    "joker": ("V-96",),
    "rebarajar": ("V-96",),
}


def mostrar(respuesta: Mapping[str, Any]) -> tuple[DadoMostrado, ...]:
    """Return the dice of a card. V-03: the better of two counts; V-95: the card kept; V-61: the better roll."""
    detalle, tiradas = respuesta["detalle"], respuesta["tiradas"]
    lugares = range(len(tiradas))
    if detalle.get("se_queda") == "anterior":
        return mostrar_dados(respuesta, ())
    if tiradas and tiradas[0]["motivo"] == "carta":
        dados = mostrar_dados(respuesta, [n for n in lugares if detalle["cartas"][n] == detalle["carta"]])
        return tuple(replace(dado, nombre=CARTAS[carta]) for dado, carta in zip(dados, detalle["cartas"], strict=True))
    if detalle.get("total_salvaje") is None:
        return mostrar_dados(respuesta)
    return mostrar_dados(
        respuesta, [n for n in lugares if tiradas[n]["motivo"].removesuffix(EXPLOTA) in (detalle["mejor"], "direccion")]
    )
