"""Undoing from the record: once, and only what nobody has touched since."""

import pytest
from django.urls import reverse

from partidas.dominio import cesiones, escenas, lectores, moderacion, plazas
from partidas.dominio import deshacer as inversos
from partidas.models import Acta, Escena, Mensaje, Participante, Reparto
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db


def ultima() -> Acta:
    return Acta.objects.sin_filtrar("test").select_related("partida").latest("pk")


def dos_veces(mesa, acta: Acta) -> list[bool]:
    return [inversos.deshacer(acta, por=mesa.dani, ahora=AHORA) for _ in range(2)]


def test_pulsar_dos_veces_deshacer_no_vuelve_a_abrir_un_susurro():
    mesa = fabrica.mesa()
    susurro = fabrica.susurrar(mesa, mesa.dani, mesa.kaelen)
    lectores.cambiar(susurro, visibilidad="todos", por=mesa.dani, ahora=AHORA)

    assert dos_veces(mesa, ultima()) == [True, False]
    assert not Mensaje.objects.visibles_para(mesa.bruno).filter(pk=susurro.pk).exists()


def test_pulsar_dos_veces_deshacer_no_vuelve_a_abrir_una_escena_secreta():
    mesa = fabrica.mesa()
    escena = fabrica.secreta(mesa, mesa.kaelen)
    todos = [mesa.kaelen.personaje.publico, mesa.mirta.personaje.publico]
    escenas.cambiar_presentes(escena, presentes=todos, por=mesa.dani, ahora=AHORA)

    assert dos_veces(mesa, ultima()) == [True, False]
    assert not Escena.objects.visibles_para(mesa.bruno).filter(pk=escena.pk).exists()


def test_pulsar_dos_veces_deshacer_no_entrega_otra_vez_el_personaje():
    mesa = fabrica.mesa()
    cesiones.entregar(mesa.kaelen, a=mesa.bruno, por=mesa.dani, ahora=AHORA)

    assert dos_veces(mesa, ultima()) == [True, False]
    abierta = Reparto.objects.sin_filtrar("test").get(personaje=mesa.kaelen.personaje, hasta__isnull=True)
    assert abierta.usuario == mesa.ana


def test_un_enlace_viejo_no_deshace_lo_que_otra_persona_hizo_despues():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    moderacion.ocultar(mensaje, motivo="Una", por=mesa.dani, ahora=AHORA)
    vieja = ultima()
    moderacion.mostrar(mensaje, por=mesa.dani, ahora=AHORA)
    moderacion.ocultar(mensaje, motivo="Otra", por=mesa.dani, ahora=AHORA)

    assert inversos.deshacer(vieja, por=mesa.dani, ahora=AHORA) is False
    assert Mensaje.objects.sin_filtrar("test").get(pk=mensaje.pk).motivo == "Otra"


def test_deshacer_la_oferta_no_quita_la_plaza_que_ya_se_tomo():
    mesa = fabrica.mesa()
    plazas.dar(mesa.partida, persona=mesa.eva, papel="jugador", por=mesa.dani, ahora=AHORA)
    oferta = ultima()
    plazas.aceptar(mesa.partida, por=mesa.eva, ahora=AHORA)

    assert inversos.deshacer(oferta, por=mesa.dani, ahora=AHORA) is False
    assert Participante.objects.sin_filtrar("test").get(usuario=mesa.eva).estado == "activa"


def test_la_pagina_de_deshacer_dice_de_que_se_trata_y_vuelve_a_la_mesa():
    mesa = fabrica.mesa()
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)

    html = entrar(mesa.dani).get(reverse("acta_deshacer", args=[ultima().publico])).content.decode()

    assert "Cerrar una escena: La puerta" in html
    assert f'<a href="{reverse("mesa", args=[mesa.partida.publico])}">Volver sin cambiar nada</a>' in html


def test_el_acta_de_un_mensaje_de_la_direccion_lo_nombra():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.dani)
    moderacion.ocultar(mensaje, motivo="Era para otra partida", por=mesa.dani, ahora=AHORA)

    html = entrar(mesa.dani).get(reverse("mesa", args=[mesa.partida.publico])).content.decode()

    assert f'<strong>Ocultar un mensaje</strong>: <a href="/m/{mensaje.publico}/"><bdi>Dirección</bdi></a>' in html
