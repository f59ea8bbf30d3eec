"""Nobody is answered with another's page: one 404 for all that is not theirs, no tags, and a cache in front."""

import re
from io import BytesIO
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import resolve, reverse
from PIL import Image

from config import reloj
from partidas.dominio import adjuntos
from partidas.dominio.pedidas import OrdenPedir, pedir
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.dominio.turnos import OrdenTurno, publicar
from partidas.escenario.sembrar import Escenario
from partidas.models import Acta, Adjunto, Mensaje, RespuestaPedida, SolicitudDePalabra, Tirada
from partidas.urls import urlpatterns
from tests.fugas import rastro
from tests.fugas.rastro import cliente_de, consultas, huella

escenario = rastro.escenario
NADIE = "0" * 11


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
    palabra = SolicitudDePalabra.objects.sin_filtrar("test").filter(declaracion=e.canarios["palabra-dj"]).get().publico
    pedida = OrdenPedir(
        uuid4(), "Salta.", "tarea", (e.publico("Kaelen"),), {"dificultad": 3, "reserva": "vigor"}, susurro=True
    )
    del_susurro = pedir(escena, pedida, por=e.gente["dani"], ahora=reloj.ahora())
    respuesta = RespuestaPedida.objects.sin_filtrar("test").get(pedida=del_susurro).publico
    imagen = _imagen_de(e, "ana", Mensaje.objects.sin_filtrar("test").get(texto=e.canarios["ana-dj"]))
    pnj = e.publico("pnj")
    return {
        "partida": ("/p/{}/", [p2]),
        "leer": ("/leer/{}/", [p2]),
        "escena de otra": (f"/p/{p1}/e/{{}}/", [oculta]),
        "lectura de escena": (f"/leer/{p1}/{{}}/", [oculta]),
        "escribir": (f"/p/{p1}/e/{{}}/escribir/", [oculta]),
        "turnos de la escena": (f"/p/{p1}/e/{{}}/turnos/", [oculta]),
        "turno": (f"/p/{p1}/e/{{}}/turno/", [oculta]),
        "ordenes": (f"/p/{p1}/pj/{{}}/ordenes/", [pnj]),
        "asalto": (f"/p/{p1}/e/{{}}/asalto/", [oculta]),
        "ficha": (f"/p/{p1}/pj/{{}}/", [pnj]),
        "paso de ficha": (f"/p/{p1}/pj/{{}}/editar/1/", [pnj]),
        "mensaje": ("/m/{}/", [susurro, ajeno]),
        "historial": ("/m/{}/historial/", [susurro, ajeno]),
        "editar": ("/m/{}/editar/", [susurro, ajeno]),
        "ocultar": ("/m/{}/ocultar/", [susurro, ajeno]),
        "lectores": ("/m/{}/lectores/", [susurro, ajeno]),
        "mover": ("/m/{}/mover/", [susurro, ajeno]),
        "leido": ("/m/{}/leido/", [susurro, ajeno]),
        "no leido": ("/m/{}/no-leido/", [susurro, ajeno]),
        "citar": ("/m/{}/citar/", [susurro, ajeno]),
        "novedades": (f"/p/{p1}/e/{{}}/novedades/", [oculta]),
        "sondeo": (f"/p/{p1}/e/{{}}/sondeo/", [oculta]),
        "versión": ("/m/{}/version/1/ocultar/", [susurro, ajeno]),
        "anular": ("/t/{}/anular/", [tirada]),
        "continuar": ("/t/{}/repetir/", [tirada]),
        "declaracion": ("/t/{}/declaracion/ocultar/", [tirada]),
        "acta": ("/acta/{}/deshacer/", [acta]),
        "papel": (f"/p/{p2}/plazas/{{}}/papel/", [e.gente["olga"].publico]),
        "acción sobre plaza": (f"/p/{p2}/plazas/{{}}/expulsar/", [e.gente["olga"].publico]),
        "presentes": (f"/p/{p1}/e/{{}}/presentes/", [oculta]),
        "silencio de escena": (f"/p/{p1}/e/{{}}/silencio/", [oculta]),
        "estado de escena": (f"/p/{p1}/e/{{}}/estado/", [oculta]),
        "quién lee la escena": (f"/p/{p1}/quien-lee/{{}}/", [oculta]),
        "terminar ficha": (f"/p/{p1}/pj/{{}}/terminar/", [pnj]),
        "palabra": ("/s/{}/", [palabra]),
        "baja": ("/baja/{}/", [ajeno]),  # a signed address is for whoever bears it
        "pedir tirada": (f"/p/{p1}/e/{{}}/pedir/", [oculta]),
        "tirada pedida": ("/r/{}/", [respuesta]),
        "imagen": ("/adjuntos/{}/", [imagen]),
        "miniatura": ("/adjuntos/{}/mini/", [imagen]),
        **{f"partida, {resto}": (f"/p/{{}}/{resto}/", [p2]) for resto in DE_PARTIDA},
    }


SALIR = "ver-como/salir"  # goes back home from wherever one says
DE_PARTIDA = (
    "editar", "unirse", "personaje/nuevo", "pnj/nuevo", "e/nueva", "mesa", "mesa/repartir", "ver-como", SALIR,
    "moderacion", "moderacion/terminar", "quien-lee", "desde", "avisos", "jornadas", "jornadas/cerrar",
    "jornadas/ajustes", "jornadas/atrasadas", "estado/pausar", "plaza/dejar", "plazas/nueva",
)  # fmt: skip


def _imagen_de(e: Escenario, quien: str, mensaje: Mensaje) -> str:
    """Return the id of an image that hangs on that message."""
    crudo = BytesIO()
    Image.new("RGB", (8, 8)).save(crudo, "PNG")
    fila = adjuntos.subir(e.gente[quien], uuid4(), crudo.getvalue(), titulo="x.png", ahora=reloj.ahora())
    Adjunto.objects.sin_filtrar("test").filter(pk=fila.pk).update(mensaje=mensaje)
    return fila.publico


def test_seg_09_ninguna_direccion_se_queda_fuera(escenario):
    """A new pattern with an id in it has to be asked for above; those of one's own desk name nobody else's thing."""
    pedidas = {resolve(molde.format(NADIE)).url_name for molde, _ids in clases_de_pagina(escenario).values()}
    con_id = {p.name for p in urlpatterns if set(p.pattern.converters) - {"clave"}}

    assert sorted(con_id - pedidas - SIN_DISTINGUIR) == []


SIN_DISTINGUIR = {"pj_entregar", "pnj_secreto"}
"""Of the direction's desk, where who directs knows of every character: who does not gets 403 before any is sought."""


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
        assert vistas[0][0].estado in {404, 405} | ({302} if SALIR in clase else set()), clase


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
        "desde": reverse("desde", args=[p1]),
        "desde todas": "/desde/",
        "textos": "/mis-textos/",
        "borradores": "/mis-borradores/",
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
