"""People for the tests of accounts."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from cuentas.dominio import crear_cuenta
from cuentas.models import Usuario

AHORA = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
CONTRASENA = "un umbral de piedra gris"


@pytest.fixture
def ahora() -> datetime:
    return AHORA


@pytest.fixture
def contrasena() -> str:
    return CONTRASENA


@pytest.fixture
def ana(db: None) -> Usuario:
    return crear_cuenta("Ana", contrasena=CONTRASENA, correo="ana@ejemplo.es", ahora=AHORA)


@pytest.fixture
def bruno(db: None) -> Usuario:
    return crear_cuenta("Bruno", contrasena=CONTRASENA, ahora=AHORA)


@pytest.fixture
def mod(db: None) -> Usuario:
    """Staff with a second step."""
    persona = crear_cuenta("Marta Sol", contrasena=CONTRASENA, ahora=AHORA, es_equipo=True)
    Authenticator.objects.create(user=persona, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DPEHPK3PXP"})
    return persona


@pytest.fixture
def como() -> Callable[[Usuario | None], Client]:
    """Return a browser in which that person is logged in; None is nobody."""

    def abrir(persona: Usuario | None) -> Client:
        navegador = Client()
        if persona is not None:
            navegador.force_login(persona)
        return navegador

    return abrir
