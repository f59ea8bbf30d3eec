"""PX and what they buy: the top of every value, and the order of the effects of an avance."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.strange.apoyo import atributo, efectos, error, ficha, pedir


def test_intromision_respeta_los_topes_de_px() -> None:
    companera = ficha(nombre="Bea", px=998)
    acepta = {"respuesta": "aceptar", "justificacion": "Me salvó"}

    bien = pedir("intromision", ficha(px=998), (), companera, **acepta)
    assert (bien["ficha"]["px"], bien["objetivo"]["px"]) == (999, 999)
    assert error("intromision", ficha(px=999), (), companera, **acepta) == ("maximo_alcanzado", "ficha.px")
    llena = {**companera, "px": 999}
    assert error("intromision", ficha(), (), llena, **acepta) == ("maximo_alcanzado", "objetivo.px")
    assert error("intromision", ficha(px=1), (), companera, respuesta="rechazar") == (
        "combinacion_invalida",
        "objetivo",
    )
    assert error("intromision", ficha(), **acepta) == ("campo_requerido", "objetivo")


def test_premio_llega_al_tope_y_no_lo_pasa() -> None:
    assert pedir("premio", ficha(px=997), px=2, motivo="descubrimiento")["ficha"]["px"] == 999
    assert error("premio", ficha(px=998), px=2, motivo="descubrimiento") == ("maximo_alcanzado", "ficha.px")


RICA = {"px": 4}


@pytest.mark.parametrize(
    ("cambios", "datos", "campo"),
    [
        ({"esfuerzo": 6}, {"beneficio": "esfuerzo_extra"}, "datos.beneficio"),
        ({"reduccion_armadura": 10}, {"beneficio": "coste_armadura"}, "datos.beneficio"),
        ({"bonificador_recuperacion": 19}, {"beneficio": "recuperacion"}, "datos.beneficio"),
        ({"vigor": atributo(10, ventaja=10)}, {"beneficio": "perfeccion", "atributo": "vigor"}, "datos.atributo"),
        (
            {"vigor": atributo(10, 196, 1)},
            {"beneficio": "incrementar_capacidades", "reparto": {"vigor": 4}},
            "datos.reparto",
        ),
        (
            {"capacidades": [{"nombre": f"M{n}", "clase": "movimiento", "rango": 1} for n in range(50)]},
            {"beneficio": "movimiento", "capacidad": {"nombre": "Otro", "rango": 1}},
            "datos.beneficio",
        ),
    ],
)
def test_avance_no_pasa_de_los_maximos(cambios: dict[str, Any], datos: dict[str, Any], campo: str) -> None:
    assert error("avance", ficha(**RICA, **cambios), **datos) == ("maximo_alcanzado", campo)


@pytest.mark.parametrize(
    ("cambios", "datos", "ruta", "valor"),
    [
        ({"esfuerzo": 5}, {"beneficio": "esfuerzo_extra"}, "esfuerzo", 6),
        (
            {"vigor": atributo(10, ventaja=9)},
            {"beneficio": "perfeccion", "atributo": "vigor"},
            "vigor",
            atributo(10, ventaja=10),
        ),
        ({"reduccion_armadura": 9}, {"beneficio": "coste_armadura"}, "reduccion_armadura", 10),
        ({"bonificador_recuperacion": 18}, {"beneficio": "recuperacion"}, "bonificador_recuperacion", 20),
    ],
)
def test_avance_llega_al_maximo(cambios: dict[str, Any], datos: dict[str, Any], ruta: str, valor: Any) -> None:
    assert pedir("avance", ficha(**RICA, **cambios), **datos)["ficha"][ruta] == valor


def test_avance_incrementa_hasta_el_maximo_y_levanta_reservas() -> None:
    sujeto = ficha(**RICA, indicador="lesionado", vigor=atributo(0, 195, 1))

    respuesta = pedir("avance", sujeto, beneficio="incrementar_capacidades", reparto={"vigor": 4})

    assert efectos(respuesta) == [
        ("px", 4, 0, "avance"),
        ("vigor.maximo", 195, 199, "avance"),
        ("vigor.reserva", 0, 4, "avance"),
        ("indicador", "lesionado", "ileso", "avance"),
        ("beneficios", [], ["incrementar_capacidades"], "avance"),
    ]


def test_avance_con_cincuenta_menos_una_capacidades_aprende_otra() -> None:
    capacidades = [{"nombre": f"M{n}", "clase": "movimiento", "rango": 1} for n in range(49)]
    nueva = {"nombre": "Otro", "rango": 1}

    respuesta = pedir("avance", ficha(**RICA, capacidades=capacidades), beneficio="movimiento", capacidad=nueva)

    assert respuesta["ficha"]["capacidades"][-1] == {"nombre": "Otro", "clase": "movimiento", "rango": 1}


def test_avance_dice_en_el_resumen_si_sube_de_rango() -> None:
    tres = ["incrementar_capacidades", "perfeccion", "habilidad"]

    cuarto = pedir("avance", ficha(px=4, beneficios=tres), beneficio="esfuerzo_extra")
    segundo = pedir("avance", ficha(px=4, beneficios=tres[:1]), beneficio="esfuerzo_extra")

    assert cuarto["resumen"] == "Ainhoa compra un beneficio (Esfuerzo extra (+1)) y sube al rango 2."
    assert segundo["resumen"] == "Ainhoa compra un beneficio: Esfuerzo extra (+1)."
