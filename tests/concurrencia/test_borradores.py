"""The first save of a draft, asked for by two requests of one tab at once."""

import pytest

from partidas.dominio import borradores
from partidas.models import Borrador
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db(transaction=True)


def test_ocho_primeros_guardados_a_la_vez_son_un_borrador():
    mesa = fabrica.mesa()
    lugar = borradores.lugar_de(mesa.escena)

    def guardar(texto: str) -> Borrador:
        datos = {"campos": {"texto": [texto]}}
        return borradores.guardar(mesa.ana, lugar, datos, version=0, pestana="una", ahora=AHORA)

    hechos = a_la_vez([lambda n=n: guardar(str(n)) for n in range(8)])

    assert [type(hecho) for hecho in hechos] == [Borrador] * 8
    assert [b.version for b in Borrador.objects.sin_filtrar("test").all()] == [8]
