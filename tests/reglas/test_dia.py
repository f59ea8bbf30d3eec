"""What a system counts from one day's end to the next, and what it is told when a day ends."""

from dataclasses import replace

from reglas.motor import sistema
from reglas.nucleo.sistema import Dia

JUEGO = replace(
    sistema("strange"),
    cuenta_de_dias={"cansado": lambda ficha: ficha["descansos"] > 0, "sano": lambda ficha: ficha["descansos"] == 0},
)


def test_cada_cuenta_suma_los_dias_seguidos_y_vuelve_a_cero_cuando_deja_de_ser_verdad() -> None:
    cansada, sana = {"descansos": 2}, {"descansos": 0}

    primero = JUEGO.dia(cansada, 1, {})
    segundo = JUEGO.dia(cansada, 2, primero.seguidos)
    tercero = JUEGO.dia(sana, 3, segundo.seguidos)

    assert primero == Dia(1, {"cansado": 1, "sano": 0})
    assert segundo == Dia(2, {"cansado": 2, "sano": 0})
    assert tercero == Dia(3, {"cansado": 0, "sano": 1})


def test_un_sistema_que_no_cuenta_nada_solo_sabe_que_dia_es() -> None:
    assert replace(JUEGO, cuenta_de_dias={}).dia({"descansos": 2}, 9, {"cansado": 4}) == Dia(9)
