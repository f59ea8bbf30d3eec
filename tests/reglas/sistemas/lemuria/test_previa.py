"""What is read of an earlier response: forged ones, somebody else's, those whose sheets have changed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import (
    ESPADA,
    atacar,
    cambiada,
    enemigo,
    error,
    error_al_seguir,
    golpear,
    heroe,
    pedir,
    pnj,
    seguir,
)


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
