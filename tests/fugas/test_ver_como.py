"""«Ver como…»: whoever directs sees each page as another gets it, never more, and nothing moves meanwhile."""

from __future__ import annotations

import hashlib
import os
import re

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from config import reloj
from partidas.escenario.oraculo import QUIEN_VE
from partidas.escenario.sembrar import Escenario, sembrar
from partidas.intermedio import LEGIBLES
from partidas.miradas import CUENTA, VISITANTE
from partidas.models import Adjunto, Escena, Mensaje, Reparto
from partidas.urls import urlpatterns
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db

TODOS = ("ana", "bruno", "clara", "esp", "codi", "kike", "ines", VISITANTE, CUENTA)
OTROS = TODOS if os.environ.get("LARGO") == "1" else ("ana", "kike", VISITANTE)
FORMULARIO = re.compile(r"<form.*?</form>", re.DOTALL)
DE_MANDO = re.compile(r"/(editar|anular|repartir|entregar|mover|ocultar|borrar|lectores|escribir|continuar)/")
SALIDA = re.compile(r"<section class=\"aviso aviso--neutro solo-lectura\".*?</section>", re.DOTALL)


@pytest.fixture(scope="module")
def mundo(django_db_setup, django_db_blocker):
    """Make the world of the security tests once: these tests only look at it."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield sembrar(ahora=reloj.ahora())
        transaction.set_rollback(True)


def mirar(cliente: Client, partida, como: str, **campos) -> None:
    datos = {"como": como, **campos}
    respuesta = cliente.post(reverse("ver_como", args=[partida.publico]), datos)
    assert respuesta.status_code == 302, respuesta.content.decode()


def como_de(mundo: Escenario, quien: str) -> str:
    return mundo.gente[quien].publico if quien in mundo.gente else quien


def paginas(mundo: Escenario, quien: str) -> list[str]:
    """Return every address of P1 that is read: each scene in both views, each sheet, each message, the days.

    Of the histories, those of what the person wrote and one more.
    """
    partida = mundo.partidas["p1"]
    p = partida.publico
    rutas = [reverse(nombre, args=[p]) for nombre in ("partida", "leer", "jornadas", "quien_lee")]
    for escena in Escena.objects.sin_filtrar("test").filter(partida=partida):
        for nombre in ("escena", "leer_escena", "asalto", "quien_lee_escena"):
            ruta = reverse(nombre, args=[p, escena.publico])
            rutas += [ruta, f"{ruta}?desde=principio"] if nombre == "escena" else [ruta]
    for fila in Reparto.objects.sin_filtrar("test").filter(partida=partida, hasta__isnull=True):
        rutas.append(reverse("ficha", args=[p, fila.personaje.publico]))
    mensajes = Mensaje.objects.sin_filtrar("test").filter(escena__partida=partida).select_related("autor")
    rutas += [reverse("mensaje", args=[mensaje.publico]) for mensaje in mensajes]
    suyos = [m for m in mensajes if m.autor is not None and m.autor.username == quien]
    rutas += [reverse("mensaje_historial", args=[m.publico]) for m in [mensajes[0], *suyos]]
    return rutas


def canarios(mundo: Escenario, cuerpo: str) -> set[str]:
    return {clase for clase, canario in mundo.canarios.items() if canario in cuerpo}


def pide(cliente: Client, ruta: str) -> tuple[int, str, str]:
    respuesta = cliente.get(ruta)
    return respuesta.status_code, respuesta.content.decode(), respuesta.headers.get("Location", "")


SIN_OBJETO = (
    "mesa", "partida_editar", "partida_unirse", "personaje_nuevo", "pnj_nuevo", "escena_nueva", "repartir",
    "jornada_cerrar", "jornadas_ajustes", "jornadas_atrasadas", "plaza_nueva",
)  # fmt: skip


@pytest.mark.parametrize("quien", OTROS)
def test_cada_pagina_tiene_lo_mismo_que_le_llega_a_esa_persona_y_dani_puede_ver(mundo, quien):
    """Statuses, canaries, messages, cards and sheets are those of the real person, save what dani may not see.

    No form is drawn but those to go back and to sign out, and no link to what is not shown.
    """
    suya = entrar(mundo.gente.get(quien, mundo.gente["eva"] if quien == CUENTA else None))
    mia = entrar(mundo.gente["dani"])
    mirar(mia, mundo.partidas["p1"], como_de(mundo, quien))
    de_dani = {clase for clase, quienes in QUIEN_VE.items() if "dani" in quienes}
    prohibidas = {reverse(nombre, args=[mundo.partidas["p1"].publico]) for nombre in SIN_OBJETO}
    vistas = 0

    for ruta in paginas(mundo, quien):
        estado, real, destino = pide(suya, ruta)
        mirado = pide(mia, ruta)
        if estado == 302 and "/cuentas/login/" in destino:
            assert mirado[0] in (403, 404), ruta  # to a visitor the site offers to sign in
            continue
        if estado == 302 and "mis-textos" in destino:
            assert pide(mia, mirado[2])[0] == 403, ruta
            continue
        cuerpo, con_formularios, real = SALIDA.sub("", mirado[1]), real, FORMULARIO.sub("", real)
        assert (mirado[0], mirado[2]) == (estado, destino), ruta
        # What a form says beside its buttons («Has pedido anularla: …») may stay when they go.
        assert canarios(mundo, real) & de_dani <= canarios(mundo, cuerpo), ruta
        assert canarios(mundo, cuerpo) <= canarios(mundo, con_formularios) & de_dani, ruta
        for marca in (r'id="m-[\w-]{11}"', r'id="t-[\w-]{11}"', r"/pj/[\w-]{11}/\""):
            assert set(re.findall(marca, cuerpo)) == set(re.findall(marca, real)), ruta
        if estado == 302:
            continue
        assert "Volver a mi vista" in mirado[1], ruta
        assert re.findall(r"<form[^>]*>", cuerpo) == ['<form method="post" action="/cuentas/logout/">'], ruta
        enlaces = re.findall(r'href="([^"?#]+)', cuerpo)
        assert [e for e in enlaces if e in prohibidas or DE_MANDO.search(e)] == [], ruta
        vistas += estado == 200

    assert vistas > 6 or quien in ("kike", "ines", VISITANTE, CUENTA)


def huella() -> dict[str, str]:
    """Return a digest of every table but the sessions."""
    tablas = {}
    for modelo in apps.get_models(include_auto_created=True):
        if modelo is Session or "usersessions" in modelo._meta.label_lower:
            continue
        puerta = modelo._default_manager
        filas = puerta.sin_filtrar("test") if hasattr(puerta, "sin_filtrar") else puerta.all()
        valores = sorted(repr(fila) for fila in filas.values_list())
        tablas[modelo._meta.label] = hashlib.sha256("\n".join(valores).encode()).hexdigest()
    return tablas


def test_mirar_no_cambia_ni_una_fila_de_nadie(mundo):
    antes = huella()
    dani = entrar(mundo.gente["dani"])
    antes["cuentas.Usuario"] = huella()["cuentas.Usuario"]  # signing in writes the moment of dani's

    mirar(dani, mundo.partidas["p1"], como_de(mundo, "bruno"))
    for ruta in paginas(mundo, "bruno"):
        dani.get(ruta)
    dani.post(reverse("ver_como_salir", args=[mundo.partidas["p1"].publico]))

    assert huella() == antes


def test_todas_las_direcciones_que_envian_se_niegan_con_la_salida_y_lo_escrito(mundo):
    dani = entrar(mundo.gente["dani"])
    partida = mundo.partidas["p1"]
    mirar(dani, partida, como_de(mundo, "bruno"))
    antes = huella()
    mensaje = Mensaje.objects.sin_filtrar("test").filter(escena__partida=partida).first()
    valores = {"partida_id": partida.publico, "mensaje_id": mensaje.publico, "escena_id": mensaje.escena.publico}
    negadas = []

    for patron in urlpatterns:
        argumentos = {clave: valores.get(clave, "x" * 11) for clave in patron.pattern.converters}
        if patron.name in ("ver_como", "ver_como_salir", "acceso_moderacion", "acceso_moderacion_salir"):
            continue
        respuesta = dani.post(reverse(patron.name, kwargs=argumentos), {"texto": "UN TEXTO LARGO QUE NO SE PIERDE"})
        cuerpo = respuesta.content.decode()
        assert respuesta.status_code == 403, patron.name
        assert "no se ha guardado ni cambiado nada" in cuerpo, patron.name
        assert "UN TEXTO LARGO QUE NO SE PIERDE" in cuerpo, patron.name
        assert "Volver a mi vista" in cuerpo, patron.name
        negadas.append(patron.name)

    assert len(negadas) > 40
    assert huella() == antes


def test_las_paginas_de_mando_no_se_ensenan_y_mis_textos_tampoco(mundo):
    dani = entrar(mundo.gente["dani"])
    partida = mundo.partidas["p1"]
    mirar(dani, partida, como_de(mundo, "codi"))

    for nombre in SIN_OBJETO:
        ruta = reverse(nombre, args=[partida.publico])
        assert dani.get(ruta).status_code == 403, nombre
    assert dani.get(reverse("mis_textos")).status_code == 403


def test_fuera_de_la_partida_dani_sigue_siendo_dani(mundo):
    dani = entrar(mundo.gente["dani"])
    mirar(dani, mundo.partidas["p1"], VISITANTE)

    otra = reverse("partida", args=[mundo.partidas["p5"].publico])
    assert "Cambiar la partida" in dani.get(otra).content.decode()
    assert mundo.canarios["p1"] in dani.get("/").content.decode()
    assert "Volver a mi vista" in dani.get(otra).content.decode()
    assert dani.get(reverse("partida", args=[mundo.partidas["p1"].publico])).status_code == 404


def test_solo_quien_dirige_mira_con_otros_ojos(mundo):
    ruta = reverse("ver_como", args=[mundo.partidas["p1"].publico])
    estados = {}
    for quien in ("dani", "codi", "ana", "esp", "eva", "olga", "kike", "ines", "mod", "admin", None):
        cliente = entrar(mundo.gente.get(quien)) if quien else entrar()
        estados[quien] = (
            cliente.get(ruta).status_code,
            cliente.post(ruta, {"como": VISITANTE}).status_code,
            "ver_como" in cliente.session,
        )
    si, ve, no = (200, 302, True), (403, 403, False), (404, 404, False)
    assert estados == {
        "dani": si, "codi": si, "ana": ve, "esp": ve, "ines": ve, "eva": no, "olga": no, "kike": no, "mod": no,
        "admin": no, None: (302, 302, False),
    }  # fmt: skip


@pytest.mark.parametrize("como", ["", "x", "eva", "dani", "olga"])
def test_solo_se_mira_como_quien_tiene_plaza(mundo, como):
    dani = entrar(mundo.gente["dani"])
    datos = {"como": mundo.gente[como].publico if como in mundo.gente else como}

    assert dani.post(reverse("ver_como", args=[mundo.partidas["p1"].publico]), datos).status_code == 404
    assert "ver_como" not in dani.session


@pytest.mark.parametrize(("quien", "estado"), [("bruno", 200), ("ana", 404), (VISITANTE, 404)])
def test_las_imagenes_se_ven_con_los_mismos_ojos(mundo, quien, estado):
    imagen = Adjunto.objects.sin_filtrar("test").get()
    cliente = entrar(mundo.gente["dani"])
    rutas = [reverse(vista, args=[imagen.publico]) for vista in ("adjunto", "adjunto_mini")]

    assert [cliente.get(ruta).status_code for ruta in rutas] == [200, 200]
    mirar(cliente, mundo.partidas["p1"], como_de(mundo, quien))

    assert [cliente.get(ruta).status_code for ruta in rutas] == [estado, estado]


def test_cada_clase_de_direccion_dice_de_que_partida_es():
    """A new kind of object in an address must say how to reach its partida, or a look could pass it by."""
    from partidas.intermedio import POR_OBJETO

    cabezas = {next(iter(p.pattern.converters)) for p in urlpatterns if p.pattern.converters}

    assert cabezas - {"partida_id", "clave", "prenda"} == set(POR_OBJETO)
    assert {p.name for p in urlpatterns} >= LEGIBLES
