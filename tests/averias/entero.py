"""`make averias`: two thousand turns of ten people and twenty kills of the web; LARGO=1, ten thousand and a hundred.

It is not collected by itself: it takes minutes.
"""

import os
from pathlib import Path
from time import monotonic

import pytest

from tests.averias import asedio
from tests.averias.conftest import Victima

pytestmark = pytest.mark.averias
MENSAJES, MUERTES = (10_000, 100) if os.environ.get("LARGO") else (2_000, 20)


def test_fia_02_asedio_entero(datos: Path, propios: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    victima, web = Victima(datos, **propios), None
    try:
        gente = victima.pedir("sitiar", cuantos=10)
        web = asedio.Web(datos, propios)
        comienzo = monotonic()

        sitiadores = asedio.sitiar(web, gente, mensajes=MENSAJES, muertes=MUERTES)

        segundos = monotonic() - comienzo
        asedio.cuadra(sitiadores, victima.pedir("escrito"), mensajes=MENSAJES)
        with capsys.disabled():
            print(
                f"\n{MENSAJES} turnos de {len(gente)} personas con {MUERTES} muertes de la web: ninguno perdido ni "
                f"doblado; reenvíos {sum(uno.reintentos for uno in sitiadores)}, {segundos:.0f} s"
            )
    finally:
        if web is not None:
            web.cerrar()
        victima.cerrar()
