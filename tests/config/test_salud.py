"""The health pages: what they say when all is well, and which part they name when it is not."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from config import reloj
from partidas.models import Latido, Trabajo
from partidas.tasks import tic


def test_salud_responde_sin_base_de_datos(client: Client) -> None:
    respuesta = client.get("/salud/")

    assert respuesta.status_code == 200
    assert respuesta.json() == {"estado": "viva", "version": settings.VERSION}
    assert "no-store" in respuesta["Cache-Control"]


@pytest.mark.django_db
def test_listo_con_un_tic_reciente(client: Client) -> None:
    tic()

    respuesta = client.get("/salud/listo")

    datos = respuesta.json()
    assert (respuesta.status_code, datos["estado"]) == (200, "listo"), datos
    assert datos["migraciones"] == {"bien": True, "pendientes": 0}
    assert 0 <= datos["tareas"]["edad_del_tic"] < 5
    assert datos["tzdata"]
    assert Latido.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("hace", [None, 121])
def test_listo_dice_que_faltan_los_tics(client: Client, hace: int | None) -> None:
    if hace:
        Latido.objects.create(momento=reloj.ahora() - timedelta(seconds=hace), pid=1)

    respuesta = client.get("/salud/listo")

    datos = respuesta.json()
    assert (respuesta.status_code, datos["estado"], datos["tareas"]["bien"]) == (503, "no listo", False)
    assert datos["base"]["bien"] is True


@pytest.mark.django_db
def test_el_tic_borra_los_latidos_de_hace_mas_de_un_dia() -> None:
    Latido.objects.create(momento=reloj.ahora() - timedelta(days=1, minutes=1), pid=1)
    reciente = Latido.objects.create(momento=reloj.ahora() - timedelta(hours=23), pid=2)

    tic()

    assert Latido.objects.filter(pid=1).count() == 0
    assert Latido.objects.filter(pk=reciente.pk).exists()
    assert Latido.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(("hace", "bien"), [(290, True), (310, False)])
def test_listo_dice_el_retraso_del_buzon_y_cuenta_lo_parado(client: Client, hace: int, bien: bool) -> None:
    tic()
    cuando = reloj.ahora() - timedelta(seconds=hace)
    Trabajo.objects.create(tipo="x", clave="a", no_antes_de=cuando, creado=cuando)
    Trabajo.objects.create(tipo="x", clave="b", estado="parado", no_antes_de=cuando, creado=cuando)

    datos = client.get("/salud/listo").json()

    assert (datos["buzon"]["bien"], datos["buzon"]["parados"]) == (bien, 1)
    assert hace <= datos["buzon"]["retraso"] < hace + 5
