"""The dice of the sealed source: the sum that nobody may change, and whether the dice are fair."""

import hashlib
import hmac
import json

import pytest
from scipy import stats

from reglas.nucleo.azar_sellado import LIMITE, Sello, dado_sellado
from reglas.nucleo.tipos import TiradaDado
from reglas.sellado import AporteInvalido, Secreto, limpiar_aporte

SEMILLA = Secreto(bytes(range(32)))
PETICION = "ab" * 32
CARAS = (4, 6, 8, 10, 12, 20, 100)


def test_los_dados_de_una_semilla_conocida_son_estos():
    sello = Sello(7, "cd" * 32, "", 1, PETICION, "0123456789abcdef")

    azar = SEMILLA.azar(sello)
    valores = [azar.dado(caras, "prueba") for caras in (20, 6, 100, 20, 4, 20)]

    assert valores == [9, 6, 47, 16, 2, 15]
    assert azar.tiradas == [
        TiradaDado(f"d{caras}", valor, "prueba") for caras, valor in zip((20, 6, 100, 20, 4, 20), valores, strict=True)
    ]
    assert SEMILLA.compromiso() == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert SEMILLA.posicion(7, "cd" * 32) == "d592f1eb6c5d5de01f51c305db3ab68a1cb0c06cd34f078c269e2fb84705ef60"
    assert SEMILLA.ancla("cd" * 32) == "e12428a2d52f013cc19f7e6b6a9b2152156f43e5c9cf27a425ff8f46cdc69f44"


def test_la_clave_sale_de_la_cuenta_publicada():
    lugar = json.dumps([7, "cd" * 32, PETICION, "ñandú"], separators=(",", ":"), ensure_ascii=False)
    clave = hmac.new(bytes(range(32)), lugar.encode(), hashlib.sha256).digest()

    azar = SEMILLA.azar(Sello(7, "cd" * 32, "", 1, PETICION, "ñandú"))

    assert [azar.dado(20, "") for _ in range(50)] == [dado_sellado(clave, i, 20) for i in range(50)]


def test_en_un_libro_cerrado_la_posicion_ocupa_el_lugar_del_numero_y_del_enlace():
    pos = SEMILLA.posicion(7, "cd" * 32)
    lugar = json.dumps([pos, PETICION, ""], separators=(",", ":"))
    clave = hmac.new(bytes(range(32)), lugar.encode(), hashlib.sha256).digest()

    azar = SEMILLA.azar(Sello(7, "cd" * 32, pos, 1, PETICION, ""))

    assert [azar.dado(12, "") for _ in range(50)] == [dado_sellado(clave, i, 12) for i in range(50)]


@pytest.mark.parametrize(
    "otro",
    [
        Sello(8, "cd" * 32, "", 1, PETICION, "aporte"),
        Sello(7, "ce" * 32, "", 1, PETICION, "aporte"),
        Sello(7, "cd" * 32, "", 1, "ac" * 32, "aporte"),
        Sello(7, "cd" * 32, "", 1, PETICION, "aportes"),
        Sello(7, "cd" * 32, "ef" * 32, 1, PETICION, "aporte"),
    ],
)
def test_cada_parte_del_sello_cambia_los_dados(otro):
    uno = SEMILLA.azar(Sello(7, "cd" * 32, "", 1, PETICION, "aporte"))
    distinto = SEMILLA.azar(otro)

    assert [uno.dado(100, "") for _ in range(20)] != [distinto.dado(100, "") for _ in range(20)]


def test_lo_que_sobra_del_ultimo_multiplo_se_vuelve_a_sacar():
    caras = LIMITE // 2 + 1  # almost half of the draws are thrown away

    repetidos = 0
    for i in range(200):
        crudo = int.from_bytes(hmac.digest(b"k", b"%d:0" % i, "sha256")[:8], "big")
        repetidos += crudo >= caras
        assert 1 <= dado_sellado(b"k", i, caras) <= caras
        assert (dado_sellado(b"k", i, caras) == crudo % caras + 1) == (crudo < caras)

    assert repetidos == 109


@pytest.mark.parametrize("caras", [0, -1, LIMITE])
def test_un_dado_imposible_se_rechaza(caras):
    with pytest.raises(ValueError, match="between one face"):
        dado_sellado(b"k", 0, caras)


def muestra(caras: int, cuantos: int) -> list[int]:
    """Return dice of many rolls of 20 dice each, as a book makes them."""
    valores = []
    for n in range(cuantos // 20):
        azar = SEMILLA.azar(Sello(n, "cd" * 32, "", 1, PETICION, f"{n:016x}"))
        valores += [azar.dado(caras, "") for _ in range(20)]
    return valores


@pytest.mark.parametrize("caras", CARAS)
def test_dad_17_cada_cara_sale_lo_que_tiene_que_salir(caras):
    valores = muestra(caras, 20_000)

    p = stats.chisquare([valores.count(cara) for cara in range(1, caras + 1)]).pvalue
    serie = stats.pearsonr(valores[:-1], valores[1:]).statistic

    assert len(valores) == 20_000
    assert 0.001 <= p <= 0.999
    assert abs(serie) < 0.028  # four deviations of 1/sqrt(20,000); the plan's 0.004 is that of a million


def test_dad_17_las_cadenas_que_explotan_son_geometricas():
    largos = []
    for n in range(6000):
        azar = SEMILLA.azar(Sello(n, "ef" * 32, "", 1, PETICION, ""))
        azar.suma_explosiva([[(6, "salvaje")]])
        largos.append(len(azar.tiradas))

    vistos = [sum(largo == uno for largo in largos) for uno in (1, 2, 3)] + [sum(largo > 3 for largo in largos)]
    esperados = [6000 * 5 / 6, 6000 * 5 / 36, 6000 * 5 / 216, 6000 / 216]

    assert 0.001 <= stats.chisquare(vistos, esperados).pvalue <= 0.999


def test_dad_15_un_secreto_no_se_deja_ver():
    azar = SEMILLA.azar(Sello(1, "cd" * 32, "", 1, PETICION, ""))

    assert [repr(SEMILLA), str(SEMILLA), f"{SEMILLA}"] == ["<secreto>"] * 3
    assert vars(azar).keys() == {"_fuente", "tiradas", "sello"}
    with pytest.raises(TypeError):
        SEMILLA.__reduce__()
    with pytest.raises(ValueError, match="32"):
        Secreto(b"corto")


@pytest.mark.parametrize(
    ("escrito", "guardado"),
    [("", ""), ("  3 gatos ", "3 gatos"), ("nin\u0303o", "niño"), ("x" * 64, "x" * 64)],
)
def test_el_aporte_se_limpia(escrito, guardado):
    assert limpiar_aporte(escrito) == guardado


@pytest.mark.parametrize("escrito", ["x" * 65, "a\0b", "a\nb", "\ud800"])
def test_el_aporte_que_no_se_puede_escribir_se_rechaza(escrito):
    with pytest.raises(AporteInvalido):
        limpiar_aporte(escrito)
