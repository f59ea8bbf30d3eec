"""A scene that cools against its own pace: told to its direction alone, once for each silence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from partidas.consultas import enfriamiento as consultas
from partidas.dominio import enfriamiento, escenas, moderacion, partidas, rutinas, turnos
from partidas.models import Suceso, Trabajo
from partidas.politica import lector
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db
HORA = timedelta(hours=1)


def escribir(mesa, cada: list[timedelta], escena=None, **campos):
    """Publish a turn after each wait; returns the moment of the last one and the turns."""
    cuando, hechos = AHORA, []
    for espera in [timedelta(), *cada]:
        cuando += espera
        orden = fabrica.orden(mesa.kaelen, **campos)
        hechos.append(turnos.publicar(escena or mesa.escena, orden, autor=mesa.ana, ahora=cuando).mensaje)
    return cuando, hechos


def dichas() -> list:
    return list(Suceso.objects.sin_filtrar("test").filter(clase="escena_enfria").order_by("pk"))


def mirar(ahora):
    enfriamiento.mirar({}, ahora)
    return len(dichas())


def test_se_dice_cuando_el_silencio_pasa_de_dos_dias_y_de_tres_veces_lo_normal():
    mesa = fabrica.mesa()
    ultimo, _hechos = escribir(mesa, [24 * HORA, 20 * HORA, 30 * HORA, 24 * HORA, 24 * HORA])

    assert [mirar(ultimo + horas * HORA) for horas in (47, 49, 72)] == [0, 0, 0]
    assert [mirar(ultimo + horas * HORA) for horas in (73, 97, 500)] == [1, 1, 1]


def test_una_escena_rapida_espera_dos_dias_y_una_sin_costumbre_no_se_enfria():
    mesa = fabrica.mesa()
    otra = escenas.abrir(mesa.partida, titulo="Otra", por=mesa.dani, ahora=AHORA)
    ultimo, _hechos = escribir(mesa, [HORA] * 6)
    escribir(mesa, [HORA] * 3, otra)

    assert [mirar(ultimo + horas * HORA) for horas in (47, 48)] == [0, 1]
    assert [fila.escena_id for fila in dichas()] == [mesa.escena.pk]


def test_lo_que_no_es_para_todos_o_ya_no_esta_no_cuenta():
    mesa = fabrica.mesa()
    ultimo, hechos = escribir(mesa, [24 * HORA] * 5)
    susurro = fabrica.orden(mesa.kaelen, visibilidad="direccion")
    turnos.publicar(mesa.escena, susurro, autor=mesa.ana, ahora=ultimo + 70 * HORA)

    assert consultas.ritmo(mesa.escena) == consultas.Ritmo(ultimo, 24 * HORA)
    moderacion.ocultar(hechos[-1], motivo="Eh", por=mesa.dani, ahora=ultimo)
    assert consultas.ritmo(mesa.escena) == consultas.Ritmo(ultimo - 24 * HORA, 24 * HORA)


def test_cada_silencio_se_dice_una_vez_y_un_turno_lo_acaba():
    mesa = fabrica.mesa()
    ultimo, _hechos = escribir(mesa, [10 * HORA] * 5)
    quien = lector(mesa.dani, mesa.partida)
    assert mirar(ultimo + 5 * 24 * HORA) == 1
    assert consultas.frias(quien, ultimo + 5 * 24 * HORA) == [
        consultas.EscenaFria(mesa.escena, 5, pytest.approx(10 / 24))
    ]

    vuelta = ultimo + 6 * 24 * HORA
    turnos.publicar(mesa.escena, fabrica.orden(mesa.kaelen), autor=mesa.ana, ahora=vuelta)
    assert consultas.frias(quien, vuelta) == []
    assert mirar(vuelta + 3 * 24 * HORA) == 2


@pytest.mark.parametrize("como", ["pausada", "cerrada"])
def test_lo_que_no_se_juega_no_se_enfria(como):
    mesa = fabrica.mesa()
    ultimo, _hechos = escribir(mesa, [HORA] * 5)
    if como == "pausada":
        partidas.pausar(mesa.partida, por=mesa.dani, ahora=ultimo)
    else:
        escenas.cerrar(mesa.escena, por=mesa.dani, ahora=ultimo)

    assert mirar(ultimo + 90 * HORA) == 0


def test_solo_lo_sabe_la_direccion_y_lo_ve_en_su_mesa(monkeypatch):
    mesa = fabrica.mesa("publica")
    ultimo, _hechos = escribir(mesa, [29 * HORA] * 5)
    despues = ultimo + 5 * 24 * HORA
    mirar(despues)
    saben = [
        nombre
        for nombre in ("dani", "ana", "bruno", "esp", "eva")
        if Suceso.objects.visibles_para(getattr(mesa, nombre)).filter(clase="escena_enfria").exists()
    ]
    monkeypatch.setattr("config.reloj.ahora", lambda: despues)
    cliente = Client(headers={"accept-language": "es"})
    cliente.force_login(mesa.dani)
    pagina = cliente.get(f"/p/{mesa.partida.publico}/mesa/").content.decode()

    assert saben == ["dani"]
    assert "La puerta</strong></a> se enfría: 5 días sin turnos, lo normal eran 1,2</p>" in pagina
    assert consultas.frias(lector(mesa.ana, mesa.partida), despues) == []


def test_se_mira_una_vez_al_dia():
    rutinas.planificar(AHORA)
    rutinas.planificar(AHORA + HORA)

    assert list(Trabajo.objects.filter(tipo="enfriar").values_list("clave", flat=True)) == ["enfriar:2026-12-01"]
