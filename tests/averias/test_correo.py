"""Mail and its workers die, hang and lie: what was owed to people leaves all the same, and twice only as itself.

LARGO=1: a thousand notices where there are sixty.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from config.procesos import OBRERO_A_ESCALA, orden
from tests.averias.asedio import Web, pedir
from tests.averias.conftest import Victima
from tests.cartero import Servidor
from tests.operacion.sitio import RAIZ, entorno_limpio, esperar

pytestmark = pytest.mark.averias
AVISOS = 1_000 if os.environ.get("LARGO") else 60
TOMADOS = 200


@pytest.fixture
def servidor() -> Iterator[Servidor]:
    """Give a server of mail, which takes what it is given."""
    uno = Servidor()
    yield uno
    uno.cerrar()


@pytest.fixture
def casa(datos: Path, propios: dict[str, str], servidor: Servidor) -> Iterator[Victima]:
    """Give a process to kill that writes to that server."""
    una = Victima(datos, **propios | servidor.variables)
    yield una
    una.cerrar()


def test_fia_44_muerto_tras_el_commit_del_aviso_el_tic_manda_su_correo(casa: Victima, servidor: Servidor) -> None:
    dicho = casa.intentar("avisar", punto="buzon:tras_commit", cuantos=1)
    assert (dicho["fin"], servidor.cartas) == (-9, [])

    assert casa.pedir("tic") > 0
    casa.pedir("tic", minutos=10)

    assert [carta.para for carta in servidor.cartas] == [("buzon0@example.org",)]
    assert casa.pedir("correos") == {"enviado": 1}


def test_fia_43_muerto_despues_de_mandar_y_antes_de_apuntarlo_sale_otra_vez_con_el_mismo_numero(
    casa: Victima, servidor: Servidor
) -> None:
    casa.pedir("avisar", cuantos=3)

    assert casa.intentar("tic", punto="correo:enviado")["fin"] == -9
    assert len(servidor.cartas) == 1
    casa.pedir("tic", minutos=4)  # those that it had not begun are let go after a minute, that one after three

    assert casa.pedir("correos") == {"enviado": 3}
    assert (len(servidor.cartas), len(servidor.numeros())) == (4, 3)
    assert list(servidor.repetidas().values()) == [2]


def test_fia_43_el_servidor_niega_calla_muere_y_vuelve_y_nada_se_pierde_ni_se_dobla_con_otro_numero(
    datos: Path, propios: dict[str, str], casa: Victima, servidor: Servidor
) -> None:
    """Each ill in its turn, with the web answering meanwhile; then a server that is well, and a person's retry."""
    casa.pedir("avisar", cuantos=AVISOS)
    web = Web(datos, propios | servidor.variables)
    try:
        minutos, respuestas = 0, set()
        for modo in ("calla", "muere", "ocupado"):
            servidor.modo = modo
            casa.pedir("tic", minutos=minutos)
            respuestas.add(pedir(web.puerto, "GET", "/partidas/")[0])
            minutos += 3
        servidor.modo = "rechaza"
        casa.pedir("tic", minutos=minutos, segundos=0.3)
        respuestas.add(pedir(web.puerto, "GET", "/partidas/")[0])
    finally:
        web.cerrar()
    antes = casa.pedir("correos")
    servidor.modo = "acepta"
    for _ronda in range(3):
        minutos += 60
        casa.pedir("reanudar_correos", minutos=minutos)
        casa.pedir("tic", minutos=minutos)

    assert respuestas == {200}
    assert antes == {"pendiente": AVISOS}
    assert casa.pedir("correos") == {"enviado": AVISOS}
    assert len(servidor.numeros()) == AVISOS
    assert {carta.numero for carta in servidor.cartas if len(carta.para) != 1} == set()
    assert sum(servidor.repetidas().values()) - len(servidor.repetidas()) == len(servidor.cartas) - AVISOS


def test_fia_39_lo_que_siempre_falla_y_lo_que_siempre_mata_se_paran_y_lo_demas_sale(
    casa: Victima, servidor: Servidor
) -> None:
    casa.pedir("avisar", cuantos=5)
    casa.pedir("envenenar")
    minutos = 0
    for _vez in range(8):
        dicho = casa.intentar("tic", punto="trabajo:veneno_que_mata", minutos=minutos)
        assert dicho["fin"] in (0, -9)
        minutos += 24 * 60
    casa.pedir("tic", minutos=minutos)

    assert casa.pedir("parados") == [
        ["veneno_que_falla", "parado", 6, "RuntimeError"],
        ["veneno_que_mata", "parado", 6, "cada intento acabó con su proceso"],
    ]
    assert casa.pedir("correos") == {"enviado": 5}
    assert len(servidor.cartas) == 5


def test_fia_37_muertos_el_obrero_y_sus_hijos_con_doscientas_tareas_tomadas_se_hacen_todas(
    datos: Path, propios: dict[str, str], casa: Victima, servidor: Servidor
) -> None:
    """Ten children, each with twenty in hand, and the parent above them: kill -9 to all; then another worker."""
    casa.pedir("avisar", cuantos=TOMADOS, ya=True)
    lento = entorno_limpio(
        DIR_DATOS=str(datos), PRUEBAS="1", FALLOS="trabajo:correo=dormir:30", NIVEL_LOG="ERROR",
        **propios | servidor.variables,
    )  # fmt: skip
    muchos = orden(OBRERO_A_ESCALA)
    muchos[muchos.index("--concurrency") + 1] = "10"
    primero = subprocess.Popen(muchos, cwd=RAIZ, env=lento, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        casa.pedir("despertar", veces=10)
        esperar(lambda: casa.pedir("tomados") == TOMADOS, segundos=90, paso=0.3)
        hijos = [int(pid) for pid in Path(f"/proc/{primero.pid}/task/{primero.pid}/children").read_text().split()]
        for pid in (primero.pid, *hijos):
            print(f"kill -9 {pid}")
            os.kill(pid, signal.SIGKILL)
        muertos = monotonic()
    finally:
        primero.kill()
        primero.wait()
    assert (len(hijos), casa.pedir("correos"), servidor.cartas) == (10, {"pendiente": TOMADOS}, [])
    casa.pedir("vencer_plazos")

    bueno = entorno_limpio(DIR_DATOS=str(datos), **propios | servidor.variables)
    while casa.pedir("correos") != {"enviado": TOMADOS}:
        assert monotonic() - muertos < 120
        subprocess.run([sys.executable, "manage.py", "tic"], cwd=RAIZ, env=bueno, check=True, capture_output=True)
        sleep(1)

    assert (len(servidor.cartas), len(servidor.numeros())) == (TOMADOS, TOMADOS)
