"""Edges that no worked case stands on: who may act, what can be paid, and the top of every value."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reglas.sistemas.strange.apoyo import atributo, efectos, error, ficha, pedir

MUERTO = {"indicador": "muerto"}
CAIDO = {"nombre": "Caído", "nivel": 2, "salud": 0}
TAREA = {"dificultad": 3, "reserva": "velocidad"}


@pytest.mark.parametrize(
    ("accion", "datos"),
    [
        ("tarea", TAREA),
        ("defensa", {"dificultad": 3}),
        ("dano", {"puntos": 1}),
        ("mover", {"metros": 2}),
        ("recuperacion", {}),
        ("recuperacion", {"en_encuentro": True}),
        ("reparto", {"vigor": 1}),
        ("curacion", {"reserva": "vigor", "puntos": 1}),
        ("nuevo_dia", {}),
        ("capacidad", {"nombre": "Golpe", "reserva": "vigor", "coste": 1}),
        ("intromision", {"respuesta": "rechazar"}),
        ("avance", {"beneficio": "esfuerzo_extra"}),
        ("recoger_dispositivo", {"nombre": "Píldora", "clase": "anoetico"}),
        ("usar_dispositivo", {"nombre": "Píldora"}),
        ("soltar_dispositivo", {"nombre": "Píldora"}),
    ],
)
def test_muerto_no_actua(accion: str, datos: dict[str, Any]) -> None:
    sujeto = ficha(**MUERTO, px=9, recuperacion_pendiente=int(accion == "reparto"))

    assert error(accion, sujeto, **datos) == ("personaje_muerto", "ficha.indicador")


def test_muerto_aun_tira_libre_y_recibe_premios() -> None:
    assert pedir("tirada_libre", ficha(**MUERTO), [4])["detalle"]["total"] == 4
    assert pedir("premio", ficha(**MUERTO), px=2, motivo="artefacto")["ficha"]["px"] == 2
    dano = pedir("dano", ficha(**MUERTO), (), {"nombre": "Rata", "nivel": 1}, puntos=1)
    assert dano["objetivo"]["salud"] == 2


def test_objetivo_caido_no_se_ataca_ni_ataca() -> None:
    fuera = ("objetivo_fuera_de_combate", "objetivo.estado")

    assert error("defensa", None, (), CAIDO, dano=2) == fuera
    assert error("dano", None, (), CAIDO, puntos=2) == fuera
    assert error("ataque", None, (), CAIDO, modo="disparo", arma="mediana") == fuera


def test_cada_reserva_paga_lo_suyo_con_su_ventaja() -> None:
    sujeto = ficha(vigor=atributo(10, ventaja=2), velocidad=atributo(10, ventaja=4), esfuerzo=2)
    capacidad = {"nombre": "Golpe", "reserva": "vigor", "coste": 1}

    gratis = pedir("tarea", sujeto, [9], **TAREA, esfuerzo=1, capacidad=capacidad)
    caro = pedir("tarea", sujeto, [9], **TAREA, esfuerzo=2, capacidad={**capacidad, "coste": 5})

    assert efectos(gratis) == []
    assert (gratis["detalle"]["ventaja_aplicada"], gratis["detalle"]["coste_total"]) == (4, 0)
    assert efectos(caro) == [("vigor.reserva", 10, 7, "capacidad"), ("velocidad.reserva", 10, 9, "esfuerzo")]


def test_reserva_insuficiente_nombra_lo_que_no_se_puede_pagar() -> None:
    sujeto = ficha(vigor=atributo(1, ventaja=1), velocidad=atributo(2))
    capacidad = {"nombre": "Golpe", "reserva": "vigor", "coste": 3}
    de_velocidad = {**capacidad, "reserva": "velocidad"}

    assert error("tarea", sujeto, **TAREA, capacidad=capacidad) == ("reserva_insuficiente", "datos.capacidad")
    assert error("tarea", sujeto, **TAREA, capacidad=de_velocidad) == ("reserva_insuficiente", "datos.capacidad")
    assert error("tarea", sujeto, **TAREA, esfuerzo=1) == ("reserva_insuficiente", "datos.esfuerzo")
    barata = {**capacidad, "coste": 1}
    assert error("tarea", sujeto, **TAREA, esfuerzo=1, capacidad=barata) == ("reserva_insuficiente", "datos.esfuerzo")
    juntas = {**de_velocidad, "coste": 1}
    assert error("tarea", sujeto, **TAREA, esfuerzo=1, capacidad=juntas) == ("reserva_insuficiente", "datos.esfuerzo")
    sola = {"nombre": "Golpe", "reserva": "velocidad"}
    assert error("capacidad", sujeto, **sola, coste=3) == ("reserva_insuficiente", "datos.coste")
    assert error("capacidad", sujeto, **sola, coste=0, esfuerzo_especial=1) == ("reserva_insuficiente", "datos.coste")
    assert error("capacidad", sujeto, **sola, coste=0, esfuerzo_especial=2) == (
        "esfuerzo_excesivo",
        "datos.esfuerzo_especial",
    )


def test_pagar_todo_lo_que_queda_se_puede() -> None:
    respuesta = pedir("tarea", ficha(velocidad=atributo(3)), [9], **TAREA, esfuerzo=1)

    assert efectos(respuesta) == [
        ("velocidad.reserva", 3, 0, "esfuerzo"),
        ("indicador", "ileso", "lesionado", "esfuerzo"),
    ]


def test_ventaja_descuenta_del_mayor_y_del_esfuerzo_si_empatan() -> None:
    sujeto = ficha(velocidad=atributo(10, ventaja=2))

    def coste(puntos: int) -> list[tuple[Any, ...]]:
        capacidad = {"nombre": "Golpe", "reserva": "velocidad", "coste": puntos}
        return efectos(pedir("tarea", sujeto, [9], **TAREA, esfuerzo=1, capacidad=capacidad))

    assert coste(4) == [("velocidad.reserva", 10, 8, "capacidad"), ("velocidad.reserva", 8, 5, "esfuerzo")]
    assert coste(3) == [("velocidad.reserva", 10, 7, "capacidad"), ("velocidad.reserva", 7, 6, "esfuerzo")]
    assert coste(2) == [("velocidad.reserva", 10, 8, "capacidad"), ("velocidad.reserva", 8, 7, "esfuerzo")]


CAUSAS = {
    "fuego_menor": 3,
    "fuego_mayor": 6,
    "salpicadura_acido": 2,
    "bano_acido": 6,
    "frio": 1,
    "frio_extremo": 3,
    "descarga": 1,
    "electrocucion": 6,
    "aplastamiento": 3,
    "gran_aplastamiento": 6,
    "colision": 6,
}


@pytest.mark.parametrize("causa", list(CAUSAS))
def test_cada_causa_hace_su_dano(causa: str) -> None:
    respuesta = pedir("dano", ficha(armadura=1), causa=causa)

    cuenta = causa in ("aplastamiento", "gran_aplastamiento", "colision")
    assert respuesta["detalle"] == {
        "causa": causa,
        "dano_bruto": CAUSAS[causa],
        "tipo_dano": "vigor",
        "ambiental": not cuenta,
        "proteccion": 0,
        "reduccion": int(cuenta),
        "dano_neto": CAUSAS[causa] - cuenta,
        "pasos_indicador": 0,
        "sobrante": 0,
    }


@pytest.mark.parametrize("caras", [4, 6, 8, 10, 12, 20, 100])
def test_tirada_libre_tiene_las_caras_de_su_dado(caras: int) -> None:
    dado = f"d{caras}"

    assert pedir("tirada_libre", None, [caras], dado=dado)["detalle"] == {
        "dado": dado,
        "natural": caras,
        "total": caras,
    }
    assert error("tirada_libre", None, [caras + 1], dado=dado) == ("dado_imposible", "dados.0")


def test_dano_a_un_objetivo_admite_cero_peldanos_y_cuenta_lo_que_sobra() -> None:
    rata = {"nombre": "Rata", "nivel": 1, "armadura": 1}

    respuesta = pedir("dano", None, (), rata, puntos=7, pasos_indicador=0, al_caer="incapacitado", proteccion=1)

    assert respuesta["detalle"]["sobrante"] == 2
    assert respuesta["objetivo"]["estado"] == "incapacitado"
    assert respuesta["ficha"]["vigor"]["reserva"] == 10
    assert error("dano", None, (), rata, puntos=1, pasos_indicador=1) == (
        "combinacion_invalida",
        "datos.pasos_indicador",
    )
    assert error("dano", None, puntos=1, al_caer="muerto") == ("combinacion_invalida", "datos.al_caer")


@pytest.mark.parametrize(("metros", "categoria"), [(3, "inmediaciones"), (4, "corta"), (14, "corta"), (15, "larga")])
def test_mover_cambia_de_categoria_en_su_metro(metros: int, categoria: str) -> None:
    respuesta = pedir("mover", None, [12] if categoria == "larga" else (), metros=metros)

    assert respuesta["detalle"]["categoria"] == categoria
    assert respuesta["detalle"]["consume_accion"] == (categoria != "inmediaciones")


def test_mover_rechaza_las_claves_de_tarea_si_no_hay_tirada() -> None:
    assert error("mover", None, metros=14, esfuerzo=0) == ("combinacion_invalida", "datos.esfuerzo")
    assert error("mover", None, metros=30, esfuerzo=0) == ("distancia_excesiva", "datos.metros")


def test_habilidad_con_punto_es_desconocida_y_no_otra_cosa() -> None:
    assert error("tarea", None, **TAREA, habilidades=["a.b"]) == ("habilidad_desconocida", "datos.habilidades.0")


def test_habilidades_del_texto_y_de_la_ficha_se_comparan_en_nfc() -> None:
    sujeto = ficha(habilidades={"Caza\u0301": "especializado"})

    assert pedir("tarea", sujeto, [3], **TAREA, habilidades=[" Cazá "])["detalle"]["pasos_habilidad"] == 2


def test_descansar_cuenta_los_descansos_y_no_repara_lo_que_no_hay() -> None:
    lesionada = ficha(indicador="lesionado", descansos=3)

    respuesta = pedir("recuperacion", lesionada, uso="indicador")

    assert efectos(respuesta) == [
        ("descansos", 3, 0, "descanso"),
        ("indicador", "lesionado", "ileso", "recuperacion"),
    ]
    assert respuesta["detalle"] == {
        "uso": "indicador",
        "numero": 4,
        "tiempo": "diez_horas",
        "consume_accion": False,
        "nuevo_dia": True,
    }
    assert (respuesta["opciones"], respuesta["tiradas"]) == ([], [])


def test_dado_que_no_es_entero_o_que_sobra_se_rechaza() -> None:
    assert error("premio", None, [1], px=1, motivo="artefacto") == ("dados_sobrantes", "dados")
    assert error("tarea", None, [True], **TAREA) == ("tipo_invalido", "dados.0")
    assert error("tarea", None, [3, 4], **TAREA) == ("dados_sobrantes", "dados")
    assert error("tarea", None, [0], **TAREA) == ("dado_imposible", "dados.0")


@pytest.mark.parametrize(("bonificador", "imposible"), [(0, True), (1, False), (2, False)])
def test_imposible_es_no_llegar_ni_con_un_veinte(bonificador: int, imposible: bool) -> None:
    bonificadores = [bonificador] if bonificador else []

    respuesta = pedir("tarea", None, [20], dificultad=7, reserva="vigor", bonificadores=bonificadores)

    assert respuesta["detalle"]["imposible"] is imposible
    assert respuesta["exito"] is not imposible


def test_ataque_de_un_punto_ya_es_un_ataque_que_hace_dano() -> None:
    datos = {"modo": "mental", "arma": "especial", "dano": 1}

    respuesta = pedir("ataque", None, [19], {"nombre": "Rata", "nivel": 2}, **datos)

    assert respuesta["opciones"] == ["efecto_menor_dano", "efecto_menor_especial"]
    assert (respuesta["detalle"]["tipo_dano"], respuesta["detalle"]["reserva"]) == ("intelecto", "intelecto")


def test_rechazos_dicen_los_numeros_que_faltan() -> None:
    assert pedir("intromision", None, respuesta="rechazar")["error"]["mensaje"] == (
        "Cuesta 1 PX y tienes 0: no puedes pagarlo."
    )
    assert pedir("avance", ficha(px=3), beneficio="esfuerzo_extra")["error"]["mensaje"] == (
        "Cuesta 4 PX y tienes 3: no puedes pagarlo."
    )
    assert pedir("tarea", None, **TAREA, esfuerzo=2)["error"]["mensaje"] == (
        "Declaras 2 niveles de esfuerzo y tu límite es 1: baja alguno."
    )
    assert pedir("tarea", ficha(velocidad=atributo(2)), **TAREA, esfuerzo=1)["error"]["mensaje"] == (
        "No te queda Velocidad suficiente: tienes 2 y cuesta 3."
    )


def test_indicador_se_detiene_en_muerto() -> None:
    respuesta = pedir("dano", ficha(indicador="lesionado"), puntos=30, pasos_indicador=3)

    assert [paso for campo, _antes, paso, _motivo in efectos(respuesta) if campo == "indicador"] == [
        "incapacitado",
        "muerto",
    ]
    assert [respuesta["ficha"][a]["reserva"] for a in ("vigor", "velocidad", "intelecto")] == [0, 0, 0]


def test_objetivo_con_un_punto_de_salud_sigue_activo() -> None:
    casi = {"nombre": "Rata", "nivel": 2, "salud": 1}

    respuesta = pedir("dano", None, (), casi, puntos=1)

    assert [e["despues"] for e in respuesta["efectos"]] == [0, "muerto"]
    assert error("dano", None, (), {**casi, "estado": "muerto"}, puntos=1) == ("ficha_incoherente", "objetivo.estado")
    objeto = {"nombre": "Puerta", "clase": "objeto", "nivel": 1, "salud": 0, "estado": "muerto"}
    assert error("dano", None, (), objeto, puntos=1) == ("ficha_incoherente", "objetivo.estado")


def test_ataque_comprueba_su_alcance() -> None:
    def ataque(modo: str, **datos: Any) -> Any:
        return pedir("ataque", None, [9], {"nombre": "Rata", "nivel": 2}, modo=modo, arma="especial", dano=1, **datos)

    assert ataque("cuerpo_a_cuerpo", alcance_metros=40)["error"]["campo"] == "datos.alcance_metros"
    assert ataque("cuerpo_a_cuerpo", alcance="corto")["error"]["codigo"] == "alcance_invalido"
    assert ataque("cuerpo_a_cuerpo", alcance="inmediato", metros=3)["exito"]
    assert ataque("mental", metros=5)["error"]["campo"] == "datos.alcance"
    assert ataque("mental", metros=5, alcance_metros=30)["exito"]
    assert ataque("disparo", metros=40, alcance_metros=40)["exito"]
    assert ataque("disparo", metros=41, alcance_metros=40)["error"]["mensaje"] == (
        "El objetivo está a 41 metros y llegas a 40: acércate o cambia de ataque."
    )
    assert ataque("arrojadiza", metros=15)["error"]["codigo"] == "fuera_de_alcance"
    assert ataque("disparo", metros=29)["exito"]
