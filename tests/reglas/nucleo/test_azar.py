"""Sources of dice: what they record, what they return, what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from reglas.nucleo.azar import OCULTO, AzarDeFuente, AzarDictado, AzarSistema, Mejor, Oculto, Robo, Suma, nombrar
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import TiradaDado


def rechazo_de(azar: AzarDeFuente, caras: int = 6) -> tuple[str, str]:
    """Throw a die that must be refused."""
    with pytest.raises(Rechazo) as excepcion:
        azar.dado(caras, "x")
    return excepcion.value.codigo, excepcion.value.campo


def test_dado_anota_su_nombre_y_su_motivo() -> None:
    azar = AzarDictado([17, 3])

    assert (azar.dado(20, "ataque"), azar.dado(6, "cura")) == (17, 3)
    assert azar.tiradas == [TiradaDado("d20", 17, "ataque"), TiradaDado("d6", 3, "cura")]
    azar.cerrar()


def test_fuente_recibe_el_lugar_y_las_caras() -> None:
    pedidos: list[tuple[int, int]] = []

    def fuente(indice: int, caras: int) -> int:
        pedidos.append((indice, caras))
        return caras

    azar = AzarDeFuente(fuente)
    azar.dado(8, "a")
    azar.dado(4, "b")

    assert pedidos == [(0, 8), (1, 4)]


def test_sistema_da_caras_del_dado() -> None:
    azar = AzarSistema()

    valores = {azar.dado(4, "x") for _vez in range(150)}

    assert valores == {1, 2, 3, 4}


@pytest.mark.parametrize("dados", [None, "12", 5, {"0": 1}])
def test_dictado_que_no_es_una_lista_se_rechaza(dados: Any) -> None:
    with pytest.raises(Rechazo) as excepcion:
        AzarDictado(dados)
    assert (excepcion.value.codigo, excepcion.value.campo) == ("tipo_invalido", "dados")


def test_dictado_rechaza_lo_que_no_puede_salir() -> None:
    assert rechazo_de(AzarDictado([])) == ("dados_insuficientes", "dados")
    assert rechazo_de(AzarDictado([7])) == ("dado_imposible", "dados.0")
    assert rechazo_de(AzarDictado([0])) == ("dado_imposible", "dados.0")
    assert rechazo_de(AzarDictado([True])) == ("tipo_invalido", "dados.0")
    assert rechazo_de(AzarDictado([1.0])) == ("tipo_invalido", "dados.0")


@pytest.mark.parametrize(
    ("dados", "codigo", "campo"), [([4, 5], "dados_sobrantes", "dados"), ([4, "5"], "tipo_invalido", "dados.1")]
)
def test_dictado_al_cerrar_rechaza_lo_que_sobra(dados: list[Any], codigo: str, campo: str) -> None:
    azar = AzarDictado(dados)
    azar.dado(6, "x")

    with pytest.raises(Rechazo) as excepcion:
        azar.cerrar()
    assert (excepcion.value.codigo, excepcion.value.campo) == (codigo, campo)


def test_suma_explosiva_tira_cada_dado_hasta_el_final() -> None:
    azar = AzarDictado([8, 8, 3, 6, 2, 5])

    suma = azar.suma_explosiva([[(8, "fuerza")], [(6, "arma"), (6, "arma")]])

    assert suma == Suma(32, (19, 13))
    assert [tirada.motivo for tirada in azar.tiradas] == [
        "fuerza", "fuerza_explota", "fuerza_explota", "arma", "arma_explota", "arma",
    ]  # fmt: skip
    azar.cerrar()


def test_mejor_explosivo_da_el_mas_alto_y_el_primero_si_empatan() -> None:
    assert AzarDictado([4, 1, 5]).mejor_explosivo([(4, "rasgo"), (6, "salvaje")]) == Mejor(5, (5, 5), 0)
    assert AzarDictado([2, 5]).mejor_explosivo([(4, "rasgo"), (6, "salvaje")]) == Mejor(5, (2, 5), 1)


def test_mejores_y_peores_anotan_todos_los_dados() -> None:
    dados = [(6, "tarea"), (6, "tarea"), (6, "dado_extra")]
    altos, bajos = AzarDictado([2, 5, 4]), AzarDictado([2, 5, 4])

    assert altos.mejores(2, dados) == (5, 4)
    assert bajos.peores(2, dados) == (2, 4)
    assert [(t.valor, t.motivo) for t in altos.tiradas] == [(2, "tarea"), (5, "tarea"), (4, "dado_extra")]
    assert AzarDictado([1, 6]).suma([(6, "a"), (6, "b")]) == 7


def test_mas_de_doscientos_dados_se_rechazan_antes_de_tirarlos() -> None:
    azar = AzarDeFuente(lambda _indice, _caras: 1)

    for pedir in (azar.suma, lambda dados: azar.suma_explosiva([dados]), lambda dados: azar.mejores(2, dados)):
        with pytest.raises(Rechazo, match="demasiados_dados"):
            pedir([(6, "x")] * 201)
    assert azar.tiradas == []
    azar.suma([(6, "x")] * 200)
    assert rechazo_de(azar) == ("demasiados_dados", "")


def test_dado_que_siempre_explota_acaba_por_rechazarse() -> None:
    azar = AzarDeFuente(lambda _indice, caras: caras)

    with pytest.raises(Rechazo, match="demasiados_dados"):
        azar.suma_explosiva([[(6, "x")]])
    assert len(azar.tiradas) == 200


def test_dado_de_una_cara_no_explota() -> None:
    with pytest.raises(ValueError, match="two faces"):
        AzarDictado([1]).suma_explosiva([[(1, "x")]])


def test_robar_no_devuelve_al_monton_y_se_queda_la_mejor() -> None:
    azar = AzarDictado([5, 4, 1])

    # of five the last; of the four left the last again, which was the fourth; then the first
    assert azar.robar(5, "carta", cuantas=3) == Robo(1, (5, 4, 1))
    assert azar.tiradas == [TiradaDado("d5", 5, "carta"), TiradaDado("d4", 4, "carta"), TiradaDado("d3", 1, "carta")]
    azar.cerrar()


def test_robar_cambia_la_que_no_llega_hasta_que_llega() -> None:
    azar = AzarDictado([5, 3, 2])

    assert azar.robar(5, "carta", hasta=2) == Robo(2, (5, 3, 2))
    assert AzarDictado([2]).robar(5, "carta", hasta=2) == Robo(2, (2,))
    azar.cerrar()


@pytest.mark.parametrize(("cuantas", "hasta"), [(0, 0), (4, 0), (1, 4)])
def test_robar_de_un_monton_que_no_da_es_un_error_de_la_regla(cuantas: int, hasta: int) -> None:
    with pytest.raises(ValueError, match="pile"):
        AzarDictado([1] * 9).robar(3, "carta", cuantas=cuantas, hasta=hasta)


def test_lo_oculto_sigue_oculto_al_sumarlo_y_al_nombrarlo() -> None:
    cuentas = (OCULTO + 3, 3 + OCULTO, OCULTO - 1, 1 - OCULTO, OCULTO * 2, 2 * OCULTO)

    assert all(isinstance(cuenta, Oculto) for cuenta in cuentas)
    assert nombrar(OCULTO, ("a", "b")) is OCULTO
    assert nombrar(1, ("a", "b")) == "b"
