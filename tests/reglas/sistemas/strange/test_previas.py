"""Continuations: what of an earlier response is read, what is refused, and what a re-roll does again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.strange.apoyo import atributo, efectos, error, ficha, pedir

TECNICO = {"nombre": "Técnico", "nivel": 3}
CON_PX = {"px": 5}


def ataque(dado: int = 19, sujeto: Any = None, objetivo: Any = None, **datos: Any) -> Any:
    """Attack with a medium weapon."""
    declarado = {"modo": "cuerpo_a_cuerpo", "arma": "mediana", **datos}
    return pedir("ataque", sujeto or ficha(**CON_PX), [dado], objetivo or TECNICO, **declarado)


def tarea(dado: int = 5, **cambios: Any) -> Any:
    """Try a task of difficulty 4."""
    return pedir("tarea", ficha(px=5, **cambios), [dado], dificultad=4, reserva="velocidad")


def repetir(previa: Any, dado: int, **cambios: Any) -> Any:
    """Re-roll with the sheets that the previa left."""
    return pedir("repetir", {**previa["ficha"], **cambios}, [dado], previa.get("objetivo"), previa)


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
