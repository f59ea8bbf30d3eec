"""The search: what is found, on either database, and that nothing typed makes it fail."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from partidas.busqueda import pregunta
from partidas.busqueda.pregunta import Problema
from partidas.consultas import busqueda
from partidas.consultas.busqueda import Filtros
from partidas.dominio import escenas, indice, partidas
from partidas.dominio.partidas import DatosPartida
from partidas.models import Mensaje
from partidas.presentacion import marcado
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.busqueda.corpus import HOSTILES, PARES

pytestmark = pytest.mark.django_db
NADIE = AnonymousUser()
SIN_FILTROS = Filtros()


def poner(mesa, texto: str, **campos) -> Mensaje:
    """Write a message and what can be found of it, without the rest of publishing it."""
    escena = campos.pop("escena", mesa.escena)
    escena.ultimo_orden += 1
    escena.save()
    html, notas = marcado.render(texto).html, campos.pop("notas", "")
    datos = {"autor": mesa.ana, "voz": "pj", "nombre_voz": "Kaelen", "personaje": mesa.kaelen.personaje}
    datos |= {"estado": "publicado", "visibilidad": "todos", "huella": "", "creado": AHORA, "publicado": AHORA}
    datos |= {"notas": notas, "notas_html": marcado.render(notas).html, "texto": texto, "html": html} | campos
    mensaje = Mensaje.objects.sin_filtrar("test").create(
        escena=escena, clave=uuid4(), orden=escena.ultimo_orden, html_version=marcado.VERSION, **datos
    )
    indice.anotar(mensaje)
    return mensaje


def hallados(usuario, busca: str, filtros: Filtros = SIN_FILTROS, **opciones) -> list[str]:
    """Return the public ids that a search finds, newest first."""
    leida = pregunta.leer(busca)
    assert leida.problema is None, leida
    resultado = busqueda.buscar(usuario, leida, filtros, **opciones)
    return [uno.publico for grupo in resultado.grupos for uno in grupo.hallados]


def test_las_mismas_palabras_encuentran_los_mismos_textos_en_las_dos_bases():
    mesa = fabrica.mesa()
    de = {texto: poner(mesa, texto).publico for texto in {par.texto for par in PARES}}

    salidas = {par: de[par.texto] in hallados(mesa.ana, par.busca, tamano=100) for par in PARES}

    assert salidas == {par: getattr(par, connection.vendor) for par in PARES}


def test_seg_50_ninguna_busqueda_hostil_falla_ni_encuentra_lo_ajeno():
    mesa = fabrica.mesa()
    poner(mesa, "El faro del norte.", visibilidad="direccion", autor=mesa.dani)
    rotas = []
    for busca in HOSTILES:
        leida = pregunta.leer(busca)
        if leida.problema is None and busqueda.buscar(mesa.bruno, leida, SIN_FILTROS).grupos:
            rotas.append(busca)

    assert rotas == []


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(st.one_of(st.text(max_size=40), st.text(alphabet='"-*()ñá aeiou\x00:^', max_size=40)))
def test_cualquier_texto_se_puede_buscar(mesa_con_faro, busca):
    leida = pregunta.leer(busca)

    if leida.problema is None:
        resultado = busqueda.buscar(mesa_con_faro.ana, leida, SIN_FILTROS)
        assert resultado.cuantos == sum(len(grupo.hallados) for grupo in resultado.grupos)


@pytest.fixture
def mesa_con_faro():
    mesa = fabrica.mesa()
    poner(mesa, "El faro del norte, año 3: ñandú.")
    return mesa


@pytest.mark.parametrize(
    ("busca", "problema"),
    [
        ("", Problema.VACIA),
        ("  \x00 ", Problema.VACIA),
        ("a", Problema.CORTA),
        ("a b", Problema.CORTA),
        ("x" * 201, Problema.LARGA),
        ("uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece", Problema.MUCHAS),
        ("—¡!? 😀", Problema.SIN_PALABRAS),
        ("-faro", Problema.SOLO_QUITA),
        ("el de La", Problema.AMPLIA),
        ('"de la"', Problema.AMPLIA),
    ],
)
def test_lo_que_no_se_puede_buscar_dice_por_que(busca, problema):
    assert pregunta.leer(busca) == pregunta.Pregunta(problema=problema)


def test_las_paginas_siguen_donde_se_quedaron_aunque_se_publique_entre_medias():
    mesa = fabrica.mesa()
    todos = [poner(mesa, f"Faro {n}.").publico for n in range(5)]

    primera = busqueda.buscar(mesa.ana, pregunta.leer("faro"), SIN_FILTROS, tamano=2)
    poner(mesa, "Otro faro, entre medias.")
    segunda = busqueda.buscar(mesa.ana, pregunta.leer("faro"), SIN_FILTROS, tras=primera.siguiente, tamano=2)
    tercera = busqueda.buscar(mesa.ana, pregunta.leer("faro"), SIN_FILTROS, tras=segunda.siguiente, tamano=2)

    paginas = [[h.publico for g in r.grupos for h in g.hallados] for r in (primera, segunda, tercera)]
    assert paginas == [[todos[4], todos[3]], [todos[2], todos[1]], [todos[0]]]
    assert [(r.cuantos, r.siguiente) for r in (primera, segunda, tercera)] == [
        (5, todos[3]),
        (None, todos[1]),
        (None, ""),
    ]


def test_si_el_ultimo_mensaje_de_la_pagina_ya_no_es_del_lector_no_hay_pagina_siguiente():
    mesa = fabrica.mesa()
    secreto = poner(mesa, "Faro.", visibilidad="direccion", autor=mesa.dani)

    for tras in (secreto.publico, "0" * 11):
        assert busqueda.buscar(mesa.bruno, pregunta.leer("faro"), SIN_FILTROS, tras=tras) is None


def test_la_cuenta_se_para_y_lo_dice(monkeypatch):
    monkeypatch.setattr(busqueda, "CUENTA_HASTA", 3)
    mesa = fabrica.mesa()
    for n in range(4):
        poner(mesa, f"Faro {n}.")

    resultado = busqueda.buscar(mesa.ana, pregunta.leer("faro"), SIN_FILTROS, tamano=2)

    assert (resultado.mas_de, bool(resultado.siguiente)) == (True, True)


def test_cada_filtro_deja_lo_suyo():
    mesa = fabrica.mesa()
    otra = escenas.abrir(mesa.partida, titulo="El muelle", por=mesa.dani, ahora=AHORA)
    datos = DatosPartida(titulo="Otra", sistema=fabrica.SISTEMA)
    ajena = partidas.crear(datos, direccion=mesa.ana, ahora=AHORA)
    en_otra_partida = escenas.abrir(ajena, titulo="Lejos", por=mesa.ana, ahora=AHORA)
    de_mirta = {"autor": mesa.bruno, "personaje": mesa.mirta.personaje, "nombre_voz": "Mirta"}
    a = poner(mesa, "Faro.", publicado=AHORA - timedelta(days=3)).publico
    b = poner(mesa, "Faro.", **de_mirta).publico
    c = poner(mesa, "Faro.", escena=otra).publico
    d = poner(mesa, "Faro.", escena=en_otra_partida).publico
    e = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Faro.", tiradas=(fabrica.tarea(),)).publico

    assert {
        "sin": hallados(mesa.ana, "faro"),
        "partida": hallados(mesa.ana, "faro", Filtros(partida=mesa.partida)),
        "escena": hallados(mesa.ana, "faro", Filtros(partida=mesa.partida, escena=otra)),
        "personaje": hallados(mesa.ana, "faro", Filtros(personaje=mesa.mirta.personaje.publico)),
        "autor": hallados(mesa.ana, "faro", Filtros(autor=mesa.bruno.publico)),
        "tirada": hallados(mesa.ana, "faro", Filtros(con_tirada=True)),
        "desde": hallados(mesa.ana, "faro", Filtros(desde=AHORA)),
        "hasta": hallados(mesa.ana, "faro", Filtros(hasta=AHORA)),
    } == {
        "sin": [e, b, a, d, c],  # by scene, in the order of the newest of each
        "partida": [e, b, a, c],
        "escena": [c],
        "personaje": [b],
        "autor": [b],
        "tirada": [e],
        "desde": [e, b, d, c],
        "hasta": [a],
    }


def test_para_quien_deja_lo_que_se_dijo_a_cada_uno_y_a_nadie_le_cuenta_lo_de_otros():
    mesa = fabrica.mesa()
    de_todos = poner(mesa, "Faro.", notas="Faro apagado.", notas_direccion=True).publico
    aparte = fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen, texto="Faro.").publico
    arriba = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Faro.", visibilidad="direccion").publico
    trozo = fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Entro.\n\n:::solo Mirta\nHay un faro.\n:::").publico
    mirta = mesa.mirta.personaje.publico

    def vistos(usuario, busca: str = "faro") -> dict[str, list[str]]:
        claves = ("todos", "destinatarios", "direccion", mirta)
        return {clave: hallados(usuario, busca, Filtros(destinatarios=clave)) for clave in claves}

    suyo = {"todos": [de_todos], "destinatarios": [trozo, aparte], mirta: [trozo, aparte]}
    assert vistos(mesa.ana) == vistos(mesa.dani) == suyo | {"direccion": [arriba, de_todos]}
    assert vistos(mesa.bruno) == suyo | {"direccion": []}
    assert vistos(mesa.esp) == {"todos": [de_todos], "destinatarios": [], "direccion": [], mirta: []}
    assert vistos(mesa.ana, "apagado") == {"todos": [], "destinatarios": [], "direccion": [de_todos], mirta: []}


def test_por_autor_no_se_sabe_quien_habla_por_la_direccion():
    mesa = fabrica.mesa()
    narra = poner(mesa, "Faro.", autor=mesa.dani, voz="direccion", nombre_voz="", personaje=None).publico

    de_dani = Filtros(autor=mesa.dani.publico)
    assert (hallados(mesa.bruno, "faro", de_dani), hallados(mesa.dani, "faro", de_dani)) == ([], [narra])


def test_una_partida_que_se_lee_por_su_enlace_no_sale_si_no_se_dice():
    mesa = fabrica.mesa(acceso="enlace")
    puesto = poner(mesa, "Faro.").publico

    con_partida = Filtros(partida=mesa.partida)
    assert {
        "ana": (hallados(mesa.ana, "faro"), hallados(mesa.ana, "faro", con_partida)),
        "anon": (hallados(NADIE, "faro"), hallados(NADIE, "faro", con_partida)),
        "eva": (hallados(mesa.eva, "faro"), hallados(mesa.eva, "faro", con_partida)),
    } == {"ana": ([puesto], [puesto]), "anon": ([], [puesto]), "eva": ([], [puesto])}
