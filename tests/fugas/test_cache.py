"""Nobody is answered with another's page: one 404 for all that is not theirs, no tags, and a cache in front."""

import http.client
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from config import reloj
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.dominio.turnos import OrdenTurno, publicar
from partidas.escenario.sembrar import Escenario, sembrar
from partidas.models import Acta, Escena, Mensaje, Tirada
from tests.fugas import rastro
from tests.fugas.rastro import cliente_de, consultas, huella
from tests.operacion.sitio import esperar, puerto_libre

escenario = rastro.escenario
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
NADIE = "0" * 11
CANARIO = re.compile(r"CANARIO-([a-z0-9-]+)-[0-9a-f]{16}")


def clases_de_pagina(e: Escenario) -> dict[str, tuple[str, list[str]]]:
    """Return, for each kind of page, its address with a gap for the id, and ids: hidden or foreign to bruno."""
    p1, p2 = e.partidas["p1"].publico, e.partidas["p2"].publico
    escena = rastro.e1(e)
    oculta = rastro.escena(e.partidas["p2"], "La única").publico
    susurro = Mensaje.objects.sin_filtrar("test").get(texto=e.canarios["ana-dj"]).publico
    ajeno = Mensaje.objects.sin_filtrar("test").get(texto=e.canarios["p2-texto"]).publico
    orden = OrdenTurno(
        clave=uuid4(),
        visibilidad="direccion",
        personaje=e.publico("Kaelen"),
        tiradas=(TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"}),),
    )
    de_ana = publicar(escena, orden, autor=e.gente["ana"], ahora=reloj.ahora()).mensaje
    tirada = Tirada.objects.sin_filtrar("test").get(mensaje=de_ana).publico
    acta = Acta.objects.sin_filtrar("test").order_by("pk").first().publico
    pnj = e.publico("pnj")
    return {
        "partida": ("/p/{}/", [p2]),
        "leer": ("/leer/{}/", [p2]),
        "escena de otra": (f"/p/{p1}/e/{{}}/", [oculta]),
        "lectura de escena": (f"/leer/{p1}/{{}}/", [oculta]),
        "escribir": (f"/p/{p1}/e/{{}}/escribir/", [oculta]),
        "asalto": (f"/p/{p1}/e/{{}}/asalto/", [oculta]),
        "ficha": (f"/p/{p1}/pj/{{}}/", [pnj, e.publico("Kaelen")]),
        "paso de ficha": (f"/p/{p1}/pj/{{}}/editar/1/", [pnj, e.publico("Kaelen")]),
        "mensaje": ("/m/{}/", [susurro, ajeno]),
        "historial": ("/m/{}/historial/", [susurro, ajeno]),
        "editar": ("/m/{}/editar/", [susurro, ajeno]),
        "ocultar": ("/m/{}/ocultar/", [susurro, ajeno]),
        "lectores": ("/m/{}/lectores/", [susurro, ajeno]),
        "mover": ("/m/{}/mover/", [susurro, ajeno]),
        "anular": ("/t/{}/anular/", [tirada]),
        "continuar": ("/t/{}/repetir/", [tirada]),
        "declaracion": ("/t/{}/declaracion/ocultar/", [tirada]),
        "acta": ("/acta/{}/deshacer/", [acta]),
        "papel": (f"/p/{p2}/plazas/{{}}/papel/", [e.gente["olga"].publico]),
    }


@pytest.mark.django_db
@pytest.mark.parametrize("metodo", ["get", "post"])
def test_seg_09_lo_oculto_lo_ajeno_y_lo_inexistente_son_lo_mismo(escenario, metodo):
    """Same status, body, headers and number of queries: they take the same way and so the same time."""
    cliente = cliente_de("bruno")
    for clase, (molde, ids) in clases_de_pagina(escenario).items():
        vistas = []
        for publico in (NADIE, *ids):
            pedir = Pedir(cliente, metodo)
            vista, n = consultas(pedir, molde.format(publico))
            vistas.append((_sin_id(vista, publico), n))
        assert [v for v in vistas if v != vistas[0]] == [], clase
        assert vistas[0][0].estado == 404, clase


class Pedir:
    """A client that asks with one method."""

    def __init__(self, cliente: Client, metodo: str) -> None:
        """Keep both."""
        self.get = getattr(cliente, metodo)


def _sin_id(vista: rastro.Huella, publico: str) -> rastro.Huella:
    return rastro.Huella(vista.estado, vista.cabeceras, vista.cuerpo.replace(publico.encode(), b"\xc2\xb7"))


def paginas(e: Escenario) -> dict[str, str]:
    """Return one page of each kind that shows things of a partida."""
    p1, escena = e.partidas["p1"].publico, rastro.e1(e).publico
    return {
        "portada": "/",
        "lista": "/partidas/",
        "partida": reverse("partida", args=[p1]),
        "hilo": reverse("escena", args=[p1, escena]),
        "escribir": reverse("escribir", args=[p1, escena]),
        "lectura": reverse("leer_escena", args=[p1, escena]),
        "indice": reverse("leer", args=[p1]),
        "jornadas": reverse("jornadas", args=[p1]),
        "textos": "/mis-textos/",
        "ficha": reverse("ficha", args=[p1, e.publico("Mirta")]),
        "perfil": reverse("cuentas:perfil", args=[e.gente["ana"].publico]),
        "mesa": reverse("mesa", args=[p1]),
        "nada": "/p/00000000000/",
    }


@pytest.mark.django_db
def test_seg_12_ninguna_pagina_lleva_etiqueta_y_ninguna_responde_304(escenario):
    """Without a tag nothing of another can answer for it; a conditional request gets the whole page, if at all."""
    condiciones = {
        "HTTP_IF_NONE_MATCH": '*, "d1", W/"d1"',
        "HTTP_IF_MODIFIED_SINCE": "Fri, 01 Jan 2100 00:00:00 GMT",
    }
    for rol in ("dani", "bruno"):
        cliente = cliente_de(rol)
        for nombre, direccion in paginas(escenario).items():
            lisa, condicional = (huella(cliente.get(direccion, **mas)) for mas in ({}, condiciones))
            assert {"etag", "last-modified"} & {n for n, _ in lisa.cabeceras} == set(), nombre
            assert condicional == lisa, nombre


@pytest.mark.django_db
def test_seg_12_13_27_cada_pagina_dice_de_quien_es_y_no_se_deja_enmarcar(escenario):
    """Private and different for each cookie and for htmx; kept from frames, openers and other origins' requests."""
    cliente = cliente_de("dani")
    for nombre, direccion in paginas(escenario).items():
        for htmx in ({}, {"HTTP_HX_REQUEST": "true"}):
            respuesta = cliente.get(direccion, **htmx)
            assert {"no-store", "private"} & set(re.split(r",\s*", respuesta["Cache-Control"])), nombre
            assert {"no-store", "no-cache"} & set(re.split(r",\s*", respuesta["Cache-Control"])), nombre
            assert {"Cookie", "HX-Request"} <= set(re.split(r",\s*", respuesta["Vary"])), nombre
            assert respuesta["Cross-Origin-Opener-Policy"] == "same-origin"
            assert respuesta["Cross-Origin-Resource-Policy"] == "same-origin"
            assert respuesta["X-Frame-Options"] == "DENY"
            assert respuesta["X-Content-Type-Options"] == "nosniff"
            assert "frame-ancestors 'none'" in respuesta["Content-Security-Policy"]


DESDE_FUERA = [
    {"Site": "cross-site", "Mode": "no-cors", "Dest": "image"},
    {"Site": "cross-site", "Mode": "no-cors", "Dest": "script"},
    {"Site": "same-site", "Mode": "cors", "Dest": "empty"},
    {"Site": "cross-site", "Mode": "navigate", "Dest": "iframe"},
    {"Site": "cross-site", "Mode": "navigate", "Dest": "object"},
    {"Site": "cross-site"},
]


@pytest.mark.django_db
@pytest.mark.parametrize("metodo", ["get", "head"])
def test_seg_27_otro_sitio_no_puede_medir_nada(escenario, metodo):
    """Whatever it asks for, and whoever is in: the same bytes, without a query; following a link still works."""
    dani, anon = cliente_de("dani"), cliente_de("anon")
    direcciones = [*paginas(escenario).values(), "/no-existe/"]
    for como in DESDE_FUERA:
        cabeceras = {f"HTTP_SEC_FETCH_{n.upper()}": v for n, v in como.items()}
        vistas = {
            (huella(getattr(cliente, metodo)(direccion, **cabeceras)))
            for cliente in (dani, anon)
            for direccion in direcciones
        }
        assert [v.estado for v in vistas] == [403], como
    for sitio in ("cross-site", "same-origin", "none"):
        visita = {"HTTP_SEC_FETCH_SITE": sitio, "HTTP_SEC_FETCH_MODE": "navigate", "HTTP_SEC_FETCH_DEST": "document"}
        assert getattr(dani, metodo)("/mis-textos/", **visita).status_code == 200
    propia = {"HTTP_SEC_FETCH_SITE": "same-origin", "HTTP_SEC_FETCH_MODE": "cors", "HTTP_SEC_FETCH_DEST": "empty"}
    assert getattr(dani, metodo)("/mis-textos/", **propia).status_code == 200


@pytest.fixture
def con_cache(tmp_path: Path, live_server) -> Iterator[int]:
    """Put a real nginx with a cache of sixty seconds for everything in front of the site; give its port."""
    if NGINX is None:
        pytest.fail("no hay nginx: sudo apt install nginx-light")
    puerto = puerto_libre()
    temporales = "".join(
        f"{t}_temp_path {tmp_path}/{t};\n" for t in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    texto = f"""daemon off; pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log; worker_processes 1;
{"user root;" if os.geteuid() == 0 else ""}
events {{}}
http {{ access_log off;
{temporales}
proxy_cache_path {tmp_path}/cache keys_zone=todo:1m;
server {{ listen 127.0.0.1:{puerto};
location / {{ proxy_pass {live_server.url}; proxy_set_header Host localhost; proxy_set_header Connection "";
proxy_http_version 1.1; proxy_cache todo; proxy_cache_key $request_uri; proxy_cache_valid any 60s;
add_header X-Cache $upstream_cache_status always; }}
}} }}
"""
    archivo = tmp_path / "nginx.conf"
    archivo.write_text(texto, encoding="utf-8")
    orden = [NGINX, "-p", str(tmp_path), "-c", str(archivo), "-e", str(tmp_path / "error.log")]
    subprocess.run([*orden, "-t"], check=True, capture_output=True, text=True)
    proceso = subprocess.Popen(orden)
    try:
        esperar(lambda: _escucha(puerto) if proceso.poll() is None else proceso, segundos=20)
        yield puerto
    finally:
        proceso.terminate()
        proceso.wait(10)


def _escucha(puerto: int) -> bool:
    try:
        pedir(puerto, "/salud/", "anon", {})
    except ConnectionRefusedError:
        return False
    return True


def pedir(puerto: int, ruta: str, galleta: str, cabeceras: dict[str, str]) -> tuple[int, str, dict[str, str]]:
    """Return status, body and headers of what the cache answers."""
    conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=20)
    try:
        propias = {"Cookie": galleta} if "=" in galleta else {}
        conexion.request("GET", ruta, headers={**propias, "Accept-Language": "es", **cabeceras})
        respuesta = conexion.getresponse()
        return respuesta.status, respuesta.read().decode(), {n.lower(): v for n, v in respuesta.getheaders()}
    finally:
        conexion.close()


@pytest.mark.averias
@pytest.mark.django_db(transaction=True)
def test_seg_13_una_cache_delante_no_mezcla_a_nadie(con_cache, live_server):
    """Dani first, then the rest, twice over: what each sees is what the site itself would tell them."""
    e = sembrar(ahora=reloj.ahora())
    galletas = {"anon": ""}
    for rol in ("dani", "bruno"):
        cliente = cliente_de(rol)
        galletas[rol] = f"sesion={cliente.cookies['sesion'].value}"
    p1, p3 = (e.partidas[p].publico for p in ("p1", "p3"))
    e1 = rastro.e1(e).publico
    de_p3 = Escena.objects.sin_filtrar("test").get(partida=e.partidas["p3"], titulo="La única").publico
    rutas = [f"/p/{p1}/e/{e1}/", f"/p/{p1}/", f"/p/{p3}/", f"/p/{p3}/e/{de_p3}/", f"/leer/{p3}/{de_p3}/", "/", "/mis-textos/",
             f"/p/{p1}/x.css", f"/p/{p1}/e/{e1}/x.css", f"/p/{p1}/e/{e1}/..%2f..%2fstatic%2fa.css", f"/p/{p1}/.js"]  # fmt: skip
    variantes: list[dict[str, str]] = [
        {}, {"HX-Request": "true"}, {"X-Forwarded-Host": "malo.example"}, {"Referer": "https://malo.example/"},
    ]  # fmt: skip
    puerto_del_sitio = int(live_server.url.rsplit(":", 1)[1])
    for ruta in rutas:
        for rol in ("dani", "anon", "bruno", "dani"):
            for cabeceras in variantes:
                por_cache = pedir(con_cache, ruta, galletas[rol], cabeceras)
                directo = pedir(puerto_del_sitio, ruta, galletas[rol], {**cabeceras, "Host": "localhost"})
                assert por_cache[2]["x-cache"] in {"MISS", "EXPIRED"}, (ruta, rol, cabeceras)
                assert por_cache[0] == directo[0], (ruta, rol)
                assert CANARIO.findall(por_cache[1]) == CANARIO.findall(directo[1]), (ruta, rol)
                assert ("<html" in por_cache[1]) == ("<html" in directo[1]), (ruta, rol)
                assert "malo.example" not in por_cache[1] + repr(por_cache[2]), (ruta, cabeceras)
                if "x.css" in ruta or "%2f" in ruta or ruta.endswith(".js"):
                    assert por_cache[0] in {404, 302}, ruta
                    assert {"no-store", "private"} & set(re.split(r",\s*", por_cache[2]["cache-control"])), ruta
                if por_cache[0] >= 400:
                    assert por_cache[2]["cache-control"] == "no-store", ruta
    assert "ana-dj" in CANARIO.findall(pedir(con_cache, rutas[0], galletas["dani"], {})[1])
