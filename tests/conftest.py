"""Fixtures shared by the whole suite."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches

from tests.sin_disparadores import vaciado_permitido

NAVEGADORES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTOS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def navegador() -> str | None:
    """Return the path of this machine's Chromium, or None."""
    return next(filter(None, map(shutil.which, NAVEGADORES)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip browser tests, saying so, where there is no Chromium."""
    if navegador() is None:
        for item in items:
            if "navegador" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="no hay Chromium: sudo apt install chromium"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Start the Chromium of this machine once for the whole session: two Playwrights cannot live in one process.

    From then on an event loop lives in this thread, and Django has to be told that the ORM may be used beside it.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        marcha = playwright.chromium.launch(executable_path=navegador(), args=ARGUMENTOS)
        yield marcha
        marcha.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(autouse=True)
def cache_de_paginas_vacia() -> None:
    """Start each test with an empty cache of pages; the one in the database goes back with the test's transaction."""
    caches["paginas"].clear()
    return


@pytest.fixture(autouse=True, scope="session")
def libro_que_se_puede_vaciar() -> Iterator[None]:
    """Let transactional tests empty the book of rolls between one and the next."""
    with vaciado_permitido():
        yield
