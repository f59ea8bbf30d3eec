"""The odds are those of the rule: against a brute-force count, with few runs, and different when the rule is."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from reglas.motor import resolver, sondear, sondear_repitiendo
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.ramas import MAX_CORRIDAS
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Peticion
from reglas.protocolo import leer
from tests.reglas.sistemas.lemuria.apoyo import ESPADA, HACHA, atacar, golpear, heroe, pnj

CASOS = Path(__file__).resolve().parents[4] / "reglas" / "sistemas" / "lemuria" / "casos.jsonl"


def contar(peticion: Peticion, caras: int, cuantos: int, valor: str) -> tuple[Any, Any, Any]:
    """Count grades, successes and values over every way in which the dice may fall."""
    total = caras**cuantos
    salidas = [resolver(peticion, AzarDictado(d)) for d in product(range(1, caras + 1), repeat=cuantos)]
    grados = {g: Fraction(n, total) for g, n in Counter(s.grado for s in salidas).items() if g}
    valores = {v: Fraction(n, total) for v, n in Counter(s.detalle[valor] for s in salidas).items()}
    return grados, Fraction(sum(s.exito is True for s in salidas), total), valores


@pytest.mark.parametrize(("extra", "penalizacion"), [(0, 0), (1, 0), (0, 1), (3, 1), (0, 2)])
def test_ataque_reparte_como_la_cuenta_a_mano(extra: int, penalizacion: int) -> None:
    datos = {"dados_extra": extra, "dados_penalizacion": penalizacion}
    peticion = Peticion("lemuria", "atacar", heroe(), pnj(), datos)

    odds = sondear(peticion)

    grados, exito, valores = contar(peticion, 6, 2 + abs(extra - penalizacion), "total")
    assert (odds.grados, odds.exito, odds.valor, odds.resto) == (grados, exito, valores, 0)
    assert odds.corridas <= 21


@pytest.mark.parametrize(("arma", "caras", "cuantos"), [(ESPADA, 6, 1), (HACHA, 6, 2), (None, 3, 1)])
def test_dano_reparte_como_la_cuenta_a_mano(arma: Any, caras: int, cuantos: int) -> None:
    previa = atacar((5, 5), heroe(arma=arma))
    peticion = Peticion("lemuria", "danar", previa["ficha"], previa["objetivo"], previa=previa)

    odds = sondear(peticion)

    _grados, _exito, valores = contar(peticion, caras, cuantos, "dano")
    assert (odds.valor, odds.exito, odds.grados) == (valores, None, {})


def test_suerte_reparte_el_numero_de_lo_que_repite() -> None:
    golpe = golpear((6,))
    peticion = Peticion("lemuria", "suerte_de_los_dioses", golpe["ficha"], golpe["objetivo"], previa=golpe)

    assert sondear(peticion).valor == {n: Fraction(1, 6) for n in range(2, 8)}
    ataque = atacar((1, 2))
    peticion = Peticion("lemuria", "suerte_de_los_dioses", ataque["ficha"], ataque["objetivo"], previa=ataque)
    assert sondear(peticion).exito == Fraction(21, 36)


@pytest.mark.parametrize(("ph", "repite"), [(1, True), (0, False)])
def test_repetir_un_fallo_se_cuenta_si_se_puede_pagar(ph: int, repite: bool) -> None:
    peticion = Peticion("lemuria", "atacar", heroe(ph=ph), pnj())

    falla = 1 - (sondear(peticion).exito or Fraction(0))

    assert sondear_repitiendo(peticion) == (1 - falla**2 if repite else None)


def test_casos_se_sondean_en_pocas_corridas() -> None:
    corridas = []
    for linea in CASOS.read_text("utf-8").splitlines():
        try:
            peticion, _dados = leer(json.dumps(json.loads(linea)["peticion"]))
            corridas.append(sondear(peticion).corridas)
        except Rechazo:
            continue
    assert len(corridas) > 200
    assert max(corridas) <= 21 < MAX_CORRIDAS
