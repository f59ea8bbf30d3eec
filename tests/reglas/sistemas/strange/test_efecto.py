"""efecto and objetivo_adicional: what follows an attack or a 19 or 20."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.strange.apoyo import TECNICO, ataque, atributo, error, ficha, pedir, repetir, tarea


def test_efecto_pide_el_objetivo_solo_tras_un_ataque() -> None:
    de_ataque, de_tarea = ataque(), tarea(20)

    assert error("efecto", ficha(), (), None, de_ataque, eleccion="efecto_menor_dano") == (
        "campo_requerido",
        "objetivo",
    )
    assert error("efecto", ficha(), (), TECNICO, de_tarea, eleccion="efecto_mayor_especial") == (
        "combinacion_invalida",
        "objetivo",
    )


def test_efecto_de_dano_sobre_lo_que_no_es_un_ataque_es_una_previa_invalida() -> None:
    previa = tarea(20)
    previa["opciones"].append("efecto_mayor_dano")

    assert error("efecto", ficha(), (), None, previa, eleccion="efecto_mayor_dano") == ("previa_invalida", "previa")


def test_efecto_de_dano_sobre_una_tarea_con_detalle_de_ataque_es_una_previa_invalida() -> None:
    previa = tarea(20)
    previa["opciones"].append("efecto_mayor_dano")
    previa["detalle"] |= {"reduccion": 0, "dano_bruto": 4, "dano_neto": 4, "al_caer": "muerto"}

    assert error("efecto", ficha(), (), None, previa, eleccion="efecto_mayor_dano") == ("previa_invalida", "previa")


def test_efecto_de_dano_que_la_armadura_para_no_anade_nada() -> None:
    previa = ataque(19, objetivo={"nombre": "Coloso", "nivel": 3, "armadura": 10})

    respuesta = pedir("efecto", previa["ficha"], (), previa["objetivo"], previa, eleccion="efecto_menor_dano")

    assert (respuesta["detalle"]["dano_bruto"], respuesta["detalle"]["dano_adicional"]) == (7, 0)
    assert respuesta["efectos"] == []


def test_efecto_de_dano_que_restaria_dano_es_una_previa_invalida() -> None:
    previa = ataque()
    previa["detalle"]["dano_neto"] = 40

    assert error("efecto", ficha(), (), previa["objetivo"], previa, eleccion="efecto_menor_dano") == (
        "previa_invalida",
        "previa",
    )


def test_efecto_sobre_un_descanso_es_una_previa_invalida() -> None:
    previa = pedir("recuperacion", ficha(px=2, vigor=atributo(1, ventaja=1)), [3])

    assert error("efecto", ficha(), (), None, previa, eleccion="efecto_menor_especial") == ("previa_invalida", "previa")


def test_efecto_menor_de_un_veinte_es_menor() -> None:
    previa = ataque(20)

    menor = pedir("efecto", previa["ficha"], (), previa["objetivo"], previa, eleccion="efecto_menor_dano")
    mayor = pedir("efecto", previa["ficha"], (), previa["objetivo"], previa, eleccion="efecto_mayor_dano")

    assert (menor["grado"], menor["detalle"]["dano_adicional"], menor["objetivo"]["salud"]) == ("efecto_menor", 3, 2)
    assert (mayor["grado"], mayor["detalle"]["dano_adicional"], mayor["objetivo"]["salud"]) == ("efecto_mayor", 4, 1)
    assert menor["opciones"] == []
    assert (menor["resumen"], mayor["resumen"]) == (
        "Ainhoa elige un efecto menor.",
        "Ainhoa elige un efecto mayor.",
    )


def test_efecto_especial_de_un_ataque_de_area_deja_seguir_con_otro_objetivo() -> None:
    previa = ataque(19, area=True)

    especial = pedir("efecto", previa["ficha"], (), previa["objetivo"], previa, eleccion="efecto_menor_especial")

    assert especial["detalle"] == {"accion_original": "ataque", "eleccion": "efecto_menor_especial", "dano_efecto": 0}
    assert (especial["efectos"], especial["opciones"]) == ([], ["objetivo_adicional"])


def test_efecto_se_rechaza_si_el_objetivo_ha_cambiado() -> None:
    previa = ataque(19)

    assert error("efecto", ficha(), (), TECNICO, previa, eleccion="efecto_menor_especial") == (
        "previa_obsoleta",
        "previa",
    )


OTRO = {"nombre": "Otro", "nivel": 4, "armadura": 1}


def adicional(previa: Any, objetivo: Any = None, **datos: Any) -> Any:
    """Bring an area attack to another objetivo."""
    return pedir("objetivo_adicional", ficha(), (), objetivo or OTRO, previa, **datos)


@pytest.mark.parametrize(("dado", "grado", "salud"), [(12, "exito", 9), (11, "fallo", 12), (18, "exito", 9)])
def test_objetivo_adicional_compara_la_misma_tirada(dado: int, grado: str, salud: int) -> None:
    respuesta = adicional(ataque(dado, area=True))

    assert (respuesta["grado"], respuesta["objetivo"]["salud"]) == (grado, salud)
    assert respuesta["detalle"]["numero_objetivo"] == 12
    assert respuesta["opciones"] == ["objetivo_adicional"]


def test_objetivo_adicional_cuenta_las_ayudas_del_ataque() -> None:
    sujeto = ficha(habilidades={"Puños": "competente"}, esfuerzo=3)
    previa = ataque(
        4,
        sujeto,
        {"nombre": "Jefe", "nivel": 4},
        area=True,
        habilidades=["Puños"],
        recursos=1,
        esfuerzo=1,
        esfuerzo_dano=1,
        bonificadores=[1],
    )

    respuesta = adicional(previa, {**OTRO, "nivel": 5, "armadura": 0})

    assert respuesta["detalle"] == {
        "dificultad_base": 5,
        "dificultad_final": 2,
        "numero_objetivo": 6,
        "natural": 4,
        "total": 5,
        "dano_bruto": 1,
        "tipo_dano": "vigor",
        "reduccion": 0,
        "dano_neto": 1,
        "al_caer": "muerto",
    }


def test_objetivo_adicional_de_un_exito_automatico_pide_tirada_si_es_mas_dificil() -> None:
    previa = pedir(
        "ataque", ficha(), (), {"nombre": "Rata", "nivel": 1}, modo="cuerpo_a_cuerpo", arma="ligera", area=True
    )

    facil = adicional(previa, {"nombre": "Rata", "nivel": 1}, al_caer="incapacitado")
    assert (facil["grado"], facil["detalle"]["total"], facil["objetivo"]["salud"]) == ("exito_automatico", None, 1)
    assert facil["detalle"]["al_caer"] == "incapacitado"
    assert error("objetivo_adicional", ficha(), (), OTRO, previa) == ("falta_tirada", "previa")


def test_objetivo_adicional_acepta_la_repeticion_y_rechaza_lo_que_no_es_de_area() -> None:
    repetida = repetir(ataque(2, area=True), 15)

    assert adicional(repetida)["detalle"]["natural"] == 15
    assert error("objetivo_adicional", ficha(), (), OTRO, ataque()) == ("previa_invalida", "previa")
    assert error("objetivo_adicional", ficha(), (), OTRO, tarea()) == ("previa_invalida", "previa")
    caido = {"nombre": "Caído", "nivel": 4, "salud": 0}
    assert error("objetivo_adicional", ficha(), (), caido, repetida) == ("objetivo_fuera_de_combate", "objetivo.estado")


@pytest.mark.parametrize(
    "clave", ["pasos_habilidad", "bonificador", "dano_base", "esfuerzo_dano", "tipo_dano", "al_caer"]
)
def test_objetivo_adicional_lee_el_detalle(clave: str) -> None:
    previa = ataque(area=True)
    previa["detalle"][clave] = None

    assert error("objetivo_adicional", ficha(), (), OTRO, previa) == ("previa_invalida", "previa")
