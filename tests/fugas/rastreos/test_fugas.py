"""Nothing leaks: the table of URL patterns, and the canaries that each person is shown, against the oracle.

The whole of it, every address for everybody, is `make fugas` (entero.py); here is what fits in every run.
"""

from __future__ import annotations

import base64
import gzip
import io
import zipfile

import pytest
from django.core import mail
from django.core.management import call_command
from django.urls import reverse

from partidas.escenario.oraculo import ROLES
from tests.fugas import audiencias, rastreo
from tests.fugas.buscar import canarios_en
from tests.fugas.mutaciones import DIEZ, hace_fallar
from tests.fugas.sin_pagina import SIN_PAGINA
from tests.fugas.sitio import Sitio, ausencias, cosas, debe_ver, fugas, patrones

pytestmark = pytest.mark.django_db
# In the ordinary suite, of the people whom a row treats alike these are asked; `make fugas` asks all.
UNOS = ("anon", "eva", "esp", "ana", "bruno", "dani", "kike", "ines", "mod")


def test_seg_01_cada_patron_tiene_su_fila_y_cada_fila_su_patron():
    tabla = audiencias.leer()
    hay = {nombre for nombre in patrones() if not nombre.startswith(tuple(tabla.bloques))}

    con_fila = {fila.patron for fila in tabla.filas}

    assert sorted(hay - con_fila) == []
    assert sorted(con_fila - patrones().keys()) == []
    assert sorted(tabla.sin_enlace.keys() - con_fila) == []
    assert all(any(nombre.startswith(bloque) for nombre in patrones()) for bloque in tabla.bloques)


def test_una_fila_mal_escrita_se_nota(tmp_path, monkeypatch):
    for fila, error in (('{200 = "anon"}', "nada se dice"), ('{200 = "anon", 404 = "anon resto"}', "dos veces")):
        mala = tmp_path / "audiencias.toml"
        mala.write_text(f"[grupos]\n[defecto]\n[bloques]\n[sin_enlace]\n[paginas]\nportada = {fila}\n", "utf-8")
        monkeypatch.setattr(audiencias, "TABLA", mala)
        with pytest.raises(ValueError, match=error):
            audiencias.leer()


def test_seg_01_cada_direccion_da_a_cada_cual_lo_que_dice_su_fila(sitio: Sitio):
    dice, da = {}, {}
    for fila, direccion in rastreo.filas():
        for rol, estado in fila.estados.items():
            if rol in UNOS and not (fila.repetida(rol) and rol not in ("anon", "eva", "dani", "mod")):
                dice[rol, direccion] = estado
                da[rol, direccion] = sitio.pedir(rol, direccion).estado

    assert "\n".join(f"{clave} {da[clave]}" for clave in da if dice[clave] != da[clave]) == ""
    assert len(da) > 500
    assert fugas(sitio) == []


def test_seg_01_a_cada_pagina_se_llega_por_enlaces(sitio: Sitio):
    tabla = audiencias.leer()
    alcanzados = {nombre for rol in rastreo.CAMINANTES for nombre in rastreo.caminar(sitio, rol)}

    paginas = {p.nombre for p in patrones().values() if rastreo.de_get(p, tabla)}

    assert "\n".join(sorted(paginas - alcanzados - tabla.sin_enlace.keys())) == ""
    assert "\n".join(sorted(tabla.sin_enlace.keys() & alcanzados)) == ""
    assert fugas(sitio) == []


def test_el_admin_entero_es_del_equipo(sitio: Sitio):
    """One row stands for the block: whatever the address under it, whoever is not staff learns nothing."""
    for direccion in ("/admin/cuentas/usuario/", "/admin/partidas/mensaje/", "/admin/nada/", "/admin/r/1/1/"):
        estados = {rol: sitio.pedir(rol, direccion).estado for rol in ("anon", "eva", "dani", "kike")}
        assert estados == {"anon": 302, "eva": 404, "dani": 404, "kike": 404}
    assert sitio.pedir("mod", "/admin/cuentas/usuario/").estado == 403
    assert sitio.pedir("admin", "/admin/partidas/mensaje/").estado == 404


def test_seg_01_cada_cual_ve_sus_canarios_y_ninguno_mas(sitio: Sitio):
    rastreo.pedir_todo(sitio, rastreo.con_palabras())

    assert "\n".join(fugas(sitio)) == ""
    assert "\n".join(ausencias(sitio)) == ""


def test_seg_01_el_trozo_que_pide_htmx_no_ensena_mas(sitio: Sitio):
    (p1,), (e1,) = cosas()["partida_id"]["p1"], cosas()["escena_id"]["p1 E1"]
    for rol in UNOS:
        for direccion in (reverse("partida", args=[p1]), reverse("escena", args=[p1, e1]), "/mis-textos/"):
            sitio.pedir(rol, direccion, trozo=True)

    assert "\n".join(fugas(sitio)) == ""


def test_seg_01_lo_que_no_es_una_pagina_esta_en_la_lista_de_superficies(sitio: Sitio):
    """Whoever adds a search, a feed, a poll, a letter or an export adds its row to `sin_pagina.py`."""
    argumentos = {"adjunto": cosas()["adjunto_id"]["adjunto"], "adjunto_mini": cosas()["adjunto_id"]["adjunto"]}
    for patron in SIN_PAGINA:
        rol = "admin" if patron.startswith("admin:") else "dani" if patron in argumentos else "anon"
        sitio.pedir(rol, reverse(patron, args=argumentos.get(patron)))

    otros = {nombre: tipo for tipo, nombres in sitio.tipos.items() if tipo != "text/html" for nombre in nombres}
    assert otros == {nombre: tipo for nombre, tipo in SIN_PAGINA.items() if nombre != "salud_listo"}


@pytest.mark.parametrize("mutacion", [DIEZ[2], DIEZ[5], DIEZ[8]], ids=lambda m: m.nombre)
def test_seg_01_sin_una_condicion_de_la_puerta_el_rastreo_falla(sin_huella: Sitio, monkeypatch, mutacion):
    assert hace_fallar(mutacion, sin_huella, monkeypatch)


CANARIO = "CANARIO-dj-0123456789abcdef"


def _zip() -> bytes:
    crudo = io.BytesIO()
    with zipfile.ZipFile(crudo, "w") as archivo:
        archivo.writestr("cap.xhtml", f"<p>{CANARIO}</p>")
    return crudo.getvalue()


@pytest.mark.parametrize(
    "vestido",
    [
        CANARIO.encode(),
        CANARIO.lower().encode(),
        gzip.compress(f"<p>{CANARIO}</p>".encode(), mtime=0),
        base64.b64encode(f"x{CANARIO}y".encode()),
        b"/p/" + base64.urlsafe_b64encode(gzip.compress(CANARIO.encode(), mtime=0)),
        _zip(),
        CANARIO.replace("-", "&#45;").encode(),
        CANARIO.replace("-", "%2D").encode(),
        CANARIO.replace("-", "\\u002d").encode(),
        CANARIO.replace("dj", "<em>d</em>&shy;j").encode(),
    ],
    ids=["tal cual", "minusculas", "gzip", "base64", "base64 de gzip", "zip", "entidades", "url", "json", "etiquetas"],
)
def test_el_buscador_halla_un_canario_de_cualquier_manera(vestido):
    assert canarios_en(b"antes " * (not vestido.startswith((b"\x1f", b"PK"))) + vestido) == {CANARIO.lower()}
    assert canarios_en(b"CANARIO-dj-0123") == frozenset()


def test_seg_01_ni_el_correo_ni_lo_que_escriben_los_comandos_llevan_canarios(sin_huella: Sitio, capsys, settings):
    settings.HAY_CORREO = True
    correo = next(canario for canario, clase in sin_huella.clases.items() if clase == "correo")
    respuesta = sin_huella.clientes["anon"].post(reverse("account_reset_password"), {"email": f"{correo}@example.org"})
    call_command("auditar_tiradas")

    assert respuesta.status_code == 302
    assert [carta.to for carta in mail.outbox] == [[f"{correo}@example.org"]]
    assert all(
        canarios_en(repr((c.subject, c.body, c.alternatives, c.cc, c.bcc)).encode()) <= {correo} for c in mail.outbox
    )
    assert canarios_en("".join(capsys.readouterr()).encode()) == frozenset()


def test_seg_05_no_hay_canales_ni_otros_formatos_y_todos_dan_el_mismo_404(sitio: Sitio):
    """Where the slash is missing, the redirection that adds it is everybody's; some send a visitor to enter first."""
    for direccion in rastreo.ausentes():
        for rol in ("anon", "bruno", "kike"):
            estado = sitio.pedir(rol, direccion).estado
            if estado == 301:
                estado = sitio.pedir(rol, f"{direccion}/").estado
            assert estado == 404 or (rol, estado) == ("anon", 302), (rol, direccion)


def test_seg_14_no_hay_exportaciones_todavia():
    """The day there is one, its pattern is not in this list: add its row, and what it gives, to `sin_pagina.py`."""
    assert [nombre for nombre in patrones() if "export" in nombre or "descarga" in nombre or "epub" in nombre] == []


def test_seg_15_los_buscadores_solo_saben_de_lo_publico(sitio: Sitio):
    hay = {clave: publico for clave, (publico,) in cosas()["partida_id"].items()}
    cliente = sitio.clientes["anon"]
    mapa = cliente.get("/sitemap.xml").content.decode()
    robots = cliente.get("/robots.txt").content.decode()

    assert {clave for clave, publico in hay.items() if publico in mapa} == {"p3", "p4"}
    assert sitio.clientes["dani"].get("/sitemap.xml").content.decode() == mapa
    assert "Sitemap: http://localhost:8000/sitemap.xml" in robots
    assert [clave for clave, publico in hay.items() if publico in robots] == []
    privada, publica = (cliente.get(reverse("partida", args=[hay[clave]])) for clave in ("p1", "p4"))
    assert (privada.status_code, publica.status_code) == (404, 200)
    assert b'name="robots" content="noindex"' in privada.content
    assert b"noindex" not in publica.content
    assert canarios_en(privada.content) == frozenset()
    assert {sitio.clases[uno] for uno in canarios_en(publica.content)} <= debe_ver("anon")


def test_seg_28_un_borrador_es_de_quien_lo_escribe(sitio: Sitio):
    """Also for who directs and who administers: the same editor, and only its author finds the words in it."""
    (p1,), (e1,) = cosas()["partida_id"]["p1"], cosas()["escena_id"]["p1 E1"]
    for vista, donde in (("escribir", ""), ("escena", "?desde=final")):
        direccion = reverse(vista, args=[p1, e1]) + donde
        ven = {rol: sitio.pedir(rol, direccion).clases & {"borrador", "borrador-dj"} for rol in ROLES}
        assert {rol: set(clases) for rol, clases in ven.items() if clases} == {
            "clara": {"borrador"},
            "dani": {"borrador-dj"},
        }, vista
