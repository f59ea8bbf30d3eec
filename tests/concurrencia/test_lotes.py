"""Batches, many at once: the same one falls once, and others pay from the same sheets one after another."""

from uuid import uuid4

import pytest

from partidas.dominio import en_curso, turnos
from partidas.dominio.en_curso import OrdenTirar
from partidas.models import Mensaje, Tirada
from personajes.models import Personaje
from reglas import libro
from reglas.models import Asiento, Libro
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA
from tests.partidas.dominio.test_lotes import guardias, lote

pytestmark = pytest.mark.django_db(transaction=True)

PAGANDO = fabrica.tarea(esfuerzo=1).datos


def test_el_mismo_lote_muchas_veces_a_la_vez_cae_una():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto", "Caín")
    ahora = OrdenTirar(fabrica.orden(), lote(filas, datos=PAGANDO), uuid4())
    publicado = fabrica.orden(tiradas=(lote(filas, datos=PAGANDO),))

    def tirar():
        return en_curso.tirar(mesa.escena, ahora, autor=mesa.dani, ahora=AHORA)

    def publicar():
        return turnos.publicar(mesa.escena, publicado, autor=mesa.dani, ahora=AHORA).mensaje

    hechas = a_la_vez([tarea for _vez in range(8) for tarea in (tirar, publicar)])

    assert [una for una in hechas if isinstance(una, Exception)] == []
    assert len({una.pk for una in hechas if isinstance(una, Tirada)}) == 1
    assert Mensaje.objects.sin_filtrar("test").count() == 2
    assert Tirada.objects.sin_filtrar("test").count() == Asiento.objects.filter(tipo="tirada").count() == 6
    personajes = Personaje.objects.sin_filtrar("test").filter(pk__in=[fila.personaje_id for fila in filas])
    assert [p.version for p in personajes] == [3, 3, 3]
    assert libro.verificar(Libro.objects.get(dueno=mesa.partida.publico, clase="abierto")).fallos == ()


def test_lotes_con_las_fichas_en_otro_orden_no_se_traban():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto", "Caín")

    def publicar(suyas):
        orden = fabrica.orden(tiradas=(lote(suyas),))
        return turnos.publicar(mesa.escena, orden, autor=mesa.dani, ahora=AHORA)

    hechas = a_la_vez([lambda s=s: publicar(s) for s in (filas, filas[::-1]) * 5])

    assert [una for una in hechas if isinstance(una, Exception)] == []
    assert Tirada.objects.sin_filtrar("test").count() == 30
    assert libro.verificar(Libro.objects.get(dueno=mesa.partida.publico, clase="abierto")).fallos == ()
