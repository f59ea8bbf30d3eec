"""The envelope of the black box: strict JSON in, the contract's JSON out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reglas.caja import responder
from reglas.motor import resolver
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.tipos import Peticion, Texto
from reglas.protocolo import (
    MAX_BYTES,
    PeticionIlegible,
    a_dict,
    de_dict,
    leer,
    para_guardar,
    texto_a_dict,
    texto_de_dict,
)

FICHA = {
    "nombre": "Ainhoa",
    "tipo": "vector",
    "vigor": {"maximo": 10, "ventaja": 1},
    "velocidad": {"maximo": 10},
    "intelecto": {"maximo": 10},
}
BASE = {"sistema": "strange", "accion": "tirada_libre", "ficha": FICHA}
RUTAS = ("sistema", "accion", "ficha", "objetivo", "datos", "previa", "dados", "id")


def error(linea: str | bytes) -> tuple[str, str]:
    """Read a line that must be refused."""
    with pytest.raises(PeticionIlegible) as excepcion:
        leer(linea)
    return excepcion.value.codigo, excepcion.value.campo


def anidada(niveles: int) -> str:
    """Return a request whose JSON nests that deep."""
    return json.dumps({**BASE, "datos": {"x": json.loads("[" * (niveles - 2) + "]" * (niveles - 2))}})


@pytest.mark.parametrize(
    "linea",
    [
        "",
        "hola",
        "[]",
        "3",
        "null",
        '{"a": 1, "a": 2}',
        '{"ficha": {"px": 1, "px": 2}}',
        '{"a": NaN}',
        '{"a": Infinity}',
        '{"a": 1e999}',
        '{"a": -1e999}',
        '{"a": "\\ud800"}',
        '{"a": 1} x',
        "{'a': 1}",
        b'{"a": "\xff"}',
        '{"a": ' + "9" * 5_000 + "}",
        "[" * 100_000,
        '{"a":' * 5_000,
    ],
)
def test_linea_que_no_es_un_objeto_json_se_rechaza(linea: str | bytes) -> None:
    assert error(linea) == ("json_invalido", "")


def test_profundidad_y_tamano_tienen_su_limite_exacto() -> None:
    assert leer(anidada(20))[0].datos
    assert error(anidada(21)) == ("json_invalido", "")
    relleno = MAX_BYTES - len(json.dumps({**BASE, "id": ""}))
    assert leer(json.dumps({**BASE, "id": "a" * relleno}))[0].id == "a" * relleno
    assert error(json.dumps({**BASE, "id": "a" * (relleno + 1)})) == ("json_invalido", "")


def test_llaves_dentro_de_un_texto_no_son_profundidad() -> None:
    assert leer(json.dumps({**BASE, "datos": {"motivo": "[{" * 40}}))[0].datos == {"motivo": "[{" * 40}


@pytest.mark.parametrize("clave", RUTAS)
@pytest.mark.parametrize("valor", [None, 5, True])
def test_sobre_con_un_tipo_equivocado_se_rechaza(clave: str, valor: Any) -> None:
    assert error(json.dumps({**BASE, clave: valor})) == ("tipo_invalido", clave)


def test_sobre_con_claves_de_mas_o_de_menos_se_rechaza() -> None:
    assert error(json.dumps({**BASE, "azar": 1})) == ("campo_desconocido", "azar")
    for clave in BASE:
        sin_ella = {otra: valor for otra, valor in BASE.items() if otra != clave}
        assert error(json.dumps(sin_ella)) == ("campo_requerido", clave)


def test_sistema_y_accion_se_comparan_sin_recortar() -> None:
    assert json.loads(responder(json.dumps({**BASE, "sistema": "strange "}))[0])["error"]["campo"] == "sistema"
    assert json.loads(responder(json.dumps({**BASE, "accion": " tarea"}))[0])["error"]["campo"] == "accion"


def test_leer_separa_los_dados_de_la_peticion() -> None:
    peticion, dados = leer(json.dumps({**BASE, "dados": [7], "id": "x", "datos": {"dado": "d8"}}))

    assert peticion == Peticion("strange", "tirada_libre", FICHA, datos={"dado": "d8"}, id="x")
    assert dados == [7]
    assert leer(json.dumps(BASE))[1] is None


def test_responder_repite_el_id_solo_si_se_dio() -> None:
    con_id = json.loads(responder(json.dumps({**BASE, "id": "a", "dados": [7]}))[0])
    sin_id = json.loads(responder(json.dumps({**BASE, "dados": [7]}))[0])
    mal = json.loads(responder(json.dumps({**BASE, "id": "a", "dados": [21]}))[0])
    sobre = json.loads(responder(json.dumps({**BASE, "id": "a", "x": 1}))[0])

    assert con_id["id"] == mal["id"] == sobre["id"] == "a"
    assert "id" not in sin_id
    assert "objetivo" not in sin_id
    assert mal["error"] == {
        "codigo": "dado_imposible",
        "campo": "dados.0",
        "mensaje": "Ese dado no tiene esa cara: indica un valor que pueda salir.",
    }


def test_responder_sin_dados_tira_los_del_sistema() -> None:
    linea, bien = responder(json.dumps(BASE))

    assert bien
    assert 1 <= json.loads(linea)["detalle"]["natural"] <= 20


def test_responder_con_probabilidad_da_fracciones_exactas() -> None:
    tarea = {**BASE, "accion": "tarea", "datos": {"dificultad": 3, "reserva": "vigor"}, "id": "p"}
    libre = {**BASE, "datos": {"dado": "d4"}}

    de_tarea = json.loads(responder(json.dumps(tarea), odds=True)[0])
    de_libre = json.loads(responder(json.dumps(libre), odds=True)[0])

    assert list(de_tarea) == ["id", "exito", "grados", "valor", "resto"]
    assert (de_tarea["exito"], de_tarea["resto"]) == ("3/5", "0")
    assert de_tarea["grados"] == {"fallo": "2/5", "exito": "1/2", "efecto_menor": "1/20", "efecto_mayor": "1/20"}
    assert de_libre == {"exito": None, "grados": {}, "valor": dict.fromkeys("1234", "1/4"), "resto": "0"}
    mala = json.loads(responder(json.dumps({**tarea, "datos": {}}), odds=True)[0])
    assert (mala["id"], mala["error"]["codigo"]) == ("p", "campo_requerido")


def test_respuesta_guardada_vuelve_igual_y_recuerda_su_plantilla() -> None:
    peticion = Peticion("strange", "dano", FICHA, {"nombre": "Rata", "nivel": 1}, {"puntos": 2}, id="r")
    respuesta = resolver(peticion, AzarDictado([]))

    guardado = json.loads(json.dumps(para_guardar(respuesta)))

    assert de_dict(guardado) == respuesta
    assert a_dict(de_dict(a_dict(respuesta))) == a_dict(respuesta)
    assert guardado["texto"]["plantilla"] == "%(victima)s sufre %(dano)s de daño."
    anidado = Texto("%(a)s", {"a": Texto("b"), "c": 1})
    assert texto_de_dict(texto_a_dict(anidado)) == anidado
