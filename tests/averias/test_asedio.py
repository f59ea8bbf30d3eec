"""Ten people publish at once while the web is killed: nothing is lost, nothing twice. The whole: `make averias`."""

from pathlib import Path

import pytest

from tests.averias import asedio
from tests.averias.conftest import Victima

pytestmark = pytest.mark.averias
MENSAJES, MUERTES = 100, 5


def test_fia_02_cien_turnos_de_diez_personas_con_cinco_muertes_de_la_web(datos: Path, propios: dict[str, str]) -> None:
    victima, web = Victima(datos, **propios), None
    try:
        gente = victima.pedir("sitiar", cuantos=10)
        web = asedio.Web(datos, propios)

        sitiadores = asedio.sitiar(web, gente, mensajes=MENSAJES, muertes=MUERTES)

        assert sum(uno.reintentos for uno in sitiadores) >= MUERTES
        asedio.cuadra(sitiadores, victima.pedir("escrito"), mensajes=MENSAJES)
    finally:
        if web is not None:
            web.cerrar()
        victima.cerrar()
