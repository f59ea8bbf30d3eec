"""The outbox of a whole site: its worker is woken at once, and its tic does what nobody could wake it for."""

from time import monotonic
from uuid import uuid4

import pytest

from tests.averias.conftest import Victima
from tests.operacion.sitio import Sitio, esperar

pytestmark = pytest.mark.averias


def test_fia_44_el_obrero_de_un_sitio_entero_se_despierta_y_el_tic_hace_lo_que_quedo(
    sitio: Sitio, servicios: dict[str, str]
) -> None:
    """Three in a row within half the time between two tics: at most one of them can be the tic's work."""
    victima = Victima(sitio.carpeta, **servicios)
    try:
        empezo = monotonic()
        for n in range(1, 4):
            victima.pedir("publicar", clave=str(uuid4()))
            esperar(lambda n=n: victima.pedir("estado")["repartidos"] == n, segundos=15)
        despertado_en = monotonic() - empezo

        dicho = victima.intentar("publicar", punto="buzon:tras_commit", clave=str(uuid4()))
        esperar(lambda: victima.pedir("estado")["repartidos"] == 4, segundos=60, paso=0.5)

        assert despertado_en < 15
        assert dicho["fin"] == -9
        assert victima.pedir("estado")["incumplidas"] == []
    finally:
        victima.cerrar()
