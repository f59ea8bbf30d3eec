"""The deck: what is left, what is kept, what a beni changes, and its odds against every draw by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from reglas.motor import resolver, sondear
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion
from reglas.sistemas.salvaje.tablas import CARTAS
from tests.reglas.sistemas.salvaje.apoyo import efectos, error, kira, pedir

TODAS = list(CARTAS)


def fuera(*quedan: str) -> list[str]:
    """Return the cards that are out when only some are left."""
    return [carta for carta in TODAS if carta not in quedan]


def test_mazo_tiene_cincuenta_y_cuatro_cartas_de_mejor_a_peor() -> None:
    assert len(TODAS) == 54
    assert TODAS[:7] == ["joker_rojo", "joker_negro", "AP", "AC", "AD", "AT", "KP"]
    assert TODAS[-2:] == ["2D", "2T"]


def test_mazo_agotado_se_dice_antes_de_robar() -> None:
    assert error("carta_accion", None, (), usadas=TODAS) == ("mazo_agotado", "datos.usadas")
    assert error("carta_accion", None, (), usadas=fuera("KP", "2T"), temple=2) == ("mazo_agotado", "datos.usadas")
    assert error("carta_accion", None, (), usadas=fuera("5P", "2T"), rapido=True) == ("mazo_agotado", "datos.usadas")
    assert pedir("carta_accion", None, (2,), usadas=fuera("KP", "2T"), temple=0)["detalle"]["carta"] == "2T"
    assert pedir("carta_accion", None, (2, 1), usadas=fuera("6T", "2T"), rapido=True)["detalle"]["cartas"] == [
        "2T",
        "6T",
    ]


def test_carta_repetida_se_senala_en_su_segundo_lugar() -> None:
    assert error("carta_accion", None, (), usadas=["AP", "KP", "AP"]) == ("fuera_de_rango", "datos.usadas.2")


@pytest.mark.parametrize(
    ("cambios", "datos", "codigo", "campo"),
    [
        ({"carta": "KP"}, {"temple": 1}, "combinacion_invalida", "datos.temple"),
        ({"carta": "KP", "incapacitado": True}, {}, "incapacitado", "ficha.incapacitado"),
        ({"carta": "KP", "muerto": True}, {}, "muerto", "ficha.muerto"),
        ({"carta": "KP", "benis": 0}, {}, "sin_benis", "ficha.benis"),
        ({"benis": 0}, {}, "sin_carta", "ficha.carta"),
    ],
)
def test_beni_para_otra_carta_tiene_sus_condiciones(cambios: Any, datos: Any, codigo: str, campo: str) -> None:
    assert error("carta_accion", kira(**cambios), (), con_beni=True, **datos) == (codigo, campo)


def test_joker_que_ya_estaba_en_juego_no_trae_nada_otra_vez() -> None:
    con_joker = kira(carta="joker_rojo")

    peor = pedir("carta_accion", con_joker, (20,), con_beni=True)
    otro = pedir("carta_accion", con_joker, (1,), con_beni=True)
    nuevo = pedir("carta_accion", kira(carta="joker_negro"), (1,), con_beni=True)

    assert (peor["detalle"]["joker"], peor["detalle"]["rebarajar"], peor["opciones"]) == (True, False, [])
    assert (otro["detalle"]["carta"], otro["detalle"]["rebarajar"], otro["opciones"]) == ("joker_rojo", True, [])
    assert (nuevo["detalle"]["carta"], nuevo["opciones"]) == ("joker_rojo", ["premiar_beni"])
    assert efectos(peor) == [("ficha", "benis", 3, 2, "beni")]


def a_mano(quedan: list[str], temple: int, rapido: bool) -> dict[str, Fraction]:
    """Draw every order of a short deck by hand and count which card is kept."""
    cuenta: dict[str, Fraction] = {}
    mazos = list(permutations(quedan))
    for mazo in mazos:
        carta = min(mazo[: 1 + temple], key=TODAS.index)
        siguientes = iter(mazo[1 + temple :])
        while rapido and carta[0] in "5432":
            carta = next(siguientes)
        cuenta[carta] = cuenta.get(carta, Fraction(0)) + Fraction(1, len(mazos))
    return cuenta


@pytest.mark.parametrize("temple", [0, 1, 2])
@pytest.mark.parametrize("rapido", [False, True])
def test_probabilidad_de_cada_carta_es_la_de_contar_mazos(temple: int, rapido: bool) -> None:
    quedan = ["joker_negro", "KC", "6T", "5P", "3C", "2T"]
    datos = {"usadas": fuera(*quedan), "temple": temple, "rapido": rapido}
    cuenta: dict[str, Fraction] = {}
    esperado = a_mano(quedan, temple, rapido)

    odds = sondear(Peticion("salvaje", "carta_accion", kira(), datos=datos))

    assert odds.corridas == len(esperado)
    assert odds.resto == 0
    assert "carta" not in odds.detalle
    assert "cartas" not in odds.detalle
    cuenta = reparto_de(datos)
    assert cuenta == esperado


def reparto_de(datos: dict[str, Any]) -> dict[str, Fraction]:
    """Return the card kept with its chance, from the engine's own branches."""
    from reglas.motor import sistema
    from reglas.nucleo.contexto import Contexto
    from reglas.nucleo.ramas import ramas

    juego = sistema("salvaje")
    accion = juego.acciones["carta_accion"]
    ficha, leidos = juego.validar_ficha(kira()), accion.campos.leer(datos)
    cuenta: dict[str, Fraction] = {}
    for azar in ramas():
        carta = accion.regla(Contexto(ficha, None, leidos, None, azar)).detalle["carta"]
        cuenta[carta] = cuenta.get(carta, Fraction(0)) + azar.probabilidad
    return cuenta


def test_las_cartas_que_han_salido_las_pone_la_escena() -> None:
    from reglas.motor import sistema
    from reglas.nucleo.sistema import EscenaDeJuego

    fuera = sistema("salvaje").acciones["carta_accion"].de_la_escena
    assert fuera is not None
    joker = pedir("carta_accion", None, (1, 5), temple=1)
    nombre = joker["ficha"]["nombre"]

    assert fuera(EscenaDeJuego(ficha={"nombre": "Otra"}, respuestas=[joker])) == {"usadas": ["joker_rojo", "AT"]}
    assert fuera(EscenaDeJuego(ficha={"nombre": nombre}, respuestas=[joker])) == {"usadas": []}


def test_rechazo_del_mazo_no_tira_nada() -> None:
    azar = AzarDictado([1, 2, 3])

    with pytest.raises(Rechazo, match="mazo_agotado"):
        resolver(Peticion("salvaje", "carta_accion", kira(), datos={"usadas": TODAS}), azar)
    assert azar.tiradas == []
