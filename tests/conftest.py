"""Fixtures shared by the whole suite."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.utils import translation
from playwright.sync_api import Browser, sync_playwright

from tests.sin_disparadores import vaciado_permitido

ARGUMENTOS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAVEGADORES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def navegador() -> str | None:
    """Return the path of this machine's Chromium, or None."""
    return next(filter(None, map(shutil.which, NAVEGADORES)), None)


def pytest_configure() -> None:
    """Give each process of the suite caches of its own in Redis: to empty one is to empty its whole database."""
    numero = 8 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for de_que in settings.CACHES.values():
        if de_que["LOCATION"].startswith("redis"):
            de_que["LOCATION"] = f"{de_que['LOCATION'].rpartition('/')[0]}/{numero}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip browser tests, saying so, where there is no Chromium."""
    if navegador() is None:
        for item in items:
            if "navegador" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="no hay Chromium: sudo apt install chromium"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start this machine's Chromium once: Playwright's loop can run only once in a process.

    The ORM is used beside that loop, in the same thread, hence the variable.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    camino = navegador()
    if camino is None:
        pytest.skip("no hay Chromium: sudo apt install chromium")
    with sync_playwright() as playwright:
        abierto = playwright.chromium.launch(executable_path=camino, args=ARGUMENTOS)
        yield abierto
        abierto.close()


@pytest.fixture(autouse=True)
def en_la_lengua_del_sitio() -> None:
    """Start each test in the site's language: a request in another one leaves its thread speaking it."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def cache_de_paginas_vacia() -> None:
    """Start each test with an empty cache of pages; the one in the database goes back with the test's transaction."""
    caches["paginas"].clear()
    caches["visitas"].clear()
    caches["limites"].clear()


@pytest.fixture(autouse=True)
def paginas_de_visita_sin_guardar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep no page of a visitor: a test that reads twice would see the first or not by how fast the machine is."""
    monkeypatch.setattr("partidas.visitas.SEGUNDOS", 0)


@pytest.fixture(autouse=True, scope="session")
def libro_que_se_puede_vaciar() -> Iterator[None]:
    """Let transactional tests empty the book of rolls between one and the next."""
    with vaciado_permitido():
        yield


@pytest.fixture(autouse=True, scope="session")
def nadie_se_queda_en_la_base(request: pytest.FixtureRequest) -> Iterator[None]:
    """Cut, before the database is dropped, what a thread of some browser's request left open in it."""
    if connection.vendor != "postgresql":
        yield
        return
    request.getfixturevalue("django_db_setup")
    puerta = request.getfixturevalue("django_db_blocker")
    yield
    otras = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"
    with puerta.unblock(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        cursor.execute(otras, cursor.fetchone())
