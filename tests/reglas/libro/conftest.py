"""Fixtures of the book's tests."""

import pytest

from reglas import libro
from tests.reglas.libro.apoyo import AHORA, DUENO


@pytest.fixture
def libros(db: None) -> None:
    """Give the owner of the tests its two books."""
    libro.abrir_libros(DUENO, ahora=AHORA)
