"""`/buscar/`: what it says, to whom, and that nothing of what it does not say can be told from it."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config import limites, reloj
from partidas.busqueda.extracto import LARGO
from partidas.dominio import escenas
from tests import fabrica
from tests.fabrica import AHORA
from tests.fugas.inyeccion.corpus import VECTORES
from tests.partidas.consultas.test_busqueda import poner

pytestmark = pytest.mark.django_db
FICHA = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
HALLADO = re.compile(r'<li class="hallado">.*?</li>', re.DOTALL)
ETIQUETA = re.compile(r"<(/?)([a-z][a-z0-9]*)")
MARCADO = re.compile(r"<mark>(.*?)</mark>", re.DOTALL)


def cliente(usuario=None) -> Client:
    navegador = Client(headers={"accept-language": "es"})
    if usuario is not None:
        navegador.force_login(usuario)
    return navegador


def pagina(navegador: Client, **datos: str) -> str:
    respuesta = navegador.get("/buscar/", datos)
    assert (respuesta.status_code, respuesta["Cache-Control"]) == (200, "no-store, private")
    return FICHA.sub("", respuesta.content.decode())


def test_seg_03_lo_escondido_y_lo_que_no_esta_se_contestan_igual_byte_a_byte_y_con_las_mismas_consultas():
    mesa = fabrica.mesa(acceso="publica")
    poner(mesa, "Canariooculto y dos.", visibilidad="direccion", autor=mesa.dani)
    poner(mesa, "Otra cosa.")

    for navegador in (cliente(mesa.bruno), cliente(mesa.eva), cliente()):
        for datos in ({}, {"partida": mesa.partida.publico}, {"con_tirada": "on", "desde": "2020-01-01"}):
            for forma in ("%s", '"%s y dos"', "%s -otra"):
                vistas = []
                for palabra in ("canariooculto", "palabraperdid"):
                    with CaptureQueriesContext(connection) as hechas:
                        vista = pagina(navegador, q=forma % palabra, **datos)
                    vistas.append((vista.replace(palabra, ""), len(hechas)))
                assert "Nada con «" in vistas[0][0]
                assert vistas[0] == vistas[1]
    assert len(HALLADO.findall(pagina(cliente(mesa.dani), q="canariooculto"))) == 1


def test_la_pagina_de_veinte_resultados_cuesta_pocas_consultas():
    mesa = fabrica.mesa()
    for n in range(25):
        poner(mesa, f"Faro {n}.", notas="Otro faro.")
    ana = cliente(mesa.ana)

    costes = {}
    for nombre, datos in (
        ("todas", {}),
        ("una", {"partida": mesa.partida.publico}),
        ("con filtros", {"partida": mesa.partida.publico, "autor": mesa.ana.publico, "desde": "2020-01-01"}),
    ):
        with CaptureQueriesContext(connection) as hechas:
            vista = pagina(ana, q="faro", **datos)
        assert len(HALLADO.findall(vista)) == 20
        costes[nombre] = len(hechas)
        siguiente = unescape(re.search(r'rel="next" href="([^"]*)"', vista)[1])
        with CaptureQueriesContext(connection) as hechas:
            otra = ana.get(f"/buscar/{siguiente}").content.decode()
        assert len(HALLADO.findall(otra)) == 5
        costes[f"{nombre}, segunda"] = len(hechas)

    raices = connection.vendor == "postgresql"  # where they are asked for
    assert max(costes.values()) <= 10 + raices, costes  # one is the badges of the head


def test_se_elige_para_quien_y_con_una_partida_tambien_a_que_personaje_de_los_que_se_conocen():
    mesa = fabrica.mesa()
    poner(mesa, "Faro.")
    aparte = fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, texto="Faro.").publico
    bruno, partida, mirta = cliente(mesa.bruno), mesa.partida.publico, mesa.mirta.personaje.publico

    def ofrecidos(**datos: str) -> int:
        campo = re.search(r'<select name="destinatarios".*?</select>', pagina(bruno, **datos), re.DOTALL)
        return campo[0].count("<option")

    assert (ofrecidos(), ofrecidos(partida=partida)) == (4, 4 + 3)
    for datos in ({"destinatarios": "destinatarios"}, {"partida": partida, "destinatarios": mirta}):
        (hallado,) = HALLADO.findall(pagina(bruno, q="faro", **datos))
        assert aparte in hallado
    sin_partida = pagina(bruno, q="faro", destinatarios=mirta)
    assert HALLADO.findall(sin_partida) == []
    assert ("elige antes su partida" in sin_partida, "en la partida elegida" in sin_partida) == (True, False)
    con_partida = pagina(bruno, q="faro", destinatarios="inventado", partida=partida)
    assert "Ese personaje no está en la partida elegida." in con_partida


def test_un_nulo_en_lo_buscado_separa_palabras_y_en_cualquier_otro_sitio_de_la_busqueda_no_pide_nada():
    mesa = fabrica.mesa()
    poner(mesa, "El faro no da luz.")
    ana = cliente(mesa.ana)

    vistas = {q: pagina(ana, **{"q": "faro luz"} | dict([q])) for q in (("q", "faro\0luz"), ("q", "faro luz"))}
    assert len({vista.replace("+", " ") for vista in vistas.values()}) == 1
    assert len(HALLADO.findall(pagina(ana, q="faro\0luz"))) == 1
    assert len(HALLADO.findall(pagina(ana, q="faro", tras="\0"))) == 1
    assert "Esa partida no existe o no es para ti." in pagina(ana, q="faro", partida="\0")


def test_un_filtro_que_sin_partida_no_cuenta_se_dice():
    mesa = fabrica.mesa()
    poner(mesa, "Faro.")
    ana, escena, frase = cliente(mesa.ana), mesa.escena.publico, "Sin una partida elegida"

    sola = pagina(ana, q="faro", escena=escena)
    assert (len(HALLADO.findall(sola)), frase in sola) == (1, True)
    assert frase not in pagina(ana, q="faro", escena=escena, partida=mesa.partida.publico)
    assert frase not in pagina(ana, q="faro", con_tirada="")


def test_los_extractos_marcan_lo_buscado_y_nada_mas():
    mesa = fabrica.mesa()
    relleno = "palabra " * 200
    poner(mesa, f"{relleno} La **puerta** del faro, al norte. {relleno}", notas="Tira por la puerta <b>ya</b>.")

    vista = pagina(cliente(mesa.ana), q='puerta "faro norte"')
    assert HALLADO.search(vista) is None
    vista = pagina(cliente(mesa.ana), q='PUERTA "del faro"')
    (hallado,) = HALLADO.findall(vista)
    assert MARCADO.findall(hallado) == ["puerta", "del faro"]
    extracto = re.search(r'<p class="hallado__texto"[^>]*>(.*?)</p>', hallado, re.DOTALL)[1]
    assert len(unescape(re.sub("<[^>]*>", "", extracto))) <= LARGO + 4
    vista = pagina(cliente(mesa.ana), q="puerta")
    assert MARCADO.findall(vista) == ["puerta", "puerta"]
    assert "Tira por la <mark>puerta</mark> &lt;b&gt;ya&lt;/b&gt;." in vista


def test_seg_60_nada_de_lo_que_se_escribe_se_vuelve_etiqueta_en_un_extracto():
    mesa = fabrica.mesa()
    vectores = [str(vector) for vector in VECTORES][:60]
    for vector in vectores:
        poner(mesa, f"faro {vector[:150]} \x02faro\x03")
    ana = cliente(mesa.ana)
    vista, hallados = pagina(ana, q="faro"), []
    while True:
        hallados += HALLADO.findall(vista)
        siguiente = re.search(r'rel="next" href="([^"]*)"', vista)
        if siguiente is None:
            break
        vista = ana.get(f"/buscar/{unescape(siguiente[1])}").content.decode()

    assert len(hallados) == len(vectores)
    permitidas = {"li", "p", "a", "bdi", "span", "time", "mark"}
    assert {nombre for hallado in hallados for _fin, nombre in ETIQUETA.findall(hallado)} <= permitidas


def test_seg_60_lo_que_se_busca_tampoco_se_vuelve_etiqueta():
    vista = pagina(cliente(), q='faro"><script>alert(1)</script>', desde='"><i>', partida="<u>", tras="<s>")

    assert re.findall(r"<script>|<i>|<u>|<s>", vista) == []


def test_seg_100_lo_que_hay_bajo_un_destripe_ni_se_encuentra_ni_se_ensena():
    mesa = fabrica.mesa()
    poner(mesa, "En el faro ||vive el asesino|| y nadie más.\n\n:::destripe\nEs Mirta.\n:::")

    ana = cliente(mesa.ana)
    assert HALLADO.search(pagina(ana, q="asesino")) is None
    vista = pagina(ana, q="faro")
    assert "En el <mark>faro</mark> [destripe] y nadie más." in vista
    assert "asesino" not in vista


def test_el_extracto_de_un_mensaje_no_trae_el_fragmento_de_otro():
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Faro.\n\n:::solo Mirta\nEl faro secretisimo.\n:::\n\nFin.")

    esp, bruno = (HALLADO.findall(pagina(cliente(uno), q="faro")) for uno in (mesa.esp, mesa.bruno))

    assert [(len(hallados), "secretisimo" in hallados[0]) for hallados in (esp, bruno)] == [(1, False), (1, True)]


@pytest.mark.parametrize(
    ("datos", "frase"),
    [
        ({"q": "a"}, "escribe al menos dos letras"),
        ({"q": "x" * 201}, "caben 200 letras"),
        ({"q": "el"}, "Eso está en casi todos los mensajes"),
        ({"q": "-faro"}, "Di también qué buscas"),
        ({"q": "😀"}, "no hay ninguna palabra que buscar"),
        ({"q": "", "con_tirada": "on"}, "Escribe qué buscas."),
        ({"q": "faro", "desde": "ayer"}, "Elige un día."),
        ({"q": "faro", "desde": "0001-01-01"}, "Elige un día entre 1970 y 2100."),
        ({"q": "faro", "hasta": "9999-12-31"}, "Elige un día entre 1970 y 2100."),
        ({"q": "faro", "desde": "2026-02-02", "hasta": "2026-02-01"}, "El último día es anterior al primero."),
        ({"q": "faro", "partida": "no-existe"}, "Esa partida no existe o no es para ti."),
        ({"q": "faro", "tras": "no-existe/"}, "Nada con «"),
        ({"q": "faro", "tras": "0" * 11}, "El mensaje por el que ibas ya no está"),
    ],
)
def test_lo_que_no_se_puede_buscar_se_dice_y_lo_escrito_sigue_ahi(datos, frase):
    vista = pagina(cliente(), **datos)

    assert frase in vista
    assert f'value="{datos["q"]}"' in vista or not datos["q"]


def test_lo_que_otra_partida_tiene_no_se_ofrece_ni_se_distingue_de_lo_que_no_hay():
    mesa = fabrica.mesa()
    sotano = fabrica.secreta(mesa, mesa.mirta)

    ajenas = [pagina(cliente(mesa.eva), q="faro", partida=una) for una in (mesa.partida.publico, "0" * 11)]
    secretas = [
        pagina(cliente(mesa.esp), q="faro", partida=mesa.partida.publico, escena=una)
        for una in (sotano.publico, "0" * 11)
    ]

    assert [vista.count("Esa partida no existe o no es para ti.") for vista in ajenas] == [1, 1]
    assert ajenas[0].replace(mesa.partida.publico, "0" * 11) == ajenas[1]
    assert ["Esa escena no está en la partida elegida." in vista for vista in secretas] == [True, True]
    assert secretas[0].replace(sotano.publico, "0" * 11) == secretas[1]
    assert "El sótano" not in secretas[0]


def test_la_portada_de_la_partida_busca_en_ella_y_los_resultados_van_por_escenas():
    mesa = fabrica.mesa()
    otra = escenas.abrir(mesa.partida, titulo="El muelle", por=mesa.dani, ahora=AHORA)
    poner(mesa, "Faro uno.")
    poner(mesa, "Faro dos.", escena=otra)
    ana = cliente(mesa.ana)

    portada = ana.get(f"/p/{mesa.partida.publico}/").content.decode()
    assert f'<input type="hidden" name="partida" value="{mesa.partida.publico}">' in portada
    vista = pagina(ana, q="faro", partida=mesa.partida.publico)

    assert re.findall(r'id="grupo-\d"><a href="[^"]*">([^<]*)</a>', vista) == ["El muelle", "La puerta"]
    assert '<meta name="robots" content="noindex">' in vista
    assert ">2 mensajes</h2>" in vista
    for publico in re.findall(r'href="/m/([\w-]{11})/"', vista):
        assert ana.get(f"/m/{publico}/").status_code == 302


def test_seg_27_otro_sitio_no_puede_preguntar():
    respuesta = Client().get("/buscar/?q=faro", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"})

    assert respuesta.status_code == 403


def test_seg_46_quien_busca_sin_parar_espera_y_conserva_lo_que_escribio(monkeypatch):
    monkeypatch.setitem(limites.LIMITES, "buscar", limites.Limite(2, 4))
    monkeypatch.setattr(reloj, "ahora", lambda: AHORA + timedelta(seconds=40))
    mesa = fabrica.mesa(acceso="publica")
    poner(mesa, "El faro.")
    datos = {"q": 'faro "del sur"', "partida": mesa.partida.publico, "desde": "2020-01-01"}

    def veces(n, navegador, **mas):
        return [navegador.get("/buscar/", datos, **mas).status_code for _ in range(n)]

    assert veces(3, cliente(), REMOTE_ADDR="192.0.2.1") == [200, 200, 429]
    assert veces(3, cliente(), REMOTE_ADDR="192.0.2.2") == [200, 200, 429]
    assert [veces(1, cliente(), REMOTE_ADDR=f"2001:db8::{n}") for n in range(3)] == [[200], [200], [429]]
    assert veces(1, cliente(), REMOTE_ADDR="2001:db8:0:1::1") == [200]
    assert [veces(1, cliente(), REMOTE_ADDR=f"::ffff:198.51.100.{n}") for n in range(3)] == [[200]] * 3
    assert veces(3, cliente(), REMOTE_ADDR="") == [200, 200, 429]
    assert veces(5, cliente(mesa.ana), REMOTE_ADDR="192.0.2.1") == [200, 200, 200, 200, 429]
    assert cliente().get("/buscar/", REMOTE_ADDR="192.0.2.1").status_code == 200  # nothing is looked for

    harta = cliente().get("/buscar/", datos, REMOTE_ADDR="192.0.2.1")
    vista = harta.content.decode()
    assert (harta.status_code, harta["Retry-After"], harta["Cache-Control"]) == (429, "20", "no-store, private")
    assert '<p class="campo-error">Vas muy deprisa: espera 20 segundos y vuelve a probar.</p>' in vista
    assert ('value="faro &quot;del sur&quot;"' in vista, 'value="2020-01-01"' in vista) == (True, True)
    assert HALLADO.findall(vista) == []

    monkeypatch.setattr(reloj, "ahora", lambda: AHORA + timedelta(seconds=60))
    assert veces(1, cliente(), REMOTE_ADDR="192.0.2.1") == [200]
