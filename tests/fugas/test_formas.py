"""What is asked or sent in a strange shape: reading writes nothing, a form without its token does nothing, no 500."""

import html
import json
import re
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client

from tests.fugas import rastro
from tests.fugas.direcciones import de_la_casa, resumen, todas
from tests.fugas.rastro import cliente_de

escenario = rastro.escenario
pytestmark = pytest.mark.django_db
TEXTO = "—¡Corre! —gritó, y <b>saltó</b> sin mirar atrás."
CONTRASENA = "una contraseña bien larga de ana"
SIN_FICHA = {"/csp/", "/baja/1/"}
"""Reports of the browser itself, which change nothing but the log, and leaving mails, whose address is signed: a mail
program sends that with one click and no token (RFC 8058); one that the site did not sign is a 404."""
LIMITE = 500


def test_seg_47_leer_no_cambia_nada(escenario):
    """GET and HEAD of every pattern as who directs, plain and with the words of an order: no table changes."""
    cliente, antes = cliente_de("dani"), resumen()
    direcciones = [d for lista in todas(escenario).values() for d in lista]
    assert len(direcciones) > 150

    for direccion in direcciones:
        if direccion == "/salud/listo":
            continue  # 503 without a beat of its worker, by design
        assert cliente.get(direccion).status_code < LIMITE, direccion
    for direccion in _paginas(escenario):
        assert cliente.head(f"{direccion}?accion=borrar&hacer=publicar&confirmado=1").status_code < LIMITE, direccion

    assert resumen() == antes
    assert cliente.get("/mis-textos/").status_code == 200  # nor did it end the session


@pytest.mark.parametrize("ataque", ["sin ficha", "ficha de otra sesión", "otro origen", "text/plain", "json"])
def test_seg_48_sin_su_ficha_nada_se_hace_y_nada_se_pierde(escenario, ataque):
    """Every address that takes a POST, the doors too: 403, the words back in a box, the password nowhere."""
    cliente = _con_csrf("dani")
    ficha = _ficha(cliente)
    datos = {"texto": TEXTO, "motivo": TEXTO, "hacer": "publicar", "password": CONTRASENA, "password1": CONTRASENA}
    extra = {"HTTP_SEC_FETCH_SITE": "cross-site", "HTTP_SEC_FETCH_MODE": "navigate"}
    if ataque == "ficha de otra sesión":
        datos["csrfmiddlewaretoken"] = _ficha(_con_csrf("bruno"))
    elif ataque == "otro origen":
        datos["csrfmiddlewaretoken"] = ficha
        extra["HTTP_ORIGIN"] = "https://malo.example"
    antes = resumen()

    for direccion in _con_post(escenario):
        if ataque in {"text/plain", "json"}:
            llano = ataque == "text/plain"
            cuerpo = "\r\n".join(f"{n}={v}" for n, v in datos.items()) if llano else json.dumps(datos)
            tipo = "text/plain" if llano else "application/json"
            respuesta = cliente.generic("POST", direccion, cuerpo, content_type=tipo, **extra)
        else:
            respuesta = cliente.post(direccion, datos, **extra)
        pagina = respuesta.content.decode()
        assert respuesta.status_code == 403, direccion
        assert "El formulario había caducado" in pagina, direccion
        assert pagina.count(html.escape(TEXTO)) == 2, direccion
        assert "<textarea" in pagina, direccion
        assert CONTRASENA not in pagina, direccion

    assert resumen() == antes
    assert cliente.get("/mis-textos/").status_code == 200


def test_seg_48_con_su_ficha_si_se_hace(escenario):
    """The refusals above are worth something: the same form with its own token is taken."""
    cliente = _con_csrf("dani")
    datos = {"csrfmiddlewaretoken": _ficha(cliente), "tema": "sepia", "siguiente": "/"}

    respuesta = cliente.post(
        "/preferencias/", datos, HTTP_ORIGIN="http://testserver", HTTP_SEC_FETCH_SITE="same-origin"
    )

    assert respuesta.status_code == 302


def test_seg_48_solo_los_informes_del_navegador_y_las_bajas_van_sin_ficha(escenario):
    cliente = Client(enforce_csrf_checks=True)
    sin_ella = {d for lista in todas(escenario).values() for d in lista if cliente.post(d).status_code != 403}

    assert sin_ella == SIN_FICHA


def _con_csrf(rol: str) -> Client:
    cliente = cliente_de(rol)
    cliente.handler.enforce_csrf_checks = True
    return cliente


def _ficha(cliente: Client) -> str:
    pagina = cliente.get("/ajustes/lectura/").content.decode()
    encontrada = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', pagina)
    assert encontrada
    return encontrada[1]


def _con_post(escenario) -> list[str]:
    return [d for d in de_la_casa(escenario) if d not in SIN_FICHA]


OBJETO = '{"a": [null, true]}'
INYECCION = "pk);-- ' OR 1=1 _connector autor__password__startswith=a % _ \\"
# Each shape: from the name of a parameter to the piece of an urlencoded query or body.
FORMAS = {
    "repetido": lambda n: f"{n}=1&{n}=2&{n}=",
    "a[]": lambda n: f"{n}[]=1&{n}[]=2",
    "a[b]": lambda n: f"{n}[b]=1&{n}[__proto__]=1",
    "objeto": lambda n: f"{n}={quote(OBJETO)}",
    "null": lambda n: f"{n}=null",
    "1e400": lambda n: f"{n}=1e400",
    "-0": lambda n: f"{n}=-0",
    "enorme": lambda n: f"{n}={'9' * 5_000}",
    "vacío": lambda n: f"{n}=",
    "no es utf-8": lambda n: f"{n}=%FF%FE%ED%A0%80",
    "nulo": lambda n: f"{n}=%00a",
    "sustituto": lambda n: f"{n}=%5Cud800%F0%9D",
    "inyección": lambda n: f"{n}={quote(INYECCION)}",
    "control": lambda n: f"{n}=%0D%0ASet-Cookie:a%1B%7F%E2%80%AE",
}
DE_PREGUNTA = ("ver", "pagina", "desde", "narra", "antes", "tipo", "que", "personaje", "escena", "elegir", "idioma",
               "siguiente", "motivo", "destino", "visibilidad", "destinatarios", "tema", "letra", "next", "orden",
               "campo", "presentes", "invitacion", "hasta", "tirada", "junto")  # fmt: skip
NOMBRE = re.compile(r'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"')


def test_seg_49_50_preguntas_de_cualquier_forma(escenario):
    """Every page with every parameter at once, each in another shape, and the shapes turning from page to page."""
    cliente = cliente_de("dani")
    cliente.raise_request_exception = False
    piezas, malas = list(FORMAS.values()), []
    for n, direccion in enumerate(_paginas(escenario)):
        pregunta = "&".join(piezas[(n + i) % len(piezas)](nombre) for i, nombre in enumerate(DE_PREGUNTA))
        if (estado := cliente.get(f"{direccion}?{pregunta}").status_code) >= LIMITE:
            malas.append((direccion, pregunta, estado))

    assert malas == []


def test_seg_49_50_cada_parametro_de_pregunta_por_separado(escenario):
    """Alone too: what one refuses would hide what the next does with it."""
    cliente = cliente_de("dani")
    cliente.raise_request_exception = False
    p1, escena = escenario.partidas["p1"].publico, rastro.e1(escenario).publico
    leen = {
        "/partidas/": ("ver", "pagina"),
        f"/p/{p1}/e/{escena}/": ("desde",),
        f"/p/{p1}/e/{escena}/escribir/": ("narra",),
        f"/leer/{p1}/{escena}/": ("desde",),
        f"/p/{p1}/jornadas/": ("antes",),
        f"/p/{p1}/pnj/nuevo/": ("tipo",),
        f"/p/{p1}/mesa/repartir/": ("que", "personaje", "escena"),
        f"/p/{p1}/e/{escena}/presentes/": ("elegir", "presentes"),
        "/mis-textos/": ("desde",),
        "/mis-borradores/": ("tirado",),
        "/preferencias/": ("tema", "letra", "idioma", "siguiente"),
        "/ajustes/lectura/": ("tema", "letra"),
        "/legal/privacidad/": ("idioma",),
        "/probar/": ("sistema", "accion", "dificultad", "px"),
    }
    malas = [
        (direccion, nombre, forma)
        for direccion, nombres in leen.items()
        for n, nombre in enumerate(nombres)
        for forma, pieza in list(FORMAS.items())[(n + len(direccion)) % 2 :: 2]
        if cliente.get(f"{direccion}?{pieza(nombre)}").status_code >= LIMITE
    ]

    assert malas == []


@pytest.mark.parametrize("rol", ["dani", "ana"])
def test_seg_49_50_cuerpos_de_cualquier_forma(escenario, rol):
    """Each form of each page: all fields at once in a shape, one in four alone; both turn."""
    cliente = cliente_de(rol)
    cliente.raise_request_exception = False
    malas, formas = [], list(FORMAS.items())
    for vuelta, direccion in enumerate(_con_post(escenario)):
        if direccion.startswith("/cuentas/"):
            continue  # allauth's own forms count attempts
        campos = _campos(cliente, direccion)
        pruebas = [(f, "&".join(map(p, campos))) for f, p in formas[vuelta % 5 :: 5]]
        for n, campo in enumerate(list(campos)[vuelta % 4 :: 4], start=vuelta):
            forma, pieza = formas[n % len(formas)]
            propios = "&".join(f"{c}={quote(v)}" for c, v in campos.items() if c != campo)
            pruebas.append((f"{campo}: {forma}", f"{propios}&{pieza(campo)}"))
        for que, cuerpo in pruebas:
            with transaction.atomic():
                respuesta = cliente.post(direccion, cuerpo, content_type="application/x-www-form-urlencoded")
                transaction.set_rollback(True)
            if respuesta.status_code >= LIMITE:
                malas.append((direccion, que, respuesta.status_code))

    assert malas == []


def test_seg_49_un_megabyte_y_otros_tipos_de_cuerpo(escenario):
    """A megabyte in each text, JSON where a form is read, a multipart that ends in the middle: never a failure."""
    cliente = cliente_de("dani")
    cliente.raise_request_exception = False
    p1, escena = escenario.partidas["p1"].publico, rastro.e1(escenario).publico
    cuerpos = [
        ("application/x-www-form-urlencoded", "texto=" + "a" * 1_000_000 + "&notas=" + "b" * 1_000_000),
        ("application/x-www-form-urlencoded", "nombre=" + "a" * 1_000_000 + "&titulo=" + "b" * 1_000_000),
        ("application/json", '{"texto": "\\ud800", "n": 1e400, "m": -0, "t": true}'),
        ("multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="texto"\r\n\r\nsin fin'),
        ("multipart/form-data", "sin frontera"),
        ("application/x-www-form-urlencoded; charset=utf-7", "texto=+ADw-"),
        ("application/x-www-form-urlencoded; charset=no-existe", "texto=a"),
    ]
    lugares = [f"/p/{p1}/e/{escena}/escribir/", "/partidas/nueva/", f"/p/{p1}/pnj/nuevo/", "/preferencias/", "/csp/"]
    cuerpos.append(("application/x-www-form-urlencoded", f"cuantas={'9' * 5_000}&hacer=previa&version={'9' * 5_000}"))
    malas = []
    for direccion in lugares:
        for tipo, cuerpo in cuerpos:
            with transaction.atomic():
                respuesta = cliente.generic("POST", direccion, cuerpo, content_type=tipo)
                transaction.set_rollback(True)
            if respuesta.status_code >= LIMITE:
                malas.append((direccion, tipo, respuesta.status_code))
    assert malas == []
    largo = cliente.get("/partidas/?pagina=" + "1" * 1_000_000)
    assert largo.status_code < LIMITE


@pytest.mark.parametrize(
    "trozo", ["%00", "%FF%FE", "%ED%A0%80", "..%2f..%2fetc", "a" * 5_000, "1e400", "%0D%0Aa", "%25"]
)
def test_seg_49_direcciones_de_cualquier_forma(escenario, trozo):
    """In place of each id: the same nothing."""
    cliente = cliente_de("dani")
    cliente.raise_request_exception = False
    p1 = escenario.partidas["p1"].publico
    moldes = ["/p/{}/", f"/p/{p1}/e/{{}}/", f"/p/{p1}/pj/{{}}/", "/m/{}/", "/t/{}/anular/", "/u/{}/", "/unirse/{}/",
              "/reglas/{}/", "/legal/{}/", "/acta/{}/deshacer/", f"/p/{p1}/estado/{{}}/"]  # fmt: skip

    estados = {molde: cliente.get(molde.format(trozo)).status_code for molde in moldes}

    assert {m: s for m, s in estados.items() if s not in {200, 404}} == {}
    assert {m for m, s in estados.items() if s == 200} <= {"/unirse/{}/"}


def _paginas(escenario) -> list[str]:
    return [d for d in de_la_casa(escenario) if not d.startswith(("/cuentas/", "/salud"))]


def _campos(cliente: Client, direccion: str) -> dict[str, str]:
    """Return the fields of the forms of a page, with the value that each has in it, and those that buttons send."""
    pagina = cliente.get(direccion)
    es_pagina = pagina.status_code == 200 and pagina["Content-Type"].startswith("text/html")
    texto = pagina.content.decode() if es_pagina else ""
    principal = texto.partition("<main")[2]
    campos = {"hacer": "", "motivo": "Porque sí.", "texto": "Texto.", "siguiente": "/"}
    for etiqueta in re.finditer(r"<(?:input|select|textarea|button)\b[^>]*>", principal):
        nombre = re.search(r'\bname="([^"]+)"', etiqueta[0])
        valor = re.search(r'\bvalue="([^"]*)"', etiqueta[0])
        if nombre and nombre[1] != "csrfmiddlewaretoken":
            campos.setdefault(html.unescape(nombre[1]), html.unescape(valor[1]) if valor else "1")
    return campos
