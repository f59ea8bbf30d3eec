"""The poll of a thread: silent while nothing is new for this reader, and exact when something is."""

import re
from dataclasses import replace
from http.cookies import SimpleCookie
from itertools import pairwise
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.dominio import (
    anulaciones,
    declaraciones,
    edicion,
    en_curso,
    escenas,
    lectores,
    moderacion,
    plazas,
    turnos,
)
from partidas.dominio.en_curso import OrdenTirar
from partidas.models import Escena, Mensaje, Participante, Tirada
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar, html_de, llenar, ruta
from tests.partidas.views.test_paginas import poner

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}


class Pestana:
    """A thread open in somebody's browser: asks with what its page holds, and keeps what the answer says."""

    def __init__(self, mesa, persona=None, **pagina):
        self.direccion = ruta(mesa, "sondeo")
        self.cliente = entrar(persona)
        self.html = html_de(self.cliente.get(ruta(mesa), pagina))
        self.cursor = cursor_de(self.html)

    def pedir(self, **mas):
        respuesta = self.cliente.get(self.direccion, {"tras": self.cursor, **mas}, headers=HTMX)
        self.cursor = cursor_de(html_de(respuesta)) or self.cursor
        return respuesta

    def sondear(self, **mas):
        """Return the status, what the bar says, the turns replaced and those put in."""
        return leer(self.pedir(**mas))


def cursor_de(html):
    suyo = html.partition('id="sondeo"')[2] or html
    hallado = re.search(r'<input type="hidden" name="tras" value="([^"]+)">', suyo)
    return hallado[1] if hallado else ""


def leer(respuesta):
    html = html_de(respuesta)
    frase = re.search(r'id="nuevos-dicho"[^>]*>([^<]*)<', html)
    cambian = re.findall(r'<article[^>]* id="m-(\w+)"[^>]*hx-swap-oob="true"', html)
    llegan = re.findall(r'hx-swap-oob="(after\w+:#[\w-]+)"><article[^>]* id="m-([\w-]+)"', html)
    return respuesta.status_code, frase[1].strip() if frase else None, cambian, llegan


NADA = (204, None, [], [])


def por_fuera(respuesta):
    """Return all that can be told of an answer but the hour."""
    cabeceras = sorted((nombre, valor) for nombre, valor in respuesta.items() if nombre != "Expires")
    return respuesta.status_code, respuesta.content, cabeceras


def test_lo_nuevo_se_anuncia_una_vez_y_llega_al_final_cuando_se_pide():
    mesa = fabrica.mesa("publica")
    primero = fabrica.publicar(mesa, mesa.dani)
    pestanas = {n: Pestana(mesa, p) for n, p in (("ana", mesa.ana), ("esp", mesa.esp), ("anon", None))}
    assert {n: p.sondear() for n, p in pestanas.items()} == dict.fromkeys(pestanas, NADA)

    uno = fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    assert {n: p.sondear() for n, p in pestanas.items()} == dict.fromkeys(pestanas, (200, "1 mensaje nuevo", [], []))
    assert {n: p.sondear() for n, p in pestanas.items()} == dict.fromkeys(pestanas, NADA)
    dos = fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    assert pestanas["ana"].sondear() == (200, "2 mensajes nuevos", [], [])

    llegan = [(f"afterend:#m-{primero.publico}", uno.publico), (f"afterend:#m-{uno.publico}", dos.publico)]
    for pestana in pestanas.values():
        traidos = pestana.pedir(traer="1")
        assert leer(traidos)[3] == llegan
        assert re.findall(r'id="n-(\w+)" tabindex="-1" data-foco', html_de(traidos)) == [uno.publico]
        assert "hilo-vacio" not in html_de(traidos)  # there is no such thing in a page with turns
        assert pestana.sondear() == NADA


def test_lo_propio_de_otra_ventana_no_es_noticia_y_llega_en_su_sitio():
    mesa = fabrica.mesa()
    ana = Pestana(mesa, mesa.ana)
    propio = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    assert ana.sondear() == NADA

    ajeno = fabrica.publicar(mesa, mesa.dani)

    assert ana.sondear() == (200, "1 mensaje nuevo", [], [])
    llegan = [("afterbegin:#hilo", propio.publico), (f"afterend:#m-{propio.publico}", ajeno.publico)]
    traidos = ana.pedir(traer="1")
    assert leer(traidos)[3] == llegan
    assert '<div id="hilo-vacio" hx-swap-oob="delete"></div>' in html_de(traidos)


def test_seg_22_nada_de_lo_que_no_se_lee_cambia_la_respuesta_ni_un_byte():
    """Whispers, edits, dice, fragments, notes and hidings of what others read: as if nothing had been."""
    mesa = fabrica.mesa("publica")
    visto = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Hola.", tiradas=(fabrica.tarea(),))
    oculto = fabrica.susurrar(mesa, mesa.ana, mesa.kaelen, fila=mesa.kaelen)
    fuera = {n: Pestana(mesa, p) for n, p in (("bruno", mesa.bruno), ("esp", mesa.esp), ("anon", None))}
    dentro = {n: Pestana(mesa, p) for n, p in (("dani", mesa.dani), ("ana", mesa.ana))}
    antes = {n: por_fuera(p.pedir()) for n, p in fuera.items()}
    cursores = {n: Pestana(mesa, getattr(mesa, n, None)).cursor for n in fuera}
    assert {n: r[0] for n, r in antes.items()} == dict.fromkeys(fuera, 204)

    def nada_se_nota(*dentro_notan):
        assert {n: por_fuera(p.pedir()) for n, p in fuera.items()} == antes
        assert {n: Pestana(mesa, getattr(mesa, n, None)).cursor for n in fuera} == cursores
        assert {n for n, p in dentro.items() if p.sondear() != NADA} == set(dentro_notan)

    fabrica.susurrar(mesa, mesa.ana, mesa.kaelen, fila=mesa.kaelen, texto="Solo para mí.")
    nada_se_nota("dani")
    fabrica.publicar(mesa, mesa.dani, visibilidad="direccion")
    nada_se_nota()
    edicion.editar(oculto, texto="Otra cosa.", notas="", version=1, por=mesa.ana, ahora=AHORA)
    nada_se_nota("dani", "ana")
    moderacion.ocultar(oculto, motivo="No.", por=mesa.dani, ahora=AHORA)
    nada_se_nota("dani", "ana")
    con_fragmento = "Hola.\n\n:::solo Kaelen\nY te guiño un ojo.\n:::"
    edicion.editar(visto, texto=con_fragmento, notas="", version=1, por=mesa.ana, ahora=AHORA)
    nada_se_nota("dani", "ana")
    anulaciones.pedir(
        Tirada.objects.sin_filtrar("test").get().publico, por=mesa.ana, motivo="Me equivoqué.", ahora=AHORA
    )
    nada_se_nota("dani", "ana")
    escenas.abrir(mesa.partida, titulo="Otra", por=mesa.dani, ahora=AHORA)
    nada_se_nota()


def cambio_de(hacer):
    return pytest.param(hacer, id=hacer.__name__)


def editar(mesa, mensaje):
    edicion.editar(mensaje, texto="Otro texto.", notas="", version=1, por=mesa.ana, ahora=AHORA)


def corregir(mesa, mensaje):
    edicion.editar(mensaje, texto="Textos.", notas="", version=1, por=mesa.ana, ahora=AHORA, errata=True)


def ocultar(mesa, mensaje):
    moderacion.ocultar(mensaje, motivo="No.", por=mesa.dani, ahora=AHORA)


def borrar(mesa, mensaje):
    moderacion.borrar(mensaje, motivo="No.", por=mesa.dani, ahora=AHORA)


def anular(mesa, mensaje):
    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
    anulaciones.anular(tirada.publico, por=mesa.dani, motivo="Era otra cosa.", ahora=AHORA)


def tapar_declaracion(mesa, mensaje):
    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=mensaje)
    declaraciones.ocultar(tirada.publico, por=mesa.dani, motivo="No.", ahora=AHORA)


@pytest.mark.parametrize(
    "hacer", [cambio_de(h) for h in (editar, corregir, ocultar, borrar, anular, tapar_declaracion)]
)
def test_lo_que_cambia_se_pone_en_su_sitio_una_vez_y_nada_mas(hacer):
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.dani)
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(replace(fabrica.tarea(), declaracion="Trepo."),))
    fabrica.publicar(mesa, mesa.dani)
    gente = (mesa.dani, mesa.ana, mesa.bruno, mesa.esp, None)
    pestanas = [Pestana(mesa, persona) for persona in gente]

    hacer(mesa, mensaje)

    for persona, pestana in zip(gente, pestanas, strict=True):
        respuesta = pestana.pedir()
        nueva = Pestana(mesa, persona)
        assert leer(respuesta) == (200, None, [mensaje.publico], []), persona
        assert articulo(html_de(respuesta), mensaje.publico) == articulo(nueva.html, mensaje.publico)
        assert (pestana.sondear(), nueva.cursor) == (NADA, pestana.cursor)


def articulo(html, publico):
    """Return one turn as the page has it, without what each drawing makes anew."""
    hallado = re.search(rf'<article[^>]* id="m-{publico}".*?</article>', html, re.DOTALL)[0]
    return re.sub(r'value="[^"]{30,}"| hx-swap-oob="true"', "", hallado)


def test_lo_que_deja_de_leerse_se_va_y_lo_que_vuelve_regresa_a_su_sitio():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    fabrica.publicar(mesa, mesa.dani)
    bruno = Pestana(mesa, mesa.bruno)

    lectores.cambiar(mensaje, visibilidad="direccion", destinatarios=(), por=mesa.dani, ahora=AHORA)
    ido = bruno.pedir()
    assert leer(ido) == (200, None, [mensaje.publico], [])
    assert "Este mensaje ya no está o no es para ti." in html_de(ido)
    assert bruno.sondear() == NADA
    edicion.editar(mensaje, texto="Ahora en secreto.", notas="", version=1, por=mesa.ana, ahora=AHORA)
    assert bruno.sondear() == NADA

    lectores.cambiar(mensaje, visibilidad="todos", destinatarios=(), por=mesa.dani, ahora=AHORA)
    vuelto = bruno.pedir()
    assert leer(vuelto) == (200, None, [mensaje.publico], [])
    assert "Ahora en secreto." in html_de(vuelto)


def test_lo_que_se_abre_en_medio_de_la_pagina_es_noticia_y_se_pone_en_medio():
    mesa = fabrica.mesa()
    antes = fabrica.publicar(mesa, mesa.dani)
    susurro = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion")
    fabrica.publicar(mesa, mesa.dani)
    bruno = Pestana(mesa, mesa.bruno)

    lectores.cambiar(susurro, visibilidad="todos", destinatarios=(), por=mesa.dani, ahora=AHORA)

    assert bruno.sondear() == (200, "1 mensaje nuevo", [], [])
    assert bruno.sondear(traer="1") == (200, "", [], [(f"afterend:#m-{antes.publico}", susurro.publico)])
    assert (bruno.sondear(), bruno.cursor) == (NADA, Pestana(mesa, mesa.bruno).cursor)


def test_aunque_se_abran_cientos_en_medio_de_la_pagina_lo_de_despues_no_se_repite_y_todo_llega_una_vez(
    django_assert_num_queries,
):
    """More than the window holds: what the page already has is no news however much comes before it."""
    mesa = fabrica.mesa("publica")
    ids = poner(mesa, [False] + [True] * 250 + [False] * 25)
    ultima, otra = Pestana(mesa, mesa.ana, desde="final"), Pestana(mesa, mesa.ana, desde="principio")
    mesa.bruno.hoja = "todo"
    mesa.bruno.save()
    entera = Pestana(mesa, mesa.bruno, desde="principio")
    assert (otra.pedir().status_code, otra.sondear(), ultima.sondear(), entera.sondear()) == (200, NADA, NADA, NADA)
    todos = Mensaje.objects.sin_filtrar("test")
    todos.filter(visibilidad="direccion").update(visibilidad="todos")

    assert (ultima.sondear(), entera.sondear()) == (NADA, (200, "+99 mensajes nuevos", [], []))
    assert (otra.sondear(), otra.sondear()) == ((200, "+99 mensajes nuevos", [], []), NADA)
    moderacion.ocultar(todos.get(publico=ids[260]), motivo="No.", por=mesa.dani, ahora=AHORA)
    assert entera.sondear() == (200, None, [ids[260]], [])
    with django_assert_num_queries(3):
        assert entera.sondear() == NADA
    assert (otra.sondear(), otra.sondear()) == ((200, None, [ids[260]], []), NADA)

    llegados, frases = [], []
    while (tanda := entera.sondear(traer="1")) != NADA:
        llegados += tanda[3]
        assert (tanda[0], tanda[2]) == (200, [])
        frases.append(entera.sondear()[1])
        assert entera.sondear() == NADA
    assert llegados == [(f"afterend:#m-{antes}", publico) for antes, publico in pairwise(ids[:251])]
    assert frases == ["+99 mensajes nuevos", "50 mensajes nuevos", None]


def test_lo_que_se_mueve_a_otra_escena_dice_donde_esta():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.dani)
    otra = escenas.abrir(mesa.partida, titulo="La otra", por=mesa.dani, ahora=AHORA)
    ana = Pestana(mesa, mesa.ana)

    moderacion.mover(mensaje, destino=otra, por=mesa.dani, ahora=AHORA)

    respuesta = ana.pedir()
    assert leer(respuesta) == (200, None, [mensaje.publico], [])
    assert f'<a href="/m/{mensaje.publico}/">' in html_de(respuesta)
    assert ana.sondear() == NADA
    nuevo = fabrica.publicar(mesa, mesa.dani)
    assert ana.sondear() == (200, "1 mensaje nuevo", [], [])
    assert ana.sondear(traer="1")[3] == [(f"afterend:#m-{mensaje.publico}", nuevo.publico)]


def test_lo_que_otros_han_tirado_y_escriben_aparece_y_se_va():
    mesa = fabrica.mesa()
    ana, bruno = Pestana(mesa, mesa.ana), Pestana(mesa, mesa.bruno)
    turno = replace(fabrica.orden(mesa.mirta), tiradas=())

    en_curso.tirar(
        mesa.escena, OrdenTirar(turno=turno, tirada=fabrica.tarea(), clave=uuid4()), autor=mesa.bruno, ahora=AHORA
    )
    aparece = html_de(ana.pedir())
    assert "Mirta ha tirado y está escribiendo…" in aparece
    assert (leer(bruno.pedir())[0], ana.sondear(), bruno.sondear()) == (200, NADA, NADA)
    assert ana.cursor == Pestana(mesa, mesa.ana).cursor

    turnos.publicar(mesa.escena, turno, autor=mesa.bruno, ahora=AHORA)
    se_va = ana.pedir()
    assert leer(se_va) == (200, "1 mensaje nuevo", [], [])
    assert '<div id="en-curso-de-otros" hx-swap-oob="true"></div>' in html_de(se_va)


def test_con_la_escena_o_la_partida_cerradas_llega_lo_ultimo_y_se_deja_de_preguntar():
    mesa = fabrica.mesa()
    primero, segundo = Pestana(mesa, mesa.ana), Pestana(mesa, mesa.bruno)
    fabrica.publicar(mesa, mesa.dani, texto="Y así acaba.")
    assert segundo.sondear()[1] == "1 mensaje nuevo"
    escenas.cerrar(mesa.escena, por=mesa.dani, ahora=AHORA)

    con_noticias, sin_ellas = primero.pedir(), segundo.pedir()

    assert leer(con_noticias) == (286, "1 mensaje nuevo La escena está cerrada.", [], [])
    assert leer(sin_ellas)[:2] == (286, "La escena está cerrada.")
    assert {r["HX-Reswap"] for r in (con_noticias, sin_ellas)} == {"delete"}
    assert Pestana(mesa, mesa.ana).cursor == ""


@pytest.mark.parametrize("acceso", ["publica", "privada"])
def test_seg_22_a_quien_se_echa_se_le_deja_de_contar(acceso):
    mesa = fabrica.mesa()
    escena = fabrica.secreta(mesa, mesa.mirta) if acceso == "publica" else mesa.escena
    mesa.escena = escena
    fabrica.publicar(mesa, mesa.dani)
    bruno, forjado = Pestana(mesa, mesa.bruno), Pestana(mesa, mesa.bruno)

    plaza = Participante.objects.visibles_para(mesa.dani).get(partida=mesa.partida, usuario=mesa.bruno)
    plazas.expulsar(plaza, por=mesa.dani, motivo="Adiós.", ahora=AHORA)
    fabrica.publicar(mesa, mesa.dani, texto="Ya se ha ido.")
    echado = bruno.pedir()
    forjado.cursor = "mal:hecho"

    assert leer(echado)[:2] == (286, "Esta escena ya no está o no es para ti.")
    assert forjado.pedir().status_code == 404
    assert entrar(mesa.bruno).get(ruta(mesa)).status_code == 404


def test_un_cursor_ajeno_roto_o_de_otra_escena_se_contesta_como_a_quien_acaba_de_llegar():
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.dani)
    otra = escenas.abrir(mesa.partida, titulo="La otra", por=mesa.dani, ahora=AHORA)
    de_dani, de_anon, ana = (Pestana(mesa, persona) for persona in (mesa.dani, None, mesa.ana))
    de_otra = Pestana(replace(mesa, escena=otra), mesa.ana).cursor
    bueno = ana.cursor
    fabrica.publicar(mesa, mesa.dani, visibilidad="direccion")
    respuestas = []

    for cursor in (de_dani.cursor, de_anon.cursor, de_otra, bueno[:-1], bueno + "A", "", "x" * 3000, ".e:x", "a:b:c"):
        ana.cursor = cursor
        respuestas.append(por_fuera(ana.pedir()))

    assert [r for r in respuestas if r != respuestas[0]] == []
    assert respuestas[0][0] == 200
    assert ana.sondear() == NADA
    nuevo = fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    assert ana.sondear() == (200, "1 mensaje nuevo", [], [])
    assert nuevo.publico in html_de(ana.pedir(traer="1"))


def test_en_una_pagina_que_no_es_la_ultima_solo_se_ofrece_ir_a_lo_nuevo():
    mesa = fabrica.mesa("publica")
    poner(mesa, [False] * 25)
    ana = Pestana(mesa, mesa.ana, desde="principio")
    assert ana.pedir().status_code == 200  # until now nobody had asked where the thread ends
    assert ana.sondear() == NADA
    viejo = Mensaje.objects.sin_filtrar("test").get(orden=3)
    Escena.objects.sin_filtrar("test").filter(pk=mesa.escena.pk).update(ultimo_orden=25)

    nuevo = fabrica.publicar(mesa, mesa.bruno, mesa.mirta)
    edicion.editar(viejo, texto="Otro.", notas="", version=1, por=mesa.dani, ahora=AHORA)

    respuesta = ana.pedir()
    assert leer(respuesta) == (200, "1 mensaje nuevo", [viejo.publico], [])
    assert f'<a class="boton" href="/m/{nuevo.publico}/">' in html_de(respuesta)
    assert (ana.sondear(), ana.sondear(traer="1")) == (NADA, NADA)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("vacia", [False, True])
def test_preguntar_en_vano_cuesta_tres_consultas_y_no_escribe_nada(vacia):
    mesa = fabrica.mesa("publica")
    if not vacia:
        llenar(mesa, 6)
    mesa.ana.last_login = AHORA
    for persona, esperadas in ((mesa.ana, 3), (mesa.dani, 3), (None, 1)):
        pestana = Pestana(mesa, persona)
        with CaptureQueriesContext(connection) as consultas:
            respuesta = pestana.pedir()
        assert (respuesta.status_code, respuesta.content, len(consultas)) == (204, b"", esperadas)
        assert [c["sql"] for c in consultas if not c["sql"].startswith("SELECT")] == []
        assert (respuesta.cookies, "no-store" in respuesta["Cache-Control"]) == (SimpleCookie(), True)


def test_quien_mira_con_otros_ojos_y_quien_llega_a_una_escena_cerrada_no_preguntan():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.dani)
    assert 'id="sondeo"' in html_de(cliente.get(ruta(mesa)))
    cliente.post(reverse("ver_como", args=[mesa.partida.publico]), {"como": mesa.ana.publico})

    assert 'id="sondeo"' not in html_de(cliente.get(ruta(mesa)))


def test_el_cursor_de_la_pagina_mas_larga_cabe_en_una_direccion():
    mesa = fabrica.mesa("publica")
    poner(mesa, [False] * 130)
    mesa.ana.hoja = "todo"
    mesa.ana.save()

    ana = Pestana(mesa, mesa.ana)

    assert len(ana.cursor) < 3000
    assert ana.sondear() == NADA
