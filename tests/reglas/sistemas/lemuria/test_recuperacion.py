"""Rests, closings and the healer at their edges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import completa, efectos, enemigo, error, heroe, pedir, pnj, seguir


@pytest.mark.parametrize(
    ("cambios", "recuperado", "pv"),
    [
        ({"pv": 12}, 0, 12),
        ({"pv": 5}, 4, 9),
        ({"pv": 5, "dano_sin_armas": 7}, 7, 12),
        ({"pv": 5, "dano_sin_armas": 2}, 2 + 3, 10),
        ({"pv": 0, "estado": "fuera_de_combate"}, 6, 6),
        ({"pv": -20, "estado": "inconsciente"}, 16, -4),
        ({"pv": 5, "descansado": True, "dano_sin_armas": 2}, 0, 5),
    ],
)
def test_descanso(cambios: Any, recuperado: int, pv: int) -> None:
    de_combate = {
        "actuo": True,
        "dano_reciente": 3,
        "iniciativa_grado": "exito",
        "turno": 4,
        "pierde_turno": 1,
        "derribado": "caido",
        "penalizacion_proxima": True,
        "lisiado": ["mente"],
        "trucos": ["Zula"],
        "posicion": "total",
        "ataques_extra": 1,
    }
    hecho = pedir("descanso", heroe(**de_combate, **cambios))
    queda = hecho["ficha"]
    estado = "activo" if pv > 0 else "inconsciente"
    sin_armas = cambios.get("dano_sin_armas", 0) if cambios.get("descansado") else 0

    assert hecho["detalle"]["recuperado"] == recuperado
    assert queda == completa(
        heroe(
            pv=pv,
            estado=estado,
            descansado=True,
            dano_sin_armas=sin_armas,
            lisiado=["mente"],
            trucos=["Zula"],
        )
    )


@pytest.mark.parametrize(
    ("accion", "sujeto", "esperado"),
    [
        ("descanso", pnj("chusma"), ("no_procede", "ficha.clase")),
        ("descanso", heroe(pv=-1), ("no_puede_descansar", "ficha.estado")),
        ("descanso", heroe(pv=-6), ("no_puede_descansar", "ficha.estado")),
        ("descanso", heroe(pv=0, estado="estabilizado"), ("no_puede_descansar", "ficha.estado")),
        ("fin_de_dia", pnj("chusma"), ("no_procede", "ficha.clase")),
        ("fin_de_dia", heroe(pv=-1), ("no_puede_recuperar", "ficha.estado")),
        ("fin_de_dia", heroe(pv=-6), ("no_puede_recuperar", "ficha.estado")),
        ("fin_de_aventura", heroe(pv=-6), ("muerto", "ficha.estado")),
        ("fin_de_aventura", pnj(), ("solo_heroes", "ficha.clase")),
    ],
)
def test_cierres_rechazados(accion: str, sujeto: Any, esperado: tuple[str, str]) -> None:
    assert error(accion, sujeto) == esperado


@pytest.mark.parametrize(
    ("cambios", "datos", "tasa", "pv"),
    [
        ({"pv": 5}, {}, 1, 6),
        ({"pv": 5}, {"actividad_ligera": False}, 0, 5),
        ({"pv": 5, "tratamiento": "logrado"}, {}, 2, 7),
        ({"pv": 5, "tratamiento": "logrado"}, {"actividad_ligera": False}, 0, 5),
        ({"pv": 5, "tratamiento": "fallido"}, {}, 1, 6),
        ({"pv": 12}, {}, 1, 12),
        ({"pv": -3, "estado": "estabilizado"}, {"actividad_ligera": False}, 1, -2),
        ({"pv": -1, "estado": "estabilizado", "tratamiento": "logrado"}, {}, 2, 1),
    ],
)
def test_fin_de_dia(cambios: Any, datos: Any, tasa: int, pv: int) -> None:
    hecho = pedir("fin_de_dia", heroe(**cambios), **datos)

    assert (hecho["detalle"]["tasa"], hecho["detalle"]["recuperado"]) == (tasa, pv - cambios["pv"])
    assert (hecho["ficha"]["pv"], hecho["ficha"]["tratamiento"]) == (pv, "ninguno")
    assert (hecho["ficha"]["estado"] == "activo") == (pv > 0)


def test_fin_de_aventura_dice_lo_que_vuelve_y_lo_que_se_pierde() -> None:
    assert pedir("fin_de_aventura", heroe(ph=1))["detalle"] == {"recuperado": 3, "perdido": 0}
    assert pedir("fin_de_aventura", heroe(ph=5))["detalle"] == {"recuperado": 0, "perdido": 1}


@pytest.mark.parametrize("accion", ["curar", "tratar"])
@pytest.mark.parametrize(
    ("sanador", "paciente", "datos", "esperado"),
    [
        (heroe(pv=0), None, {}, ("no_puede_actuar", "ficha.estado")),
        (heroe(), None, {"profesion": "gladiador"}, ("profesion_inadecuada", "datos.profesion")),
        (heroe(profesiones={}), None, {}, ("profesion_desconocida", "datos.profesion")),
        (heroe(profesiones={"sanador": 0}), None, {}, ("sin_rango", "datos.profesion")),
        (
            heroe(profesiones={"alquimista": 1}),
            None,
            {"profesion": "Alquimista"},
            ("sin_ingredientes", "datos.ingredientes"),
        ),
        (heroe(), pnj("chusma"), {}, ("no_procede", "objetivo.clase")),
        (heroe(), pnj(pv=-6), {}, ("muerto", "objetivo.estado")),
        (heroe(), pnj(pv=-5), {}, ("requiere_estabilizar", "objetivo.estado")),
        (pnj("chusma", profesiones={"sanador": 1}), None, {}, ("no_procede", "ficha.clase")),
    ],
)
def test_sanador_que_no_puede(accion: str, sanador: Any, paciente: Any, datos: Any, esperado: Any) -> None:
    assert error(accion, sanador, (), paciente, **datos) == esperado


def test_curar_una_vez_por_herida() -> None:
    hecho = pedir("curar", heroe(actuo=True), (), enemigo(pv=0, dano_sin_armas=12, turnos_aturdido=2))
    propio = pedir("curar", heroe(pv=11))

    assert hecho["detalle"] == {"rango": 3, "recuperado": 3, "paciente": "objetivo"}
    assert efectos(hecho) == [
        ("objetivo", "pv", 0, 3),
        ("objetivo", "estado", "aturdido", "activo"),
        ("objetivo", "dano_sin_armas", 12, 9),
        ("objetivo", "curado", False, True),
        ("objetivo", "turnos_aturdido", 2, 0),
    ]
    assert propio["detalle"] == {"rango": 3, "recuperado": 1, "paciente": "ficha"}
    assert error("curar", propio["ficha"]) == ("ya_curado", "ficha.curado")
    alquimista = heroe(profesiones={"ALQUIMISTA": 2}, pv=5)
    assert pedir("curar", alquimista, profesion="alquimista", ingredientes=True)["detalle"]["rango"] == 2


def test_tratar_una_vez_al_dia_y_repetirlo() -> None:
    fallida = pedir("tratar", heroe(), (1, 1), enemigo())
    repetida = seguir(fallida, "suerte_de_los_dioses", (4, 4))
    propia = pedir("tratar", heroe(), (1, 2))
    de_propia = seguir(propia, "suerte_de_los_dioses", (2, 3))

    assert (fallida["objetivo"]["tratamiento"], repetida["objetivo"]["tratamiento"]) == ("fallido", "logrado")
    assert repetida["opciones"] == ["exito_poderoso"]
    assert [fallida["detalle"][k] for k in ("atributo", "profesion", "dificultad", "paciente")] == [1, 3, 0, "objetivo"]
    assert (propia["ficha"]["tratamiento"], de_propia["ficha"]["tratamiento"]) == ("fallido", "logrado")
    assert error("tratar", propia["ficha"]) == ("ya_tratado", "ficha.tratamiento")
    assert pedir("tratar", heroe(), (4, 4))["opciones"] == ["exito_poderoso"]
    assert propia["ficha"]["actuo"] is False


def test_estabilizar_una_sola_vez_y_repetirlo() -> None:
    fallida = pedir("estabilizar", heroe(dano_reciente=2), (1, 2), pnj(pv=-5))
    repetida = seguir(fallida, "suerte_de_los_dioses", (6, 6))

    assert (fallida["detalle"]["dificultad"], fallida["detalle"]["profesion"]) == (-10, 0)
    assert (fallida["ficha"]["actuo"], fallida["ficha"]["dano_reciente"]) == (True, 0)
    assert fallida["objetivo"]["estado"] == "moribundo"
    assert (repetida["objetivo"]["estado"], repetida["objetivo"]["pv"]) == ("estabilizado", -5)
    assert error("estabilizar", heroe(), (), pnj(), adyacente=False) == ("no_adyacente", "datos.adyacente")
    assert error("estabilizar", heroe(), (), pnj()) == ("no_moribundo", "objetivo.estado")
