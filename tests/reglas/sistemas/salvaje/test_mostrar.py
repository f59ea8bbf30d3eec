"""Which dice of Savage Worlds a card shows as those that count."""

from __future__ import annotations

from typing import Any

from reglas.motor import sistema


def cuentan(detalle: dict[str, Any], *tiradas: tuple[int, str]) -> list[bool]:
    caidos = [{"dado": "d8", "valor": valor, "motivo": motivo} for valor, motivo in tiradas]
    return [dado.cuenta for dado in sistema("salvaje").mostrar({"tiradas": caidos, "detalle": detalle})]


def test_del_rasgo_y_el_salvaje_cuenta_el_mejor_con_sus_explosiones() -> None:
    tiradas = (8, "rasgo"), (3, "rasgo_explota"), (6, "salvaje"), (6, "salvaje_explota"), (1, "salvaje_explota")

    assert cuentan({"total_salvaje": 13, "mejor": "salvaje"}, *tiradas) == [False, False, True, True, True]
    assert cuentan({"total_salvaje": 2, "mejor": "rasgo"}, *tiradas) == [True, True, False, False, False]


def test_sin_dado_salvaje_cuentan_todos_y_de_las_cartas_la_que_se_queda() -> None:
    assert cuentan({"total_salvaje": None, "mejor": "rasgo"}, (1, "rasgo"), (4, "confirmar_pifia")) == [True, True]
    assert cuentan({"total": 9}, (4, "fuerza"), (5, "arma")) == [True, True]
    assert cuentan({"cartas": ["2C", "AP"], "carta": "AP"}, (30, "carta"), (2, "carta")) == [False, True]
    assert cuentan({"cartas": ["2C"], "carta": "AP"}, (30, "carta")) == [False]


def test_una_repeticion_que_no_mejora_no_cuenta() -> None:
    detalle = {"se_queda": "anterior", "total_salvaje": 2, "mejor": "rasgo"}

    assert cuentan(detalle, (4, "rasgo"), (2, "salvaje")) == [False, False]
