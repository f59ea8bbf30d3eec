"""«Quién lee qué»: the answers are the gate's, the reasons are true, and a player learns nothing new."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config import reloj
from partidas.consultas import quien_lee
from partidas.dominio import lectores, moderacion, plazas, supervision
from partidas.models import Escena, Mensaje, Participante, Reparto
from partidas.politica import lector
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.mundo import Mundo
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db


def ruta(mesa, escena=None) -> str:
    if escena is None:
        return reverse("quien_lee", args=[mesa.partida.publico])
    return reverse("quien_lee_escena", args=[mesa.partida.publico, escena.publico])


def de(mesa, persona, mensaje) -> dict[str, str]:
    """Return who reads a message and why, as that person is told."""
    quien = lector(persona, mesa.partida)
    escena = Escena.objects.sin_filtrar("test").select_related("partida").get(pk=mensaje.escena_id)
    grupos, _pagina = quien_lee.mensajes(quien, escena, quien_lee.gente(quien, ahora=reloj.ahora()))
    for grupo in grupos:
        if mensaje.pk in [leido.mensaje.pk for leido in grupo.mensajes]:
            return {lectora.nombre: lectora.razon for lectora in grupo.leen}
    return {}


def test_cada_respuesta_es_la_de_la_puerta_para_cada_cosa_del_mundo():
    """In a world with one thing of each kind, the page and the gate agree about every scene, message and secret PNJ."""
    mundo = Mundo()
    dani = lector(mundo.mesa.dani, mundo.p1)
    gente = quien_lee.gente(dani, ahora=reloj.ahora())
    cuentas = {q.nombre.split(" ")[0]: q.actor for q in gente}

    def segun_la_puerta(modelo, pk) -> set[str]:
        return {n for n, actor in cuentas.items() if modelo.objects.visibles_para(actor).filter(pk=pk).exists()}

    def dicho(leen) -> set[str]:
        return {lectora.nombre.split(" ")[0] for lectora in leen}

    escenas = quien_lee.escenas(dani, gente)
    assert {e.escena.pk: dicho(e.leen) for e in escenas} == {
        e.escena.pk: segun_la_puerta(Escena, e.escena.pk) for e in escenas
    }
    secretos = quien_lee.secretos(dani, gente)
    assert {s.fila.pk: dicho(s.saben) for s in secretos} == {
        s.fila.pk: segun_la_puerta(Reparto, s.fila.pk) for s in secretos
    }
    vistos = {}
    for fila in escenas:
        grupos, _pagina = quien_lee.mensajes(dani, fila.escena, gente)
        vistos |= {x.mensaje.pk: dicho(grupo.leen) for grupo in grupos for x in grupo.mensajes}
    assert len(vistos) >= 12
    assert vistos == {pk: segun_la_puerta(Mensaje, pk) for pk in vistos}


def test_la_direccion_lee_quien_y_por_que():
    mesa = fabrica.mesa()
    susurro = fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen)
    abierto = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    solo_dj = fabrica.publicar(mesa, mesa.bruno, mesa.mirta, visibilidad="direccion")
    mesa.escena = fabrica.secreta(mesa, mesa.kaelen, titulo="El sótano")
    secreto = fabrica.publicar(mesa, mesa.dani)

    assert de(mesa, mesa.dani, susurro) == {
        "dani": "porque dirige", "ana": "porque lo escribió", "bruno": "porque se le dijo a Mirta",
    }  # fmt: skip
    assert de(mesa, mesa.dani, abierto) == {
        "dani": "porque dirige", "ana": "porque lo escribió", "bruno": "porque tiene plaza",
        "esp": "porque tiene plaza",
    }  # fmt: skip
    assert de(mesa, mesa.dani, solo_dj) == {"dani": "porque dirige", "bruno": "porque lo escribió"}
    assert de(mesa, mesa.dani, secreto) == {
        "dani": "porque lo escribió", "ana": "porque lleva a Kaelen, que está en ella",
    }  # fmt: skip
    pagina = entrar(mesa.dani).get(ruta(mesa)).content.decode()
    assert "El sótano" in pagina
    assert "porque lleva a Kaelen, que está en ella" in pagina


def test_la_direccion_sabe_de_quien_se_fue_y_de_quien_mira_del_equipo():
    mesa = fabrica.mesa()
    susurro = fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen)
    mod = fabrica.cuenta("modesta", is_staff=True)
    supervision.entrar(mesa.partida, motivo="Un aviso", por=mod, ahora=reloj.ahora())
    assert plazas.dejar(mesa.partida, por=mesa.bruno, ahora=AHORA) is True

    assert de(mesa, mesa.dani, susurro) == {
        "dani": "porque dirige", "ana": "porque lo escribió", "bruno (retirada)": "porque se le dijo a Mirta",
        "modesta": "como equipo del sitio, con motivo y por un rato",
    }  # fmt: skip
    assert "modesta" not in de(mesa, mesa.ana, susurro)


def test_quien_juega_solo_sabe_de_lo_que_lee():
    mesa = fabrica.mesa()
    ajeno = fabrica.publicar(mesa, mesa.bruno, mesa.mirta, visibilidad="direccion", texto="CANARIO-AJENO")
    suyo = fabrica.susurrar(mesa, mesa.dani, mesa.kaelen, texto="CANARIO-SUYO")
    oculto = fabrica.publicar(mesa, mesa.bruno, mesa.mirta, texto="CANARIO-OCULTO", tiradas=(fabrica.tarea(),))
    assert moderacion.ocultar(oculto, motivo="x", por=mesa.dani, ahora=AHORA) is True
    secreta = fabrica.secreta(mesa, mesa.mirta, titulo="CANARIO-ESCENA")
    Reparto.objects.sin_filtrar("test").filter(pk=mesa.pnj.pk).update(secreto=True)
    ana = entrar(mesa.ana)

    indice = ana.get(ruta(mesa)).content.decode()
    pagina = ana.get(ruta(mesa, mesa.escena)).content.decode()

    for canario in ("CANARIO-ESCENA", "Guardia", "PNJ secretos"):
        assert canario not in indice
    assert ("CANARIO-SUYO" in pagina, "CANARIO-AJENO" in pagina, "CANARIO-OCULTO" in pagina) == (True, False, False)
    assert ana.get(ruta(mesa, secreta)).status_code == 404
    assert (de(mesa, mesa.ana, ajeno), de(mesa, mesa.ana, oculto)) == ({}, {})
    assert de(mesa, mesa.ana, suyo) == {"dani": "porque lo escribió", "ana": "porque se le dijo a Kaelen"}


def test_lo_que_se_mueve_donde_no_se_esta_no_delata_quien_esta_alli():
    """ana keeps her own message, but not the scene: her page does not speak of it."""
    mesa = fabrica.mesa()
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    secreta = fabrica.secreta(mesa, mesa.mirta)
    assert moderacion.mover(mensaje, destino=secreta, por=mesa.dani, ahora=AHORA) is True

    ana = entrar(mesa.ana)

    assert ana.get(ruta(mesa, secreta)).status_code == 404
    assert mensaje.publico not in ana.get(ruta(mesa, mesa.escena)).content.decode()


def test_un_acto_privado_no_cambia_la_pagina_de_los_demas():
    mesa = fabrica.mesa()
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    esp = entrar(mesa.esp)

    def ve() -> list[str]:
        paginas = (esp.get(ruta(mesa)), esp.get(ruta(mesa, mesa.escena)))
        return [re.sub(r'(middlewaretoken" value=")[^"]+', r"\1", p.content.decode()) for p in paginas]

    antes = ve()
    susurro = fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen)
    lectores.cambiar(susurro, visibilidad="direccion", por=mesa.dani, ahora=AHORA)
    fabrica.secreta(mesa, mesa.kaelen)

    assert ve() == antes


def test_las_consultas_son_las_mismas_haya_los_mensajes_que_haya():
    mesa = fabrica.mesa()
    dani = entrar(mesa.dani)

    def cuantas(pagina: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as consultas:
            assert dani.get(pagina).status_code == 200
        return len(consultas)

    def otros(n: int) -> None:
        for _vez in range(n):
            fabrica.publicar(mesa, mesa.ana, mesa.kaelen, tiradas=(fabrica.tarea(),))
            fabrica.susurrar(mesa, mesa.ana, mesa.mirta, fila=mesa.kaelen)

    otros(1)
    antes = [cuantas(ruta(mesa)), cuantas(ruta(mesa, mesa.escena))]
    otros(7)

    assert [cuantas(ruta(mesa)), cuantas(ruta(mesa, mesa.escena))] == antes
    assert max(antes) < 45


def test_se_pagina_y_cada_pagina_empieza_donde_dice(monkeypatch):
    mesa = fabrica.mesa()
    monkeypatch.setattr(quien_lee, "TAMANO", 3)
    for n in range(7):
        fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=f"Frase {n}.")
    dani, vistas, pagina = entrar(mesa.dani), [], ruta(mesa, mesa.escena)

    while pagina:
        cuerpo = dani.get(pagina).content.decode()
        vistas += re.findall(r"Frase \d", cuerpo)
        sigue = re.search(r'rel="next" href="(\?desde=[\w-]+)&amp;', cuerpo)
        pagina = ruta(mesa, mesa.escena) + sigue[1] if sigue else ""

    assert vistas == [f"Frase {n}" for n in range(7)]
    assert dani.get(f"{ruta(mesa, mesa.escena)}?desde=xxxxxxxxxxx").status_code == 404


def test_solo_la_abren_quienes_participan():
    mesa = fabrica.mesa()
    kike = fabrica.cuenta("kike")
    plaza = fabrica.sentar(mesa.partida, kike, "jugador", AHORA)
    Participante.objects.sin_filtrar("test").filter(pk=plaza.pk).update(estado="expulsada")
    publica = fabrica.cuenta("ines")
    fabrica.sentar(mesa.partida, publica, "jugador", AHORA)
    Participante.objects.sin_filtrar("test").filter(usuario=publica).update(estado="invitada")
    mod = fabrica.cuenta("modesta", is_staff=True)

    def estados(persona) -> tuple[int, int]:
        cliente = entrar(persona)
        return cliente.get(ruta(mesa)).status_code, cliente.get(ruta(mesa, mesa.escena)).status_code

    assert [estados(p) for p in (mesa.dani, mesa.ana, mesa.esp)] == [(200, 200)] * 3
    assert [estados(p) for p in (mesa.eva, kike, mod)] == [(404, 404)] * 3
    assert (estados(publica), estados(None)) == ((403, 404), (302, 302))
    supervision.entrar(mesa.partida, motivo="x", por=mod, ahora=reloj.ahora() - timedelta(minutes=5))
    assert estados(mod) == (403, 403)


def test_en_una_partida_abierta_tambien_lee_quien_la_visita():
    mesa = fabrica.mesa("publica")
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)

    assert de(mesa, mesa.dani, mensaje)["cualquiera que visite la partida"] == "porque la partida está abierta"
    assert entrar(mesa.eva).get(ruta(mesa)).status_code == 403
