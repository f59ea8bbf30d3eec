"""Which dice of Lemuria a card shows as those that count."""

from __future__ import annotations

from typing import Any

import pytest

from reglas.motor import sistema


def cuentan(detalle: dict[str, Any], *valores: int) -> list[bool]:
    tiradas = [{"dado": "d6", "valor": valor, "motivo": "tarea"} for valor in valores]
    return [dado.cuenta for dado in sistema("lemuria").mostrar({"tiradas": tiradas, "detalle": detalle})]


@pytest.mark.parametrize(
    ("extra", "penalizacion", "valores", "esperado"),
    [
        (0, 0, (3, 4), [True, True]),
        (1, 0, (2, 5, 4), [False, True, True]),
        (0, 1, (2, 5, 4), [True, False, True]),
        (2, 1, (5, 5, 5), [True, True, False]),
        (0, 2, (6, 1, 1, 3), [False, True, True, False]),
    ],
)
def test_de_mas_de_dos_dados_cuentan_los_dos_que_dice_la_regla(extra, penalizacion, valores, esperado) -> None:
    detalle = {"dados_extra": extra, "dados_penalizacion": penalizacion, "conservados": [0, 0]}

    assert cuentan(detalle, *valores) == esperado


def test_de_los_dos_de_un_arma_cuenta_uno_y_el_unico_siempre() -> None:
    assert cuentan({"dado": 5}, 3, 5) == [False, True]
    assert cuentan({"dado": 3}, 3, 5) == [True, False]
    assert cuentan({"dado": 3}, 3) == [True]
    assert cuentan({"conservados": [5, 4], "dados_extra": 1, "dados_penalizacion": 0}) == []
