"""The uses of PH about wounds and with the DJ, at their edges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import FC_EN_TURNO_1, error, heroe, pedir, pnj


@pytest.mark.parametrize(
    ("cambios", "despues"),
    [
        ({"pv": -1}, (0, "inconsciente")),
        ({"pv": -5, "dano_sin_armas": 17}, (0, "inconsciente")),
        ({"pv": -6}, (-6, "estabilizado")),
        ({"pv": -20}, (-20, "estabilizado")),
    ],
)
def test_desafiar_a_la_muerte(cambios: Any, despues: tuple[int, str]) -> None:
    hecho = pedir("desafiar_a_la_muerte", heroe(dano_reciente=3, **cambios))
    queda = hecho["ficha"]

    assert (queda["pv"], queda["estado"]) == despues
    assert (queda["ph"], queda["dano_reciente"], hecho["detalle"]["banda"]) == (3, 0, despues[1])
    assert queda["dano_sin_armas"] == (12 if "dano_sin_armas" in cambios else 0)
    assert error("desafiar_a_la_muerte", heroe(ph=0, **cambios)) == ("sin_ph", "ficha.ph")


def test_desafiar_a_la_muerte_no_es_para_quien_no_muere() -> None:
    for cambios in ({}, {"pv": 0}, {"pv": -2, "estado": "inconsciente"}):
        assert error("desafiar_a_la_muerte", heroe(**cambios)) == ("no_procede", "ficha.estado")


@pytest.mark.parametrize(
    ("cambios", "dado", "recuperado", "actuo", "pierde"),
    [
        ({}, 6, 4, True, 0),
        ({}, 1, 1, True, 0),
        ({"actuo": True}, 2, 2, True, 1),
        (FC_EN_TURNO_1, 2, 2, False, 1),
        ({"retrasando": True}, 2, 2, True, 0),
        ({"actuo": True, "pierde_turno": 10}, 2, 2, True, 10),
    ],
)
def test_sacudirse_las_heridas(cambios: Any, dado: int, recuperado: int, actuo: bool, pierde: int) -> None:
    hecho = pedir("sacudirse_las_heridas", heroe(pv=5, dano_reciente=4, dano_sin_armas=1, **cambios), (dado,))
    queda = hecho["ficha"]

    assert (queda["pv"], queda["actuo"], queda["pierde_turno"]) == (5 + recuperado, actuo, pierde)
    assert (queda["retrasando"], queda["dano_reciente"], queda["ph"]) == (False, 0, 3)
    assert hecho["detalle"] == {
        "tipo": "sacudirse",
        "actor": "Krag",
        "dado": dado,
        "tope": 4,
        "pv_antes": 5,
        "sin_armas_antes": 1,
        "recuperado": recuperado,
        "repetida": False,
        "ataque_extra": False,
    }


def test_sacudirse_mal_pedido() -> None:
    assert error("sacudirse_las_heridas", heroe()) == ("sin_dano_reciente", "ficha.dano_reciente")
    assert error("sacudirse_las_heridas", heroe(pv=0, dano_reciente=3)) == ("no_puede_actuar", "ficha.estado")
    assert error("sacudirse_las_heridas", heroe(pv=5, dano_reciente=3, ph=0)) == ("sin_ph", "ficha.ph")
    assert pedir("sacudirse_las_heridas", heroe(pv=5, dano_reciente=3, ph=1), (1,))["opciones"] == []


def test_giro_del_destino_y_decide_con_el_dj_piden_su_palabra() -> None:
    for accion in ("giro_del_destino", "decide_con_el_dj"):
        hecho = pedir(accion, heroe(ph=1), descripcion=" Hay una soga. ", aprobado_dj=True)
        assert (hecho["ficha"]["ph"], hecho["detalle"]) == (0, {"descripcion": "Hay una soga."})
        assert error(accion, heroe(), descripcion="x") == ("requiere_aprobacion", "datos.aprobado_dj")
        assert error(accion, heroe(ph=0), descripcion="x", aprobado_dj=True) == ("sin_ph", "ficha.ph")
        assert error(accion, pnj(), descripcion="x", aprobado_dj=True) == ("solo_heroes", "ficha.clase")
