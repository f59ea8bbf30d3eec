"""«Ausencias»: announced with two dates, corrected and joined; who knows of them and why; what each partida does."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from config import reloj
from cuentas import ausencias as fechas
from cuentas.models import Ausencia
from partidas.consultas import ausencias as consultas
from partidas.dominio import ausencias, partidas, plazas, vez
from partidas.dominio.partidas import DatosPartida
from partidas.models import Participante, ReglaDeAusencia
from partidas.politica import lector
from partidas.presentacion import ausencias as presentacion
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.test_vez import KAELEN, deben

pytestmark = pytest.mark.django_db


def cliente(persona) -> Client:
    entra = Client(headers={"accept-language": "es"})
    entra.force_login(persona)
    return entra


def dia(n: int) -> date:
    return timezone.localtime(reloj.ahora(), ZoneInfo("Europe/Madrid")).date() + timedelta(days=n)


def anunciar(persona, desde, hasta, **campos) -> Ausencia:
    return fechas.anunciar(persona, desde=dia(desde), hasta=dia(hasta), ahora=reloj.ahora(), **campos).ausencia


def enviar(entra, desde, hasta, /, **mas):
    datos = {"hacer": "anunciar", "desde": f"{dia(desde)}", "hasta": f"{dia(hasta)}", "lo_lee": "mesa", "motivo": ""}
    return entra.post("/ausencias/", datos | mas, follow=True)


def leida(entra, ruta="/ausencias/") -> str:
    return unescape(entra.get(ruta).content.decode())


def test_se_anuncia_se_corrige_y_se_borra():
    mesa = fabrica.mesa()
    ana = cliente(mesa.ana)
    assert "No has anunciado ausencias." in leida(ana)

    hecho = unescape(enviar(ana, 2, 4, motivo="Viaje").content.decode())
    una = Ausencia.objects.get()
    assert "Anotado" in hecho
    assert "Viaje" in hecho
    assert "Corregir una ausencia" in leida(ana, f"/ausencias/?cual={una.publico}")

    enviar(ana, 3, 9, motivo="Viaje largo", cual=una.publico)
    una.refresh_from_db()
    assert (una.desde, una.hasta, una.motivo) == (dia(3), dia(9), "Viaje largo")

    fundida = unescape(enviar(ana, 8, 12).content.decode())
    assert "Coincidía con otra ausencia tuya: ahora es una sola." in fundida
    borrada = ana.post("/ausencias/", {"hacer": "borrar", "cual": Ausencia.objects.get().publico}, follow=True)
    assert "Ausencia borrada." in borrada.content.decode()
    otra_vez = ana.post("/ausencias/", {"hacer": "borrar", "cual": una.publico}, follow=True)
    assert "Esa ausencia ya no estaba." in otra_vez.content.decode()


@pytest.mark.parametrize(
    ("mas", "frase"),
    [
        ({}, "Acaba antes de empezar"),
        ({"desde": ""}, "Pon un día."),
        ({"hasta": "mañana"}, "Escribe un día como"),
        ({"desde": "2020-01-01", "hasta": "2020-01-02"}, "Esos días ya han pasado"),
        ({"lo_lee": "todos"}, "todos"),
    ],
)
def test_lo_que_no_vale_se_dice_y_no_se_pierde_lo_escrito(mas, frase):
    mesa = fabrica.mesa()

    respuesta = enviar(cliente(mesa.ana), 4, 2, motivo="Mi boda", **mas)
    html = unescape(respuesta.content.decode())

    assert respuesta.status_code == 422
    assert frase in html
    assert 'value="Mi boda"' in html
    assert not Ausencia.objects.exists()


def test_cada_partida_tiene_su_regla_y_la_leen_los_companeros():
    mesa = fabrica.mesa()
    ana, campo = cliente(mesa.ana), f"que-{mesa.partida.publico}"
    anunciar(mesa.ana, 0, 3)
    assert "se le espera" in leida(cliente(mesa.bruno))

    for que, frase in (("saltar", "Guardado."), ("saltar", "Ya estaba así."), ("volar", "Elige qué pasa")):
        respuesta = ana.post("/ausencias/", {"hacer": "reglas", campo: que}, follow=True)
        assert frase in unescape(respuesta.content.decode())

    assert ReglaDeAusencia.objects.sin_filtrar("test").get().que == "saltar"
    assert "se salta su turno" in leida(cliente(mesa.bruno))
    assert ausencias.decidir(mesa.partida, que="esperar", por=mesa.ana, ahora=AHORA) is True
    assert campo not in leida(cliente(mesa.dani))


def test_el_motivo_lo_lee_quien_dice_y_las_fechas_quien_juega_con_la_persona():
    mesa = fabrica.mesa("publica")
    for n, lo_lee in enumerate(("nadie", "direccion", "mesa")):
        anunciar(mesa.ana, 10 * n, 10 * n + 1, motivo=f"motivo-{lo_lee}", lo_lee=lo_lee)

    vistos = {
        nombre: sorted(re.findall(r"motivo-\w+", leida(cliente(getattr(mesa, nombre)))))
        for nombre in ("ana", "dani", "bruno", "esp", "eva")
    }
    fechas_vistas = {
        nombre: len(consultas.de_companeros(getattr(mesa, nombre), dia(0), dia(60)))
        for nombre in ("ana", "dani", "bruno", "esp", "eva")
    }

    assert vistos == {
        "ana": ["motivo-direccion", "motivo-mesa", "motivo-nadie"],
        "dani": ["motivo-direccion", "motivo-mesa"],
        "bruno": ["motivo-mesa"],
        "esp": [],
        "eva": [],
    }
    assert fechas_vistas == {"ana": 0, "dani": 3, "bruno": 3, "esp": 0, "eva": 0}


def test_dirigir_otra_partida_no_abre_el_motivo_de_quien_alli_no_juega():
    mesa = fabrica.mesa()
    partidas.crear(DatosPartida("Otra", "strange"), direccion=mesa.bruno, ahora=AHORA)
    anunciar(mesa.ana, 0, 1, motivo="motivo-x", lo_lee="direccion")

    assert "motivo-x" not in leida(cliente(mesa.bruno))


@pytest.mark.parametrize("como", ["expulsada", "terminada"])
def test_quien_ya_no_juega_con_la_persona_no_sabe_nada(como):
    mesa = fabrica.mesa("publica")
    anunciar(mesa.ana, 0, 3, motivo="motivo-x")
    if como == "expulsada":
        plaza = Participante.objects.sin_filtrar("test").get(partida=mesa.partida, usuario=mesa.bruno)
        plazas.expulsar(plaza, motivo="Eh", por=mesa.dani, ahora=AHORA)
    else:
        partidas.finalizar(mesa.partida, por=mesa.dani, ahora=AHORA)

    bruno = cliente(mesa.bruno)
    paginas = [leida(bruno, ruta) for ruta in ("/ausencias/", "/", f"/p/{mesa.partida.publico}/")]
    assert [("motivo-x" in html, "está fuera hasta" in html, "Fuera esta semana" in html) for html in paginas] == [
        (False, False, False)
    ] * 3


def test_la_portada_dice_quien_falta_esta_semana_y_la_partida_hasta_cuando():
    mesa = fabrica.mesa()
    anunciar(mesa.ana, 0, 3)
    anunciar(mesa.dani, 8, 9)
    bruno = cliente(mesa.bruno)
    portada, partida = leida(bruno, "/"), leida(bruno, f"/p/{mesa.partida.publico}/")

    fuera = portada.partition('id="fuera"')[2].partition("</section>")[0]
    assert ("ana" in fuera, "dani" in fuera) == (True, False)
    assert re.search(r"<bdi>ana</bdi> está fuera hasta el \d+ de \w+ de \d+", partida)
    assert "está fuera hasta" not in leida(cliente(mesa.esp), f"/p/{mesa.partida.publico}/")
    assert [persona for persona, _f in consultas.fuera_de(lector(mesa.ana, mesa.partida), reloj.ahora())] == []


def test_el_mes_es_una_tabla_de_tramos_y_otro_mes_se_pide():
    filas = [("ana", date(2026, 11, 28), date(2026, 12, 2)), ("bruno", date(2026, 12, 31), date(2027, 1, 4))]
    mes = presentacion.mes(date(2026, 12, 1), [*filas, ("ana", date(2026, 12, 10), date(2026, 12, 10))])

    assert (mes.anterior, mes.siguiente, len(mes.dias)) == ("2026-11", "2027-01", 31)
    assert [(quien, [(t.dias, t.fuera) for t in tramos]) for quien, tramos in mes.filas] == [
        ("ana", [(2, True), (7, False), (1, True), (21, False)]),
        ("bruno", [(30, False), (1, True)]),
    ]
    hoy = date(2026, 12, 15)
    assert [presentacion.primero(texto, hoy) for texto in ("2027-02", "", "9999-01", "x", "2026-13")] == [
        date(2027, 2, 1), *[date(2026, 12, 1)] * 4,
    ]  # fmt: skip
    assert presentacion.ultimo(date(2028, 2, 3)) == date(2028, 2, 29)


@pytest.mark.parametrize("mes", ["", "2026", "2026-13", "0-1", "9999-12", f"{10**20}-01", f"2026-{10**20}"])
def test_un_mes_que_no_es_ninguno_es_este(mes):
    assert presentacion.primero(mes, date(2026, 11, 30)) == date(2026, 11, 1)


def test_la_pagina_de_ausencias_no_cuesta_mas_con_mas_companeros(django_assert_max_num_queries):
    mesa = fabrica.mesa()
    for n in range(12):
        persona = fabrica.cuenta(f"persona{n}")
        fabrica.sentar(mesa.partida, persona, "jugador", AHORA)
        anunciar(persona, n, n + 2)
    bruno = cliente(mesa.bruno)
    bruno.get("/ausencias/")

    with django_assert_max_num_queries(13):
        assert leida(bruno).count('<th scope="row">') >= 1


def test_lo_que_se_anuncia_o_se_decide_vale_al_momento_para_los_turnos():
    mesa = fabrica.mesa()
    ana, campo = cliente(mesa.ana), f"que-{mesa.partida.publico}"
    vez.configurar(mesa.escena, vez.Turnos("orden"), por=mesa.dani, ahora=reloj.ahora())
    tocaba = [deben(mesa.escena)]
    enviar(ana, 0, 3)
    for que in ("mover", "esperar", "mover"):
        ana.post("/ausencias/", {"hacer": "reglas", campo: que})
        tocaba.append(deben(mesa.escena))
    ana.post("/ausencias/", {"hacer": "borrar", "cual": Ausencia.objects.get().publico})
    tocaba.append(deben(mesa.escena))
    enviar(ana, 0, 3)
    tocaba.append(deben(mesa.escena))

    mueve = [("Kaelen", "")]
    assert tocaba == [[KAELEN], mueve, [KAELEN], mueve, [KAELEN], mueve]
