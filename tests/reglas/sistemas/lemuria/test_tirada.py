"""The 2d6 roll at its edges: totals, naturals, dice of more and of penalty."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import atacar, efectos, error, heroe, pedir


def test_tirada_sin_gastar_la_accion_la_hace_cualquiera_que_viva() -> None:
    assert pedir("tirada", heroe(pv=0, actuo=True), (4, 4), atributo="mente")["ficha"]["actuo"] is True
    assert pedir("tirada", heroe(), (4, 4), atributo="mente")["ficha"]["actuo"] is False
    assert error("tirada", heroe(pv=-6), atributo="mente") == ("no_puede_actuar", "ficha.estado")
    assert error("tirada", heroe(), atributo="mente", al_final=True) == ("combinacion_invalida", "datos.al_final")


@pytest.mark.parametrize(("dados", "grado"), [((1, 1), "fallo_automatico"), ((6, 6), "exito_poderoso")])
def test_natural_manda_sobre_el_total(dados: Any, grado: str) -> None:
    alto, bajo = ({"modificador": m, "atributo": "mente"} for m in (20, -20))
    assert pedir("tirada", heroe(), dados, **alto)["grado"] == grado
    assert pedir("tirada", heroe(), dados, **bajo)["grado"] == grado


def test_total_de_nueve_acierta_y_ocho_no() -> None:
    assert pedir("tirada", heroe(), (4, 4), atributo="mente")["grado"] == "exito"
    assert pedir("tirada", heroe(), (4, 3), atributo="mente")["grado"] == "fallo"
    assert pedir("tirada", heroe(), (1, 2), atributo="mente", modificador=4)["grado"] == "fallo"
    assert pedir("tirada", heroe(), (6, 5), atributo="mente", modificador=-3)["grado"] == "exito"


@pytest.mark.parametrize(
    ("datos", "dados", "conservados", "motivos"),
    [
        ({"dados_extra": 1}, (1, 5, 3), [5, 3], ["tarea", "tarea", "dado_extra"]),
        ({"dados_penalizacion": 1}, (1, 5, 3), [3, 1], ["tarea", "tarea", "dado_penalizacion"]),
        ({"dados_extra": 2, "dados_penalizacion": 2}, (1, 5), [5, 1], ["tarea", "tarea"]),
        ({"dados_extra": 3, "dados_penalizacion": 1}, (1, 5, 3, 6), [6, 5], ["tarea", "tarea", *["dado_extra"] * 2]),
    ],
)
def test_dados_de_mas_y_de_penalizacion(datos: Any, dados: Any, conservados: Any, motivos: Any) -> None:
    hecha = pedir("tirada", heroe(), dados, atributo="mente", **datos)

    assert hecha["detalle"]["conservados"] == conservados
    assert [t["motivo"] for t in hecha["tiradas"]] == motivos


def test_lisiado_y_penalizacion_proxima_suman_dados() -> None:
    lisiado = heroe(lisiado=["mente", "cuerpo_a_cuerpo", "agilidad"], penalizacion_proxima=True)

    tarea = pedir("tirada", lisiado, (4, 4, 4, 4, 4), atributo="mente", habilidad="cuerpo_a_cuerpo")
    ataque = atacar((4, 4, 4, 4, 4), lisiado)
    de_fuerza = atacar((4, 4, 4, 4), lisiado, atributo="fuerza", aprobado_dj=True)
    cura = pedir("tratar", lisiado, (4, 4, 4, 4))
    sin_eso = pedir("tirada", heroe(lisiado=["mente"]), (4, 4), atributo="fuerza")

    assert [r["detalle"]["dados_penalizacion"] for r in (tarea, ataque, de_fuerza, cura, sin_eso)] == [3, 3, 2, 2, 0]
    assert tarea["ficha"]["penalizacion_proxima"] is False
    assert efectos(sin_eso) == []
