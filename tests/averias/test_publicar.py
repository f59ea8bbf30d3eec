"""kill -9 while a turn is published: it is whole or it is not there, and trying again leaves exactly one."""

import random
from uuid import uuid4

import pytest

from tests.averias.conftest import Victima

pytestmark = pytest.mark.averias

NADA = {
    "mensajes": [], "ordenes": [], "destinatarios": 0, "tiradas": 0, "asientos": 0, "efectos": 0, "version": 1,
    "borradores": 1, "sucesos": 0, "trabajos": 0, "repartidos": 0, "incumplidas": [],
}  # fmt: skip
UNO = {
    "ordenes": [1], "destinatarios": 1, "tiradas": 1, "asientos": 1, "efectos": 1, "version": 2,
    "borradores": 0, "sucesos": 1, "trabajos": 1, "repartidos": 0, "incumplidas": [],
}  # fmt: skip
ANTES_DEL_COMMIT = (
    "cerrojo", "permiso", "libro", "mensaje", "destinatarios", "tiradas", "borrador", "antes_commit",
)  # fmt: skip


def test_fia_04_muerto_en_cada_paso_no_deja_nada_y_al_repetir_queda_uno(victima: Victima) -> None:
    clave = str(uuid4())

    for paso in ANTES_DEL_COMMIT:
        assert victima.intentar("publicar", punto=f"publicar:{paso}", clave=clave)["fin"] == -9, paso
        assert victima.pedir("estado") == NADA, paso
    publico = victima.pedir("publicar", clave=clave)

    assert victima.pedir("publicar", clave=clave) == publico
    assert victima.pedir("estado") == UNO | {"mensajes": [publico]}


@pytest.mark.parametrize("punto", ["buzon:tras_commit", "publicar:tras_commit"])
def test_fia_44_muerto_tras_el_commit_esta_entero_y_el_tic_hace_su_trabajo(victima: Victima, punto: str) -> None:
    clave = str(uuid4())

    assert victima.intentar("publicar", punto=punto, clave=clave)["fin"] == -9

    (publico,) = victima.pedir("estado")["mensajes"]
    assert victima.pedir("estado") == UNO | {"mensajes": [publico]}
    assert victima.pedir("publicar", clave=clave) == publico
    assert victima.pedir("tic") >= 1
    victima.pedir("tic")
    assert victima.pedir("estado") == UNO | {"mensajes": [publico], "repartidos": 1}


def test_dad_10_veinte_muertes_entre_el_dado_y_el_commit(victima: Victima) -> None:
    claves = [str(uuid4()) for _ in range(4)]
    azar = random.Random(20261129)
    muertos = 0

    for n in range(20):
        clave = claves[n % len(claves)]
        antes = victima.pedir("estado")
        if n % 2:
            dicho = victima.intentar("publicar", punto="publicar:tiradas", clave=clave)
            assert dicho["fin"] == -9 or dicho["dice"] in antes["mensajes"]
        else:
            dicho = victima.intentar("publicar", clave=clave, matar_a_los=azar.uniform(0, 0.06))
        muertos += dicho["fin"] == -9
        despues = victima.pedir("estado")
        nuevos = len(despues["mensajes"]) - len(antes["mensajes"])
        assert nuevos in (0, 1)
        assert despues["incumplidas"] == []
        for cosa in ("destinatarios", "tiradas", "asientos", "efectos", "version", "sucesos", "trabajos"):
            assert despues[cosa] - antes[cosa] == nuevos, cosa
    publicos = [victima.pedir("publicar", clave=clave) for clave in claves]

    assert muertos >= 10
    final = victima.pedir("estado")
    assert (sorted(final["mensajes"]), final["ordenes"]) == (sorted(publicos), [1, 2, 3, 4])
    assert (final["tiradas"], final["asientos"], final["efectos"], final["version"]) == (4, 4, 4, 5)
    assert final["incumplidas"] == []


def test_un_obrero_muerto_a_mitad_deja_el_trabajo_a_otro(victima: Victima) -> None:
    victima.pedir("publicar", clave=str(uuid4()))

    assert victima.intentar("tic", punto="trabajo:suceso")["fin"] == -9

    assert victima.pedir("estado")["repartidos"] == 0
    assert victima.pedir("tic", minutos=2) >= 1
    assert victima.pedir("estado")["repartidos"] == 1


def test_lo_programado_muerto_a_mitad_se_publica_una_vez(victima: Victima) -> None:
    victima.pedir("programar", clave=str(uuid4()))
    puntos = ("trabajo:publicar_programado", "programado:cerrojo", "publicar:tiradas", "programado:antes_commit")

    for n, punto in enumerate(puntos, start=1):
        assert victima.intentar("tic", punto=punto, minutos=2 * n)["fin"] == -9, punto
        assert victima.pedir("estado")["mensajes"] == [], punto
    for minutos in (10, 12):
        victima.pedir("tic", minutos=minutos)

    final = victima.pedir("estado")
    assert (len(final["mensajes"]), final["tiradas"], final["asientos"], final["incumplidas"]) == (1, 1, 1, [])
