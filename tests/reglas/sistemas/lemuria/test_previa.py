"""What is read of an earlier response: forged ones, somebody else's, those whose sheets have changed."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import (
    DAGA,
    ESPADA,
    atacar,
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


def cambiada(previa: Any, ruta: str, valor: Any = None) -> Any:
    """Return a copy of a response with one value replaced, or taken out if it is None."""
    copia = deepcopy(previa)
    *camino, ultima = ruta.split(".")
    lugar = copia
    for clave in camino:
        lugar = lugar[clave]
    lugar.pop(ultima)
    if valor is not None:
        lugar[ultima] = valor
    return copia


def con_previa(accion: str, previa: Any, objetivo: Any = None, **datos: Any) -> tuple[str, str]:
    """Continue a forged response with honest sheets."""
    return error(accion, heroe(), (), objetivo, previa, **datos)


@pytest.mark.parametrize(
    ("ruta", "valor", "campo"),
    [
        ("sistema", "strange", "previa"),
        ("sistema", None, "previa"),
        ("detalle", None, "previa"),
        ("detalle", [], "previa"),
        ("accion", "danar", "previa.accion"),
        ("accion", 3, "previa.accion"),
        ("accion", None, "previa.accion"),
        ("accion", "tirada", "previa.detalle"),
        ("detalle.tipo", "tarea", "previa.detalle"),
        ("detalle.tipo", "dano", "previa.detalle"),
        ("detalle.tipo", 4, "previa.detalle"),
        ("detalle.actor", None, "previa.detalle"),
        ("detalle.actor", 4, "previa.detalle"),
        ("detalle.dados_extra", True, "previa.detalle"),
        ("detalle.dados_penalizacion", None, "previa.detalle"),
        ("detalle.natural", "7", "previa.detalle"),
        ("detalle.total", None, "previa.detalle"),
        ("detalle.repetida", 1, "previa.detalle"),
        ("detalle.ataque_extra", None, "previa.detalle"),
        ("detalle.elecciones", False, "previa.detalle"),
        ("detalle.modo", "volando", "previa.detalle"),
        ("detalle.categoria", 3, "previa.detalle"),
        ("detalle.profesion_usada", None, "previa.detalle"),
        ("exito", None, "previa.exito"),
        ("exito", 1, "previa.exito"),
        ("grado", None, "previa.grado"),
        ("grado", "genial", "previa.grado"),
    ],
)
def test_previa_de_un_ataque_a_la_que_le_falta_algo(ruta: str, valor: Any, campo: str) -> None:
    previa = cambiada(atacar((4, 5)), ruta, valor)
    accion = "danar" if valor == "danar" else "exito_poderoso"

    assert con_previa(accion, previa, pnj()) == (
        "previa_invalida",
        campo,
    )


@pytest.mark.parametrize(
    ("clave", "valor"),
    [
        ("categoria", "enorme"),
        ("dado", None),
        ("bruto", "3"),
        ("armadura", None),
        ("dano", True),
        ("conversion", 0),
        ("destino", "huidos"),
        ("desarmado", None),
        ("antes", 3),
        ("repetida", None),
        ("ataque_extra", 0),
    ],
)
def test_previa_de_un_golpe_a_la_que_le_falta_algo(clave: str, valor: Any) -> None:
    previa = cambiada(golpear((3,)), f"detalle.{clave}", valor)

    assert con_previa("suerte_de_los_dioses", previa, previa["objetivo"]) == ("previa_invalida", "previa.detalle")


@pytest.mark.parametrize("clave", ["tope", "pv_antes", "sin_armas_antes", "recuperado", "repetida", "ataque_extra"])
def test_previa_de_una_sacudida_a_la_que_le_falta_algo(clave: str) -> None:
    previa = cambiada(pedir("sacudirse_las_heridas", heroe(pv=5, dano_reciente=3), (2,)), f"detalle.{clave}")

    assert error("suerte_de_los_dioses", previa["ficha"], (), None, previa) == ("previa_invalida", "previa.detalle")


def test_previa_de_un_golpe_sin_objetivo() -> None:
    golpe = golpear((3,))

    assert con_previa("suerte_de_los_dioses", cambiada(golpe, "objetivo"), golpe["objetivo"]) == (
        "previa_invalida",
        "previa.objetivo",
    )


def test_previa_de_tratar_sin_paciente() -> None:
    previa = cambiada(pedir("tratar", heroe(), (1, 2)), "detalle.paciente", "nadie")

    assert error("suerte_de_los_dioses", previa["ficha"], (), None, previa) == ("previa_invalida", "previa.detalle")


def test_previa_ajena_salvo_para_el_escudo() -> None:
    ataque = cambiada(atacar((4, 5)), "detalle.actor", "Otro")
    golpe = golpear((6,), enemigo(escudo="pequeno"))

    assert con_previa("exito_poderoso", ataque) == ("previa_ajena", "previa.detalle.actor")
    parado = pedir("escudo_astillado", golpe["objetivo"], (), None, golpe, con="escudo")
    assert parado["ficha"]["pv"] == 12
    propia = golpear((6,), enemigo(nombre="Krag", escudo="pequeno"))
    assert pedir("escudo_astillado", propia["objetivo"], (), None, propia, con="escudo")["ficha"]["pv"] == 12


@pytest.mark.parametrize(
    ("accion", "previa", "esperado"),
    [
        ("exito_poderoso", atacar((1, 2)), ("sin_exito", "previa.exito")),
        ("exito_poderoso", atacar((6, 6)), ("ya_es_poderoso", "previa.grado")),
        ("exito_legendario", atacar((1, 2)), ("sin_exito", "previa.exito")),
        ("exito_legendario", atacar((4, 5)), ("legendario_requiere_12", "previa.detalle.natural")),
        (
            "exito_legendario",
            seguir(atacar((4, 5)), "exito_poderoso"),
            ("legendario_requiere_12", "previa.detalle.natural"),
        ),
        ("exito_legendario", seguir(atacar((6, 6)), "exito_legendario"), ("ya_es_legendario", "previa.grado")),
        ("exito_poderoso", seguir(atacar((6, 6)), "exito_legendario"), ("ya_es_poderoso", "previa.grado")),
        ("danar", atacar((1, 2)), ("sin_exito", "previa.exito")),
        ("danar", golpear((3,)), ("previa_invalida", "previa.accion")),
        ("suerte_de_los_dioses", seguir(atacar((4, 5)), "exito_poderoso"), ("previa_invalida", "previa.accion")),
        (
            "suerte_de_los_dioses",
            seguir(atacar((1, 2)), "suerte_de_los_dioses", (1, 2)),
            ("ya_repetida", "previa.detalle.repetida"),
        ),
    ],
)
def test_continuacion_que_no_toca(accion: str, previa: Any, esperado: tuple[str, str]) -> None:
    assert error_al_seguir(previa, accion) == esperado


def test_fallo_calamitoso_solo_de_un_dos_natural_sin_convertir() -> None:
    calamidad = seguir(atacar((1, 1)), "fallo_calamitoso", descripcion="x")

    assert calamidad["detalle"]["duracion"] == "escena"
    for previa in (atacar((1, 2)), calamidad):
        assert error_al_seguir(previa, "fallo_calamitoso", descripcion="x") == (
            "no_es_fallo_automatico",
            "previa.grado",
        )
    rico = atacar((1, 1), heroe(ph=5))
    assert error_al_seguir(rico, "fallo_calamitoso", descripcion="x", recompensa=True) == ("ph_maximo", "ficha.ph")
    assert seguir(rico, "fallo_calamitoso", descripcion="x")["ficha"]["ph"] == 5


def test_ataque_extra_no_admite_ph() -> None:
    extra = atacar((6, 6), heroe(ataques_extra=2), ataque_extra=True)
    golpe = seguir(extra, "danar", (3,), opciones=["dano"])
    fallo = atacar((1, 1), heroe(ataques_extra=1), ataque_extra=True)

    assert (extra["opciones"], extra["ficha"]["ataques_extra"], extra["ficha"]["actuo"]) == (["danar"], 1, False)
    assert golpe["opciones"] == ["atacar"]
    assert golpe["detalle"]["ataque_extra"] is True
    assert fallo["opciones"] == ["fallo_calamitoso"]
    campo = "previa.detalle.ataque_extra"
    for accion in ("suerte_de_los_dioses", "exito_legendario"):
        assert error_al_seguir(extra, accion) == ("sin_ph_en_ataque_extra", campo)
    assert error_al_seguir(golpe, "suerte_de_los_dioses") == ("sin_ph_en_ataque_extra", campo)
    normal = atacar((4, 5), heroe(ataques_extra=1), ataque_extra=True)
    assert error_al_seguir(normal, "exito_poderoso") == ("sin_ph_en_ataque_extra", campo)
    assert error("atacar", heroe(ataques_extra=1, retrasando=True), (), pnj(), ataque_extra=True, al_final=True) == (
        "no_retraso",
        "datos.al_final",
    )


@pytest.mark.parametrize("accion", ["exito_poderoso", "suerte_de_los_dioses"])
def test_sin_ph_no_se_mejora_ni_se_repite(accion: str) -> None:
    ataque = atacar((4, 5), heroe(ph=0))

    assert ataque["opciones"] == ["danar"]
    assert error_al_seguir(ataque, accion) == ("sin_ph", "ficha.ph")
    assert error_al_seguir(golpear((3,), sujeto=heroe(ph=0)), "suerte_de_los_dioses") == ("sin_ph", "ficha.ph")


def test_pnj_no_tiene_mas_opcion_que_el_dano() -> None:
    guardia = pnj(arma=ESPADA, combate={"cuerpo_a_cuerpo": 3})
    ataque = atacar((6, 6), guardia, enemigo())

    assert ataque["opciones"] == ["danar"]
    assert seguir(ataque, "danar", (3,), opciones=["dano"])["opciones"] == []
    assert error_al_seguir(ataque, "exito_legendario") == ("solo_heroes", "ficha.clase")
    assert atacar((1, 1), guardia, enemigo())["opciones"] == []


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
