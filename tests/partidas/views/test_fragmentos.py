"""Private fragments on the pages: in their place for whom they are, and not a byte of them for anybody else."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.dominio import edicion
from partidas.models import Borrador, Fragmento, Mensaje
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import entrar, formulario, ruta, sin_prendas

pytestmark = pytest.mark.django_db

TEXTO = "Llueve.\n\n:::solo Mirta\nNo es agua.\n:::\n\nSeguimos."
LINEA = '<p dir="auto">{}</p>'
MARCO = 'class="fragmento" role="group" aria-label="Solo para Mirta y la dirección"'


def publicar(mesa, texto=TEXTO) -> Mensaje:
    return fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=texto)


def paginas(mesa, mensaje, persona) -> dict[str, str]:
    """Return every page that shows the turn to the person, with its public id taken out."""
    cliente = entrar(persona)
    rutas = {
        "hilo": ruta(mesa),
        "lectura": reverse("leer_escena", args=[mesa.partida.publico, mesa.escena.publico]),
        "indice": reverse("leer", args=[mesa.partida.publico]),
        "portada": reverse("partida", args=[mesa.partida.publico]),
    }
    if persona is not None:
        rutas["textos"] = reverse("mis_textos")
    return {nombre: sin_prendas(cliente.get(r)).replace(mensaje.publico, "M") for nombre, r in rutas.items()}


@pytest.mark.parametrize("quien", ["esp", "eva", "anon"])
def test_con_fragmento_y_sin_el_los_demas_reciben_los_mismos_bytes(quien):
    mesa = fabrica.mesa("publica")
    persona = None if quien == "anon" else getattr(mesa, quien)
    mensaje = publicar(mesa, "Llueve.\n\nSeguimos.")
    sin = paginas(mesa, mensaje, persona)
    con_el = TEXTO + "\n\n:::dirección\nEs sal.\n:::"
    Mensaje.objects.sin_filtrar("test").filter(pk=mensaje.pk).delete()

    mensaje = publicar(mesa, con_el)
    con = paginas(mesa, mensaje, persona)
    edicion.editar(mensaje, texto=TEXTO, notas="", version=1, por=mesa.ana, ahora=AHORA)
    editado = paginas(mesa, mensaje, persona)

    assert con == sin
    assert editado == sin
    assert "Seguimos." in con["hilo"]


@pytest.mark.parametrize("quien", ["ana", "bruno", "dani"])
def test_quien_lo_lee_lo_ve_en_su_sitio_en_el_hilo_y_en_la_lectura(quien):
    mesa = fabrica.mesa("publica")
    vistas = paginas(mesa, publicar(mesa), getattr(mesa, quien))

    for nombre in ("hilo", "lectura"):
        html = vistas[nombre]
        assert html.count(MARCO) == 1
        sitios = [html.index(LINEA.format(frase)) for frase in ("Llueve.", "No es agua.", "Seguimos.")]
        assert sitios[0] < html.index(MARCO) < sitios[1] < sitios[2]
    assert ("No es agua." in vistas["textos"]) is (quien == "ana")


def test_el_marco_no_se_puede_imitar_desde_un_texto():
    mesa = fabrica.mesa()
    publicar(mesa, '<div class="fragmento">x</div>\n\n<p class="fragmento__para">y</p>')

    html = entrar(mesa.bruno).get(ruta(mesa)).content.decode()

    assert not re.search(r'<[^<>]* class="fragmento', html)


def test_cien_fragmentos_cuestan_las_mismas_consultas_que_uno():
    mesa = fabrica.mesa("publica")
    cuentas = []
    for cuantos in (1, 15):
        for _vez in range(cuantos):
            publicar(mesa, "Llueve.\n\n" + ":::solo Mirta, Kaelen\nx\n:::\n" * 6)
        for persona in (mesa.bruno, mesa.esp):
            with CaptureQueriesContext(connection) as consultas:
                entrar(persona).get(ruta(mesa))
            cuentas.append(len(consultas))

    assert cuentas[:2] == cuentas[2:]


def test_el_historial_y_el_permalink():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    texto = TEXTO.replace("agua", "lluvia")
    edicion.editar(mensaje, texto=texto, notas="", version=1, por=mesa.ana, ahora=AHORA)
    historia = reverse("mensaje_historial", args=[mensaje.publico])

    for persona in (mesa.ana, mesa.dani):
        html = entrar(persona).get(historia).content.decode()
        assert html.count(MARCO) == 2
        assert html.index("No es lluvia.") < html.index("No es agua.")
    assert entrar(mesa.bruno).get(historia).status_code == 403
    enlace = entrar(mesa.esp).get(reverse("mensaje", args=[mensaje.publico]), follow=True).content.decode()
    assert "No es" not in enlace
    assert "editado" not in enlace


def test_editar_ensena_el_texto_entero_y_vuelve_a_partirlo():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    direccion = reverse("mensaje_editar", args=[mensaje.publico])
    cliente = entrar(mesa.ana)
    campos = {"texto": TEXTO.replace("agua", "lluvia").replace("\n", "\r\n"), "notas": "", "version": 1}

    formulario_ = cliente.get(direccion).content.decode()
    mal = cliente.post(direccion, campos | {"texto": "Llueve.\n\n:::solo Zoraida\nNo es agua.\n:::"})
    hecho = cliente.post(direccion, campos, follow=True).content.decode()

    assert f">\n{TEXTO}</textarea>" in formulario_
    assert mal.status_code == 422
    assert "no hay nadie que se llame «Zoraida»" in mal.content.decode()
    assert "No es agua.\n:::</textarea>" in mal.content.decode()
    assert "Guardado: solo cambia lo privado." in hecho
    assert [f.texto for f in Fragmento.objects.visibles_para(mesa.bruno)] == ["No es lluvia."]


def test_un_conflicto_ensena_los_dos_textos_enteros():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    texto = TEXTO.replace("agua", "lluvia")
    edicion.editar(mensaje, texto=texto, notas="", version=1, por=mesa.dani, ahora=AHORA)

    respuesta = entrar(mesa.ana).post(
        reverse("mensaje_editar", args=[mensaje.publico]),
        {"texto": TEXTO.replace("agua", "nieve"), "notas": "", "version": 1},
    )

    html = respuesta.content.decode()
    assert respuesta.status_code == 409
    assert LINEA.format("No es lluvia.") in html
    assert LINEA.format("No es nieve.") in html
    assert "No es nieve.\n:::\n\nSeguimos.</textarea>" in html


@pytest.mark.parametrize("hacer", ["publicar", "previa"])
def test_lo_mal_escrito_se_dice_y_no_se_pierde(hacer):
    mesa = fabrica.mesa()
    texto = "Llueve.\n\n:::solo Mirta\nNo es agua."

    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, texto=texto, hacer=hacer))

    html = respuesta.content.decode()
    assert respuesta.status_code == 422
    assert "No has cerrado el párrafo privado «:::solo Mirta»" in html
    assert f">{texto}</textarea>" in html
    assert 'id="previa"' not in html
    assert not Mensaje.objects.sin_filtrar("test").exists()


def test_la_previa_dice_para_quien_es_cada_fragmento_con_la_gente_de_verdad():
    mesa = fabrica.mesa()

    html = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, texto=TEXTO, hacer="previa")).content.decode()

    previa = html.partition('id="previa"')[2].partition("<form")[0]
    assert MARCO in previa
    assert "Lo leerán: Kaelen (ana), Mirta (bruno), dani." in previa
    assert re.search(r"Llueve\..*Mirta y la dirección.*No es agua\..*Seguimos\.", previa, re.DOTALL)
    assert Borrador.objects.sin_filtrar("test").get().datos["campos"]["texto"] == [TEXTO]


def test_la_previa_de_un_texto_sin_fragmentos_es_la_de_siempre():
    mesa = fabrica.mesa()

    html = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, hacer="previa")).content.decode()

    assert f'<div class="prosa" dir="auto" hx-disable>{LINEA.format("—Voy yo primero.")}' in html
    assert 'class="fragmento"' not in html


def test_una_clave_usada_ensena_lo_publicado_entero_a_quien_lo_escribio():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)
    enviado = formulario(mesa, clave=str(mensaje.clave), texto="Otra cosa.")

    respuesta = entrar(mesa.ana).post(ruta(mesa, "escribir"), enviado)

    assert respuesta.status_code == 409
    assert "No es agua." in respuesta.content.decode()


def test_moderar_cita_solo_lo_publico():
    mesa = fabrica.mesa()
    mensaje = publicar(mesa)

    html = entrar(mesa.dani).get(reverse("mensaje_moderar", args=[mensaje.publico, "ocultar"])).content.decode()

    assert "Llueve." in html
    assert "No es agua." not in html
