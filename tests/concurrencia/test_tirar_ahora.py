"""«Tirar ahora» and voiding, many at once."""

from uuid import uuid4

import pytest

from partidas.dominio import anulaciones, en_curso, turnos
from partidas.dominio.en_curso import OrdenTirar
from partidas.models import Destinatario, Mensaje, Tirada
from personajes.models import Personaje
from reglas import libro
from reglas.models import Asiento, Libro
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db(transaction=True)


def test_dad_02_la_misma_tirada_ahora_cincuenta_veces_a_la_vez_cae_una():
    mesa = fabrica.mesa()
    orden = OrdenTirar(
        fabrica.orden(mesa.kaelen, visibilidad="destinatarios", destinatarios=(mesa.mirta.personaje.publico,)),
        fabrica.tarea(esfuerzo=1),
        uuid4(),
    )

    hechas = a_la_vez([lambda: en_curso.tirar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA) for _ in range(50)])

    assert {getattr(h, "pk", h) for h in hechas} == {Tirada.objects.sin_filtrar("test").get().pk}
    assert Mensaje.objects.sin_filtrar("test").count() == 1
    assert Destinatario.objects.sin_filtrar("test").count() == 1
    assert Asiento.objects.filter(tipo="tirada").count() == 1
    assert Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id).version == 2


def test_ocho_hilos_tiran_publican_y_anulan_y_la_cadena_queda_entera():
    mesa = fabrica.mesa()
    claves = [uuid4() for _ in range(8)]
    vieja = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=vieja)

    def turno(clave):
        orden = fabrica.orden(mesa.kaelen, clave=clave)
        en_curso.tirar(mesa.escena, OrdenTirar(orden, fabrica.tarea(), uuid4()), autor=mesa.ana, ahora=AHORA)
        return turnos.publicar(mesa.escena, orden, autor=mesa.ana, ahora=AHORA)

    def anular():
        return anulaciones.anular(tirada.publico, motivo="Era otra.", por=mesa.dani, ahora=AHORA)

    resultados = a_la_vez([tarea for c in claves for tarea in (lambda c=c: turno(c), anular)])

    assert [r for r in resultados if isinstance(r, Exception)] == []
    assert sorted(r for r in resultados if isinstance(r, bool)) == [False] * 7 + [True]
    orden = Mensaje.objects.sin_filtrar("test").order_by("orden").values_list("orden", flat=True)
    assert list(orden) == list(range(1, 10))
    assert Asiento.objects.filter(tipo="anulacion").count() == 1
    assert libro.verificar(Libro.objects.get(dueno=mesa.partida.publico, clase="abierto")).fallos == ()
