"""Odds by branches: merged draws, certain effects, limits, and a rule that changes when a line of it goes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from reglas.motor import resolver, sondear, sondear_repitiendo
from reglas.nucleo.azar import Azar, AzarDictado, Oculto
from reglas.nucleo.probabilidad import Distribucion, explorar
from reglas.nucleo.ramas import AzarRamificado, ramas
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Efecto, Peticion, Resultado, Texto
from reglas.sistemas.salvaje import rasgo
from reglas.sistemas.strange import tarea

FICHA = {
    "nombre": "Ainhoa",
    "tipo": "vector",
    "vigor": {"maximo": 10, "ventaja": 1},
    "velocidad": {"maximo": 10},
    "intelecto": {"maximo": 10},
}
PETICION = Peticion("strange", "tarea", FICHA, datos={"dificultad": 4, "reserva": "vigor", "esfuerzo": 1})


def sondeo(tirar: Callable[[Azar], int]) -> Distribucion:
    """Explore a rule that says what it threw: a success from 8 up."""

    def correr(azar: Azar) -> tuple[Resultado, list[Efecto]]:
        total = tirar(azar)
        grado = "exito" if total >= 8 else "fallo"
        return Resultado(total >= 8, grado, {"total": total}, Texto("x")), []

    return explorar(correr, "total")


def test_tres_dados_que_explotan_son_unas_docenas_de_ramas() -> None:
    odds = sondeo(lambda azar: azar.suma_explosiva([[(8, "a")], [(6, "b"), (6, "b")]]).total)

    assert odds.corridas < 300
    assert 0 < odds.resto <= Fraction(1, 10**6)
    assert sum(odds.grados.values()) == sum(odds.valor.values()) == 1 - odds.resto
    assert odds.exito == odds.grados["exito"]


@pytest.mark.parametrize("caras", [4, 6, 8, 10, 12])
def test_seis_dados_que_explotan_caben_en_el_limite(caras: int) -> None:
    odds = sondeo(lambda azar: azar.suma_explosiva([[(caras, "a")] * 6]).total)

    assert odds.corridas <= 2_000
    assert odds.resto <= Fraction(1, 10**6)


def test_siete_dados_que_explotan_son_demasiados() -> None:
    with pytest.raises(Rechazo, match="demasiados_dados"):
        sondeo(lambda azar: azar.suma_explosiva([[(6, "a")] * 7]).total)
    with pytest.raises(Rechazo, match="demasiados_dados"):
        sondeo(lambda azar: azar.mejor_explosivo([(6, "a")] * 7).total)


def test_demasiadas_ramas_se_rechazan() -> None:
    with pytest.raises(Rechazo, match="demasiados_dados"):
        sondeo(lambda azar: sum(azar.dado(100, "a") for _vez in range(2)))


def test_mas_de_doscientos_dados_se_rechazan() -> None:
    with pytest.raises(Rechazo, match="demasiados_dados"):
        sondeo(lambda azar: azar.suma([(6, "a")] * 201))


def test_dado_tras_dado_reparte_como_la_cuenta_a_mano() -> None:
    def con_confirmacion(azar: Azar) -> int:
        primero = azar.dado(6, "rasgo")
        return 100 + azar.dado(6, "confirmar") if primero == 1 else primero

    odds = sondeo(con_confirmacion)

    assert odds.corridas == 11
    assert odds.valor == {
        **{n: Fraction(1, 6) for n in range(2, 7)},
        **{100 + n: Fraction(1, 36) for n in range(1, 7)},
    }
    assert odds.resto == 0


def test_mejores_y_peores_se_juntan() -> None:
    dados = [(6, "a")] * 3

    assert sondeo(lambda azar: sum(azar.mejores(2, dados))).exito == Fraction(147, 216)
    assert sondeo(lambda azar: sum(azar.peores(2, dados))).corridas == 21


def test_rama_no_anota_dados_y_esconde_lo_que_no_sabe() -> None:
    azar = AzarRamificado()

    mejor = azar.mejor_explosivo([(8, "rasgo"), (6, "salvaje")])

    assert azar.tiradas == ()
    assert all(isinstance(parte, Oculto) for parte in (*mejor.partes, mejor.cual))
    azar.cerrar()


def test_detalle_seguro_deja_fuera_lo_escondido() -> None:
    def correr(azar: Azar) -> tuple[Resultado, list[Efecto]]:
        suma = azar.suma_explosiva([[(6, "a")]])
        return Resultado(
            None, None, {"sumas": {"a": suma.partes[0]}, "lista": [suma.partes[0]], "fijo": 3}, Texto("x")
        ), []

    odds = explorar(correr, None)

    assert odds.detalle == {"fijo": 3}
    assert (odds.exito, odds.grados, odds.valor) == (None, {}, {})


def test_efectos_seguros_son_los_de_todas_las_ramas() -> None:
    coste, dano = Efecto("ficha", "pm", 3, 2, "coste"), Efecto("ficha", "pv", 9, 8, "dano")

    def correr(azar: Azar) -> tuple[Resultado, list[Efecto]]:
        efectos = [coste, coste, dano] if azar.dado(2, "a") == 1 else [coste, dano, coste]
        if azar.dado(2, "b") == 1:
            efectos.remove(coste)
        return Resultado(None, None, {}, Texto("x")), efectos

    assert explorar(correr, None).seguros == (coste, dano)


def test_ramas_pesan_uno_entre_todas() -> None:
    total = Fraction(0)
    for azar in ramas():
        azar.dado(6, "a")
        azar.dado(4, "b")
        total += azar.probabilidad

    assert total == 1


def test_sondear_dice_lo_seguro_antes_de_tirar() -> None:
    odds = sondear(PETICION)

    assert odds.exito == Fraction(12, 20)
    assert odds.seguros == (Efecto("ficha", "vigor.reserva", 10, 8, "esfuerzo"),)
    assert (odds.detalle["numero_objetivo"], odds.detalle["coste_total"]) == (9, 2)
    assert "natural" not in odds.detalle
    assert (odds.corridas, odds.lanza, odds.resto) == (20, True, 0)


def test_sondear_cuenta_como_la_fuerza_bruta() -> None:
    odds = sondear(PETICION)
    respuestas = [resolver(PETICION, AzarDictado([cara])) for cara in range(1, 21)]

    assert odds.exito == Fraction(sum(r.exito is True for r in respuestas), 20)
    assert odds.grados == {
        grado: Fraction(sum(r.grado == grado for r in respuestas), 20) for grado in {r.grado for r in respuestas}
    }


def test_quitar_una_linea_de_la_regla_cambia_sus_probabilidades(monkeypatch: pytest.MonkeyPatch) -> None:
    antes = sondear(PETICION)

    monkeypatch.setattr(
        tarea.Prueba, "leer", lambda _prueba, natural: tarea.Lectura(natural, natural, True, "exito", False)
    )
    despues = sondear(PETICION)

    assert (antes.exito, despues.exito) == (Fraction(3, 5), Fraction(1))


def test_sondear_rechaza_lo_mismo_que_resolver() -> None:
    imposible = Peticion("strange", "tarea", FICHA, datos={"dificultad": 11, "reserva": "vigor"})

    with pytest.raises(Rechazo) as excepcion:
        sondear(imposible)
    assert (excepcion.value.codigo, excepcion.value.campo) == ("fuera_de_rango", "datos.dificultad")


def test_robar_de_un_monton_es_un_solo_sorteo() -> None:
    odds = sondeo(lambda azar: azar.robar(54, "carta", cuantas=3, hasta=38).mejor)

    assert odds.corridas == 38
    assert sum(odds.valor.values()) == 1


def test_quitar_una_linea_cambia_tambien_las_de_los_dados_que_explotan(monkeypatch: pytest.MonkeyPatch) -> None:
    peticion = Peticion("salvaje", "tirada", {"comodin": True}, datos={"rasgo": "vigor"})
    antes, con_beni = sondear(peticion), sondear_repitiendo(peticion)

    monkeypatch.setattr(rasgo.Rasgo, "exito", property(lambda tirada: tirada.total >= tirada.vo - 1))
    despues = sondear(peticion)

    assert antes.exito is not None
    assert despues.exito is not None
    assert con_beni is not None
    assert antes.exito < despues.exito
    assert antes.exito < con_beni


def test_repitiendo_rechaza_lo_mismo_que_sondear() -> None:
    with pytest.raises(Rechazo, match="dificultad"):
        sondear_repitiendo(Peticion("strange", "tarea", FICHA, datos={"dificultad": 11, "reserva": "vigor"}))
    assert sondear_repitiendo(PETICION) is None
