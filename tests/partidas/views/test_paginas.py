"""The pages of a thread: of the size that the reader chose, joined without gaps or repeats, whatever is hidden."""

import re
from functools import partial
from html import unescape
from itertools import pairwise
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cuentas.lectura import HOJAS, Lectura
from partidas.consultas import hilo
from partidas.dominio import escenas, moderacion
from partidas.models import Mensaje
from partidas.politica import lector
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar, html_de, ruta

pytestmark = pytest.mark.django_db


@pytest.fixture
def mesa():
    return fabrica.mesa("publica")


def poner(mesa, tapados):
    """Put messages of the direction in the scene, in one go; those of `tapados` that are true are for it alone."""
    filas = [
        Mensaje(
            escena=mesa.escena,
            autor=mesa.dani,
            voz="direccion",
            estado="publicado",
            visibilidad="direccion" if tapado else "todos",
            clave=uuid4(),
            orden=orden,
            html="<p>Texto.</p>",
            creado=AHORA,
            publicado=AHORA,
        )
        for orden, tapado in enumerate(tapados, start=1)
    ]
    return [fila.publico for fila in Mensaje.objects.sin_filtrar("test").bulk_create(filas)]


def recorrer(primera, pedir, enlace):
    """Return the pages that follow from one, as tuples of public ids."""
    paginas, pagina = [], primera
    while pagina is not None:
        paginas.append(tuple(leido.mensaje.publico for leido in pagina.mensajes))
        assert len(paginas) < 50
        siguiente = getattr(pagina, enlace)
        pagina = pedir(**{"desde" if enlace == "siguiente" else "hasta": siguiente}) if siguiente else None
    return paginas


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tapados=st.lists(st.booleans(), max_size=9), tamano=st.integers(1, 4))
def test_las_paginas_de_cualquier_tamano_parten_el_hilo_que_se_ve_y_volver_da_las_mismas(mesa, tapados, tamano):
    Mensaje.objects.sin_filtrar("test").delete()  # one table serves all the examples
    ids = list(zip(poner(mesa, tapados), tapados, strict=True))

    for persona in (mesa.dani, AnonymousUser()):
        visto = [publico for publico, tapado in ids if persona == mesa.dani or not tapado]
        pedir = partial(hilo.pagina, lector(persona, mesa.partida), mesa.escena, tamano=tamano)
        adelante = recorrer(pedir(al_principio=True), pedir, "siguiente")
        atras = recorrer(pedir(), pedir, "anterior")

        assert [publico for pagina in adelante for publico in pagina] == visto
        assert [publico for pagina in reversed(atras) for publico in pagina] == visto
        assert {len(pagina) for pagina in adelante[:-1]} <= {tamano}
        assert {len(pagina) for pagina in atras[:-1]} <= {tamano}
        for antes, despues in pairwise(adelante):
            vuelta = pedir(hasta=despues[0])
            assert (tuple(leido.mensaje.publico for leido in vuelta.mensajes), vuelta.siguiente) == (antes, despues[0])
        for despues, antes in pairwise(atras):
            ida = pedir(desde=despues[0])
            assert (tuple(leido.mensaje.publico for leido in ida.mensajes), bool(ida.anterior)) == (despues, True)
            assert pedir(hasta=despues[0]).anterior == (antes[0] if antes != atras[-1] else "")


@pytest.mark.parametrize("bordes", [0, 1, 3])
@pytest.mark.parametrize("cuantos", [20, 21])
def test_cada_enlace_lleva_a_la_pagina_que_tiene_el_mensaje_con_cualquier_borde_tapado(mesa, cuantos, bordes):
    de_borde = {0, 20, cuantos - 1}
    poner(mesa, [t for n in range(cuantos) for t in ([True] * bordes * (n in de_borde) + [False])])

    for persona in (mesa.dani, mesa.bruno, None):
        cliente = entrar(persona)
        vistos = Mensaje.objects.visibles_para(persona or AnonymousUser()).order_by("orden")
        ids = list(vistos.values_list("publico", flat=True))
        assert len(ids) == (cuantos if persona != mesa.dani else Mensaje.objects.sin_filtrar("test").count())
        for publico in {ids[0], ids[1], ids[len(ids) - 20], ids[-2], ids[-1]}:
            respuesta = cliente.get(reverse("mensaje", args=[publico]))
            pagina = html_de(cliente.get(respuesta["Location"].partition("#")[0]))
            assert respuesta["Location"].endswith(f"#m-{publico}")
            assert f'id="m-{publico}"' in pagina


def test_lo_que_no_se_lee_o_no_es_un_mensaje_no_abre_ninguna_pagina():
    mesa = fabrica.mesa()
    secreto = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, visibilidad="direccion")
    cliente = entrar(mesa.bruno)

    for clave in ("desde", "hasta"):
        for valor in (secreto.publico, "0" * 11, "0", "-1", "x", "9" * 40):
            with CaptureQueriesContext(connection) as consultas:
                assert cliente.get(ruta(mesa), {clave: valor}).status_code == 404
            assert len(consultas) == 5, valor


@pytest.mark.parametrize("nombre", ["escena", "leer_escena", "quien_lee_escena"])
def test_si_el_mensaje_de_un_enlace_de_pagina_se_oculta_se_sigue_desde_su_vecino(monkeypatch, nombre):
    mesa = fabrica.mesa("publica")
    monkeypatch.setattr(Lectura, "mensajes_por_pagina", 3)
    monkeypatch.setattr("partidas.views.lectura.PASAJES", 3)
    monkeypatch.setattr("partidas.consultas.quien_lee.TAMANO", 3)
    filas = [fabrica.publicar(mesa, mesa.dani, mesa.pnj, texto=f"Mensaje {n}.") for n in range(9)]
    direccion, cliente = ruta(mesa, nombre), entrar(mesa.ana)

    def mensajes(respuesta) -> list[int]:
        return [int(n) for n in re.findall(r"Mensaje (\d)\.", html_de(respuesta).partition("<main")[2])]

    def enlaces(pregunta: str) -> dict[str, str]:
        html = html_de(cliente.get(direccion + pregunta))
        halladas = re.findall(r'href="\?((desde|hasta)=[\w-]+&amp;junto=[\w-]+)', html)
        return {clave: f"{direccion}?{unescape(una)}" for una, clave in halladas}

    medio = enlaces(f"?desde={filas[3].publico}")
    assert {clave: mensajes(cliente.get(una)) for clave, una in medio.items()} == {
        "desde": [6, 7, 8], "hasta": [0, 1, 2],
    }  # fmt: skip
    for tapada in (filas[6], filas[3]):
        Mensaje.objects.sin_filtrar("test").filter(pk=tapada.pk).update(visibilidad="direccion")

    assert mensajes(cliente.get(medio["desde"], follow=True)) == [5, 7, 8]
    assert mensajes(cliente.get(medio["hasta"], follow=True)) == [0, 1, 2]
    oculto, inventado = (medio["desde"].replace(filas[6].publico, otro) for otro in (filas[3].publico, "0" * 11))
    assert cliente.get(oculto)["Location"] == cliente.get(inventado)["Location"]
    for sin_vecino in ("", "&junto=", "&junto=x", "&junto=//a.example"):
        assert cliente.get(f"{direccion}?desde={filas[6].publico}{sin_vecino}").status_code == 404
    for junto in (filas[3].publico, "1" * 11):
        assert cliente.get(f"{direccion}?desde={filas[6].publico}&junto={junto}", follow=True).status_code == 404


def test_el_enlace_a_un_mensaje_que_se_movio_lo_encuentra_tambien_por_su_pagina_vieja():
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.dani)
    otra = escenas.abrir(mesa.partida, titulo="La otra", por=mesa.dani, ahora=AHORA)
    moderacion.mover(mensaje, destino=otra, por=mesa.dani, ahora=AHORA)
    cliente = entrar(mesa.ana)

    for direccion in (reverse("mensaje", args=[mensaje.publico]), f"{ruta(mesa)}?desde={mensaje.publico}"):
        respuesta = cliente.get(direccion)
        esperada = reverse("escena", args=[mesa.partida.publico, otra.publico])
        assert (respuesta.status_code, respuesta["Location"].partition("?")[0]) == (302, esperada)


def articulos(html: str) -> int:
    return html.count("<article")


def test_cada_persona_elige_cuantos_mensajes_caben_en_su_pagina(mesa):
    poner(mesa, [False] * 52)
    ana, visita = entrar(mesa.ana), entrar()
    assert (articulos(html_de(ana.get(ruta(mesa)))), articulos(html_de(visita.get(ruta(mesa))))) == (20, 20)

    vuelta = ana.post(reverse("cuentas:preferencias"), {"hoja": "50", "siguiente": f"{ruta(mesa)}?desde=final"})
    visita.get(reverse("cuentas:preferencias"), {"hoja": "todo", "siguiente": ruta(mesa)})

    assert vuelta["Location"] == f"{ruta(mesa)}?desde=final"
    de_ana, de_visita = html_de(ana.get(ruta(mesa))), html_de(visita.get(ruta(mesa)))
    assert (articulos(de_ana), articulos(de_visita)) == (50, 52)
    assert ("hilo--todo" in de_ana, "hilo--todo" in de_visita) == (False, True)
    assert re.findall(r'name="hoja" value="(\w+)" aria-pressed', de_ana + de_visita) == ["50", "todo"]
    assert re.findall(r'name="hoja" value="(\w+)"', de_ana) == [clave for clave, _rotulo in HOJAS]
    assert articulos(html_de(entrar().get(ruta(mesa)))) == 20


def test_un_hilo_que_cabe_en_una_pagina_no_ofrece_partirlo():
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.dani)

    assert 'name="hoja"' not in html_de(entrar(mesa.ana).get(ruta(mesa)))
