"""Initiative and the order of combat at their edges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.lemuria.apoyo import atacar, error, heroe, pedir, pnj, seguir


@pytest.mark.parametrize(
    ("datos", "sorpresa", "enemigo_", "total"),
    [
        ({}, 0, 0, 10),
        ({"sorprendido": True}, -1, 0, 9),
        ({"emboscada": True}, 2, 0, 12),
        ({"enemigos": [{"clase": "maton", "iniciativa": 1}, {"clase": "villano", "iniciativa": 3}]}, 0, -3, 7),
        ({"enemigos": [{"clase": "chusma", "iniciativa": 9}, {"clase": "maton", "iniciativa": -2}]}, 0, 2, 12),
        ({"enemigos": [{"clase": "maton"}, {"clase": "villano", "iniciativa": -2}]}, 0, 0, 10),
    ],
)
def test_iniciativa_suma_y_resta(datos: Any, sorpresa: int, enemigo_: int, total: int) -> None:
    hecha = pedir("iniciativa", heroe(), (4, 4), **datos)

    assert [hecha["detalle"][k] for k in ("sorpresa", "enemigo", "total")] == [sorpresa, enemigo_, total]
    assert (hecha["ficha"]["turno"], hecha["ficha"]["iniciativa_grado"]) == (1, hecha["grado"])


@pytest.mark.parametrize(
    ("dados", "puesto", "atonta", "bono"),
    [((6, 6), 2, True, 0), ((4, 4), 3, False, 0), ((1, 2), 6, False, 0), ((1, 1), 6, False, 0)],
)
def test_iniciativa_da_puesto_y_atonta(dados: Any, puesto: int, atonta: bool, bono: int) -> None:
    hecha = pedir("iniciativa", heroe(), dados, pnj(atontado=not atonta))

    assert (hecha["detalle"]["puesto"], hecha["detalle"]["bono_ataque"]) == (puesto, bono)
    assert hecha["detalle"]["atontados"] == (["chusma", "maton"] if atonta else [])
    assert hecha["objetivo"]["atontado"] is atonta


def test_iniciativa_cambia_con_cada_mejora() -> None:
    buena = pedir("iniciativa", heroe(), (4, 4), pnj())
    poderosa = seguir(buena, "exito_poderoso")
    doce = pedir("iniciativa", heroe(), (6, 6), pnj("chusma"))
    legendaria = seguir(doce, "exito_legendario")
    fallida = pedir("iniciativa", heroe(), (1, 1), pnj(atontado=True))
    calamidad = seguir(fallida, "fallo_calamitoso", descripcion="Se duerme.")
    repetida = seguir(poderosa | {"accion": "iniciativa"}, "suerte_de_los_dioses", (1, 2))

    assert (poderosa["ficha"]["iniciativa_grado"], poderosa["objetivo"]["atontado"]) == ("exito_poderoso", True)
    assert poderosa["detalle"]["puesto"] == 2
    assert (legendaria["detalle"]["puesto"], legendaria["detalle"]["bono_ataque"]) == (1, 1)
    assert (calamidad["ficha"]["iniciativa_grado"], calamidad["detalle"]["puesto"]) == ("fallo_calamitoso", 8)
    assert calamidad["ficha"]["turno"] == 1
    assert (repetida["ficha"]["iniciativa_grado"], repetida["objetivo"]["atontado"]) == ("fallo", False)
    assert atacar(sujeto=legendaria["ficha"])["detalle"]["bono_iniciativa"] == 1
    assert atacar(sujeto=poderosa["ficha"])["detalle"]["bono_iniciativa"] == 0


@pytest.mark.parametrize(
    ("sujeto", "datos", "esperado"),
    [
        (heroe(pv=0), {}, ("no_puede_actuar", "ficha.estado")),
        (heroe(turno=1), {}, ("combate_en_curso", "ficha.turno")),
        (pnj(), {}, ("pnj_no_tira_iniciativa", "ficha.clase")),
        (heroe(), {"sorprendido": True, "emboscada": True}, ("sorpresa_incompatible", "datos.emboscada")),
        (heroe(), {"profesion": "rey"}, ("profesion_desconocida", "datos.profesion")),
        (heroe(), {"profesion": "gladiador"}, ("requiere_aprobacion", "datos.aprobado_dj")),
    ],
)
def test_iniciativa_mal_pedida(sujeto: Any, datos: Any, esperado: tuple[str, str]) -> None:
    assert error("iniciativa", sujeto, **datos) == esperado


def test_orden_de_combate_por_grados_clases_y_agilidad() -> None:
    otros = [
        {"nombre": "Turba", "clase": "chusma"},
        {"nombre": "Uno", "clase": "maton", "agilidad": 5},
        {"nombre": "Dos", "clase": "maton", "agilidad": 1},
        {"nombre": "Jefe", "clase": "villano"},
        {"nombre": "Torpe", "clase": "heroe", "grado": "fallo_automatico"},
        {"nombre": "Lento", "clase": "heroe", "grado": "fallo"},
        {"nombre": "Nulo", "clase": "heroe", "grado": "fallo_calamitoso"},
        {"nombre": "Rayo", "clase": "heroe", "grado": "exito", "agilidad": 3},
        {"nombre": "Igual", "clase": "heroe", "grado": "exito", "agilidad": 1},
        {"nombre": "Mejor", "clase": "heroe", "grado": "exito_poderoso"},
    ]
    sujeto = heroe(iniciativa_grado="exito", turno=1)

    primero = pedir("orden_de_combate", sujeto, otros=otros)["detalle"]
    segundo = pedir("orden_de_combate", sujeto, otros=otros, turno=2)["detalle"]
    sin_poderoso = pedir("orden_de_combate", sujeto, otros=otros[:-1])["detalle"]

    assert primero["orden"] == [
        ["Mejor"],
        ["Rayo"],
        ["Krag", "Igual"],
        ["Jefe"],
        ["Uno", "Dos"],
        ["Torpe", "Lento"],
        ["Turba"],
        ["Nulo"],
    ]
    assert primero["no_actuan"] == ["Uno", "Dos", "Turba", "Nulo"]
    assert (segundo["orden"], segundo["no_actuan"]) == (primero["orden"], [])
    assert sin_poderoso["no_actuan"] == ["Nulo"]


@pytest.mark.parametrize(
    ("sujeto", "otros", "esperado"),
    [
        (heroe(nombre=""), [], ("campo_requerido", "ficha.nombre")),
        (heroe(), [], ("sin_iniciativa", "ficha.iniciativa_grado")),
        (pnj(), [{"nombre": "Guardia", "clase": "chusma"}], ("nombre_repetido", "datos.otros.0.nombre")),
        (pnj(), [{"nombre": "A", "clase": "chusma"}] * 2, ("nombre_repetido", "datos.otros.1.nombre")),
        (pnj(), [{"nombre": "A", "clase": "heroe"}], ("campo_requerido", "datos.otros.0.grado")),
        (pnj(), [{"nombre": "A", "clase": "maton", "grado": "exito"}], ("campo_desconocido", "datos.otros.0.grado")),
    ],
)
def test_orden_de_combate_mal_pedido(sujeto: Any, otros: Any, esperado: tuple[str, str]) -> None:
    assert error("orden_de_combate", sujeto, otros=otros) == esperado
