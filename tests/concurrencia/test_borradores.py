"""Drafts that two requests save at once: of one tab, and of another while a die falls."""

from datetime import timedelta

import pytest
from django.db.models.signals import post_save

from partidas.dominio import borradores, programados
from partidas.dominio.errores import BorradorCambiado
from partidas.models import Borrador, Mensaje, Tirada
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA
from tests.partidas.views.test_editor import ahora
from tests.partidas.views.test_escenas import entrar, ruta

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


OTRO = {"campos": {"texto": ["Lo que escribe la otra pestaña."]}}


def guardado(mesa) -> str:
    return Borrador.objects.sin_filtrar("test").get().datos["campos"]["texto"][0]


def test_lo_que_otra_pestana_guarda_mientras_cae_el_dado_no_se_pisa_y_la_tirada_queda():
    """The other tab saves between the two saves of «Tirar ahora»: before the die, and after it."""
    mesa = fabrica.mesa()
    lugar = borradores.lugar_de(mesa.escena)

    def otra_pestana(**_cosas) -> None:
        borradores.guardar(mesa.ana, lugar, OTRO, version=1, pestana="otra", ahora=AHORA)

    post_save.connect(otra_pestana, sender=Tirada, dispatch_uid="otra pestaña")
    try:
        respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), ahora(mesa, pestana="una", texto="Lo mío."))
    finally:
        post_save.disconnect(sender=Tirada, dispatch_uid="otra pestaña")

    html = respuesta.content.decode()
    assert respuesta.status_code == 409
    assert guardado(mesa) == "Lo que escribe la otra pestaña."
    assert "Lo que escribe la otra pestaña." in html
    assert "Lo mío." in html
    assert Tirada.objects.sin_filtrar("test").count() == 1


def test_tirar_ahora_y_guardar_en_otra_pestana_a_la_vez_no_pierden_ninguno_de_los_textos():
    mesa = fabrica.mesa()
    lugar = borradores.lugar_de(mesa.escena)

    for vuelta in range(6):
        Borrador.objects.sin_filtrar("test").all().delete()
        enviado = ahora(mesa, pestana="una", texto=f"Lo mío {vuelta}.")
        otro = {"campos": {"texto": [f"Lo otro {vuelta}."]}}

        tareas = [
            lambda e=enviado: entrar(mesa.ana).post(ruta(mesa, "escribir"), e),
            lambda o=otro: borradores.guardar(mesa.ana, lugar, o, version=0, pestana="otra", ahora=AHORA),
        ]
        respuesta, suyo = a_la_vez(tareas, hilos=2)

        html, queda = respuesta.content.decode(), guardado(mesa)
        if isinstance(suyo, BorradorCambiado):
            assert (respuesta.status_code, queda) == (302, f"Lo mío {vuelta}.")
        else:
            assert (respuesta.status_code, queda) == (409, f"Lo otro {vuelta}.")
            assert f"Lo mío {vuelta}." in html
            assert queda in html


def test_lo_programado_que_toman_varios_obreros_se_publica_una_vez_y_lo_que_se_cancela_a_la_vez_o_sale_o_no():
    mesa = fabrica.mesa()
    hora = AHORA + timedelta(hours=1)
    salieron = 0

    for vuelta in range(6):
        orden = fabrica.orden(texto=f"Turno {vuelta}.")
        fila = programados.programar(mesa.escena, orden, datos={}, cuando=hora, autor=mesa.dani, ahora=AHORA)
        datos = {"programado": fila.publico, "version": "1"}
        tareas = [lambda d=datos: programados.publicar_vencido(d, hora)] * 3
        *_hechas, cancelado = a_la_vez(
            [*tareas, lambda f=fila: programados.cancelar(mesa.dani, f.publico, ahora=hora)], hilos=4
        )

        fila.refresh_from_db()
        sale = Mensaje.objects.sin_filtrar("test").filter(clave=orden.clave).count()
        assert (sale, fila.estado, cancelado) in [(1, "publicado", False), (0, "cancelado", True)]
        salieron += sale
    assert Mensaje.objects.sin_filtrar("test").count() == salieron
