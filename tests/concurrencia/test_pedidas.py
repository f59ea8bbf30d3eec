"""What the direction asks for, answered, withdrawn and expired by several at once: one roll, and one end."""

from datetime import timedelta

import pytest

from partidas.dominio import comprobacion, respuestas
from partidas.models import RespuestaPedida, Tirada
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA
from tests.partidas.dominio.test_pedidas import pedir

pytestmark = pytest.mark.django_db(transaction=True)


def test_contestar_desde_ocho_pantallas_a_la_vez_tira_una():
    mesa = fabrica.mesa()
    una = RespuestaPedida.objects.sin_filtrar("test").get(pedida=pedir(mesa))

    hechas = a_la_vez([lambda: respuestas.responder(una.publico, {}, por=mesa.ana, ahora=AHORA)] * 8)

    assert [hecha for hecha in hechas if isinstance(hecha, Exception)] == []
    assert len({hecha.pk for hecha in hechas}) == Tirada.objects.sin_filtrar("test").count() == 1
    assert comprobacion.incumplidas() == []


def test_contestar_retirar_y_vencer_a_la_vez_acaban_de_una_sola_manera():
    mesa = fabrica.mesa()
    pedida = pedir(mesa, horas=1, al_vencer="tirar")
    una = RespuestaPedida.objects.sin_filtrar("test").get(pedida=pedida)
    tarde = AHORA + timedelta(hours=1)
    tareas = [
        lambda: respuestas.responder(una.publico, {}, por=mesa.ana, ahora=tarde),
        lambda: respuestas.retirar(una.publico, por=mesa.dani, ahora=tarde),
        lambda: respuestas.vencer({"respuesta": una.publico}, tarde),
    ]

    a_la_vez(tareas * 3)

    una.refresh_from_db()
    assert (una.estado == "tirada") == bool(Tirada.objects.sin_filtrar("test").count())
    assert una.estado in ("tirada", "retirada")
    assert comprobacion.incumplidas() == []


def test_juzgar_desde_ocho_pantallas_a_la_vez_juzga_una():
    mesa = fabrica.mesa()
    una = RespuestaPedida.objects.sin_filtrar("test").get(pedida=pedir(mesa, dificultad="despues"))
    respuestas.responder(una.publico, {}, por=mesa.ana, ahora=AHORA)

    hechas = a_la_vez([lambda n=n: respuestas.juzgar(una.publico, n, por=mesa.dani, ahora=AHORA) for n in range(8)])

    assert [hecha for hecha in hechas if isinstance(hecha, Exception)] == []
    assert len({hecha.respuesta["detalle"]["dificultad_base"] for hecha in hechas}) == 1
    assert comprobacion.incumplidas() == []
