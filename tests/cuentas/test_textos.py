"""The legal pages: the text of the project, edits that keep what they replace, and safe HTML."""

from datetime import datetime
from threading import Barrier, Thread

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cuentas import textos
from cuentas.models import TextoDelSitio, Usuario, VersionDeTexto

CLAVES = TextoDelSitio.Clave.values


@pytest.mark.parametrize("clave", CLAVES)
@pytest.mark.parametrize("idioma", [i for i, _ in settings.LANGUAGES])
def test_todos_los_textos_existen_en_todos_los_idiomas(db: None, clave: str, idioma: str) -> None:
    pagina = textos.de_serie(clave, idioma)

    assert len(pagina.titulo) > 3
    assert len(pagina.html) > 500
    assert "[" not in pagina.html


def test_privacidad_promete_no_borrar_por_silencio(db: None) -> None:
    assert "No se borra nunca una partida por silencio" in Client().get("/legal/privacidad/").content.decode()


def test_leer_no_escribe_nada(db: None) -> None:
    with CaptureQueriesContext(connection) as consultas:
        Client().get("/legal/normas/")

    assert all(c["sql"].startswith("SELECT") for c in consultas)
    assert not TextoDelSitio.objects.exists()


def test_el_nombre_corto_y_el_que_no_existe(db: None) -> None:
    assert Client().get("/legal/aviso/")["Location"] == "/legal/aviso-legal/"
    assert Client().get("/legal/otra-cosa/").status_code == 404


def test_guardar_conserva_lo_que_habia_y_la_segunda_vez_no_hace_nada(mod: Usuario, ahora: datetime) -> None:
    datos = {"titulo": "Normas", "cuerpo": "Sed buenos.", "autor": mod, "ahora": ahora}

    primera = textos.guardar_texto("normas", "es", version_leida=0, **datos)
    repetida = textos.guardar_texto("normas", "es", version_leida=0, **datos)
    segunda = textos.guardar_texto("normas", "es", version_leida=1, **{**datos, "cuerpo": "Sed mejores."})

    assert (primera.version, repetida.version, segunda.version) == (1, 1, 2)
    assert textos.leer("normas", "es").cuerpo == "Sed mejores."
    assert textos.leer("normas", "en") == textos.de_serie("normas", "en")
    assert [(v.version, v.cuerpo[:11], v.por) for v in VersionDeTexto.objects.all()] == [
        (1, "Sed buenos.", mod),
        (0, "Pocas, para", None),
    ]


def test_guardar_sobre_lo_que_otro_cambio_se_niega(mod: Usuario, ahora: datetime) -> None:
    textos.guardar_texto("normas", "es", titulo="N", cuerpo="Una.", version_leida=0, autor=mod, ahora=ahora)

    with pytest.raises(textos.TextoCambiado) as cambio:
        textos.guardar_texto("normas", "es", titulo="N", cuerpo="Otra.", version_leida=0, autor=mod, ahora=ahora)

    assert cambio.value.actual.cuerpo == "Una."
    assert VersionDeTexto.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_dos_primeras_ediciones_a_la_vez_dejan_una(mod: Usuario, ahora: datetime) -> None:
    barrera, resultados = Barrier(4), []

    def guardar(n: int) -> None:
        barrera.wait()
        try:
            textos.guardar_texto("normas", "es", titulo="N", cuerpo=f"La {n}.", version_leida=0, autor=mod, ahora=ahora)
            resultados.append("guardada")
        except textos.TextoCambiado:
            resultados.append("cambiada")
        finally:
            connection.close()

    hilos = [Thread(target=guardar, args=(n,)) for n in range(4)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()

    assert sorted(resultados) == ["cambiada"] * 3 + ["guardada"]
    assert VersionDeTexto.objects.count() == 1


@pytest.mark.parametrize("quien", ["ana", None])
@pytest.mark.parametrize("camino", ["/legal/normas/editar/", "/legal/normas/historia/", "/equipo/invitaciones/"])
def test_solo_el_equipo_edita(ana: Usuario, como, quien: str | None, camino: str) -> None:
    respuesta = como(ana if quien else None).get(camino)

    if quien:
        assert respuesta.status_code == 404
    else:
        assert respuesta["Location"].startswith("/cuentas/login/")


def test_el_equipo_edita_desde_la_pagina(mod: Usuario, como) -> None:
    navegador = como(mod)
    assert "/legal/normas/editar/" in navegador.get("/legal/normas/").content.decode()

    navegador.post("/legal/normas/editar/", {"titulo": "Normas", "cuerpo": "Sed **buenos**.", "version_leida": 0})

    pagina = Client().get("/legal/normas/").content.decode()
    assert "<strong>buenos</strong>" in pagina
    assert "Cambiado por última vez" in pagina
    assert "Pocas, para que" in navegador.get("/legal/normas/historia/").content.decode()
    en_ingles = Client().get("/legal/normas/?idioma=en").content.decode()
    assert "?idioma=es" in en_ingles


def test_editar_a_la_vez_ensena_los_dos_textos(mod: Usuario, como, ahora: datetime) -> None:
    textos.guardar_texto("normas", "es", titulo="N", cuerpo="La de otro.", version_leida=0, autor=mod, ahora=ahora)

    respuesta = como(mod).post(
        "/legal/normas/editar/", {"titulo": "Normas", "cuerpo": "La mía, larga.", "version_leida": 0}
    )

    pagina = respuesta.content.decode()
    assert respuesta.status_code == 409
    assert "La mía, larga." in pagina
    assert "La de otro." in pagina
    assert 'name="version_leida" value="1"' in pagina


@pytest.mark.parametrize(
    ("markdown", "prohibido"),
    [
        ("<script>alert(1)</script>", "<script"),
        ("<img src=x onerror=alert(1)>", "<img"),
        ("[x](javascript:alert(1))", "javascript"),
        ("[x](//evil.example)", "evil"),
        ("[x](https:evil.example)", "evil"),
        ("[x](/\\evil.example)", "\\"),
        ("![x](https://evil.example/a.png)", "<img"),
        ("# Título", "<h1"),
    ],
)
def test_el_html_sale_de_una_lista_cerrada(markdown: str, prohibido: str) -> None:
    assert prohibido not in textos.a_html(markdown)


def test_el_html_conserva_los_enlaces_claros() -> None:
    html = textos.a_html("[a](https://www.aepd.es/) [b](/cuentas/signup/) [c](mailto:a@b.es)")

    assert [trozo in html for trozo in ('href="https://www.aepd.es/"', 'href="/cuentas/signup/"', "mailto:a@b.es")] == [
        True
    ] * 3
