"""Batches over HTTP: how the direction asks for one, and the one card that each reader has of it, wherever it is."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config import reloj
from partidas.dominio import anulaciones, cesiones, en_curso, turnos
from partidas.dominio.en_curso import OrdenTirar
from partidas.models import Borrador, Mensaje, Participante, Tirada
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.test_lotes import guardias, ids, lote, pnj, publicar, varias
from tests.partidas.views.test_escenas import con_tirada, entrar, formulario, ruta
from tests.partidas.views.test_sondeo import Pestana

pytestmark = pytest.mark.django_db

SECRETO = "Zacarías"


def pedir(mesa, filas=(), **campos) -> dict:
    """Return the editor of the direction with one roll for those PNJ."""
    varios = {"t0-varios": list(ids(filas))} if filas else {}
    return formulario(mesa, personaje="", **con_tirada()) | {"t0-cuantas": "1"} | varios | campos


def tarjetas(html: str) -> list[str]:
    """Return what each card of the page says before what is folded in it, on one line."""
    trozos = re.findall(r'<section class="tirada [^>]*>.*?(?=<details)', html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", trozo)).split()) for trozo in trozos]


def cuenta(hechas) -> str:
    """Say how those rolls went, as a card does."""
    bien = sum(t.respuesta["exito"] is True for t in hechas)
    mal = len(hechas) - bien
    partes = [f"{bien} éxito{'s' * (bien != 1)}" if bien else "", f"{mal} fallo{'s' * (mal != 1)}" if mal else ""]
    return ", ".join(filter(None, partes))


def hilo(mesa, persona=None, **datos) -> str:
    return entrar(persona).get(ruta(mesa), datos).content.decode()


def test_la_direccion_marca_varios_y_sale_una_tarjeta_con_cada_una_dentro():
    mesa = fabrica.mesa("publica")
    filas = guardias(mesa, "Ada", "Beto", "Caín")
    campos = pedir(mesa, filas[1:], **{"t0-personaje": ids(filas)[0]})

    respuesta = entrar(mesa.dani).post(ruta(mesa, "escribir"), campos)

    hechas = list(Tirada.objects.sin_filtrar("test").order_by("posicion"))
    assert respuesta.status_code == 302
    assert [t.nombre for t in hechas] == ["Ada", "Beto", "Caín"]
    for persona in (mesa.dani, mesa.ana, None):
        html = hilo(mesa, persona)
        assert tarjetas(html)[0] == f"3 PNJ · Tarea {cuenta(hechas)} «Trepo»"
        assert re.findall(r'tirada__quien"><bdi>([^<]+)', html) == ["Ada", "Beto", "Caín"]
        assert [f'id="t-{t.publico}"' in html for t in hechas] == [True] * 3
        assert "Ver las 3 tiradas" in html
        assert html.count("«Trepo»") == 1


def test_varias_con_una_ficha_se_numeran():
    mesa = fabrica.mesa()
    centinela = pnj(mesa, "Centinela")

    entrar(mesa.dani).post(
        ruta(mesa, "escribir"), pedir(mesa, **{"t0-personaje": ids([centinela])[0], "t0-cuantas": "6"})
    )

    html, hechas = hilo(mesa, mesa.ana), list(Tirada.objects.sin_filtrar("test").all())
    assert tarjetas(html)[0] == f"Centinela ×6 · Tarea {cuenta(hechas)} «Trepo»"
    assert re.findall(r'tirada__quien"><bdi>([^<]+)', html) == [f"Centinela {n}" for n in range(1, 7)]


def test_de_un_pnj_secreto_se_ve_la_tirada_y_no_el_nombre_ni_aunque_se_esconda_despues():
    mesa = fabrica.mesa("publica")
    ada = pnj(mesa, "Ada")
    oculto = pnj(mesa, SECRETO, secreto=True)
    publicar(mesa, lote([ada, oculto]), varias(oculto, 2))
    paginas = [ruta(mesa), reverse("leer_escena", args=[mesa.partida.publico, mesa.escena.publico])]

    def quien_lo_lee() -> list[bool]:
        lectores = [entrar(persona) for persona in (mesa.dani, mesa.ana, mesa.esp, None)]
        return [SECRETO in "".join(uno.get(pagina).content.decode() for pagina in paginas) for uno in lectores]

    assert quien_lo_lee() == [True, False, False, False]
    html = hilo(mesa, mesa.ana)
    assert re.findall(r'tirada__quien"><bdi>([^<]+)', html) == ["Ada", "PNJ", "PNJ 1", "PNJ 2"]
    assert [texto.partition(" · ")[0] for texto in tarjetas(html) if "PNJ ·" in texto] == ["2 PNJ", "2 PNJ"]
    cesiones.mostrar_pnj(oculto, por=mesa.dani, ahora=AHORA)
    assert quien_lo_lee() == [True] * 4
    cesiones.esconder_pnj(oculto, por=mesa.dani, ahora=AHORA)
    assert quien_lo_lee() == [True, False, False, False]


def test_el_nombre_de_un_pnj_secreto_que_tira_solo_tampoco_se_dice_en_la_lectura_ni_en_lo_nuevo():
    mesa = fabrica.mesa()
    oculto = pnj(mesa, SECRETO, secreto=True)
    Participante.objects.sin_filtrar("test").update(desde=AHORA.replace(hour=1))
    publicar(mesa, fabrica.TiradaDeclarada("tarea", fabrica.tarea().datos, personaje=ids([oculto])[0]))
    cliente = entrar(mesa.ana)

    leido = cliente.get(reverse("leer_escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()
    nuevo = cliente.get(reverse("desde", args=[mesa.partida.publico])).content.decode()

    assert SECRETO not in leido + nuevo
    assert "Tarea" in leido
    assert "Tarea" in nuevo


def test_un_lote_de_veinte_cuesta_las_consultas_de_una_tirada_y_una_linea_en_lo_nuevo():
    mesa = fabrica.mesa("publica")
    centinela = pnj(mesa, "Centinela")
    Participante.objects.sin_filtrar("test").update(desde=AHORA.replace(hour=1))
    publicar(mesa, varias(centinela, 1))

    def cuestan() -> list[int]:
        pagina = []
        for persona in (mesa.dani, mesa.ana, None):
            cliente = entrar(persona)
            caches["paginas"].clear()
            with CaptureQueriesContext(connection) as captura:
                cliente.get(ruta(mesa))
            pagina.append(len(captura))
        return pagina

    antes = cuestan()
    ana = entrar(mesa.ana)
    for _vez in range(2):  # the first prepares what every page asks
        with CaptureQueriesContext(connection) as captura:
            ana.get(reverse("desde", args=[mesa.partida.publico]))
    sin_lote = len(captura)
    hechas = publicar(mesa, varias(centinela, 20))
    assert [n - m for n, m in zip(cuestan(), antes, strict=True)][:2] == [0, 0]
    assert cuestan()[2] <= antes[2]

    with CaptureQueriesContext(connection) as captura:
        html = ana.get(reverse("desde", args=[mesa.partida.publico])).content.decode()
    assert f"Centinela ×20 · Tarea: {cuenta(hechas)}" in html
    assert html.count(">Centinela ×20") == 1
    assert len(captura) == sin_lote + 1


def test_en_la_lectura_es_una_linea():
    mesa = fabrica.mesa("publica")
    hechas = publicar(mesa, lote(guardias(mesa, "Ada", "Beto"), declaracion="Cargan"), texto="Suena un cuerno.")
    html = entrar().get(reverse("leer_escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()
    lineas = re.findall(r'<p class="pasaje__dado.*?</p>', html, re.DOTALL)
    assert [" ".join(re.sub(r"<[^>]+>", " ", una).split()) for una in lineas] == [f"2 PNJ : Cargan {cuenta(hechas)}"]


def test_una_anulada_no_cuenta_y_se_dice():
    mesa = fabrica.mesa()
    hechas = publicar(mesa, varias(pnj(mesa, "Centinela"), 3))
    anulaciones.anular(hechas[1].publico, motivo="Sobraba.", por=mesa.dani, ahora=AHORA)

    html = hilo(mesa, mesa.ana)

    assert tarjetas(html)[0] == f"Centinela ×3 · Tarea {cuenta([hechas[0], hechas[2]])}, 1 anulada"
    assert html.count("Anulada: Sobraba.") == 1


def test_lo_que_continua_una_del_lote_queda_dentro_con_su_nombre():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    hechas = publicar(mesa, lote(filas))
    hija = Tirada.objects.sin_filtrar("test").get(pk=hechas[0].pk)
    hija.pk, hija.publico, hija.clave, hija.posicion = None, "continuacio", uuid4(), 9
    hija.continua, hija.opcion = hechas[0], "repetir"
    hija.asiento = publicar(mesa, fabrica.TiradaDeclarada("tirada_libre", {"dado": "d6"}))[0].asiento
    Tirada.objects.sin_filtrar("test").filter(asiento=hija.asiento).delete()
    hija.save(force_insert=True)

    html = hilo(mesa, mesa.ana)

    assert re.findall(r'tirada__quien"><bdi>([^<]+)', html) == ["Ada", "Ada", "Beto"]
    assert re.findall(r'id="t-(\w+)"', html) == [hechas[0].publico, "continuacio", hechas[1].publico]
    assert tarjetas(html)[0] == f"2 PNJ · Tarea {cuenta(hechas)}"


def test_el_sondeo_trae_la_misma_tarjeta_que_la_pagina():
    mesa = fabrica.mesa()
    bruno = Pestana(mesa, mesa.bruno)
    publicar(mesa, lote(guardias(mesa, "Ada", "Beto"), declaracion="Cargan"))

    traido = bruno.pedir(traer="1").content.decode()

    assert tarjetas(traido) == tarjetas(hilo(mesa, mesa.bruno))
    assert tarjetas(traido)[0].startswith("2 PNJ · Tarea ")


def test_lo_rechazado_dice_de_quien_es_y_no_se_pierde_lo_marcado():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    fabrica.poner(filas[1], esfuerzo=1)
    campos = pedir(mesa, filas, **{"t0-datos.esfuerzo": "2"})

    respuesta = entrar(mesa.dani).post(ruta(mesa, "escribir"), campos)

    html = respuesta.content.decode()
    assert respuesta.status_code == 422
    assert "Beto: " in html
    assert Tirada.objects.sin_filtrar("test").count() == Mensaje.objects.sin_filtrar("test").count() == 0
    marcados = re.findall(r'name="t0-varios" value="(\w+)" checked', html)
    assert marcados == list(ids(filas))
    assert '<details class="campo--ancho lanzador__lote" open><summary>Tirar por varios PNJ a la vez' in html


@pytest.mark.parametrize("escrito", ["0", "21", "seis", "-1", "9" * 30])
def test_cuantas_que_no_son_de_una_a_veinte_vuelven_como_se_escribieron(escrito):
    mesa = fabrica.mesa()
    campos = pedir(mesa, **{"t0-personaje": ids([pnj(mesa, "Centinela")])[0], "t0-cuantas": escrito})

    respuesta = entrar(mesa.dani).post(ruta(mesa, "escribir"), campos)

    html = respuesta.content.decode()
    assert respuesta.status_code == 422
    assert '<a href="#t0-cuantas">Escribe un número del 1 al 20.</a>' in html
    assert re.search(rf'name="t0-cuantas"[^>]*value="{escrito}"', html)
    assert not Tirada.objects.sin_filtrar("test").exists()


def test_quien_juega_no_tiene_donde_pedirlo_y_lo_que_manda_no_cuenta():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    html = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, hacer="campos", **con_tirada())).content
    enviado = formulario(mesa, **con_tirada()) | {"t0-varios": list(ids(filas)), "t0-cuantas": "5"}

    entrar(mesa.ana).post(ruta(mesa, "escribir"), enviado)

    assert b"t0-varios" not in html
    assert b"t0-cuantas" not in html
    assert [t.nombre for t in Tirada.objects.sin_filtrar("test").all()] == ["Kaelen"]


def test_la_lista_es_de_los_pnj_con_ficha_entera_y_en_juego():
    mesa = fabrica.mesa()
    ada, _oculto = pnj(mesa, "Ada"), pnj(mesa, SECRETO, secreto=True)
    enviado = pedir(mesa, hacer="campos", **{"t0-personaje": ids([ada])[0], "t0-cuantas": "4"})

    html = entrar(mesa.dani).post(ruta(mesa, "escribir"), enviado).content.decode()

    lista = html.partition("<legend>También tiran</legend>")[2].partition("</fieldset>")[0]
    assert " ".join(re.sub(r"<[^>]+>", " ", lista).split()) == f"Ada {SECRETO} (secreto)"
    assert "Son 4 tiradas en una tarjeta." in html
    assert not Tirada.objects.sin_filtrar("test").exists()


def test_tirar_ahora_un_lote_deja_el_editor_con_su_tarjeta_y_una_tirada_menos():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    enviado = pedir(mesa, filas, hacer="campos", **{"t0-clave": str(uuid4()), "t0-tirar": "1"})
    cliente = entrar(mesa.dani)

    primera, segunda = (cliente.post(ruta(mesa, "escribir"), enviado) for _vez in range(2))

    html = cliente.get(ruta(mesa, "escribir")).content.decode()
    assert (primera.status_code, segunda.status_code) == (302, 302)
    assert Tirada.objects.sin_filtrar("test").count() == 2
    assert "2 PNJ · Tarea" in html
    assert 'name="cuantas" value="0"' in html
    assert Borrador.objects.sin_filtrar("test").get().datos["tiradas"] == []


def test_cinco_lotes_tirados_no_dejan_sitio_para_otra_y_cuatro_si():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    clave = uuid4()
    cabe = []
    for _vez in range(5):
        orden = OrdenTirar(fabrica.orden(clave=clave), lote(filas), uuid4())
        turno = en_curso.tirar(mesa.escena, orden, autor=mesa.dani, ahora=reloj.ahora()).mensaje
        html = entrar(mesa.dani).get(ruta(mesa, "escribir"), {"narra": turno.publico}).content.decode()
        cabe.append('value="tirada"' in html)
    assert cabe == [True, True, True, True, False]


def test_lo_que_no_llego_a_tirar_se_dice():
    mesa = fabrica.mesa()
    centinela = pnj(mesa, "Centinela")
    fabrica.poner(centinela, vigor={"maximo": 12, "reserva": 1, "ventaja": 1})
    campos = pedir(mesa, **{"t0-accion": "recuperacion", "t0-personaje": ids([centinela])[0], "t0-cuantas": "9"})

    respuesta = entrar(mesa.dani).post(ruta(mesa, "escribir"), campos, follow=True)

    faltan = 9 - Tirada.objects.sin_filtrar("test").count()
    assert faltan > 0
    frase = "no llegó" if faltan == 1 else "no llegaron"
    assert f"{faltan} {frase} a tirar: lo que salió antes en su lote no se lo permitía." in respuesta.content.decode()


def test_un_lote_privado_lleva_candado_y_no_lo_ve_nadie_mas():
    mesa = fabrica.mesa()
    filas = guardias(mesa, "Ada", "Beto")
    orden = fabrica.orden(tiradas=(lote(filas),), visibilidad="direccion")
    turnos.publicar(mesa.escena, orden, autor=mesa.dani, ahora=AHORA)
    assert "tirada--lote tirada--privada" in hilo(mesa, mesa.dani)
    assert "tirada" not in hilo(mesa, mesa.ana).partition('id="hilo"')[2].partition('id="editor"')[0]
