"""Whose turn it is, on pages: the thread, its buttons without JavaScript, the desk, orders for when one is away."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from partidas.dominio import promesas, vez
from partidas.dominio.vez import Turnos
from partidas.models import Mensaje, OrdenesDePJ, Pendiente
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.test_vez import KAELEN, LA_DIRECCION, MIRTA, ausentar, deben

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _reloj(monkeypatch):
    monkeypatch.setattr("config.reloj.ahora", lambda: AHORA)


@pytest.fixture
def mesa():
    return fabrica.mesa("publica")


def de(persona) -> Client:
    cliente = Client()
    if persona is not None:
        cliente.force_login(persona)
    return cliente


def ruta(mesa, nombre="escena") -> str:
    return reverse(nombre, args=[mesa.partida.publico, mesa.escena.publico])


def texto(respuesta) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", respuesta.content.decode()))


def pulsar(mesa, persona, hacer, fila=None, **mas):
    datos = {"hacer": hacer, "de": fila.personaje.publico if fila else "direccion"} | mas
    return de(persona).post(ruta(mesa, "turno"), datos)


def test_el_hilo_dice_a_quien_le_toca_y_desde_y_hasta_cuando(mesa) -> None:
    vez.configurar(mesa.escena, Turnos("orden", plazo_horas=27), por=mesa.dani, ahora=AHORA)
    for persona in (None, mesa.esp, mesa.bruno, mesa.dani):
        pagina = texto(de(persona).get(ruta(mesa)))
        assert pagina.count("Le toca a: Kaelen ( ahora mismo · hasta mañana, 22:00 )") == 2

    vez.configurar(mesa.escena, Turnos("rondas"), por=mesa.dani, ahora=AHORA)
    pagina = texto(de(mesa.ana).get(ruta(mesa)))
    assert pagina.count("Faltan: Kaelen ( ahora mismo ) ; Mirta ( ahora mismo )") == 2
    assert "Turnos · ronda 1" in pagina


def test_una_escena_sin_turnos_no_dice_nada_y_no_pregunta_nada(
    mesa, django_assert_max_num_queries, django_assert_num_queries
) -> None:
    cliente = de(mesa.ana)
    cliente.get(ruta(mesa))
    with django_assert_max_num_queries(14) as antes:
        pagina = texto(cliente.get(ruta(mesa)))
    assert "Le toca a" not in pagina

    vez.configurar(mesa.escena, Turnos("rondas"), por=mesa.dani, ahora=AHORA)
    with django_assert_num_queries(len(antes) + 1):
        cliente.get(ruta(mesa))


def test_los_botones_sin_guiones(mesa) -> None:
    vez.configurar(mesa.escena, Turnos("rondas"), por=mesa.dani, ahora=AHORA)
    vuelta = f"{ruta(mesa)}?desde=final#turnos"

    assert pulsar(mesa, mesa.bruno, "pasar", mesa.kaelen).status_code == 403
    assert pulsar(mesa, mesa.ana, "pasar", mesa.kaelen).url == vuelta
    assert pulsar(mesa, mesa.ana, "empujar", mesa.mirta).url == vuelta
    assert pulsar(mesa, mesa.dani, "empujar", mesa.mirta).status_code == 409
    assert pulsar(mesa, mesa.ana, "saltar", mesa.mirta).status_code == 403
    assert pulsar(mesa, mesa.dani, "saltar", mesa.mirta, volver="mesa").url.endswith("/mesa/#faltan")
    assert deben(mesa.escena) == [LA_DIRECCION]
    assert pulsar(mesa, mesa.dani, "abrir").url == vuelta
    assert deben(mesa.escena) == [KAELEN, MIRTA]
    pulsar(mesa, mesa.ana, "pasar", mesa.kaelen)
    assert pulsar(mesa, mesa.dani, "dar", mesa.kaelen).url == vuelta
    assert deben(mesa.escena) == [KAELEN, MIRTA]
    assert pulsar(mesa, mesa.dani, "dar", mesa.pnj).status_code == 409
    assert pulsar(mesa, mesa.dani, "otra cosa", mesa.pnj).status_code == 404
    assert pulsar(mesa, mesa.eva, "empujar", mesa.kaelen).status_code == 403
    assert de(mesa.ana).get(ruta(mesa, "turno")).status_code == 405


def test_cada_cual_ve_sus_botones(mesa) -> None:
    vez.configurar(mesa.escena, Turnos("orden"), por=mesa.dani, ahora=AHORA)

    def botones(persona) -> list[str]:
        pagina = de(persona).get(ruta(mesa)).content.decode()
        return re.findall(r'name="hacer" value="(pasar|empujar|saltar|abrir)"', pagina)

    assert {quien: botones(getattr(mesa, quien)) for quien in ("ana", "bruno", "dani", "esp", "eva")} == {
        "ana": ["pasar"],
        "bruno": ["empujar"],
        "dani": ["empujar", "saltar"],
        "esp": [],
        "eva": [],
    }


def test_la_pagina_de_los_turnos_los_cambia_y_conserva_lo_escrito(mesa) -> None:
    cliente, pagina = de(mesa.dani), ruta(mesa, "escena_turnos")
    assert de(mesa.ana).get(pagina).status_code == 403
    assert cliente.get(pagina).status_code == 200
    kaelen, mirta = (f"puesto-{fila.personaje.publico}" for fila in (mesa.kaelen, mesa.mirta))

    mal = cliente.post(pagina, {"modo": "orden", "al_vencer": "saltar", "plazo_horas": "900", kaelen: "2"})
    assert mal.status_code == 422
    assert "de 1 a 720" in mal.content.decode()
    assert 'value="900"' in mal.content.decode()

    datos = {"modo": "orden", "al_vencer": "saltar", "plazo_horas": "36", kaelen: "2", mirta: "1"}
    bien = cliente.post(pagina, datos | {"puesto-direccion": "3"})
    assert bien.status_code == 302
    assert deben(mesa.escena) == [MIRTA]
    mesa.escena.refresh_from_db()
    assert (mesa.escena.modo, mesa.escena.plazo_horas, mesa.escena.al_vencer) == ("orden", 36, "saltar")
    assert re.findall(r'name="(puesto-[^"]+)" value="(\d)"', cliente.get(pagina).content.decode()) == [
        (mirta, "1"),
        (kaelen, "2"),
        ("puesto-direccion", "3"),
    ]
    assert "Le toca a Kaelen" in texto(cliente.get(pagina))


def test_fuera_de_personaje_no_hay_pagina_de_turnos(mesa) -> None:
    mesa.escena.tipo = "fuera"
    mesa.escena.save()
    assert de(mesa.dani).get(ruta(mesa, "escena_turnos")).status_code == 409


def test_la_mesa_dice_quien_falta_y_hasta_cuando_no_esta(mesa) -> None:
    assert "Quién falta" not in texto(de(mesa.dani).get(reverse("mesa", args=[mesa.partida.publico])))
    ausentar(mesa, mesa.ana, "mover")
    vez.configurar(mesa.escena, Turnos("rondas"), por=mesa.dani, ahora=AHORA)

    pagina = texto(de(mesa.dani).get(reverse("mesa", args=[mesa.partida.publico])))
    assert "Kaelen ahora mismo · ausente hasta el 3 de diciembre de 2026 · lo mueve la dirección" in pagina
    assert "Mover a Kaelen según sus órdenes" in pagina


def test_las_ordenes_las_escribe_quien_lleva_el_personaje_y_las_lee_la_direccion(mesa) -> None:
    pagina = reverse("pj_ordenes", args=[mesa.partida.publico, mesa.kaelen.personaje.publico])
    assert [de(p).get(pagina).status_code for p in (mesa.ana, mesa.dani, mesa.bruno, mesa.esp, mesa.eva)] == [
        200, 200, 403, 403, 404,
    ]  # fmt: skip
    assert de(mesa.dani).post(pagina, {"texto": "Otra"}).status_code == 403
    assert de(mesa.ana).post(pagina, {"texto": "x" * 4001}).status_code == 422

    assert de(mesa.ana).post(pagina, {"texto": "Sigo a Mirta."}).status_code == 302
    assert OrdenesDePJ.objects.sin_filtrar("test").get().texto == "Sigo a Mirta."
    assert "Sigo a Mirta." in de(mesa.dani).get(pagina).content.decode()
    de(mesa.ana).post(pagina, {"texto": " "})
    assert not OrdenesDePJ.objects.sin_filtrar("test").exists()


def test_la_direccion_mueve_a_quien_falta_con_sus_ordenes_delante_y_se_dice(mesa) -> None:
    pagina = reverse("pj_ordenes", args=[mesa.partida.publico, mesa.kaelen.personaje.publico])
    de(mesa.ana).post(pagina, {"texto": "Sigo a Mirta."})
    ausentar(mesa, mesa.ana, "mover")
    vez.configurar(mesa.escena, Turnos("rondas"), por=mesa.dani, ahora=AHORA)
    cliente, kaelen = de(mesa.dani), mesa.kaelen.personaje.publico

    editor = cliente.get(f"{ruta(mesa, 'escribir')}?mueve={kaelen}").content.decode()
    assert f'value="!{kaelen}" selected' in editor
    assert "Sigo a Mirta." in editor
    clave = re.search(r'name="clave" value="([^"]+)"', editor)
    assert clave is not None
    datos = {"clave": clave[1], "texto": "Kaelen sigue a Mirta.", "personaje": f"!{kaelen}", "visibilidad": "todos"}
    assert cliente.post(ruta(mesa, "escribir"), datos).status_code == 302

    mensaje = Mensaje.objects.sin_filtrar("test").get(texto="Kaelen sigue a Mirta.")
    assert (mensaje.movido, mensaje.nombre_voz, mensaje.autor) == (True, "Kaelen", mesa.dani)
    assert deben(mesa.escena) == [MIRTA]
    for nombre in ("escena", "leer_escena"):
        assert "movido por la dirección, según sus órdenes" in texto(de(None).get(ruta(mesa, nombre)))
    hallado = de(None).get(reverse("buscar"), {"q": "sigue"})
    assert "movido por la dirección, según sus órdenes" in texto(hallado)
    assert cliente.post(ruta(mesa, "escribir"), datos | {"clave": str(mensaje.clave)[::-1][:0]}).status_code == 422


def test_quien_no_lee_la_escena_no_sabe_de_sus_turnos(mesa) -> None:
    secreta = fabrica.secreta(mesa, mesa.kaelen)
    vez.configurar(secreta, Turnos("rondas"), por=mesa.dani, ahora=AHORA)
    assert deben(secreta) == [KAELEN]
    assert list(Pendiente.objects.visibles_para(mesa.bruno)) == []
    datos = {"hacer": "empujar", "de": mesa.kaelen.personaje.publico}
    assert de(mesa.bruno).post(reverse("turno", args=[mesa.partida.publico, secreta.publico]), datos).status_code == 404


def test_en_ingles_se_dice_en_ingles(mesa) -> None:
    vez.configurar(mesa.escena, Turnos("orden", plazo_horas=27), por=mesa.dani, ahora=AHORA)
    mesa.bruno.idioma = "en"
    mesa.bruno.save()
    pagina = texto(de(mesa.bruno).get(ruta(mesa)))
    assert "It is the turn of: Kaelen" in pagina
    assert "Nudge Kaelen" in pagina


def test_lo_prometido_vale_hasta_el_fin_de_ese_dia_tambien_en_el_hilo(mesa, monkeypatch) -> None:
    vez.configurar(mesa.escena, Turnos("orden", orden=("direccion",)), por=mesa.dani, ahora=AHORA)
    debe = Pendiente.objects.sin_filtrar("test").get(clase="turno", saldado__isnull=True)
    promesas.prometer(debe.publico, por=mesa.dani, ahora=AHORA)
    hoy = texto(de(mesa.bruno).get(ruta(mesa)))

    monkeypatch.setattr("config.reloj.ahora", lambda: AHORA + timedelta(days=1))
    manana = texto(de(mesa.bruno).get(ruta(mesa)))

    assert (hoy.count("contestará hoy"), manana.count("contestará hoy")) == (2, 0)


def test_contestare_hoy_se_dice_en_el_hilo_y_en_la_mesa_hasta_la_medianoche_de_quien_lo_dijo(mesa, monkeypatch) -> None:
    vez.configurar(mesa.escena, Turnos("orden"), por=mesa.dani, ahora=AHORA)
    fila = Pendiente.objects.sin_filtrar("test").get(escena=mesa.escena, saldado__isnull=True)
    promesas.prometer(fila.publico, por=mesa.ana, ahora=AHORA)
    paginas = (ruta(mesa), reverse("mesa", args=[mesa.partida.publico]))
    hoy = ["contestará hoy" in texto(de(mesa.dani).get(una)) for una in paginas]
    monkeypatch.setattr("config.reloj.ahora", lambda: AHORA + timedelta(days=1))

    assert hoy == [True, True]
    assert ["contestará hoy" in texto(de(mesa.dani).get(una)) for una in paginas] == [False, False]
