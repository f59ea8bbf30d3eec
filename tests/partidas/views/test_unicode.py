"""What anybody can type comes back as it was typed: ten thousand texts of all planes, on the database of the suite."""

import html
import random
import re
import unicodedata

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cuentas.models import InvitacionSitio
from partidas.dominio import borradores
from partidas.models import Borrador, Mensaje
from partidas.presentacion import marcado
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar, formulario, ruta

pytestmark = pytest.mark.django_db
CUANTOS = 10_000
RAROS = [
    *[
        "é",
        "e\u0301",
        "ﬁ",
        "İ",
        "ß",
        "ñ",
        "n\u0303",
        "\u1112\u1161\u11ab",
        "한글",
        "\u0345" * 4,
        "שלום",
        "مرحبا",
        "नमस्ते",
    ],
    *["\U0001f469\u200d\U0001f467", "\U0001f3f4\U000e0067\U000e007f", "\u200d", "\u200e", "\u202e", "\u2028", "\x85"],
    *["\ufdd0", "\uffff", "\U0010ffff", "\x01", "\x7f", "\x1b[31m", "\xad", "\ue000", "𝒜", "\U0001f3b2", "\t"],
    *["'", '"', "<", "&", "%", "\\", "{{"],
]
FUERA = {0x00, 0x0A, 0x0D}
"""A database keeps no NUL, and a form turns every end of line into one of its own: neither is inside these texts."""


def textos() -> list[str]:
    """Return ten thousand texts of one line, the same in every run: a third from all planes, the rest of oddities."""
    azar = random.Random(20261130)
    salida = []
    for n in range(CUANTOS):
        if n % 3:
            salida.append("".join(azar.choice(RAROS) for _vez in range(azar.randint(1, 6))))
            continue
        signos = (azar.randrange(0x110000) for _vez in range(azar.randint(1, 8)))
        salida.append("".join(chr(s) for s in signos if s not in FUERA and not 0xD800 <= s < 0xE000))
    return salida


def hojas(lineas: list[str]) -> list[str]:
    """Join the texts into as many turns as they need."""
    salida = [""]
    for linea in lineas:
        if len(salida[-1]) + len(linea) > 55_000:
            salida.append("")
        salida[-1] += f"|{linea}|\n"
    return salida


def test_fia_14_diez_mil_textos_vuelven_como_se_escribieron():
    """Published by the form, and read from the table and from the form that edits; what is kept is their NFC."""
    mesa, escritas = fabrica.mesa(), hojas(textos())
    ana = entrar(mesa.ana)
    for texto in escritas:
        assert ana.post(ruta(mesa, "escribir"), formulario(mesa, texto=texto)).status_code == 302

    filas = list(Mensaje.objects.sin_filtrar("test").filter(autor=mesa.ana).order_by("orden"))
    assert [fila.texto for fila in filas] == [unicodedata.normalize("NFC", texto) for texto in escritas]
    assert any(not unicodedata.is_normalized("NFC", texto) for texto in escritas)
    for fila in filas:
        pagina = ana.get(reverse("mensaje_editar", args=[fila.publico])).content.decode()
        (caja,) = re.findall(r'<textarea name="texto"[^>]*>\n?(.*?)</textarea>', pagina, re.DOTALL)
        assert html.unescape(caja).removeprefix("\n") == fila.texto
        assert fila.html == marcado.render(fila.texto).html


def test_fia_14_y_en_columnas_cortas_y_json():
    lineas = textos()
    mesa = fabrica.mesa()
    InvitacionSitio.objects.bulk_create(
        InvitacionSitio(huella=f"{n:064}", nota=texto[:120], caduca=AHORA, creada=AHORA)
        for n, texto in enumerate(lineas)
    )
    lugar = borradores.lugar_de(mesa.escena)
    borradores.guardar(
        mesa.ana, lugar, {"campos": {"texto": lineas}, "tiradas": []}, version=0, pestana="una", ahora=AHORA
    )

    guardadas = InvitacionSitio.objects.order_by("huella").values_list("nota", flat=True)
    assert list(guardadas) == [texto[:120] for texto in lineas]
    assert Borrador.objects.sin_filtrar("test").get().datos["campos"]["texto"] == lineas


@pytest.mark.parametrize("signo", ["a", "ñ", "漢", "🎲", "e\u0301"], ids=["ascii", "ene", "cjk", "emoji", "combinada"])
def test_fia_13_fia_15_sesenta_mil_caben_y_uno_mas_se_dice_con_el_texto_intacto(signo):
    """Counted in code points of what is kept, by form and database alike; four bytes for a sign make no difference."""
    mesa = fabrica.mesa()
    justo = unicodedata.normalize("NFC", signo)[:1] * 60_000
    escrito = unicodedata.normalize("NFD", justo) if len(signo) > 1 else justo
    ana = entrar(mesa.ana)

    pasado = ana.post(ruta(mesa, "escribir"), formulario(mesa, texto=escrito + "x"))
    cabe = ana.post(ruta(mesa, "escribir"), formulario(mesa, texto=escrito))

    assert (pasado.status_code, cabe.status_code) == (422, 302)
    assert justo + "x" in html.unescape(pasado.content.decode())
    assert "El texto es demasiado largo: caben 60 000 caracteres." in pasado.content.decode().replace("\xa0", " ")
    assert [fila.texto for fila in Mensaje.objects.sin_filtrar("test")] == [justo]


def prosa(cuantos: int) -> str:
    """Return that many characters as people write them: dialogue, paragraphs, some emphasis."""
    parrafo = (
        "—¿Y ahora qué pasa? —Me giro hacia la puerta al ver que Lope y Ginés han oído algo. *Esto no me gusta*, "
        "pienso, y aprieto la mano sobre el pomo.\n\n- ¡Sucia alimaña! - y descargó la maza con más **rabia** que "
        "puntería.\n\n"
    )
    return (parrafo * (cuantos // len(parrafo) + 1))[:cuantos]


def test_publicar_sesenta_mil_caracteres_cuesta_las_mismas_consultas_que_uno():
    """The seconds are `make bench`'s; here, what they are made of: queries, and bytes of HTML."""
    mesa = fabrica.mesa()
    ana, largo = entrar(mesa.ana), prosa(60_000)
    ana.get(ruta(mesa, "escribir"))
    consultas = []
    for texto in ("Hola.", largo):
        with CaptureQueriesContext(connection) as captura:
            assert ana.post(ruta(mesa, "escribir"), formulario(mesa, texto=texto)).status_code == 302
        consultas.append(len(captura))

    corto, entero = Mensaje.objects.sin_filtrar("test").order_by("orden")
    assert consultas[0] == consultas[1] <= 60
    assert len(entero.html.encode()) < 1.3 * len(largo.encode())
    assert corto.html == '<p dir="auto">Hola.</p>'
    assert unicodedata.is_normalized("NFC", entero.texto)


def test_un_error_del_servidor_devuelve_lo_escrito_tambien_sin_javascript(settings):
    """It breaks in the middle of publishing: nothing is kept, the words are on the page, and the form goes in later."""
    mesa, cliente = fabrica.mesa(), entrar()
    cliente.raise_request_exception = False
    cliente.force_login(mesa.ana)
    enviado = formulario(mesa, texto="—¡Corre! —gritó <b>Kaelen</b>.", notas="Gasto un punto.")

    settings.FALLOS = {"publicar:mensaje": ("excepcion", 0.0)}
    roto = cliente.post(ruta(mesa, "escribir"), enviado)
    pagina = roto.content.decode()
    quedaba = Mensaje.objects.sin_filtrar("test").count()
    settings.FALLOS = {}
    otra_vez = cliente.post(ruta(mesa, "escribir"), enviado)

    assert (roto.status_code, quedaba, otra_vez.status_code) == (500, 0, 302)
    assert "—¡Corre! —gritó &lt;b&gt;Kaelen&lt;/b&gt;.</textarea>" in pagina
    assert "Gasto un punto.</textarea>" in pagina
    assert "Este es tu texto: cópialo, vuelve atrás y prueba otra vez" in pagina
    assert enviado["clave"] not in pagina
    assert [fila.texto for fila in Mensaje.objects.sin_filtrar("test")] == [enviado["texto"]]
