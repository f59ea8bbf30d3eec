"""The pages of the bell: badge and list are one, looking changes nothing, and as few queries for a hundred rows."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from partidas.consultas import avisos as consultas
from partidas.dominio import campana, escenas, lectores
from partidas.models import Aviso, ClaseDeAviso, EscenaSilenciada, PreferenciaDeAviso
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.test_avisos import deber, mesa, vaciar
from tests.partidas.views.test_escenas import entrar

pytestmark = pytest.mark.django_db
__all__ = ["mesa"]

INSIGNIA = re.compile(r'class="insignia insignia--avisos">([^<]+)<')


def insignia(pagina: str) -> str:
    hallada = INSIGNIA.search(pagina)
    return hallada[1] if hallada else ""


def frases(pagina: str) -> list[str]:
    """Return what the page of the bell says, with «*» before what is new."""
    filas = re.findall(r'name="abrir"[^>]*>(<strong>)?([^<]+)<', pagina)
    assert pagina.count('<span class="sin-leer">nuevo</span>') == sum(bool(fuerte) for fuerte, _f in filas)
    return [f"*{frase}" if fuerte else frase for fuerte, frase in filas]


def test_la_campana_dice_lo_suyo_y_se_abre_con_un_boton_que_lo_lee(mesa):
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    deber(mesa, "turno", mesa.bruno, personaje=mesa.mirta.personaje)
    vaciar()
    cliente = entrar(mesa.bruno)

    for _vez in range(2):
        pagina = cliente.get(reverse("avisos")).content.decode()
        assert frases(pagina) == ["*Te toca en La puerta (Mirta)", "*Mensaje nuevo en La puerta"]
        assert insignia(pagina) == "2"
    publico = Aviso.objects.sin_filtrar("test").get(usuario=mesa.bruno, clase="mensaje").publico
    respuesta = cliente.post(reverse("avisos"), {"abrir": publico})

    assert (respuesta.status_code, respuesta["Location"]) == (302, f"/m/{mensaje.publico}/")
    pagina = cliente.get(reverse("avisos")).content.decode()
    assert frases(pagina) == ["*Te toca en La puerta (Mirta)", "Mensaje nuevo en La puerta"]
    assert insignia(pagina) == insignia(cliente.get("/").content.decode()) == "1"
    hilo = cliente.get(reverse("escena", args=[mesa.partida.publico, mesa.escena.publico])).content.decode()
    assert insignia(hilo) == "1"


def test_marcar_todo_no_toca_lo_que_no_estaba_en_la_pagina_ni_lo_de_otra_partida(mesa):
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    ayer = AHORA - timedelta(days=1)
    Aviso.objects.sin_filtrar("test").update(creado=ayer)
    cliente, ruta = entrar(mesa.bruno), reverse("avisos")

    antes = cliente.post(ruta, {"abierto": f"{ayer.timestamp() - 0.000001:.6f}"}, follow=True).content.decode()
    de_otra = cliente.post(ruta, {"partida": "AAAAAAAAAAA"}, follow=True).content.decode()
    despues = cliente.post(ruta, {"abierto": f"{ayer.timestamp():.6f}"}, follow=True).content.decode()
    otra_vez = cliente.post(ruta, follow=True).content.decode()

    assert ("Ya estaba todo leído." in antes, insignia(antes)) == (True, "1")
    assert ("Ya estaba todo leído." in de_otra, insignia(de_otra)) == (True, "1")
    assert ("1 aviso queda leído." in despues, insignia(despues)) == (True, "")
    assert "Ya estaba todo leído." in otra_vez


def test_lo_ajeno_y_lo_que_ya_no_esta_no_se_abre(mesa):
    mensaje = fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    de_dani = Aviso.objects.sin_filtrar("test").get(usuario=mesa.dani).publico
    de_bruno = Aviso.objects.sin_filtrar("test").get(usuario=mesa.bruno).publico
    lectores.cambiar(mensaje, visibilidad="direccion", por=mesa.dani, ahora=AHORA)
    cliente = entrar(mesa.bruno)

    estados = [cliente.post(reverse("avisos"), {"abrir": cual}).status_code for cual in (de_dani, de_bruno, "nada")]
    pagina = cliente.get(reverse("avisos")).content.decode()
    assert (estados, "Estás al día." in pagina, insignia(pagina)) == ([404] * 3, True, "")


def test_las_paginas_se_siguen_por_su_clave_y_cada_una_cuesta_lo_mismo_con_una_fila_que_con_cien(mesa):
    cliente, ruta = entrar(mesa.bruno), reverse("avisos")
    cuentas = []
    for cuantos in (1, 100):
        Aviso.objects.sin_filtrar("test").all().delete()
        for n in range(cuantos):
            escena = mesa.escena if n == 0 else escenas.abrir(mesa.partida, titulo=f"E{n}", por=mesa.dani, ahora=AHORA)
            Aviso.objects.sin_filtrar("test").create(
                usuario=mesa.bruno, clase="escena", clave=f"{n}", partida=mesa.partida, escena=escena, creado=AHORA
            )
        cliente.get(ruta)
        with CaptureQueriesContext(connection) as hechas:
            pagina = cliente.get(ruta).content.decode()
        propias = [c["sql"] for c in hechas if "SAVEPOINT" not in c["sql"]]
        with CaptureQueriesContext(connection) as de_la_insignia:
            consultas.cuantos(mesa.bruno)
        cuentas.append((len(propias), len(de_la_insignia)))
    vistas = []
    while True:
        vistas += frases(pagina)
        otra = re.search(r'rel="next" href="(\?[^"]+)"', pagina)
        if not otra:
            break
        pagina = cliente.get(ruta + otra[1].replace("&amp;", "&")).content.decode()

    assert cuentas[0] == cuentas[1]
    assert (cuentas[0][0] <= 8, cuentas[0][1]) == (True, 1)
    assert (len(vistas), len(set(vistas)), insignia(pagina)) == (100, 100, "99+")


def test_se_filtra_por_partida(mesa):
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()
    cliente = entrar(mesa.bruno)

    suya = cliente.get(reverse("avisos"), {"partida": mesa.partida.publico}).content.decode()
    de_nadie = cliente.get(reverse("avisos"), {"partida": "AAAAAAAAAAA"}).content.decode()
    assert [frases(suya), frases(de_nadie)] == [["*Mensaje nuevo en La puerta"]] * 2


def test_se_elige_por_donde_en_general_y_en_una_partida_y_lo_malo_se_dice(mesa):
    cliente = entrar(mesa.bruno)
    general, partida = reverse("ajustes_avisos"), reverse("partida_avisos", args=[mesa.partida.publico])
    todo = dict.fromkeys(ClaseDeAviso.values, "campana")

    pagina = cliente.get(general).content.decode()
    assert pagina.count('value="ambos" selected') == 6
    assert pagina.count('value="campana" selected') == 6
    mala = cliente.post(general, todo | {"turno": "paloma"})
    assert (mala.status_code, "Elige dónde quieres este aviso" in mala.content.decode()) == (422, True)
    assert not PreferenciaDeAviso.objects.visibles_para(mesa.bruno).exists()
    assert cliente.post(general, todo | {"turno": "correo"}).status_code == 302
    assert cliente.post(partida, dict.fromkeys(todo, "") | {"mensaje": "nada"}).status_code == 302
    assert cliente.post(partida, dict.fromkeys(todo, "") | {"mensaje": "nada"}).status_code == 302

    assert consultas.elegidas(mesa.bruno, mesa.partida) == {"mensaje": (False, False)}
    assert consultas.elegidas(mesa.bruno, None) == dict.fromkeys(todo, (True, False)) | {"turno": (False, True)}
    assert entrar(mesa.eva).get(partida).status_code == 404


def test_una_escena_se_silencia_y_se_vuelve_a_oir_de_un_clic(mesa):
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    cliente = entrar(mesa.bruno)
    args = [mesa.partida.publico, mesa.escena.publico]

    assert "Silenciar esta escena" in cliente.get(reverse("escena", args=args)).content.decode()
    callada = cliente.post(reverse("escena_silencio", args=args), {"hacer": "silenciar"}, follow=True).content.decode()
    assert ("Escena silenciada" in callada, "Volver a avisarme" in callada) == (True, True)
    assert EscenaSilenciada.objects.visibles_para(mesa.bruno).count() == 1
    for ruta in (reverse("ajustes_avisos"), reverse("partida_avisos", args=args[:1])):
        assert "Escenas silenciadas" in cliente.get(ruta).content.decode()
    oida = cliente.post(reverse("escena_silencio", args=args), {"hacer": "escuchar", "desde": "ajustes"}, follow=True)
    assert "Escenas silenciadas" not in oida.content.decode()
    assert "Silenciar esta escena" in cliente.get(reverse("escena", args=args)).content.decode()


def test_lo_que_solo_va_por_correo_no_esta_en_la_campana(mesa):
    campana.elegir(None, {"mensaje": (False, True)}, por=mesa.bruno)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    vaciar()

    pagina = entrar(mesa.bruno).get(reverse("avisos")).content.decode()
    assert ("Estás al día." in pagina, insignia(pagina)) == (True, "")
