"""Images that many requests upload at once: what is left of the quota is given once, and no file is left over."""

from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from PIL import Image

from partidas.dominio import adjuntos
from partidas.dominio.errores import DatoInvalido
from partidas.models import Adjunto
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db(transaction=True)


def dibujo() -> bytes:
    salida = BytesIO()
    Image.linear_gradient("L").resize((64, 64)).save(salida, "PNG")
    return salida.getvalue()


@pytest.fixture
def archivos(settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def filas():
    return Adjunto.objects.sin_filtrar("test").order_by("pk")


def cuantos(carpeta: Path) -> int:
    return sum(uno.is_file() for uno in carpeta.rglob("*"))


def test_seg_75_lo_que_queda_de_la_cuota_se_da_una_vez(archivos: Path):
    """Room for three and a half of the sixteen: three are kept, whatever the order in which they are counted."""
    mesa = fabrica.mesa()
    primera = adjuntos.subir(mesa.ana, uuid4(), dibujo(), titulo="a.png", ahora=AHORA)
    pesa = primera.bytes
    filas().update(bytes=adjuntos.CUOTA - 3 * pesa - pesa // 2)

    def subir(n: int) -> Adjunto:
        return adjuntos.subir(mesa.ana, uuid4(), dibujo(), titulo=f"{n}.png", ahora=AHORA)

    hechos = a_la_vez([lambda n=n: subir(n) for n in range(16)])

    assert sorted(type(hecho).__name__ for hecho in hechos) == ["Adjunto"] * 3 + ["DatoInvalido"] * 13
    assert sum(filas().values_list("bytes", flat=True)) == adjuntos.CUOTA - pesa // 2
    assert {str(h.motivo) for h in hechos if isinstance(h, DatoInvalido)} == {
        "Te quedan 0 MB de los 200 MB de tu cuenta y esta imagen ocupa 0 MB."
    }
    assert cuantos(archivos) == 2 * 4


def test_seg_75_en_un_mensaje_caben_diez_aunque_lleguen_dieciseis_a_la_vez(archivos: Path):
    mesa, clave = fabrica.mesa(), uuid4()

    def subir(n: int) -> Adjunto:
        return adjuntos.subir(mesa.ana, clave, dibujo(), titulo=f"{n}.png", ahora=AHORA)

    hechos = a_la_vez([lambda n=n: subir(n) for n in range(16)])

    assert sorted(type(hecho).__name__ for hecho in hechos) == ["Adjunto"] * 10 + ["DatoInvalido"] * 6
    assert (filas().count(), cuantos(archivos)) == (10, 20)
