"""Folded templates: the same pages as Django's own, and nothing of a page or of its reader in what is kept."""

import re

import pytest
from django.template import Context, Engine, engines
from django.template.base import TextNode
from django.urls import reverse
from django.utils.translation import override

from config.nodos import Camino, EnOtroIdioma, Fijo
from config.plantillas import Plegador
from tests import fabrica
from tests.partidas.views.test_escenas import entrar

SUELTAS = {
    "hoja": (
        '{% load i18n static %}<p>{% translate "Guardar" %}</p>{% static "css/hilo.css" %}{% url "partidas" %}'
        '{% if si %}{% translate "Buscar" %}: {{ quien.nombre }}{% else %}{% translate "Ayuda" %}{% endif %}'
        '{% include "pieza" with nombre="dado" %}{% include "pieza" with nombre=quien.nombre %}{% include "pieza" %}'
        '{% for uno in lista %}{% translate "Ayuda" %} {{ uno }}{% endfor %}{{ lista.0 }}'
        "{{ quien.llamada }}{{ nada.de }}"
        '{% language "en" %}{% translate "Buscar" %} {% include "pieza" with nombre="dado" %}{% endlanguage %}'
        '{% translate "Buscar" as buscar %}{{ buscar }}{% include "de uno" %}{% include "de uno" with nombre="dado" %}'
    ),
    "de uno": '{% load i18n %}{% if si or quien.nada %}{% translate "Ayuda" %}{% endif %}{% if si %}sí{% endif %}',
    "pieza": '{% load i18n %}<i>{% translate "Ayuda" %} {% if nombre %}{{ nombre }}{% endif %}</i>',
}
LIBRERIAS = {"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"}


class Quien:
    """Somebody with a name."""

    def __init__(self, nombre: str) -> None:
        self.nombre = nombre

    def llamada(self) -> str:
        """Say it."""
        return f"¡{self.nombre}!"


def motor(*, plegado: bool) -> Engine:
    """Return an engine with those templates alone."""
    de_memoria = ("django.template.loaders.locmem.Loader", SUELTAS)
    cargador = "config.plantillas.Plegador" if plegado else "django.template.loaders.cached.Loader"
    return Engine(loaders=[(cargador, [de_memoria])], libraries=LIBRERIAS)


def de_cada_tipo(nodos, tipo) -> list:
    """Return all the nodes of a kind, whatever they are in."""
    return [nodo for nodo in nodos.get_nodes_by_type(object) if type(nodo) is tipo]


def test_una_hoja_plegada_dice_lo_mismo_a_cada_lector_y_en_cada_idioma():
    casos = [{"si": si, "quien": Quien(n), "lista": l_} for si, n, l_ in ((1, "Ana", [1, 2]), (0, "<b>", ["ñ"]))]
    plegada, llana = (motor(plegado=si).get_template("hoja") for si in (True, False))

    for idioma in ("es", "en", "es"):
        with override(idioma):
            for caso in casos:
                assert plegada.render(Context(caso)) == llana.render(Context(caso))


def test_se_pliega_lo_que_solo_depende_del_idioma():
    nodos = motor(plegado=True).get_template("hoja").nodelist

    fijos = de_cada_tipo(nodos, Fijo)
    assert [len(fijo.nodos) for fijo in fijos][:1] == [6]  # the load, a text, a translation, a text, a file, an address
    assert len(de_cada_tipo(nodos, EnOtroIdioma)) == 1
    incluidas = [type(n).__name__ for fijo in fijos for n in fijo.nodos]
    assert incluidas.count("IncludeNode") == 1  # the one that is told everything in so many words
    assert not {"VariableNode", "ForNode", "CsrfTokenNode"} & set(incluidas)


def test_lo_que_no_cambia_son_textos_seguidos():
    plantilla = motor(plegado=True).get_template("pieza")

    assert [type(nodo).__name__ for nodo in plantilla.nodelist] == ["Fijo", "IfNode", "TextNode"]
    assert plantilla.nodelist[2].s == "</i>"
    assert isinstance(plantilla.nodelist[2], TextNode)


CAMINOS = {"uno.nombre": "Ana", "dos.clave": "7", "dos.items": "dict_items([('clave', 7)])", "uno.llamada": "¡Ana!"}


@pytest.mark.parametrize("camino", CAMINOS)
def test_un_camino_encuentra_lo_que_encuentra_django(camino):
    contexto = Context({"uno": Quien("Ana"), "dos": {"clave": 7}})

    assert str(Camino(camino).resolve(contexto)) == CAMINOS[camino]


@pytest.mark.django_db
def test_las_paginas_del_sitio_son_las_que_haria_django(settings):
    """The whole pages of a member, a director and a visitor, in both languages; but for what is new in each."""
    mesa = fabrica.mesa("publica")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    escena = reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])
    rutas = [escena, reverse("partida", args=[mesa.partida.publico]), reverse("partidas"), reverse("buscar")]
    assert isinstance(engines["django"].engine.template_loaders[0], Plegador)

    def todas() -> list[str]:
        salida = []
        for quien in (mesa.ana, mesa.dani, None):
            for idioma in ("es", "en"):
                if quien is not None:
                    quien.idioma = idioma
                    quien.save(update_fields=["idioma"])
                cliente = entrar(quien)
                cliente.cookies[settings.LANGUAGE_COOKIE_NAME] = idioma
                salida += [sin_lo_de_cada_vez(cliente.get(ruta).content.decode()) for ruta in rutas]
        return salida

    plegadas = todas()
    sin_plegar = [dict(settings.TEMPLATES[0], OPTIONS=dict(settings.TEMPLATES[0]["OPTIONS"]))]
    sin_plegar[0]["OPTIONS"]["loaders"] = settings.CARGADORES
    settings.TEMPLATES = sin_plegar
    assert not isinstance(engines["django"].engine.template_loaders[0], Plegador)

    assert plegadas == todas()


def sin_lo_de_cada_vez(pagina: str) -> str:
    """Take out of a page what is drawn anew each time: tokens, keys of forms, moments."""

    return re.sub(r'(name="(?:csrfmiddlewaretoken|clave|abierto|pestana)" value|hx-get)="[^"]*"', "", pagina)
