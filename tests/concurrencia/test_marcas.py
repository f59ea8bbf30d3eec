"""Two devices of one reader that say at the same instant what they have read."""

import pytest

from partidas.dominio import marcas
from partidas.models import Marca, Mensaje, Saltado
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mesa():
    """Six turns, the second and the fifth for others; ana has read the first, bruno as far as the third."""
    mesa = fabrica.mesa()
    turnos = [
        fabrica.publicar(mesa, mesa.dani, visibilidad="direccion" if n in (2, 5) else "todos") for n in range(1, 7)
    ]
    mesa.otras = dict(enumerate(turnos, start=1))
    marcas.leer_hasta(turnos[0], por=mesa.ana, ahora=AHORA)
    marcas.leer_hasta(turnos[2], por=mesa.bruno, ahora=AHORA)
    return mesa


def leer(mesa, n):
    return lambda: marcas.leer_hasta(_otra_vez(mesa, n), por=mesa.ana, ahora=AHORA, abierto=AHORA)


def olvidar(mesa, n):
    return lambda: marcas.no_leido_desde(_otra_vez(mesa, n), por=mesa.ana, ahora=AHORA)


def _otra_vez(mesa, n) -> Mensaje:
    return Mensaje.objects.visibles_para(mesa.ana).get(pk=mesa.otras[n].pk)


def lo_de(mesa, quien) -> tuple[int, list[int]]:
    """Return how far the person has read and which turns their marker passed over."""
    marca = Marca.objects.sin_filtrar("test").get(usuario=quien, escena=mesa.escena)
    saltados = Saltado.objects.sin_filtrar("test").filter(usuario=quien).order_by("mensaje__orden")
    return marca.hasta, list(saltados.values_list("mensaje__orden", flat=True))


def test_leido_hasta_dos_sitios_a_la_vez_queda_en_el_ultimo_de_los_dos(mesa):
    hechas = a_la_vez([leer(mesa, 3), leer(mesa, 6)] * 4)

    assert [hecha for hecha in hechas if isinstance(hecha, Exception)] == []
    assert [bool(hecha) for hecha in hechas].count(True) in (1, 2)
    assert {quien.username: lo_de(mesa, quien) for quien in (mesa.ana, mesa.bruno)} == {
        "ana": (6, [2, 5]),
        "bruno": (3, [2]),
    }
    assert Marca.objects.sin_filtrar("test").count() == 2


def test_leido_y_no_leido_a_la_vez_queda_en_uno_de_los_dos_y_se_deshace(mesa):
    marcas.leer_hasta(mesa.otras[4], por=mesa.ana, ahora=AHORA)

    hechas = a_la_vez([leer(mesa, 6), olvidar(mesa, 3)] * 4)

    assert [hecha for hecha in hechas if isinstance(hecha, Exception)] == []
    hasta, saltados = lo_de(mesa, mesa.ana)
    assert hasta in (2, 6)
    assert {2} <= set(saltados) <= {2, 5}
    assert (hasta == 6) <= (5 in saltados)
    assert lo_de(mesa, mesa.bruno) == (3, [2])
    assert Marca.objects.sin_filtrar("test").get(usuario=mesa.ana).lote in hechas


def test_la_primera_vez_en_dos_aparatos_no_choca(mesa):
    """No marker yet: both make it."""
    leer_de_esp = [
        lambda n=n: marcas.leer_hasta(
            Mensaje.objects.visibles_para(mesa.esp).get(pk=mesa.otras[n].pk), por=mesa.esp, ahora=AHORA
        )
        for n in (1, 4)
    ]

    hechas = a_la_vez(leer_de_esp * 4)

    assert [hecha for hecha in hechas if isinstance(hecha, Exception)] == []
    assert lo_de(mesa, mesa.esp) == (4, [2])
