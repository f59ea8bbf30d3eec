"""The face of a card as it is kept: the same as just made, by language and state, with nothing of its reader."""

import pytest
from django.core.cache import caches
from django.utils import translation

from partidas.consultas import hilo
from partidas.consultas import partida as consultas
from partidas.dominio import anulaciones
from partidas.politica import lector
from partidas.presentacion import caras, mensajes
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db


def tarjeta_de(persona, mesa):
    quien = lector(persona, mesa.partida)
    pagina = hilo.pagina(quien, mesa.escena)
    return mensajes.ver(quien, pagina.mensajes, consultas.reparto(quien))[-1].tarjetas[0]


def test_la_cara_guardada_es_la_recien_hecha_y_no_sabe_quien_la_lee(monkeypatch):
    mesa = fabrica.mesa("publica")
    tirada = fabrica.TiradaDeclarada("tarea", fabrica.tarea(esfuerzo=1).datos, declaracion="Trepo")
    for _vez in range(2):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(tirada,))
    gente = (mesa.ana, mesa.dani, mesa.esp, mesa.bruno)
    hechas = [tarjeta_de(persona, mesa).cara for persona in gente]
    caches["paginas"].clear()
    (recien,) = {tarjeta_de(mesa.esp, mesa).cara}

    assert hechas == [recien] * 4
    todo = "".join([recien.encima, recien.suma, recien.estado, recien.calculo, recien.sello])
    suya = tarjeta_de(mesa.ana, mesa)
    assert (suya.segunda, suya.declaracion, bool(suya.cambios)) == (True, "Trepo", True)
    assert [
        palabra for palabra in ("Trepo", "2.ª vez", "anular", "csrf", "Lo que ha cambiado") if palabra in todo
    ] == []

    monkeypatch.setattr(caras, "de", lambda *_que: pytest.fail("it was kept"))
    assert tarjeta_de(mesa.bruno, mesa).cara == recien


def test_otra_lengua_y_otro_estado_son_otra_cara():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    antes = tarjeta_de(mesa.ana, mesa)
    with translation.override("en"):
        ingles = tarjeta_de(mesa.ana, mesa)
    anulaciones.anular(antes.publico, motivo="<b>mal</b>", por=mesa.dani, ahora=AHORA)
    anulada = tarjeta_de(mesa.ana, mesa)

    assert (antes.cara.titulo, ingles.cara.titulo, anulada.cara.titulo) == ("Tarea", "Task", "Tarea")
    assert ("tirada--anulada" in antes.cara.clases, "tirada--anulada" in anulada.cara.clases) == (False, True)
    assert anulada.cara.estado == '<p class="suave">Anulada: &lt;b&gt;mal&lt;/b&gt;</p>\n'


def test_lo_que_se_guarda_se_pierde_si_cambia_el_codigo(monkeypatch):
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
    tarjeta_de(mesa.ana, mesa)
    monkeypatch.setattr(caras, "huella_del_codigo", lambda: "otro")
    hechas = []
    hacer = caras.de
    monkeypatch.setattr(caras, "de", lambda tirada, ocultos: hechas.append(tirada.pk) or hacer(tirada, ocultos))

    tarjeta_de(mesa.ana, mesa)
    tarjeta_de(mesa.esp, mesa)

    assert len(hechas) == 1
