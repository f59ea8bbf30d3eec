"""What a repetition and a splintered shield give back, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import (
    DAGA,
    ESPADA,
    atacar,
    cambiada,
    completa,
    enemigo,
    error,
    error_al_seguir,
    golpear,
    heroe,
    pedir,
    pnj,
    seguir,
)


def test_repetir_el_dano_exige_al_objetivo_tal_cual() -> None:
    golpe = golpear((3,))
    cambiado = {**golpe["objetivo"], "pv": 1}

    assert error("suerte_de_los_dioses", golpe["ficha"], (), None, golpe) == ("campo_requerido", "objetivo")
    assert error("suerte_de_los_dioses", golpe["ficha"], (), cambiado, golpe) == ("previa_obsoleta", "objetivo")


@pytest.mark.parametrize(
    "antes", [{"pv": 30}, {"pv": "8"}, {"pv": 0, "estado": "activo"}, {"pv": True}, {"dano_sin_armas": 100}]
)
def test_repetir_el_dano_no_devuelve_una_ficha_imposible(antes: Any) -> None:
    golpe = golpear((3,))
    falsa = cambiada(golpe, "detalle.antes", {**golpe["detalle"]["antes"], **antes})

    assert error("suerte_de_los_dioses", golpe["ficha"], (), golpe["objetivo"], falsa) == (
        "previa_invalida",
        "previa.detalle",
    )


def test_repetir_el_dano_no_toca_mas_que_las_claves_del_golpe() -> None:
    golpe = golpear((3,))
    falsa = cambiada(golpe, "detalle.antes", {**golpe["detalle"]["antes"], "armadura": 9, "nombre": "Otro"})

    repetido = pedir("suerte_de_los_dioses", golpe["ficha"], (1,), golpe["objetivo"], falsa)

    assert (repetido["objetivo"]["armadura"], repetido["objetivo"]["nombre"]) == (1, "Guardia")


def test_repetir_bajas_devuelve_a_los_caidos() -> None:
    ataque = atacar((6, 6), objetivo=pnj("chusma", numero=5))
    golpe = seguir(ataque, "danar", (6,), opciones=["bajas"])
    repetido = seguir(golpe, "suerte_de_los_dioses", (1,))

    assert (golpe["objetivo"]["numero"], golpe["objetivo"]["estado"]) == (0, "inconsciente")
    assert (repetido["objetivo"]["numero"], repetido["objetivo"]["estado"], repetido["objetivo"]["pv"]) == (
        3,
        "activo",
        3,
    )
    assert repetido["detalle"]["bajas"] == 2
    assert repetido["detalle"]["antes"] == golpe["detalle"]["antes"]


def test_repetir_un_golpe_sin_armas_rehace_lo_que_se_cura_entero() -> None:
    golpe = golpear((3,), enemigo(dano_sin_armas=2, pv=8), heroe(arma=None))
    repetido = seguir(golpe, "suerte_de_los_dioses", (1,))

    assert (golpe["objetivo"]["dano_sin_armas"], repetido["objetivo"]["dano_sin_armas"]) == (6, 4)
    assert (repetido["objetivo"]["pv"], repetido["objetivo"]["dano_reciente"]) == (6, 2)
    assert repetido["detalle"]["opciones_objetivo"] == ["sacudirse_las_heridas"]


def test_repetir_sin_vuelta() -> None:
    salvado = pedir("estabilizar", heroe(), (6, 6), pnj(pv=-1))
    fallado = pedir("estabilizar", heroe(), (1, 2), pnj(pv=-1))
    tratado = pedir("tratar", heroe(), (1, 2), enemigo())
    propio = pedir("tratar", heroe(), (1, 2))
    sujeto = fallado["ficha"]

    assert salvado["opciones"] == ["exito_legendario"]
    assert error_al_seguir(salvado, "suerte_de_los_dioses") == ("repeticion_inutil", "previa.exito")
    assert error("suerte_de_los_dioses", sujeto, (), None, fallado) == ("campo_requerido", "objetivo")
    assert error("suerte_de_los_dioses", sujeto, (), None, tratado) == ("campo_requerido", "objetivo")
    assert error("suerte_de_los_dioses", sujeto, (), pnj(), fallado) == ("previa_obsoleta", "objetivo.estado")
    assert error("suerte_de_los_dioses", sujeto, (), enemigo(), tratado) == (
        "previa_obsoleta",
        "objetivo.tratamiento",
    )
    assert error("suerte_de_los_dioses", heroe(), (), None, propio) == ("previa_obsoleta", "ficha.tratamiento")
    chusma = pnj("chusma")
    assert error("suerte_de_los_dioses", sujeto, (), chusma, tratado) == ("previa_obsoleta", "objetivo.tratamiento")


def test_repetir_una_sacudida_exige_los_pv_que_dejo() -> None:
    sacudida = pedir("sacudirse_las_heridas", heroe(pv=5, dano_reciente=3, dano_sin_armas=7), (2,))
    cambiado = {**sacudida["ficha"], "pv": 6, "dano_sin_armas": 5}
    repetida = seguir(sacudida, "suerte_de_los_dioses", (6,))

    assert error("suerte_de_los_dioses", cambiado, (), None, sacudida) == ("previa_obsoleta", "ficha.pv")
    assert (repetida["ficha"]["pv"], repetida["ficha"]["dano_sin_armas"]) == (8, 4)
    assert (repetida["detalle"]["dado"], repetida["detalle"]["recuperado"]) == (6, 3)
    falsa = cambiada(cambiada(sacudida, "detalle.pv_antes", 40), "detalle.recuperado", -33)
    assert error("suerte_de_los_dioses", sacudida["ficha"], (), None, falsa) == ("previa_invalida", "previa.detalle")


def test_repetir_con_demasiados_dados_falsos() -> None:
    ataque = atacar((4, 5))
    falsa = cambiada(ataque, "detalle.dados_extra", 10**30)

    assert error("suerte_de_los_dioses", ataque["ficha"], (), None, falsa) == (
        "demasiados_dados",
        "previa.detalle.dados_extra",
    )
    justa = cambiada(ataque, "detalle.dados_extra", 198)
    hecha = pedir("suerte_de_los_dioses", ataque["ficha"], (1,) * 200, None, justa)
    assert (len(hecha["tiradas"]), hecha["grado"]) == (200, "fallo_automatico")


def test_repetir_conserva_los_dados_y_las_cuentas() -> None:
    ataque = atacar((1, 2, 2), heroe(penalizacion_proxima=True), dados_extra=2)
    suerte = seguir(ataque, "suerte_de_los_dioses", (5, 5, 1))

    assert ataque["detalle"]["total"] == 4 + 1 + 2 - 1
    assert suerte["detalle"]["total"] == 10 + 1 + 2 - 1
    assert (suerte["detalle"]["dados_extra"], suerte["detalle"]["dados_penalizacion"]) == (2, 1)
    assert [t["motivo"] for t in suerte["tiradas"]] == ["ataque", "ataque", "dado_extra"]
    assert suerte["ficha"]["ph"] == 3


@pytest.mark.parametrize(
    ("objetivo", "con", "cambio", "esperado"),
    [
        ({"escudo": "pequeno"}, "escudo", {"pv": 3}, ("previa_obsoleta", "ficha")),
        ({"escudo": "pequeno", "pv": 0}, "escudo", {}, ("no_podia_parar", "ficha.pv")),
        ({"escudo": "pequeno", "posicion": "total"}, "escudo", {}, ("posicion_incompatible", "ficha.posicion")),
        ({"arma": ESPADA}, "escudo", {}, ("sin_escudo", "datos.con")),
        ({"escudo": "pequeno"}, "arma", {}, ("sin_arma", "datos.con")),
        ({"arma": ESPADA}, "arma_secundaria", {}, ("sin_arma", "datos.con")),
        ({"arma": ESPADA, "ph": 0}, "arma", {}, ("sin_ph", "ficha.ph")),
        ({"arma": ESPADA, "armadura": 20}, "arma", {}, ("sin_dano_reciente", "previa.detalle.dano")),
    ],
)
def test_escudo_astillado_que_no_puede_ser(objetivo: Any, con: str, cambio: Any, esperado: Any) -> None:
    golpe = golpear((6,), enemigo(**objetivo))

    assert error("escudo_astillado", {**golpe["objetivo"], **cambio}, (), None, golpe, con=con) == esperado


def test_escudo_astillado_rompe_lo_que_se_dice_y_deja_lo_demas() -> None:
    objetivo = enemigo(arma=ESPADA, arma_secundaria=DAGA, dos_armas="parar", pv=1)
    golpe = seguir(atacar((6, 6), objetivo=objetivo), "danar", (6,), opciones=["derribar"])

    arma = pedir("escudo_astillado", golpe["objetivo"], (), None, golpe, con="arma")
    segunda = pedir("escudo_astillado", golpe["objetivo"], (), None, golpe, con="arma_secundaria")

    assert (arma["ficha"]["arma"], arma["ficha"]["arma_secundaria"], arma["ficha"]["dos_armas"]) == (DAGA, None, "no")
    assert (segunda["ficha"]["arma"], segunda["ficha"]["arma_secundaria"]) == (ESPADA, None)
    assert (arma["detalle"]["destruido"], segunda["detalle"]["destruido"]) == ("espada", "daga")
    assert (arma["ficha"]["pv"], arma["ficha"]["estado"], arma["ficha"]["derribado"]) == (1, "activo", "caido")
    assert arma["detalle"]["absorbido"] == 8


def test_escudo_astillado_tras_repetir_el_dano() -> None:
    golpe = golpear((6,), enemigo(escudo="pequeno"))
    repetido = seguir(golpe, "suerte_de_los_dioses", (4,))

    parado = pedir("escudo_astillado", repetido["objetivo"], (), None, repetido, con="escudo")
    assert (parado["ficha"]["pv"], parado["detalle"]["absorbido"]) == (12, 6)
    ataque = seguir(atacar((1, 2)), "suerte_de_los_dioses", (5, 5))
    assert error("escudo_astillado", completa(heroe()), (), None, ataque, con="arma") == (
        "previa_invalida",
        "previa.detalle",
    )
    sin_pv = cambiada(repetido, "detalle.antes.pv")
    assert error("escudo_astillado", repetido["objetivo"], (), None, sin_pv, con="escudo") == (
        "no_podia_parar",
        "ficha.pv",
    )
