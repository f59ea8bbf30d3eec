"""One sown site for each module that imports these fixtures, inside a transaction that is rolled back at its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core import mail
from django.core.cache import caches
from django.db import transaction

from tests.fugas import sitio as sitios


@pytest.fixture
def _django_db_helper() -> None:
    """Take the place of the transaction that each test marked `django_db` gets: here the module has one (see `sitio`).

    The mark is still needed: by it pytest-django knows which databases to make.
    """


@pytest.fixture(scope="module")
def sitio(django_db_setup: None, django_db_blocker: object) -> Iterator[sitios.Sitio]:
    """Sow once and answer for all tests of the module; each leaves it as it found it (see `sin_huella`)."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield sitios.sembrar()
        transaction.set_rollback(True)


@pytest.fixture
def sin_huella(sitio: sitios.Sitio) -> Iterator[sitios.Sitio]:
    """The site, for a test that writes: what it does is undone after it, and what was asked in it is forgotten."""
    guardadas = dict(sitio.vistas)
    with transaction.atomic():
        yield sitio
        transaction.set_rollback(True)
    sitio.vistas = guardadas
    caches["paginas"].clear()
    mail.outbox.clear()
