"""kill -9 while a day is closed: it is whole or it is not there, and the next tic completes it."""

import random

import pytest

from tests.averias.conftest import Victima

pytestmark = pytest.mark.averias

PASOS = ("cerrojos", "fila", "fichas", "ancla", "antes_commit")
PJ = 40


def noches(n: int, descansadas: int) -> dict[str, object]:
    """Return what n closed days of forty tired PJ leave."""
    return {
        "cierres": n, "mensajes": n, "recuperaciones": n * PJ, "cambios": n * PJ, "anclas": n, "sucesos": n,
        "descansadas": descansadas, "incumplidas": [],
    }  # fmt: skip


def test_fia_28_veinte_muertes_en_mitad_del_cierre_de_cuarenta_pj(victima: Victima) -> None:
    victima.pedir("poblar", cuantos=PJ)
    azar = random.Random(20261129)
    a_medias = 0

    for n in range(20):
        victima.pedir("cansar")
        if n % 2:
            dicho = victima.intentar("cerrar", punto=f"cierre:{PASOS[n // 2 % len(PASOS)]}", dias=n + 1)
            assert dicho["fin"] == -9
        else:
            dicho = victima.intentar("cerrar", matar_a_los=azar.uniform(0.01, 0.4), dias=n + 1)
        hecho = victima.pedir("noche")
        assert hecho in (noches(n, 0), noches(n + 1, PJ)), dicho
        a_medias += hecho["cierres"] == n

        assert victima.pedir("cerrar", dias=n + 1) == n + 1 - hecho["cierres"]
        assert victima.pedir("noche") == noches(n + 1, PJ)

    assert a_medias >= 10


def test_fia_28_muerto_tras_el_commit_esta_cerrado_y_no_se_repite(victima: Victima) -> None:
    victima.pedir("cansar")

    assert victima.intentar("cerrar", punto="cierre:tras_commit", dias=1)["fin"] == -9

    assert victima.pedir("noche")["cierres"] == 1
    assert victima.pedir("cerrar", dias=1) == 0
    assert victima.pedir("tic", minutos=31 * 24 * 60) >= 1
    assert victima.pedir("noche")["incumplidas"] == []


def test_fia_30_muerto_entre_un_dia_y_otro_los_que_faltan_se_cierran_y_se_cuentan_todos(victima: Victima) -> None:
    victima.pedir("cansar")
    victima.intentar("cerrar", punto="cierre:tras_commit", dias=3)
    assert (victima.pedir("noche")["cierres"], victima.pedir("noche")["mensajes"]) == (1, 0)

    assert victima.pedir("cerrar", dias=3) == 2

    final = victima.pedir("noche")
    assert (final["cierres"], final["mensajes"], final["sucesos"], final["anclas"]) == (3, 1, 1, 3)
    assert final["incumplidas"] == []
