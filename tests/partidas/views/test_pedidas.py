"""The pages of requested rolls: asked with a form, answered from the thread, judged, with JavaScript and without."""

import dataclasses

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.dominio import escenas, partidas, respuestas
from partidas.models import RespuestaPedida, Tirada, TiradaPedida
from tests import fabrica
from tests.partidas.dominio.test_pedidas import mesa_de, pedir, suyas, tiradas

pytestmark = pytest.mark.django_db


def test_la_direccion_la_pide_con_el_formulario(client):
    mesa = fabrica.mesa()
    client.force_login(mesa.dani)
    ruta = reverse("pedir_tirada", args=[mesa.partida.publico, mesa.escena.publico])
    campos = {
        "a": [mesa.kaelen.personaje.publico, mesa.mirta.personaje.publico],
        "texto": "El suelo cede.",
        "accion": "tarea",
        "dificultad": "oculta",
        "datos.dificultad": "7",
        "datos.reserva": "vigor",
        "horas": "36",
        "al_vencer": "tirar",
    }

    assert 'value="oculta"' in client.post(ruta, {**campos, "hacer": "campos"}).content.decode()
    respuesta = client.post(ruta, {**campos, "hacer": "pedir"})

    pedida = TiradaPedida.objects.sin_filtrar("test").get()
    assert respuesta.url == reverse("mensaje", args=[pedida.mensaje.publico])
    assert pedida.datos == {"dificultad": 7, "reserva": "vigor", "tirar": True}
    assert [r.nombre for r in suyas(pedida)] == ["Kaelen", "Mirta"]
    assert "7 (oculta" in client.get(respuesta.url, follow=True).content.decode()


def test_lo_mal_pedido_se_dice_y_no_se_pierde(client):
    mesa = fabrica.mesa()
    client.force_login(mesa.dani)
    ruta = reverse("pedir_tirada", args=[mesa.partida.publico, mesa.escena.publico])

    respuesta = client.post(ruta, {"accion": "tarea", "texto": "El suelo", "horas": "mañana", "hacer": "pedir"})

    pagina = respuesta.content.decode()
    assert (respuesta.status_code, "El plazo se escribe en horas" in pagina, "El suelo" in pagina) == (422, True, True)
    assert TiradaPedida.objects.sin_filtrar("test").count() == 0


@pytest.mark.parametrize(
    ("campo", "valor", "frase"),
    [
        ("horas", "9" * 5000, "El plazo va de una hora a sesenta días"),
        ("si_falla", "x" * 301, "Lo que pasa si falla es demasiado largo"),
        ("al_vencer", "nada", "Elige qué pasa si se acaba el plazo."),
    ],
    ids=["horas", "si_falla", "al_vencer"],
)
def test_lo_que_no_cabe_se_dice_junto_a_su_casilla_y_no_se_corta(client, campo, valor, frase):
    mesa = fabrica.mesa()
    client.force_login(mesa.dani)
    ruta = reverse("pedir_tirada", args=[mesa.partida.publico, mesa.escena.publico])
    datos = {"accion": "tarea", "datos.dificultad": "3", "datos.reserva": "vigor", "al_vencer": "tirar"}
    campos = {**datos, "a": mesa.kaelen.personaje.publico, "texto": "El suelo cede.", "hacer": "pedir"}

    respuesta = client.post(ruta, {**campos, campo: valor})

    pagina = respuesta.content.decode()
    vuelve = campo == "al_vencer" or f'value="{valor}"' in pagina
    assert (respuesta.status_code, frase in pagina, "El suelo cede." in pagina, vuelve) == (422, True, True, True)


def test_con_la_partida_en_pausa_lo_escrito_para_pedir_se_devuelve(client):
    mesa = fabrica.mesa()
    client.force_login(mesa.dani)
    ruta = reverse("pedir_tirada", args=[mesa.partida.publico, mesa.escena.publico])
    partidas.pausar(mesa.partida, por=mesa.dani, ahora=fabrica.AHORA)

    paginas = [client.post(ruta, {"texto": "El suelo cede.", "hacer": hacer}) for hacer in ("campos", "pedir")]

    assert [(p.status_code, "El suelo cede." in p.content.decode()) for p in paginas] == [(403, True)] * 2


def test_quien_no_dirige_no_llega_al_formulario_de_juzgar(client):
    mesa = fabrica.mesa()
    ruta = reverse("pedida", args=[suyas(pedir(mesa, dificultad="despues"))[0].publico])
    client.force_login(mesa.bruno)

    estados = [client.post(ruta, {"hacer": "juzgar", "datos.dificultad": valor}).status_code for valor in ("", "3")]

    assert estados == [403, 403]


def test_se_contesta_de_un_toque_desde_el_hilo(client):
    mesa = fabrica.mesa()
    pedida = pedir(mesa, mesa.kaelen, mesa.mirta)
    client.force_login(mesa.ana)
    hilo = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    una = suyas(pedida)[0]
    ruta = reverse("pedida", args=[una.publico])
    assert f'action="{ruta}"' in client.get(hilo).content.decode()

    respuesta = client.post(ruta, {"hacer": "tirar"})

    assert respuesta.url == reverse("mensaje", args=[pedida.mensaje.publico])
    pagina = client.get(hilo).content.decode()
    assert (f'action="{ruta}"' in pagina, "Faltan: Mirta." in pagina) == (False, True)
    assert len(tiradas()) == 1


def test_lo_que_falta_por_decir_se_pregunta_en_su_pagina(client):
    mesa = fabrica.mesa()
    pedida = pedir(mesa, datos={"dificultad": 3})
    client.force_login(mesa.ana)
    ruta = reverse("pedida", args=[suyas(pedida)[0].publico])

    sin = client.post(ruta, {"hacer": "tirar"})
    con_htmx = client.post(ruta, {"hacer": "tirar"}, headers={"HX-Request": "true"})
    assert (sin.status_code, con_htmx.status_code, con_htmx["HX-Redirect"]) == (422, 204, ruta)
    assert Tirada.objects.sin_filtrar("test").count() == 0

    prefijo = suyas(pedida)[0].publico
    client.post(ruta, {"hacer": "tirar", f"{prefijo}-datos.reserva": "vigor", f"{prefijo}-datos.esfuerzo": "1"})

    assert tiradas()[0].respuesta["detalle"]["pasos_esfuerzo"] == 1


def test_quien_lleva_varios_los_tira_en_un_formulario(client):
    mesa = fabrica.mesa()
    otra = fabrica.personaje(mesa.partida, mesa.ana, "Doble", fabrica.FICHA)
    pedida = pedir(mesa, mesa.kaelen, otra)
    client.force_login(mesa.ana)
    una, dos = suyas(pedida)
    ruta = reverse("pedida", args=[una.publico])

    assert client.get(f"{ruta}?todas=1").content.decode().count('class="lanzador"') == 2
    client.post(ruta, {"hacer": "tirar", "todas": "1", f"{dos.publico}-datos.esfuerzo": "1"})

    assert sorted(t.respuesta["detalle"]["pasos_esfuerzo"] for t in tiradas()) == [0, 1]


def test_la_direccion_juzga_con_la_escala_del_sistema(client):
    mesa = mesa_de("lemuria")
    pedida = pedir(mesa, dificultad="despues")
    una = suyas(pedida)[0]
    ruta = reverse("pedida", args=[una.publico])
    client.force_login(mesa.ana)
    client.post(ruta, {"hacer": "tirar"})
    assert (
        "Los dados ya han caído"
        in client.get(reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()
    )
    client.force_login(mesa.dani)
    assert 'value="dificil"' in client.get(ruta).content.decode()

    assert client.post(ruta, {"hacer": "juzgar"}).status_code in (302, 422)
    client.post(ruta, {"hacer": "juzgar", "datos.dificultad": "dificil"})

    assert RespuestaPedida.objects.sin_filtrar("test").get().estado == "tirada"
    assert tiradas()[0].por_juzgar is False


def test_lo_que_pasa_si_falla_sale_escrito_y_no_como_html(client):
    mesa = fabrica.mesa()
    pedir(mesa, si_falla="<b>3</b> de daño & frío")
    client.force_login(mesa.bruno)

    pagina = client.get(reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()

    assert ("&lt;b&gt;3&lt;/b&gt; de daño &amp; frío" in pagina, "<b>3</b>" in pagina) == (True, False)


@pytest.mark.parametrize("modo", ["oculta", "despues"])
def test_lo_que_no_se_dice_no_cambia_ni_una_letra_de_lo_que_leen_los_demas(client, modo):
    """Two tables that differ in the difficulty alone give the same pages, but for ids, to whoever may not know it."""
    paginas, primera = [], fabrica.mesa("publica")
    for mesa, valor in ((primera, 2), (mesa_otra(primera), 9)):
        pedir(mesa, dificultad=modo, datos={"dificultad": valor, "reserva": "vigor"})
        client.force_login(mesa.ana)
        pagina = client.get(reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()
        paginas.append(pagina.partition("Tirada pedida: Tarea</h4>")[2].partition("<ul")[0])

    assert paginas[0] == paginas[1] != ""


def mesa_otra(mesa):
    """Return the same table with another open scene, where nothing has been asked for."""
    otra = escenas.abrir(mesa.partida, titulo="Otra", por=mesa.dani, ahora=fabrica.AHORA)
    return dataclasses.replace(mesa, escena=otra)


def test_el_hilo_con_tiradas_pedidas_no_pregunta_mas(client):
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    client.force_login(mesa.ana)
    ruta = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    client.get(ruta)
    with CaptureQueriesContext(connection) as antes:
        client.get(ruta)
    pedir(mesa, mesa.kaelen, mesa.mirta)
    pedir(mesa, mesa.kaelen)
    client.get(ruta)
    with CaptureQueriesContext(connection) as despues:
        client.get(ruta)

    assert len(despues) == len(antes)


def test_el_modo_lectura_dice_que_se_pidio_y_como_acabo(client):
    mesa = fabrica.mesa()
    pedida = pedir(mesa, mesa.kaelen, mesa.mirta)
    respuestas.retirar(suyas(pedida)[1].publico, por=mesa.dani, ahora=fabrica.AHORA)
    client.force_login(mesa.bruno)

    pagina = client.get(reverse("leer_escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()

    assert "Tirada pedida: Tarea · <bdi>Kaelen</bdi>: sin contestar; <bdi>Mirta</bdi>: retirada</p>" in pagina


def test_la_pagina_de_varias_no_pregunta_mas_por_cada_una(client, monkeypatch):
    monkeypatch.setattr("config.reloj.ahora", lambda: fabrica.AHORA)
    mesa = fabrica.mesa()
    client.force_login(mesa.dani)
    cuantas = []
    for filas in ((mesa.kaelen,), (mesa.kaelen, mesa.mirta)):
        una = suyas(pedir(mesa, *filas, horas=1))[0]
        RespuestaPedida.objects.sin_filtrar("test").update(vence=fabrica.AHORA)
        ruta = f"{reverse('pedida', args=[una.publico])}?todas=1"
        client.get(ruta)
        with CaptureQueriesContext(connection) as consultas:
            pagina = client.get(ruta).content.decode()
        cuantas.append((pagina.count('<fieldset class="lanzador">'), len(consultas)))

    assert [n for n, _consultas in cuantas] == [1, 2]
    assert cuantas[0][1] == cuantas[1][1]
