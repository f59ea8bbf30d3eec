"""Small pieces of config: crash points, the tolerant cache, idle sessions."""

import socket
import time
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from config import reloj
from config.cache import RedisTolerante
from config.fallos import FalloProvocado, leer_puntos, punto
from config.middleware import MARCA
from tests.operacion.sitio import puerto_libre


def test_un_punto_solo_falla_si_las_pruebas_lo_piden(settings) -> None:
    settings.FALLOS = leer_puntos("uno=excepcion, dos=dormir:0.05")
    comienzo = time.monotonic()

    punto("tres")
    punto("dos")

    assert time.monotonic() - comienzo >= 0.05
    with pytest.raises(FalloProvocado, match="uno"):
        punto("uno")
    settings.PRUEBAS = False
    punto("uno")


def test_un_redis_caido_es_una_cache_vacia_y_se_le_deja_descansar(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = RedisTolerante(f"redis://127.0.0.1:{puerto_libre()}/0", {"OPTIONS": {"socket_connect_timeout": 1}})

    cache.set("a", 1)

    assert cache.get("a", "nada") == "nada"
    assert cache.add("a", 1) is False
    assert cache.get_many(["a"]) == {}
    assert cache.set_many({"a": 1}) == ["a"]
    assert (cache.delete("a"), cache.incr("a")) == (False, 0)
    assert "a" not in cache
    cache.clear()
    monkeypatch.setattr(socket, "socket", lambda *_: pytest.fail("ha vuelto a llamar a Redis mientras descansaba"))
    assert cache.get("a") is None


@pytest.mark.django_db
def test_una_sesion_ociosa_se_cierra_y_leer_no_escribe_en_ella(client: Client) -> None:
    usuario = get_user_model().objects.create_user("ana", password="x")
    client.force_login(usuario)
    sesion = client.session
    primera = sesion[MARCA]

    client.get("/no-existe/")
    assert client.session[MARCA] == primera
    sesion[MARCA] = int((reloj.ahora() - timedelta(days=2)).timestamp())
    sesion.save()
    client.get("/no-existe/")
    assert abs(client.session[MARCA] - primera) < 60
    sesion[MARCA] = int((reloj.ahora() - timedelta(days=settings.DIAS_DE_SESION_OCIOSA, hours=1)).timestamp())
    sesion.save()
    client.get("/no-existe/")

    assert "_auth_user_id" not in client.session


def test_las_tareas_van_siempre_por_un_intermediario() -> None:
    prohibida = "EAG" + "ER"
    raiz = settings.BASE_DIR
    carpetas = [raiz / nombre for nombre in ("config", "cuentas", "partidas", "personajes", "reglas", "tests")]

    con_ella = [a.name for c in carpetas for a in c.rglob("*.py") if prohibida in a.read_text(encoding="utf-8")]

    assert con_ella == []
    assert settings.CELERY_BROKER_URL.startswith(("filesystem://", "redis"))
