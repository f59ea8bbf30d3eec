"""The turn of a fight at its edges: who may act, what acting spends, what each end of turn leaves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import (
    ARCO,
    DAGA,
    FC_EN_TURNO_1,
    atacar,
    efectos,
    enemigo,
    error,
    heroe,
    pedir,
    pnj,
)


@pytest.mark.parametrize(
    ("accion", "sujeto", "esperado"),
    [
        ("posicion", heroe(pv=0), ("no_puede_actuar", "ficha.estado")),
        ("posicion", pnj(atontado=True), ("no_puede_actuar", "ficha.atontado")),
        ("posicion", heroe(**FC_EN_TURNO_1), ("no_puede_actuar", "ficha.iniciativa_grado")),
        ("posicion", heroe(actuo=True), ("ya_actuo", "ficha.actuo")),
    ],
)
def test_no_elige_posicion_quien_no_puede(accion: str, sujeto: Any, esperado: tuple[str, str]) -> None:
    assert error(accion, sujeto, posicion="normal") == esperado


@pytest.mark.parametrize(
    ("cambios", "esperado"),
    [
        ({"posicion": "completa", "actuo": True}, ("defensa_completa", "ficha.posicion")),
        ({"actuo": True, "retrasando": True}, ("ya_actuo", "ficha.actuo")),
        ({"retrasando": True}, ("accion_retrasada", "ficha.retrasando")),
        (FC_EN_TURNO_1, ("no_puede_actuar", "ficha.iniciativa_grado")),
    ],
)
@pytest.mark.parametrize("accion", ["atacar", "tirada", "retrasar", "estabilizar"])
def test_accion_del_turno_se_gasta_una_vez(accion: str, cambios: Any, esperado: tuple[str, str]) -> None:
    datos: dict[str, Any] = {"tirada": {"atributo": "mente", "gasta_accion": True}}.get(accion, {})
    objetivo = {"atacar": pnj(), "estabilizar": pnj(pv=-1)}.get(accion)

    assert error(accion, heroe(**cambios), (), objetivo, **datos) == esperado


def test_fallo_calamitoso_solo_pesa_en_el_primer_turno() -> None:
    assert atacar(sujeto=heroe(iniciativa_grado="fallo_calamitoso", turno=2))["exito"] is True
    assert atacar(sujeto=heroe(iniciativa_grado="fallo", turno=1))["exito"] is True
    de_segundo = {"iniciativa_grado": "fallo_calamitoso", "turno": 2, "escudo": "grande"}
    assert atacar(objetivo=enemigo(**{**de_segundo, "turno": 1}))["detalle"]["defensa_escudo"] == 0
    assert atacar(objetivo=enemigo(**de_segundo))["detalle"]["defensa_escudo"] == 1


@pytest.mark.parametrize("accion", ["atacar", "tirada", "estabilizar"])
def test_accion_retrasada_se_toma_al_final(accion: str) -> None:
    datos: dict[str, Any] = {"tirada": {"atributo": "mente", "gasta_accion": True}}.get(accion, {})
    objetivo = {"atacar": pnj(), "estabilizar": pnj(pv=-1)}.get(accion)

    hecha = pedir(accion, heroe(retrasando=True, dano_reciente=2), (4, 4), objetivo, al_final=True, **datos)

    assert (hecha["ficha"]["retrasando"], hecha["ficha"]["actuo"], hecha["ficha"]["dano_reciente"]) == (False, True, 0)
    assert error(accion, heroe(), (), objetivo, al_final=True, **datos) == ("no_retraso", "datos.al_final")


@pytest.mark.parametrize(
    ("posicion", "dos", "ataque", "defensa", "puede", "bloquea"),
    [
        ("normal", "no", 0, 0, True, True),
        ("defensiva", "parar", -2, 1, True, True),
        ("completa", "no", 0, 2, False, True),
        ("completa", "parar", -1, 2, False, True),
        ("ofensiva", "ambas", 0, -1, True, True),
        ("total", "ambas", 1, -2, True, False),
    ],
)
def test_posicion_cuesta_y_da(posicion: str, dos: str, ataque: int, defensa: int, puede: bool, bloquea: bool) -> None:
    hecha = pedir("posicion", heroe(arma_secundaria=DAGA, dano_reciente=3), posicion=posicion, dos_armas=dos)

    assert hecha["detalle"] == {
        "ataque": ataque,
        "defensa": defensa,
        "puede_atacar": puede,
        "puede_bloquear": bloquea,
    }
    assert (hecha["ficha"]["actuo"], hecha["ficha"]["dano_reciente"]) == (not puede, 3 if puede else 0)
    assert (hecha["ficha"]["posicion"], hecha["ficha"]["dos_armas"]) == (posicion, dos)


def test_posicion_incompatible() -> None:
    dos = heroe(arma_secundaria=DAGA)
    for posicion, armas in (("total", "parar"), ("completa", "ambas")):
        assert error("posicion", dos, posicion=posicion, dos_armas=armas) == (
            "posicion_incompatible",
            "datos.dos_armas",
        )
    for segunda in (None, ARCO):
        assert error("posicion", heroe(arma_secundaria=segunda), posicion="normal", dos_armas="parar") == (
            "armas_no_validas",
            "datos.dos_armas",
        )


def test_retrasar_e_interrumpir() -> None:
    retrasada = pedir("retrasar", heroe(ph=1))
    ahora = pedir("interrumpir", retrasada["ficha"], a="Zula")

    assert (retrasada["ficha"]["retrasando"], retrasada["opciones"]) == (True, ["interrumpir"])
    assert pedir("retrasar", heroe(ph=0))["opciones"] == []
    assert (ahora["ficha"]["retrasando"], ahora["ficha"]["ph"], ahora["detalle"]) == (False, 0, {"a": "Zula"})
    assert pedir("interrumpir", retrasada["ficha"])["detalle"] == {"a": None}
    assert error("interrumpir", heroe()) == ("no_retraso", "ficha.retrasando")
    assert error("interrumpir", heroe(retrasando=True, ph=0)) == ("sin_ph", "ficha.ph")
    assert error("retrasar", pnj()) == ("solo_heroes", "ficha.clase")


def test_levantarse_no_gasta_la_accion() -> None:
    hecho = pedir("levantarse", pnj(derribado="caido", actuo=True))

    assert efectos(hecho) == [("ficha", "derribado", "caido", "levantandose")]
    assert error("levantarse", heroe(derribado="levantandose")) == ("no_derribado", "ficha.derribado")
    assert error("levantarse", heroe(derribado="caido", pv=0)) == ("no_puede_actuar", "ficha.estado")


@pytest.mark.parametrize(
    ("cambios", "efectos_", "opciones"),
    [
        ({"pv": -4}, [("pv", -4, -5)], ["desafiar_a_la_muerte"]),
        ({"pv": -5}, [("pv", -5, -6), ("estado", "moribundo", "muerto")], ["desafiar_a_la_muerte"]),
        ({"pv": -5, "ph": 0}, [("pv", -5, -6), ("estado", "moribundo", "muerto")], []),
        ({"pv": -7}, [], ["desafiar_a_la_muerte"]),
        ({"pv": -3, "estado": "estabilizado"}, [], []),
        ({"pv": 0}, [("turnos_aturdido", 0, 1)], ["quedar_fuera", "espabilarse"]),
        ({"pv": 0, "ph": 0}, [("turnos_aturdido", 0, 1)], ["quedar_fuera"]),
        ({"pv": 0, "turnos_aturdido": 1000}, [], ["quedar_fuera", "espabilarse"]),
        ({"turno": 1000}, [], []),
        ({"turno": 1}, [("turno", 1, 2)], []),
        ({"derribado": "caido"}, [], []),
        ({"pierde_turno": 2, "actuo": True}, [("pierde_turno", 2, 1)], []),
        ({"pierde_turno": 1}, [("actuo", False, True), ("pierde_turno", 1, 0)], []),
        ({"ataques_extra": 2, "parada_usada": True}, [("parada_usada", True, False), ("ataques_extra", 2, 0)], []),
        ({"dos_armas": "ambas", "retrasando": True}, [("retrasando", True, False), ("dos_armas", "ambas", "no")], []),
    ],
)
def test_fin_de_turno(cambios: Any, efectos_: Any, opciones: list[str]) -> None:
    hecho = pedir("fin_de_turno", heroe(**cambios))

    assert [e[1:] for e in efectos(hecho)] == efectos_
    assert hecho["opciones"] == opciones
    assert hecho["detalle"] == {"pv_perdidos": int("pv" in cambios and -6 < cambios["pv"] < 0 and bool(efectos_))}


def test_fin_de_turno_de_un_pnj() -> None:
    assert pedir("fin_de_turno", pnj(atontado=True, actuo=True))["ficha"]["atontado"] is False
    assert pedir("fin_de_turno", pnj(pv=0))["opciones"] == ["quedar_fuera"]
    assert pedir("fin_de_turno", pnj(pv=-1))["opciones"] == []


def test_espabilarse_y_quedar_fuera_del_aturdido() -> None:
    listo = heroe(pv=0, pv_max=7, turnos_aturdido=1, dano_sin_armas=7)
    vuelto = pedir("espabilarse", listo)
    fuera = pedir("quedar_fuera", listo)

    assert (vuelto["ficha"]["pv"], vuelto["ficha"]["estado"], vuelto["ficha"]["ph"]) == (4, "activo", 3)
    assert (vuelto["ficha"]["actuo"], vuelto["ficha"]["turnos_aturdido"], vuelto["ficha"]["dano_sin_armas"]) == (
        True,
        0,
        3,
    )
    assert vuelto["detalle"] == {"recuperado": 4}
    assert efectos(fuera) == [
        ("ficha", "estado", "aturdido", "fuera_de_combate"),
        ("ficha", "turnos_aturdido", 1, 0),
    ]
    for accion in ("espabilarse", "quedar_fuera"):
        assert error(accion, heroe(pv=0)) == ("turno_incorrecto", "ficha.turnos_aturdido")
        assert error(accion, heroe()) == ("no_procede", "ficha.estado")
    assert error("espabilarse", {**listo, "ph": 0}) == ("sin_ph", "ficha.ph")
