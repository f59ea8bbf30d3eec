"""Fixtures shared by the whole suite."""

import shutil

import pytest
from django.core.cache import caches

NAVEGADORES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def navegador() -> str | None:
    """Return the path of this machine's Chromium, or None."""
    return next(filter(None, map(shutil.which, NAVEGADORES)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip browser tests, saying so, where there is no Chromium."""
    if navegador() is None:
        for item in items:
            if "navegador" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="no hay Chromium: sudo apt install chromium"))


@pytest.fixture(autouse=True)
def cache_de_paginas_vacia() -> None:
    """Start each test with an empty cache of pages; the one in the database goes back with the test's transaction."""
    caches["paginas"].clear()
    return
