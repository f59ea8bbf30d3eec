"""Odds of exploding dice: against chains counted by hand, within their limits, and never surer than the dice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from reglas.motor import resolver, sistema, sondear, sondear_repitiendo
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.ramas import MAX_CORRIDAS
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion
from reglas.protocolo import a_dict
from tests.reglas.sistemas.salvaje.apoyo import dado, kira, orco

PROFUNDIDAD = 5
CORTE = Fraction(1, 10**6)


def cadenas(caras: int) -> Iterator[tuple[list[int], Fraction]]:
    """Yield what one exploding die may show, up to a depth, with its chance."""
    previas: list[int] = []
    peso = Fraction(1)
    for _vuelta in range(PROFUNDIDAD):
        peso /= caras
        for cara in range(1, caras):
            yield [*previas, cara], peso
        previas = [*previas, caras]


def de_fuerza_bruta(peticion: Peticion, dados: list[int], *, confirma: bool = False) -> dict[str, Fraction]:
    """Resolve a request with every chain of its dice and add the chances of each grado."""
    tiradas: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    for caras in dados:
        tiradas = [(v + otros, p * q) for v, p in tiradas for otros, q in cadenas(caras)]
    if confirma:
        abiertas = [(v, p) for v, p in tiradas if v[0] != 1]
        tiradas = abiertas + [([1, d6], p / 6) for v, p in tiradas if v[0] == 1 for d6 in range(1, 7)]
    grados: dict[str, Fraction] = {}
    for valores, peso in tiradas:
        grado = str(resolver(peticion, AzarDictado(valores)).grado)
        grados[grado] = grados.get(grado, Fraction(0)) + peso
    return grados


def parecidas(odds: dict[str, Fraction], cuenta: dict[str, Fraction], cola: Fraction) -> bool:
    """Say whether two distributions differ in no more than the chains that the count cuts off."""
    return odds.keys() == cuenta.keys() and all(0 <= odds[g] - cuenta[g] + CORTE <= cola + 2 * CORTE for g in odds)


@pytest.mark.parametrize(("caras", "modificador"), [(4, 0), (6, -2), (8, 1)])
@pytest.mark.parametrize("comodin", [True, False])
def test_tirada_de_rasgo_se_cuenta_como_a_mano(caras: int, modificador: int, comodin: bool) -> None:
    ficha = {"comodin": comodin, "atributos": {"agilidad": dado(caras)}}
    peticion = Peticion("salvaje", "tirada", ficha, datos={"rasgo": "agilidad", "modificador": modificador})
    dados = [caras, 6] if comodin else [caras]

    cuenta = de_fuerza_bruta(peticion, dados, confirma=not comodin)
    odds = sondear(peticion)

    assert parecidas(dict(odds.grados), cuenta, 1 - sum(cuenta.values()))
    assert odds.grados["pifia"] == Fraction(1, 6 * caras)
    assert odds.exito == odds.grados["exito"] + odds.grados["aumento"]
    assert sum(odds.grados.values()) == 1 - odds.resto
    assert odds.corridas < 100


def ataque(dados: list[int], tipo: str, ficha: Any) -> dict[str, Any]:
    """Return a hit without aumento."""
    datos = {"arma": {"tipo": tipo, "dados_dano": dados}}
    respuesta = a_dict(resolver(Peticion("salvaje", "ataque", ficha, orco(), datos), AzarDictado([6, 2])))
    assert respuesta["grado"] == "exito"
    return respuesta


def test_dano_se_cuenta_como_a_mano() -> None:
    previa = ataque([6], "cuerpo_a_cuerpo", kira())
    peticion = Peticion("salvaje", "dano", kira(), orco(), previa=previa)

    cuenta = de_fuerza_bruta(peticion, [8, 6])
    odds = sondear(peticion)

    assert parecidas(dict(odds.grados), cuenta, 1 - sum(cuenta.values()))
    assert "sumas" not in odds.detalle
    assert "golpe" not in odds.detalle
    assert odds.detalle["dureza"] == 5


@pytest.mark.parametrize("caras", [4, 6, 8, 10, 12])
@pytest.mark.parametrize(("tipo", "propios"), [("cuerpo_a_cuerpo", 4), ("distancia", 6)])
def test_hasta_seis_dados_que_explotan_caben(caras: int, tipo: str, propios: int) -> None:
    fuerte = kira(atributos={"fuerza": dado(caras)})
    previa = ataque([caras] * propios, tipo, fuerte)

    odds = sondear(Peticion("salvaje", "dano", fuerte, orco(), previa=previa))

    assert odds.corridas <= MAX_CORRIDAS
    assert 0 < odds.resto <= Fraction(1, 10**6)
    assert sum(odds.grados.values()) == sum(odds.valor.values()) == 1 - odds.resto


def test_mas_de_seis_se_dice_donde_se_piden() -> None:
    previa = ataque([6] * 7, "distancia", kira())

    with pytest.raises(Rechazo) as rechazo:
        sondear(Peticion("salvaje", "dano", kira(), orco(), previa=previa))
    assert (rechazo.value.codigo, rechazo.value.campo) == ("demasiados_dados", "previa")
    with pytest.raises(Rechazo) as rechazo:
        sondear(Peticion("salvaje", "dano_directo", kira(), datos={"dados_dano": [6] * 7}))
    assert rechazo.value.campo == "datos.dados_dano"


TIRADA = Peticion("salvaje", "tirada", kira(), datos={"rasgo": "astucia", "vo": 5})


def test_lo_que_depende_de_los_dados_no_se_da_por_seguro() -> None:
    detalle = sondear(TIRADA).detalle

    assert set(detalle) == {"datos", "antes", "rasgo", "dado", "vo", "modificadores", "modificador_total"}


def test_un_beni_repite_el_fallo_y_suma_su_probabilidad() -> None:
    odds = sondear(TIRADA)
    assert odds.exito is not None
    fallo = odds.grados["fallo"]

    con_beni = sondear_repitiendo(TIRADA)

    assert con_beni == odds.exito + fallo * odds.exito
    assert sondear_repitiendo(Peticion("salvaje", "tirada", kira(benis=0), datos={"rasgo": "astucia"})) is None
    assert sondear_repitiendo(Peticion("salvaje", "mover", kira(), datos={"correr": True})) is None


def test_repetir_vale_lo_mismo_sea_cual_sea_el_fallo() -> None:
    juego = sistema("salvaje")
    exitos = set()
    for valores in ([1, 2], [2, 1], [3, 4], [4, 4]):
        previa = a_dict(resolver(TIRADA, AzarDictado(valores)))
        assert previa["grado"] == "fallo"
        exitos.add(sondear(Peticion("salvaje", "repetir", previa["ficha"], previa=previa)).exito)

    assert exitos == {sondear(TIRADA).exito}
    repiten = {clave for clave, accion in juego.acciones.items() if accion.repite}
    assert repiten <= juego.acciones["repetir"].previas
    assert all(juego.acciones[clave].repite == "repetir" for clave in repiten)


@pytest.mark.parametrize("accion", ["gobernar_barco", "curacion_natural", "inicio_turno"])
def test_toda_tirada_que_se_repite_dice_lo_que_da_un_beni(accion: str) -> None:
    herida = kira(heridas=1, aturdido=accion == "inicio_turno")

    con_beni, odds = (hacer(Peticion("salvaje", accion, herida)) for hacer in (sondear_repitiendo, sondear))

    assert con_beni is not None
    assert odds.exito is not None
    assert odds.exito < con_beni < 1


def test_ramas_de_un_extra_confirman_solo_el_uno() -> None:
    peticion = Peticion("salvaje", "tirada", orco(), datos={"rasgo": "vigor"})

    odds = sondear(peticion)

    assert odds.grados["pifia"] == Fraction(1, 36)
    assert odds.grados["fallo"] == Fraction(1, 3) + Fraction(1, 6) * Fraction(5, 6)
