"""Fixtures of the book's tests."""

from collections.abc import Iterator

import pytest

from reglas import libro
from tests.reglas.libro.apoyo import AHORA, DUENO
from tests.reglas.libro.sin_disparadores import vaciado_permitido


@pytest.fixture(autouse=True, scope="session")
def _vaciado_permitido() -> Iterator[None]:
    """Let transactional tests empty the book."""
    with vaciado_permitido():
        yield


@pytest.fixture
def libros(db: None) -> None:
    """Give the owner of the tests its two books."""
    libro.abrir_libros(DUENO, ahora=AHORA)
