"""The same form many times at once, and many forms at once."""

import pytest
from django.test import Client

from partidas.dominio import turnos
from partidas.models import Escena, Mensaje, Tirada
from personajes.models import Personaje
from reglas import libro
from reglas.models import Asiento, Libro
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import con_tirada, entrar, formulario, ruta

pytestmark = pytest.mark.django_db(transaction=True)


def test_fia_01_dad_02_el_mismo_formulario_cincuenta_veces_a_la_vez_publica_una():
    mesa = fabrica.mesa()
    campos = formulario(mesa, **con_tirada(esfuerzo="1"))
    destino = ruta(mesa, "escribir")
    clientes: list[Client] = [entrar(mesa.ana) for _ in range(50)]

    respuestas = a_la_vez([lambda c=c: c.post(destino, campos) for c in clientes])

    assert {(r.status_code, r["Location"]) for r in respuestas} == {(302, respuestas[0]["Location"])}
    assert Mensaje.objects.sin_filtrar("test").count() == 1
    assert Tirada.objects.sin_filtrar("test").count() == 1
    assert Asiento.objects.filter(tipo="tirada").count() == 1
    assert Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id).version == 2


def test_fia_11_treinta_turnos_a_la_vez_quedan_en_un_orden_sin_huecos_y_la_cadena_entera():
    mesa = fabrica.mesa()
    ordenes = [
        (persona, fabrica.orden(fila, texto=f"{fila.personaje.nombre} {n}", tiradas=(fabrica.tarea(),)))
        for n in range(15)
        for persona, fila in ((mesa.ana, mesa.kaelen), (mesa.bruno, mesa.mirta))
    ]

    resultados = a_la_vez([lambda p=p, o=o: turnos.publicar(mesa.escena, o, autor=p, ahora=AHORA) for p, o in ordenes])

    assert [r for r in resultados if isinstance(r, Exception)] == []
    orden = Mensaje.objects.sin_filtrar("test").order_by("orden").values_list("orden", flat=True)
    assert list(orden) == list(range(1, 31))
    assert Escena.objects.sin_filtrar("test").get(pk=mesa.escena.pk).ultimo_orden == 30
    assert Asiento.objects.filter(tipo="tirada").count() == 30
    assert libro.verificar(Libro.objects.get(dueno=mesa.partida.publico, clase="abierto")).fallos == ()


def test_fia_17_el_ultimo_punto_de_la_reserva_se_gasta_una_vez():
    mesa = fabrica.mesa()
    fila = Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id)
    fila.ficha["vigor"]["reserva"] = 2
    fila.save()
    ordenes = [fabrica.orden(mesa.kaelen, tiradas=(fabrica.tarea(esfuerzo=1),)) for _ in range(50)]

    resultados = a_la_vez([lambda o=o: turnos.publicar(mesa.escena, o, autor=mesa.ana, ahora=AHORA) for o in ordenes])

    exitos = [r for r in resultados if not isinstance(r, Exception)]
    assert len(exitos) == 1
    assert {getattr(r, "rechazo", r).codigo for r in resultados if isinstance(r, Exception)} == {"reserva_insuficiente"}
    assert Mensaje.objects.sin_filtrar("test").count() == 1
    ficha = Personaje.objects.sin_filtrar("test").get(pk=fila.pk).ficha
    assert (ficha["vigor"]["reserva"], ficha["indicador"]) == (0, "lesionado")
