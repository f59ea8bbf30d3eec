"""The editor in the order of thinking: who speaks, the sheet beside it, quotes, what comes meanwhile; nothing lost."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.dominio import edicion, reparto
from partidas.models import Borrador, Mensaje, Revision
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.views.test_escenas import con_tirada, entrar, formulario, html_de, ruta

pytestmark = pytest.mark.django_db
SECRETO = "La lámpara se apagó desde dentro."
SUELTO = "+"


def leido(respuesta) -> str:
    """Return the page with its entities as a person reads them."""
    return unescape(respuesta.content.decode())


def ultimo() -> Mensaje:
    return Mensaje.objects.sin_filtrar("test").latest("pk")


def escribir(mesa, persona, **campos):
    return entrar(persona).post(ruta(mesa, "escribir"), formulario(mesa, **{"pestana": "una"} | campos))


def suelto(mesa, nombre, **campos):
    return escribir(mesa, mesa.dani, personaje=SUELTO, nombre=nombre, **campos)


# --------------------------------------------------------------------------- order, readers, sheet


def test_el_editor_sigue_el_orden_en_que_se_piensa_y_dice_quien_lo_leera_segun_la_puerta():
    mesa = fabrica.mesa()
    cliente = entrar(mesa.ana)

    with CaptureQueriesContext(connection) as consultas:
        html = html_de(cliente.get(ruta(mesa, "escribir")))
    previa = html_de(cliente.post(ruta(mesa, "escribir"), formulario(mesa, hacer="previa")))

    en_orden = [
        "personaje",
        "ficha",
        "texto",
        "imagenes",
        "campo-notas",
        "campo-destinatarios",
        "lectores",
        "novedades",
    ]
    sitios = [html.index(f'id="{uno}"') for uno in en_orden]
    botones = [html.index(f'value="{uno}"', sitios[-1]) for uno in ("previa", "publicar", "guardar")]
    assert sitios + botones == sorted(sitios + botones)
    assert previa.index("campo-destinatarios") < previa.index('id="previa"') < previa.index('id="lectores"')
    assert '<p class="editor__lectores" id="lectores">Lo leerán: Mirta (bruno), esp y la dirección.</p>' in html
    assert len(consultas) <= 20


def test_al_lado_esta_la_ficha_de_quien_habla_y_ninguna_otra():
    mesa = fabrica.mesa()
    kaelen, mirta = (f.personaje.publico for f in (mesa.kaelen, mesa.mirta))

    de_ana = html_de(entrar(mesa.ana).get(ruta(mesa)))
    con_otra = html_de(escribir(mesa, mesa.ana, personaje=mirta, hacer="campos"))
    de_dani = html_de(escribir(mesa, mesa.dani, personaje=kaelen, hacer="campos"))
    de_nadie = html_de(escribir(mesa, mesa.dani, personaje="-", hacer="campos"))

    ficha = r'<div class="editor__ficha" id="ficha">(.*?)</details>\s*</div>'
    assert "Ficha de <bdi>Kaelen</bdi>" in re.search(ficha, de_ana, re.DOTALL)[1]
    assert "12 de 12" in re.search(ficha, de_ana, re.DOTALL)[1]
    assert re.search(ficha, con_otra, re.DOTALL) is None
    assert "Ficha de <bdi>Kaelen</bdi>" in de_dani
    assert '<div class="editor__ficha" id="ficha"></div>' in de_nadie


# --------------------------------------------------------------------------- who speaks


def test_la_direccion_elige_entre_los_suyos_los_pnj_de_aqui_los_demas_y_un_nombre_de_paso():
    mesa = fabrica.mesa()
    otro = reparto.pnj_rapido(mesa.partida, nombre="Bruja", nivel=3, por=mesa.dani, ahora=AHORA)
    fabrica.publicar(mesa, mesa.dani, mesa.pnj)

    de_dani, de_ana = (html_de(entrar(p).get(ruta(mesa))) for p in (mesa.dani, mesa.ana))

    elegir = re.search(r'<select id="personaje".*?</select>', de_dani, re.DOTALL)[0]
    assert re.findall(r'<optgroup label="([^"]*)">|<option value="([^"]*)"[^>]*>([^<]*)', elegir) == [
        ("", "-", "Dirección"),
        ("PNJ que han hablado aquí", "", ""),
        ("", mesa.pnj.personaje.publico, "Guardia"),
        ("Los demás PNJ", "", ""),
        ("", otro.personaje.publico, "Bruja (secreto)"),
        ("Alguien de paso", "", ""),
        ("", SUELTO, "Otro nombre…"),
    ]
    assert 'name="nombre"' in de_dani
    assert 'name="nombre"' not in de_ana


def test_un_nombre_de_paso_habla_se_cita_se_edita_y_queda_en_el_historial():
    mesa = fabrica.mesa()

    assert suelto(mesa, "  La mesonera ", texto="—Aquí no queda sitio.").status_code == 302
    mensaje = ultimo()
    pagina = html_de(entrar(mesa.ana).get(ruta(mesa)))
    cita = leido(entrar(mesa.ana).get(reverse("mensaje_citar", args=[mensaje.publico]), follow=True))
    ver = html_de(entrar(mesa.dani).get(reverse("mensaje_editar", args=[mensaje.publico])))
    edicion.editar(
        mensaje, texto=mensaje.texto, notas="", version=1, personaje=SUELTO, nombre="Berta", por=mesa.dani, ahora=AHORA
    )
    historia = html_de(entrar(mesa.dani).get(reverse("mensaje_historial", args=[mensaje.publico])))
    quien_lee = html_de(entrar(mesa.bruno).get(ruta(mesa, "quien_lee_escena")))
    lectura = html_de(entrar(mesa.bruno).get(ruta(mesa, "leer_escena")))

    assert "Berta" in quien_lee
    assert "Berta" in lectura
    assert (mensaje.voz, mensaje.nombre_voz, mensaje.personaje) == (Mensaje.Voz.PNJ, "La mesonera", None)
    assert re.search(r"<bdi>La mesonera</bdi></h3>\s*<span class=\"mensaje__papel\">PNJ</span>", pagina)
    assert "> **La mesonera:**\n>\n> —Aquí no queda sitio.\n" in cita
    assert 'value="La mesonera"' in ver
    assert f'<option value="{SUELTO}" selected>' in ver
    assert "Hablaba La mesonera" in historia
    assert Revision.objects.visibles_para(mesa.dani).get().nombre_voz == "La mesonera"
    mensaje.refresh_from_db()
    assert mensaje.nombre_voz == "Berta"


@pytest.mark.parametrize(
    ("nombre", "frase"),
    [
        ("  ", "Escribe el nombre de quien habla"),
        ("KAE1EN", "Ese nombre se confunde con Kaelen"),
        ("Guаrdia", "Ese nombre se confunde con Guardia"),
        ("bruno", "el de una persona de la partida"),
        ("El Director", "reservado para las voces del sitio"),
        ("A\u202eb", "caracteres invisibles"),
    ],
)
def test_un_nombre_de_paso_no_se_hace_pasar_por_nadie_y_no_se_pierde_lo_escrito(nombre, frase):
    mesa = fabrica.mesa()

    respuesta = suelto(mesa, nombre, texto="—Soy yo.")

    assert respuesta.status_code == 422
    assert frase in leido(respuesta)
    assert ">—Soy yo.</textarea>" in html_de(respuesta)
    assert f'<option value="{SUELTO}" selected>' in html_de(respuesta)
    assert not Mensaje.objects.sin_filtrar("test").exists()


def test_quien_juega_no_pone_nombres_y_los_dados_fijan_el_de_paso():
    mesa = fabrica.mesa()
    clave, tirada = str(uuid4()), con_tirada() | {"t0-personaje": mesa.kaelen.personaje.publico}

    ajena = escribir(mesa, mesa.ana, personaje=SUELTO, nombre="La mesonera")
    tiro = suelto(
        mesa, "La mesonera", clave=clave, hacer="campos", **tirada, **{"t0-clave": str(uuid4()), "t0-tirar": "1"}
    )
    otro = suelto(mesa, "Berta", clave=clave)
    mismo = suelto(mesa, "La mesonera", clave=clave)

    assert ajena.status_code == 422
    assert "No puedes escribir con esa voz" in leido(ajena)
    assert tiro.status_code == 302
    assert otro.status_code == 422
    assert "Hablas como <strong>La mesonera</strong>" in html_de(otro)
    assert mismo.status_code == 302
    assert ultimo().nombre_voz == "La mesonera"


# --------------------------------------------------------------------------- what comes meanwhile


def test_lo_nuevo_mientras_escribes_cuenta_solo_lo_ajeno_que_lees_y_no_estorba():
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.dani, texto="Primero.")
    ana, esp = entrar(mesa.ana), entrar(mesa.esp)
    html = html_de(ana.get(ruta(mesa)))
    tras = re.search(r'name="tras" value="(\w+)"', html)[1]
    enlace = f"{ruta(mesa, 'novedades')}?tras={tras}"
    assert enlace in html
    assert "mientras escribías" not in html

    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto="Mío.")
    fabrica.publicar(
        mesa, mesa.dani, texto="Susurro.", visibilidad="destinatarios", destinatarios=(mesa.kaelen.personaje.publico,)
    )
    susurro = ultimo()
    fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="De Mirta.")
    con_htmx = {"headers": {"hx-request": "true"}}

    assert "2 mensajes nuevos mientras escribías." in html_de(ana.get(enlace, **con_htmx))
    assert ana.get(f"{enlace}&van=2", **con_htmx).status_code == 204
    assert "2 mensajes nuevos mientras escribías." in html_de(esp.get(enlace, **con_htmx))
    assert ana.get(enlace)["Location"] == reverse("mensaje", args=[susurro.publico])
    assert entrar(mesa.eva).get(enlace).status_code == 404

    previa = html_de(escribir(mesa, mesa.ana, tras=tras, hacer="previa"))
    assert "2 mensajes nuevos mientras escribías." in previa
    assert f'name="tras" value="{tras}"' in previa
    publicado = entrar(mesa.ana).post(ruta(mesa, "escribir"), formulario(mesa, tras=tras), follow=True)
    assert "Mientras escribías llegaron 2 mensajes" in html_de(publicado)


# --------------------------------------------------------------------------- quotes


def para_la_direccion(mesa) -> Mensaje:
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=SECRETO, visibilidad="direccion")
    return ultimo()


def citado(mensaje, mesa) -> str:
    html = leido(entrar(mesa.dani).get(reverse("mensaje_citar", args=[mensaje.publico]), follow=True))
    return re.search(r'<textarea id="texto"[^>]*>(.*?)</textarea>', html, re.DOTALL)[1]


def test_citar_a_mas_gente_pide_una_confirmacion_que_dice_quien_lo_leeria():
    mesa = fabrica.mesa()
    texto = citado(para_la_direccion(mesa), mesa) + "Ya lo sabíais."
    enviado = {"personaje": "-", "texto": texto, "notas": "Ojo."}

    previa = escribir(mesa, mesa.dani, hacer="previa", **enviado)
    primera = escribir(mesa, mesa.dani, **enviado)
    html = leido(primera)
    sello = re.search(r'name="cita_vista" value="(\w{64})">', html)[1]
    guardada = html_de(escribir(mesa, mesa.dani, hacer="campos", cita_vista=sello, **enviado))
    con_otra = escribir(mesa, mesa.dani, cita_vista="0" * 64, **enviado)

    assert texto.startswith(f"> **Kaelen:**\n>\n> {SECRETO}\n\n")
    frase = "Citas algo que Kaelen contó a menos personas. Ahora lo leerían también: Mirta (bruno), esp."
    assert previa.status_code == 200
    assert frase in leido(previa)
    assert primera.status_code == con_otra.status_code == 422
    assert frase in html
    assert "Falta una confirmación" in html
    assert "Ya lo sabíais." in html
    assert ">Ojo.</textarea>" in html
    assert f'name="cita_vista" value="{sello}"' in guardada
    assert not Mensaje.objects.sin_filtrar("test").filter(texto__contains="sabíais").exists()
    assert escribir(mesa, mesa.dani, cita_vista=sello, **enviado).status_code == 302
    assert "sabíais" in ultimo().texto


@pytest.mark.parametrize(
    ("campos", "hecho"),
    [
        ({"visibilidad": "direccion"}, 302),
        ({"texto": f":::solo Kaelen\n> {SECRETO}\n:::\n\nY nada más."}, 302),
        ({"texto": f":::solo Mirta\n> {SECRETO.upper()}\n:::\n\nY nada más."}, 422),
        ({"texto": "> —Sí.\n\nClaro."}, 302),
        ({"texto": "Nada.", "notas": f"> {SECRETO}"}, 422),
        ({"texto": "Nada.", "notas": f"> {SECRETO}", "notas_direccion": "1"}, 302),
        ({"visibilidad": "destinatarios", "destinatarios": "Kaelen"}, 302),
        ({"visibilidad": "destinatarios", "destinatarios": "Mirta"}, 422),
    ],
)
def test_una_cita_solo_se_confirma_si_alguien_la_leeria_de_nuevas(campos, hecho):
    mesa = fabrica.mesa()
    para_la_direccion(mesa)
    if quien := campos.get("destinatarios"):
        campos = campos | {"destinatarios": (mesa.kaelen if quien == "Kaelen" else mesa.mirta).personaje.publico}

    assert (
        escribir(mesa, mesa.dani, **{"personaje": "-", "texto": f"> {SECRETO}\n\nEso."} | campos).status_code == hecho
    )


def test_lo_que_todos_leen_ya_se_cita_sin_mas_y_lo_privado_de_un_turno_no():
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=f"{SECRETO}\n\n:::solo Mirta\nLa pintura es de tu taller.\n:::")
    para_la_direccion(mesa)

    assert (
        escribir(mesa, mesa.bruno, personaje=mesa.mirta.personaje.publico, texto=f"> {SECRETO}\n\n—Ya.").status_code
        == 302
    )
    privado = escribir(
        mesa, mesa.bruno, personaje=mesa.mirta.personaje.publico, texto="> La pintura es de tu taller.\n\n—¡No!"
    )
    assert privado.status_code == 422
    assert "Ahora lo leerían también: esp." in leido(privado)


def test_editar_para_anadir_una_cita_pide_lo_mismo_y_la_que_ya_estaba_no():
    mesa = fabrica.mesa()
    para_la_direccion(mesa)
    fabrica.publicar(mesa, mesa.dani, texto="Nada.")
    mensaje, cliente = ultimo(), entrar(mesa.dani)
    direccion = reverse("mensaje_editar", args=[mensaje.publico])
    enviado = {"texto": f"Nada.\n\n> {SECRETO}", "notas": "", "version": "1", "personaje": ""}

    primera = cliente.post(direccion, enviado)
    sello = re.search(r'name="cita_vista" value="(\w{64})"', html_de(primera))[1]
    hecha = cliente.post(direccion, enviado | {"cita_vista": sello})
    otra_coma = cliente.post(direccion, enviado | {"texto": f"Nada, nada.\n\n> {SECRETO}", "version": "2"})

    assert [r.status_code for r in (primera, hecha, otra_coma)] == [422, 302, 302]
    assert SECRETO in leido(primera)
    assert 'markdown-toolbar for="id_texto"' in html_de(cliente.get(direccion))


def test_citar_lo_que_no_se_lee_es_un_404_y_lo_escrito_sigue_delante_de_la_cita():
    mesa = fabrica.mesa()
    mensaje = para_la_direccion(mesa)
    fabrica.publicar(mesa, mesa.dani, texto="Llueve.\n\n:::solo Kaelen\nY truena.\n:::")
    abierto = ultimo()

    ajeno = escribir(mesa, mesa.bruno, hacer="citar", cita=mensaje.publico)
    suyo = escribir(mesa, mesa.ana, hacer="citar", cita=abierto.publico, texto="Antes.")

    assert ajeno.status_code == 404
    assert entrar(mesa.bruno).get(reverse("mensaje_citar", args=[mensaje.publico])).status_code == 404
    assert "data-foco>Antes.\n\n> **Dirección:**\n>\n> Llueve.\n\n</textarea>" in leido(suyo)
    assert Borrador.objects.visibles_para(mesa.ana).get().datos["campos"]["texto"][0].startswith("Antes.")


# --------------------------------------------------------------------------- nothing is lost


def campos_de(html: str) -> dict[str, list[str]]:
    """Return every field of the editor as a browser would send it: names and values, without its buttons."""
    form = re.search(r'<form class="editor".*?</form>', html, re.DOTALL)[0]
    campos: dict[str, list[str]] = {}
    for etiqueta in re.findall(r"<input [^>]*>", form):
        datos = dict(re.findall(r'([\w-]+)="([^"]*)"', etiqueta))
        marcada = datos.get("type") not in ("checkbox", "radio") or " checked" in etiqueta
        if "name" in datos and marcada and datos.get("type") != "file":
            campos.setdefault(datos["name"], []).append(unescape(datos.get("value", "on")))
    for nombre, texto in re.findall(r'<textarea [^>]*?name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.DOTALL):
        campos.setdefault(nombre, []).append(unescape(texto))
    for nombre, opciones in re.findall(r'<select [^>]*?name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        elegida = re.search(r'<option value="([^"]*)" selected', opciones) or re.search(
            r'<option value="([^"]*)"', opciones
        )
        campos.setdefault(nombre, []).append(unescape(elegida[1]))
    return campos


BOTONES = [
    ("previa", {}, 200),
    ("guardar", {}, 302),
    ("campos", {}, 200),
    ("tirada", {}, 200),
    ("adjuntar", {}, 302),
    ("publicar", {"nombre": "Kaelen"}, 422),
    ("publicar", {"texto": ":::solo Nadie\nHola.\n:::"}, 422),
    ("publicar", {"notas": ":::solo Mirta\nHola.\n:::"}, 422),
    ("publicar", {"destinatarios": []}, 422),
    ("publicar", {"visibilidad": "luna"}, 422),
    ("publicar", {"t0-datos.dificultad": "cien"}, 422),
    ("publicar", {"texto": "a" * 60_001}, 422),
    ("publicar", {"texto": f"> {SECRETO}"}, 422),
    ("publicar", {"adjuntos": ["AAAAAAAAAAA"], "alt-AAAAAAAAAAA": "Un mapa"}, 422),
]


@pytest.mark.parametrize(("hacer", "cambios", "estado"), BOTONES)
def test_todos_los_campos_siguen_tras_cada_boton_y_cada_rechazo(hacer, cambios, estado):
    mesa = fabrica.mesa()
    para_la_direccion(mesa)
    cliente = entrar(mesa.dani)
    enviado = campos_de(html_de(cliente.get(ruta(mesa, "escribir"))))
    marcados = [mesa.kaelen.personaje.publico, mesa.mirta.personaje.publico]
    enviado |= formulario(mesa) | {k: [v] for k, v in con_tirada().items()}
    enviado |= {
        "personaje": SUELTO,
        "nombre": "La mesonera",
        "texto": "—Uno &amp; <dos>.\n\n  «Tres»",
        "notas": "Mía.",
        "notas_direccion": "1",
        "visibilidad": "destinatarios",
        "destinatarios": marcados,
        "cita_vista": "f" * 64,
        "t0-personaje": marcados[0],
        "t0-clave": str(uuid4()),
    } | cambios
    enviado.pop("csrfmiddlewaretoken", None)

    respuesta = cliente.post(ruta(mesa, "escribir"), enviado | {"hacer": hacer})
    if respuesta.status_code == 302:
        respuesta = cliente.get(ruta(mesa, "escribir"))
        estado, perdidos = 200, {"cita_vista", "abierto", "pestana"}
    else:
        perdidos = set()
    quedan = campos_de(html_de(respuesta))

    esperado = {n: v if isinstance(v, list) else [v] for n, v in enviado.items()}
    servidor = {"hacer", "cuantas", "borrador", "van", "csrfmiddlewaretoken"} | perdidos
    if "adjuntos" in cambios:  # an image that is not there cannot be shown: the form says so
        servidor |= {"adjuntos", "alt-AAAAAAAAAAA"}
    if cambios.get("texto") == f"> {SECRETO}":  # it was not what confirms this quote: it is asked again
        servidor |= {"cita_vista"}
    if cambios.get("visibilidad") == "luna":
        servidor |= {"visibilidad"}
    assert respuesta.status_code == estado
    assert {n: quedan.get(n) for n in esperado if n not in servidor and esperado[n]} == {
        n: v for n, v in esperado.items() if n not in servidor and v
    }
    assert int(quedan["cuantas"][0]) == 1 + (hacer == "tirada")


def test_las_dos_copias_de_un_borrador_llevan_a_la_elegida_con_todo():
    mesa = fabrica.mesa()
    escribir(mesa, mesa.dani, hacer="guardar", personaje="-", texto="Lo de otra.", pestana="otra")

    enviado = {"personaje": SUELTO, "nombre": "La mesonera", "tras": "AAAAAAAAAAA", "abierto": "1700000000"}
    conflicto = escribir(mesa, mesa.dani, hacer="guardar", cita_vista="f" * 64, **enviado)

    assert conflicto.status_code == 409
    quedan = campos_de(html_de(conflicto).replace('<form class="formulario"', '<form class="editor"'))
    assert {n: quedan[n] for n in enviado} == {n: [v] for n, v in enviado.items()}
    assert quedan["texto"] == ["—Voy yo primero."]
    assert quedan["cita_vista"] == ["f" * 64]


def test_la_cuenta_sale_desde_cincuenta_mil_caracteres():
    mesa = fabrica.mesa()

    poco = html_de(escribir(mesa, mesa.ana, texto="a" * 49_999, hacer="campos"))
    mucho = leido(escribir(mesa, mesa.ana, texto="😀" * 50_000, hacer="campos"))

    assert re.search(r'data-cuenta-de="texto"[^>]* hidden>', poco)
    assert re.search(r'data-cuenta-de="texto"[^>]*><span>50\xa0000</span> de 60 000', mucho.replace("&nbsp;", "\xa0"))
