"""repetir: what of an earlier response is read, what is refused, and what a re-roll does again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.strange.apoyo import TECNICO, ataque, atributo, efectos, error, ficha, pedir, repetir, tarea

CLAVES = ("accion", "exito", "grado", "tiradas", "detalle", "efectos", "opciones")
MALOS: list[tuple[str, Any]] = [
    ("sistema", "otro"),
    ("accion", 7),
    ("accion", "premio"),
    ("exito", "sí"),
    ("exito", None),
    ("grado", 3),
    ("grado", "quizá"),
    ("grado", "exito_automatico"),
    ("tiradas", "d20"),
    ("tiradas", []),
    ("tiradas", [7]),
    ("tiradas", [{"dado": 20}]),
    ("tiradas", [{"dado": "d7"}]),
    ("tiradas", [{"dado": "d12", "valor": 5, "motivo": "tarea"}]),
    ("detalle", []),
    ("efectos", {}),
    ("efectos", [3]),
    ("efectos", [{"sobre": "ficha"}]),
    ("efectos", [{"sobre": "ficha", "campo": 3, "antes": 1, "despues": 2, "motivo": "dano"}]),
    ("efectos", [{"sobre": "ficha", "campo": "px", "antes": 1, "despues": 2, "motivo": 3}]),
    ("efectos", [{"sobre": "ficha", "campo": "px", "antes": 1, "despues": 2, "motivo": "dano"}]),
    ("efectos", [{"sobre": "ficha", "campo": "indicador", "antes": 1, "despues": "ileso", "motivo": "dano"}]),
    ("efectos", [{"sobre": "ficha", "campo": "indicador", "antes": "ileso", "despues": 2, "motivo": "dano"}]),
    ("efectos", [{"sobre": "objetivo", "campo": "salud", "antes": 9, "despues": 5, "motivo": "dano"}]),
    ("opciones", "repetir"),
    ("opciones", [1]),
]


@pytest.mark.parametrize("clave", CLAVES)
def test_repetir_exige_cada_clave_de_la_previa(clave: str) -> None:
    previa = tarea()
    suelta = {otra: valor for otra, valor in previa.items() if otra != clave}

    assert error("repetir", previa["ficha"], previa=suelta) == ("previa_invalida", "previa")


@pytest.mark.parametrize(("clave", "valor"), MALOS)
def test_repetir_rechaza_una_previa_mal_formada(clave: str, valor: Any) -> None:
    previa = tarea()

    assert error("repetir", previa["ficha"], previa={**previa, clave: valor}) == ("previa_invalida", "previa")


@pytest.mark.parametrize("natural", [-1, 0, 21, "5", True, 5.0])
def test_repetir_rechaza_un_natural_que_el_dado_no_tiene(natural: Any) -> None:
    previa = tarea()
    previa["detalle"]["natural"] = natural

    assert error("repetir", previa["ficha"], previa=previa) == ("previa_invalida", "previa")


@pytest.mark.parametrize("natural", [1, 20])
def test_repetir_admite_las_caras_extremas(natural: int) -> None:
    previa = tarea(natural)

    nueva = repetir(previa, 10)

    assert nueva["detalle"]["natural"] == max(10, natural)
    assert nueva["detalle"]["complicacion"] is False


@pytest.mark.parametrize("clave", ["numero_objetivo", "bonificador", "penalizado", "complicacion"])
@pytest.mark.parametrize("valor", [None, "x", -1, 1.5])
def test_repetir_lee_el_detalle_de_una_tarea(clave: str, valor: Any) -> None:
    previa = tarea()
    previa["detalle"][clave] = valor

    assert error("repetir", previa["ficha"], previa=previa) == ("previa_invalida", "previa")


ROTOS_DE_ATAQUE = [
    (c, v) for c in ("dano_base", "esfuerzo_dano", "dano_esfuerzo", "reduccion") for v in (None, -1, True)
]
ROTOS_DE_ATAQUE += [("area", 1), ("area", None), ("al_caer", "huye"), ("al_caer", 3), ("al_caer", None)]


@pytest.mark.parametrize(("clave", "valor"), ROTOS_DE_ATAQUE)
def test_repetir_lee_el_detalle_de_un_ataque(clave: str, valor: Any) -> None:
    previa = ataque()
    previa["detalle"][clave] = valor

    assert error("repetir", previa["ficha"], (), previa["objetivo"], previa) == ("previa_invalida", "previa")


ROTOS_DE_DEFENSA = [("dano_declarado", None), ("tipo_dano", "fuego"), ("tipo_dano", 3), ("reduccion", -1)]
ROTOS_DE_DEFENSA += [("pasos_indicador", None)]


@pytest.mark.parametrize(("clave", "valor"), ROTOS_DE_DEFENSA)
def test_repetir_lee_el_detalle_de_una_defensa(clave: str, valor: Any) -> None:
    previa = pedir("defensa", ficha(px=2), [1], dificultad=4, dano=3)
    previa["detalle"][clave] = valor

    assert error("repetir", previa["ficha"], previa=previa) == ("previa_invalida", "previa")


@pytest.mark.parametrize("clave", ["rango", "bonificador", "faltan", "pendiente"])
def test_repetir_lee_el_detalle_de_un_descanso(clave: str) -> None:
    previa = pedir("recuperacion", ficha(px=2, vigor=atributo(1, ventaja=1)), [3])
    previa["detalle"][clave] = None

    assert error("repetir", previa["ficha"], previa=previa) == ("previa_invalida", "previa")


def test_repetir_un_descanso_exige_un_d6() -> None:
    previa = pedir("recuperacion", ficha(px=2, vigor=atributo(1, ventaja=1)), [3])
    previa["tiradas"][0]["dado"] = "d20"

    assert error("repetir", previa["ficha"], previa=previa) == ("previa_invalida", "previa")


def test_repetir_un_descanso_cambia_los_puntos_pendientes() -> None:
    previa = pedir("recuperacion", ficha(px=2, vigor=atributo(1, ventaja=1)), [3])

    nueva = repetir(previa, 6)

    assert efectos(nueva) == [
        ("px", 2, 1, "px"),
        ("recuperacion_pendiente", 4, 0, "repeticion"),
        ("recuperacion_pendiente", 0, 7, "recuperacion"),
    ]
    assert nueva["detalle"] | {"natural": 6, "total": 7, "pendiente": 7, "perdidos": 0} == nueva["detalle"]
    assert nueva["opciones"] == ["reparto", "repetir"]
    assert (nueva["exito"], nueva["grado"]) == (None, None)


def test_repetir_una_tirada_libre_usa_su_dado() -> None:
    previa = pedir("tirada_libre", ficha(px=2), [3], dado="d8")

    nueva = repetir(previa, 8)

    assert nueva["tiradas"] == [{"dado": "d8", "valor": 8, "motivo": "repeticion"}]
    assert nueva["detalle"] == {
        "dado": "d8",
        "natural": 8,
        "total": 8,
        "accion_original": "tirada_libre",
        "natural_anterior": 3,
        "natural_nuevo": 8,
        "coste_px": 1,
        "efectos_vigentes": [],
    }
    assert nueva["opciones"] == ["repetir"]
    assert error("repetir", previa["ficha"], [9], None, previa) == ("dado_imposible", "dados.0")


@pytest.mark.parametrize("dado", ["d7", None, 8])
def test_repetir_una_tirada_libre_exige_un_dado_que_exista(dado: Any) -> None:
    previa = pedir("tirada_libre", ficha(px=2), [3], dado="d8")
    previa["tiradas"][0]["dado"] = dado

    assert error("repetir", previa["ficha"], previa=previa) == ("previa_invalida", "previa")


def test_repetir_una_tirada_libre_que_empata_conserva_la_primera() -> None:
    previa = pedir("tirada_libre", ficha(px=1), [3])

    nueva = repetir(previa, 3)

    assert (nueva["detalle"]["natural"], nueva["ficha"]["px"], nueva["opciones"]) == (3, 0, [])


def test_repetir_un_ataque_sin_dano_no_ofrece_efectos_de_dano() -> None:
    previa = ataque(2, arma="especial", dano=0)

    nueva = repetir(previa, 20)

    assert nueva["opciones"] == ["efecto_mayor_especial", "efecto_menor_especial", "repetir"]


def test_repetir_un_ataque_de_area_vuelve_a_ofrecer_otro_objetivo() -> None:
    previa = ataque(2, area=True, esfuerzo_dano=1)

    nueva = repetir(previa, 17)

    assert efectos(nueva)[1:] == [("salud", 8, 9, "repeticion"), ("salud", 9, 2, "dano")]
    assert nueva["detalle"]["dano_natural"] == 1
    assert nueva["opciones"] == ["objetivo_adicional", "repetir"]
    assert nueva["grado"] == "exito"


def test_repetir_dos_veces_deshace_lo_vigente() -> None:
    primera = ataque(2)
    segunda = repetir(primera, 12)

    tercera = repetir(segunda, 18)

    assert efectos(tercera) == [("px", 4, 3, "px"), ("salud", 5, 9, "repeticion"), ("salud", 9, 3, "dano")]
    assert tercera["detalle"]["accion_original"] == "ataque"
    assert tercera["detalle"]["natural_anterior"] == 12
    assert [e["despues"] for e in tercera["detalle"]["efectos_vigentes"]] == [3]


def test_repetir_otra_vez_exige_los_efectos_vigentes() -> None:
    segunda = repetir(ataque(2), 12)
    segunda["detalle"]["efectos_vigentes"] = None

    assert error("repetir", segunda["ficha"], (), segunda["objetivo"], segunda) == ("previa_invalida", "previa")


def test_repetir_otra_vez_solo_mira_los_motivos_vigentes() -> None:
    segunda = repetir(tarea(2), 12)
    segunda["detalle"]["efectos_vigentes"] = [
        {"sobre": "ficha", "campo": "px", "antes": 1, "despues": 9, "motivo": "premio"}
    ]

    assert repetir(segunda, 3)["detalle"]["natural"] == 12


def test_repetir_una_defensa_deshace_el_dano_y_los_peldanos() -> None:
    previa = pedir("defensa", ficha(px=1, armadura=1), [2], dificultad=5, dano=12, pasos_indicador=1)

    nueva = repetir(previa, 15)

    assert efectos(previa) == [
        ("vigor.reserva", 10, 0, "dano"),
        ("indicador", "ileso", "lesionado", "dano"),
        ("velocidad.reserva", 10, 9, "dano"),
        ("indicador", "lesionado", "incapacitado", "dano_especial"),
    ]
    assert efectos(nueva) == [
        ("px", 1, 0, "px"),
        ("indicador", "incapacitado", "lesionado", "repeticion"),
        ("velocidad.reserva", 9, 10, "repeticion"),
        ("indicador", "lesionado", "ileso", "repeticion"),
        ("vigor.reserva", 0, 10, "repeticion"),
    ]
    assert nueva["detalle"] | {"dano_bruto": 0, "dano_neto": 0, "sobrante": 0, "reduccion": 1} == nueva["detalle"]
    assert nueva["exito"] is True


def test_repetir_una_defensa_que_vuelve_a_fallar_aplica_el_dano_otra_vez() -> None:
    previa = pedir("defensa", ficha(px=1), [2], dificultad=5, dano=4)

    nueva = repetir(previa, 9)

    assert efectos(nueva)[1:] == [("vigor.reserva", 6, 10, "repeticion"), ("vigor.reserva", 10, 6, "dano")]
    assert nueva["grado"] == "fallo"


def test_repetir_se_rechaza_si_la_ficha_ha_cambiado() -> None:
    previa = pedir("defensa", ficha(px=1), [2], dificultad=5, dano=4)

    cambiada = {**previa["ficha"], "vigor": atributo(7, ventaja=1)}
    assert error("repetir", cambiada, previa=previa) == ("previa_obsoleta", "previa")


def test_repetir_se_rechaza_si_deshacer_deja_una_ficha_incoherente() -> None:
    previa = pedir("defensa", ficha(px=1), [2], dificultad=5, pasos_indicador=1)
    sin_vigor = {**previa["ficha"], "vigor": atributo(0, ventaja=1)}

    assert previa["ficha"]["indicador"] == "lesionado"
    assert error("repetir", sin_vigor, previa=previa) == ("previa_obsoleta", "previa")


def test_repetir_se_rechaza_si_deshacer_deja_un_objetivo_imposible() -> None:
    previa = ataque(12)
    previa["efectos"][0]["antes"] = 5_000

    assert error("repetir", previa["ficha"], (), previa["objetivo"], previa) == ("previa_obsoleta", "previa")


def test_repetir_sin_px_se_rechaza_y_no_ofrece_mas() -> None:
    previa = tarea()

    assert error("repetir", {**previa["ficha"], "px": 0}, previa=previa) == ("px_insuficientes", "ficha.px")


def test_repetir_pide_o_rechaza_el_objetivo_segun_la_tirada() -> None:
    de_ataque, de_tarea = ataque(), tarea()

    assert error("repetir", de_ataque["ficha"], previa=de_ataque) == ("campo_requerido", "objetivo")
    assert error("repetir", de_tarea["ficha"], (), TECNICO, de_tarea) == ("combinacion_invalida", "objetivo")


def test_repetir_despues_de_un_exito_automatico_se_rechaza() -> None:
    previa = pedir("tarea", ficha(px=1), dificultad=0, reserva="vigor")

    assert error("repetir", previa["ficha"], previa=previa) == ("sin_tirada_que_repetir", "previa")
