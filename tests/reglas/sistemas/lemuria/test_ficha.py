"""What a sheet may say: states, hands, ranges reached exactly, what each class lacks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import (
    ARCO,
    DAGA,
    HACHA,
    atacar,
    completa,
    error,
    heroe,
    legendario,
    pnj,
    seguir,
)


@pytest.mark.parametrize(
    ("sujeto", "esperado"),
    [
        (heroe(pv=0, estado="activo"), "ficha.estado"),
        (heroe(pv=0, estado="moribundo"), "ficha.estado"),
        (heroe(pv=-1, estado="aturdido"), "ficha.estado"),
        (heroe(pv=-1, estado="fuera_de_combate"), "ficha.estado"),
        (heroe(pv=-6, estado="moribundo"), "ficha.estado"),
        (heroe(pv=-5, estado="muerto"), "ficha.estado"),
        (heroe(pv=1, estado="estabilizado"), "ficha.estado"),
        (pnj("chusma", pv=0, estado="aturdido"), "ficha.estado"),
        (pnj("chusma", pv=1, estado="muerto"), "ficha.estado"),
        (pnj("chusma", numero=0), "ficha.numero"),
        (pnj("chusma", pv=0, numero=1), "ficha.numero"),
    ],
)
def test_ficha_que_se_contradice(sujeto: Any, esperado: str) -> None:
    assert error("fin_de_turno", sujeto) == ("ficha_incoherente", esperado)


@pytest.mark.parametrize(
    ("pv", "estado"),
    [
        (0, "aturdido"),
        (0, "fuera_de_combate"),
        (0, "inconsciente"),
        (0, "estabilizado"),
        (-1, "moribundo"),
        (-5, "moribundo"),
        (-5, "inconsciente"),
        (-6, "muerto"),
        (-6, "estabilizado"),
        (-6, "inconsciente"),
    ],
)
def test_ficha_admite_cada_estado_de_su_tabla(pv: int, estado: str) -> None:
    assert completa(heroe(pv=pv, estado=estado))["estado"] == estado


def test_ficha_deduce_el_estado_de_los_pv() -> None:
    deducidos = {pv: completa(heroe(pv=pv))["estado"] for pv in (12, 1, 0, -1, -5, -6, -99)}
    de_chusma = {pv: completa(pnj("chusma", pv=pv)) for pv in (3, 1, 0, -9)}

    assert deducidos == {
        12: "activo",
        1: "activo",
        0: "aturdido",
        -1: "moribundo",
        -5: "moribundo",
        -6: "muerto",
        -99: "muerto",
    }
    assert {pv: (f["estado"], f["numero"]) for pv, f in de_chusma.items()} == {
        3: ("activo", 1),
        1: ("activo", 1),
        0: ("inconsciente", 0),
        -9: ("inconsciente", 0),
    }


@pytest.mark.parametrize(
    ("cambios", "esperado"),
    [
        ({"arma": None, "arma_secundaria": DAGA}, ("armas_no_validas", "ficha.arma_secundaria")),
        ({"arma": DAGA, "arma_secundaria": DAGA, "escudo": "pequeno"}, ("manos_insuficientes", "ficha.escudo")),
        ({"arma": HACHA, "escudo": "grande"}, ("manos_insuficientes", "ficha.escudo")),
        ({"arma": HACHA, "arma_secundaria": DAGA}, ("manos_insuficientes", "ficha.arma_secundaria")),
        ({"arma": DAGA, "arma_secundaria": HACHA}, ("manos_insuficientes", "ficha.arma_secundaria")),
        ({"pv": 5, "dano_sin_armas": 8}, ("fuera_de_rango", "ficha.dano_sin_armas")),
        ({"profesiones": {"Mago": 1, "mago ": 2}}, ("nombre_repetido", "ficha.profesiones")),
        ({"profesiones": {"": 1}}, ("fuera_de_rango", "ficha.profesiones")),
        ({"clase": "chusma", "pv_max": 4}, ("fuera_de_rango", "ficha.pv_max")),
        ({"clase": "villano", "ph": 1}, ("campo_desconocido", "ficha.ph")),
        ({"conoce_trucos": True}, ("campo_desconocido", "ficha.conoce_trucos")),
        ({"clase": "villano", "atontado": True}, ("campo_desconocido", "ficha.atontado")),
    ],
)
def test_ficha_rechaza(cambios: Any, esperado: tuple[str, str]) -> None:
    assert error("fin_de_turno", heroe(**cambios)) == esperado


def test_ficha_admite_manos_llenas() -> None:
    assert completa(heroe(arma=HACHA))["arma"]["categoria"] == "grande"
    assert completa(heroe(arma=ARCO, escudo="pequeno"))["escudo"] == "pequeno"
    assert completa(heroe(pv=5, dano_sin_armas=7))["dano_sin_armas"] == 7
    assert completa(pnj("chusma", pv_max=3))["pv"] == 3


def test_numeros_de_la_ficha_se_quedan_en_su_limite() -> None:
    golpe = seguir(
        legendario(pnj()) | {"ficha": completa(heroe(ataques_extra=9))},
        "danar",
        (1,),
        opciones=["otro_ataque", "otro_ataque"],
    )

    assert (golpe["ficha"]["ataques_extra"], golpe["detalle"]["ataques_extra"]) == (10, 2)
    sabio = heroe(trucos=[f"Rival {n}" for n in range(1000)])
    assert len(atacar(sujeto=sabio, profesion="gladiador", aprobado_dj=True)["ficha"]["trucos"]) == 1000
    cojo = pnj(lisiado=["mente"] * 20)
    pedido = {"opciones": ["lisiar", "dano"], "lisiar": [{"penalizacion": "fuerza"}], "aprobado_dj": True}
    assert len(seguir(legendario(cojo), "danar", (1,), **pedido)["objetivo"]["lisiado"]) == 20
