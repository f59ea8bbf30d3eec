"""The main pages in English, for visitors, players and directors: no Spanish outside what people wrote."""

import re
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from partidas.models import Partida, Tirada
from tests import fabrica

pytestmark = pytest.mark.django_db

SIN_CIERRE = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
ATRIBUTOS = (
    "aria-label",
    "title",
    "placeholder",
    "alt",
    "content",
    "data-enviando",
    "data-sigue",
    "data-bien",
    "data-mal",
)
# Names and titles of the table of `fabrica`, which belong to people and not to the site, and the name of a language.
NOMBRES = ("El faro", "La puerta", "Fuera de personaje", "Español")
ESPANOL = re.compile(
    r"[áéíóúüñ¿¡«»]|\b(el|la|los|las|un|una|de|del|que|con|por|para|tu|sin|partidas?|escenas?|tiradas?|fichas?|"
    r"mensajes?|personajes?|plaza|libro|sobre|recibo|dirección|nadie)\b",
    re.IGNORECASE,
)


class Palabras(HTMLParser):
    """Collect the words of a page that are the site's: not prose, nor what is marked as Spanish."""

    def __init__(self) -> None:
        super().__init__()
        self.trozos: list[str] = []
        self._abiertas: list[bool] = []  # for each open element, whether what it holds is skipped

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        suyos = {nombre: valor or "" for nombre, valor in attrs}
        ajeno = "prosa" in suyos.get("class", "").split() or suyos.get("lang") == "es" or tag in ("script", "style")
        lugares = tag == "select" and "zona" in suyos.get("name", "")  # places of the world: La Paz, Los Angeles
        saltar = ajeno or lugares or (bool(self._abiertas) and self._abiertas[-1])
        if not saltar:
            self.trozos += [suyos[nombre] for nombre in ATRIBUTOS if nombre in suyos]
        if tag not in SIN_CIERRE:
            self._abiertas.append(saltar)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in SIN_CIERRE and self._abiertas:
            self._abiertas.pop()

    def handle_data(self, data: str) -> None:
        if not (self._abiertas and self._abiertas[-1]):
            self.trozos.append(data)


def espanol(html: str) -> list[str]:
    """Return the pieces of a page that look Spanish."""
    lector = Palabras()
    lector.feed(html)
    trozos = [" ".join(trozo.split()) for trozo in lector.trozos]
    for nombre in NOMBRES:
        trozos = [trozo.replace(nombre, "") for trozo in trozos]
    return [trozo for trozo in trozos if ESPANOL.search(trozo)]


def entrar(persona=None) -> Client:
    cliente = Client(headers={"accept-language": "en"})
    if persona is not None:
        persona.idioma = "en"
        persona.save(update_fields=["idioma"])
        cliente.force_login(persona)
    return cliente


def mesa_con_vida() -> fabrica.Mesa:
    """Return an open table with a roll, a private turn, notes and a voice of the direction."""
    mesa = fabrica.mesa(Partida.Acceso.PUBLICA)
    a_mirta = {"visibilidad": "destinatarios", "destinatarios": (mesa.mirta.personaje.publico,)}
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),), notas="Nota.")
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, **a_mirta)
    fabrica.publicar(mesa, mesa.dani, notas="Nota.", notas_direccion=True, visibilidad="direccion")
    fabrica.publicar(mesa, mesa.dani, mesa.pnj)
    return mesa


def paginas(mesa: fabrica.Mesa, quien: str) -> list[str]:
    """Return the addresses of the main pages that somebody reads."""
    partida, kaelen = mesa.partida.publico, mesa.kaelen.personaje.publico
    comunes = [
        reverse("portada"),
        reverse("probar"),
        reverse("probar") + "?tirar=1",
        reverse("leer", args=[partida]),
        reverse("leer_escena", args=[partida, mesa.escena.publico]),
        *(reverse("partidas") + f"?ver={ver}" for ver in ("", "admiten", "archivadas", "mias")),
        reverse("partida", args=[partida]),
        reverse("escena", args=[partida, mesa.escena.publico]),
        reverse("ficha", args=[partida, kaelen]),
    ]
    suyas = {
        "anonimo": [reverse("account_login"), reverse("account_signup")],
        "ana": [
            reverse("partida_nueva"),
            reverse("personaje_nuevo", args=[partida]),
            *(reverse(f"cuentas:ajustes_{parte}") for parte in ("lectura", "cuenta", "seguridad")),
        ],
        "dani": [
            *(reverse(nombre, args=[partida]) for nombre in ("partida_editar", "escena_nueva", "pnj_nuevo")),
            *(reverse("ficha_editar", args=[partida, kaelen, str(paso)]) for paso in range(1, 7)),
        ],
    }
    return comunes + suyas[quien]


@pytest.mark.parametrize("quien", ["anonimo", "ana", "dani"])
def test_las_paginas_principales_no_tienen_nada_en_espanol(quien):
    mesa = mesa_con_vida()
    cliente = entrar(None if quien == "anonimo" else getattr(mesa, quien))

    vistas, sobras = {}, {}
    for direccion in paginas(mesa, quien):
        respuesta = cliente.get(direccion, follow=True)
        html = respuesta.content.decode()
        vistas[direccion] = (respuesta.status_code, 'lang="en"' in html)
        if hallado := espanol(html):
            sobras[direccion] = hallado

    assert sobras == {}
    assert {direccion: visto for direccion, visto in vistas.items() if visto != (200, True)} == {}


@pytest.mark.parametrize("quien", ["ana", "dani"])
def test_el_editor_con_cada_tirada_no_tiene_nada_en_espanol(quien):
    mesa = mesa_con_vida()
    cliente = entrar(getattr(mesa, quien))
    destino = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    voz = mesa.kaelen.personaje.publico if quien == "ana" else ""
    vacio = {"clave": str(uuid4()), "cuantas": "0", "personaje": voz, "hacer": "tirada"}
    html = cliente.post(destino, vacio).content.decode()
    lista = html.partition('name="t0-accion"')[2].partition("</select>")[0]
    acciones = re.findall(r'<option value="(\w+)"', lista)

    sobras = {}
    for accion in acciones:
        datos = {"clave": str(uuid4()), "cuantas": "1", "personaje": voz, "t0-accion": accion, "hacer": "campos"}
        pagina = cliente.post(destino, datos | {"t0-personaje": mesa.kaelen.personaje.publico})
        if hallado := espanol(pagina.content.decode()):
            sobras[accion] = hallado

    assert len(acciones) > 5
    assert sobras == {}


def test_lo_que_se_niega_se_dice_en_ingles():
    mesa = mesa_con_vida()
    cliente = entrar(mesa.ana)
    destino = reverse("escribir", args=[mesa.partida.publico, mesa.escena.publico])
    vacio = {"clave": str(uuid4()), "cuantas": "0", "personaje": "nadie", "visibilidad": "todos", "hacer": "publicar"}

    for respuesta in (
        cliente.post(destino, vacio),
        cliente.post(destino, vacio | {"texto": "Hi.", "visibilidad": "destinatarios"}),
        cliente.post(reverse("partida_nueva"), {"zona": "Luna"}),
        cliente.get(reverse("escena_nueva", args=[mesa.partida.publico])),
        cliente.get(reverse("ficha_editar", args=[mesa.partida.publico, mesa.kaelen.personaje.publico, "1"])),
        cliente.get("/p/noexiste/"),
    ):
        assert espanol(respuesta.content.decode()) == []


def test_la_tirada_se_lee_entera_en_ingles():
    mesa = mesa_con_vida()
    html = entrar(mesa.ana).get(reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()
    tirada = Tirada.objects.sin_filtrar("test").get()

    assert f"receipt <code>{tirada.recibo[:8]}</code>" in html
    assert "How it was worked out" in html
    assert "Only Kaelen, Mirta and the GM" in html


def test_el_detector_ve_el_espanol():
    assert espanol('<p>Crea una cuenta</p><div class="prosa"><p>¿Qué?</p></div><b title="Añadir">ok</b>') == [
        "Crea una cuenta",
        "Añadir",
    ]
