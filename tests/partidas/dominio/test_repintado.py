"""Stored HTML of an older version is made again: those rows and no others, once, wherever it was cut."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from partidas.dominio import edicion, obrero, repintado, rutinas
from partidas.models import Acta, Fragmento, Mensaje, Suceso
from partidas.presentacion import marcado
from tests.fabrica import AHORA, mesa, publicar

pytestmark = pytest.mark.django_db
VIEJO = "<p>viejo</p>"
FUTURO = marcado.VERSION + 1


def filas(modelo):
    return modelo.objects.sin_filtrar("test").order_by("pk")


def envejecer(*publicos: str) -> None:
    filas(Mensaje).filter(publico__in=publicos).update(html=VIEJO, notas_html=VIEJO, html_version=0)


def lo_guardado():
    return {m.publico: (m.html, m.notas_html, m.html_version) for m in filas(Mensaje)}


@pytest.fixture
def hilo():
    m = mesa()
    return m, [publicar(m, m.ana, m.kaelen, texto=f"*Uno* {n}.", notas="**Nota.**").publico for n in range(7)]


def test_se_repintan_las_de_otra_version_y_solo_esas(hilo, django_assert_num_queries):
    _m, publicos = hilo
    antes = lo_guardado()
    marcas = list(filas(Mensaje).values_list("version", "editado", "orden"))
    envejecer(*publicos[:3])
    filas(Mensaje).filter(publico=publicos[6]).update(html="<p>de mañana</p>", html_version=FUTURO)
    assert repintado.quedan() == 3

    assert repintado.repintar().repintados == 3

    assert lo_guardado() == antes | {publicos[6]: ("<p>de mañana</p>", antes[publicos[6]][1], FUTURO)}
    assert list(filas(Mensaje).values_list("version", "editado", "orden")) == marcas
    with django_assert_num_queries(2):
        assert repintado.repintar() == repintado.Avance(0, (0, 0), acabado=True)


def test_se_corta_y_sigue_donde_quedo(hilo):
    _m, publicos = hilo
    antes = lo_guardado()
    envejecer(*publicos)

    primero = repintado.repintar(tanda=3)
    assert (primero.repintados, primero.acabado, repintado.quedan()) == (3, False, 4)
    segundo = repintado.repintar(primero.hasta, tanda=3)
    tercero = repintado.repintar(segundo.hasta, tanda=3)

    assert (segundo.repintados, tercero.repintados, tercero.acabado) == (3, 1, True)
    assert lo_guardado() == antes


def test_un_turno_en_curso_no_cuenta_y_una_edicion_que_llega_antes_gana(hilo, monkeypatch):
    m, publicos = hilo
    envejecer(publicos[0])
    pintar = marcado.render
    mensaje = filas(Mensaje).get(publico=publicos[0])

    def editar_entretanto(texto):
        monkeypatch.setattr(marcado, "render", pintar)
        edicion.editar(mensaje, texto="Otro.", notas="", version=1, por=m.ana, ahora=AHORA)
        return pintar(texto)

    monkeypatch.setattr(marcado, "render", editar_entretanto)
    avance = repintado.repintar()

    assert (avance.repintados, repintado.quedan()) == (0, 0)
    assert lo_guardado()[publicos[0]] == (marcado.render("Otro.").html, "", marcado.VERSION)


def test_un_fragmento_se_repinta_con_su_sitio_y_tambien_el_de_una_version_anterior():
    m = mesa()
    texto = "Uno.\n\n:::solo Mirta\n*Tú.*\n:::\n\nDos.{0}\n\n:::solo Mirta\nY **tú**.\n:::"
    turno = publicar(m, m.ana, m.kaelen, texto=texto.format(""))
    edicion.editar(turno, texto=texto.format(" Más."), notas="", version=1, por=m.ana, ahora=AHORA)
    antes = list(filas(Fragmento).values_list("html", "posicion", "html_version", "revision"))
    assert len([uno for uno in antes if uno[3]]) == 2
    actas, sucesos = filas(Acta).count(), filas(Suceso).count()
    envejecer(turno.publico)
    filas(Fragmento).update(html=VIEJO, posicion=9, html_version=0)

    repintado.repintar()

    assert list(filas(Fragmento).values_list("html", "posicion", "html_version", "revision")) == antes
    assert (repintado.quedan(), filas(Acta).count(), filas(Suceso).count()) == (0, actas, sucesos)


def test_el_obrero_lo_hace_por_tandas_y_la_orden_dice_cuantos_quedan(hilo, monkeypatch):
    _m, publicos = hilo
    antes = lo_guardado()
    monkeypatch.setattr(repintado, "repintar", lambda desde, _de=repintado.repintar: _de(desde, tanda=2))
    envejecer(*publicos)
    salida = StringIO()
    call_command("repintar", contar=True, stdout=salida)

    rutinas.planificar(AHORA)
    obrero.vaciar(lambda: AHORA)
    assert lo_guardado() == antes

    envejecer(publicos[0])
    rutinas.planificar(AHORA + timedelta(minutes=1))
    obrero.vaciar(lambda: AHORA + timedelta(minutes=1))
    assert repintado.quedan() == 1
    call_command("repintar", stdout=salida)
    assert salida.getvalue().splitlines() == ["Repintados: 0. Quedan: 7.", "Repintados: 1. Quedan: 0."]
