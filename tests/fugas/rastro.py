"""One sown site for a whole module, and what a person can measure of a page: its bytes, its headers, its queries."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config import reloj
from cuentas.models import Usuario
from partidas.escenario.sembrar import Escenario, sembrar
from partidas.models import Escena, Partida

# What is new in every page by design: the token of the form, the key of an editor and of its rolls, its hour.
FICHA_DE_FORMULARIO = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')
CLAVE_DE_EDITOR = re.compile(rb'(name="(?:t\d-)?(?:clave|pestana|abierto)" value="|[?;]abierto=)[^"]*"')


def cliente_de(rol: str) -> Client:
    """Return a browser in which that person has entered; for `anon`, nobody."""
    cliente = Client(headers={"accept-language": "es"})
    if rol != "anon":
        cliente.force_login(Usuario.objects.get(username=rol))
    return cliente


@pytest.fixture(scope="module")
def escenario(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[Escenario]:
    """Sow once; each test goes back to this point, and the module leaves nothing."""
    with django_db_blocker.unblock():
        atomo = transaction.atomic()
        atomo._from_testcase = True
        with atomo:
            # Three days ago: what is told as an age does not change while a test runs, and what is done now shows.
            yield sembrar(ahora=reloj.ahora() - timedelta(days=3, hours=5))
            transaction.set_rollback(True)


@dataclass(frozen=True)
class Huella:
    """What anybody can tell of an answer: nothing else may depend on what they may not know."""

    estado: int
    cabeceras: tuple[tuple[str, str], ...]
    cuerpo: bytes


def huella(respuesta: HttpResponseBase) -> Huella:
    """Take the marks that are new every time out of an answer, and keep the rest."""
    cuerpo = FICHA_DE_FORMULARIO.sub(b"", respuesta.content)
    cuerpo = CLAVE_DE_EDITOR.sub(rb"\1", cuerpo)
    cabeceras = sorted((nombre.lower(), valor) for nombre, valor in respuesta.items())
    return Huella(respuesta.status_code, tuple(cabeceras), cuerpo)


def mirar(cliente: Client, direcciones: set[str]) -> dict[str, Huella]:
    """Fetch each address once; return what can be told of it."""
    return {direccion: huella(cliente.get(direccion)) for direccion in sorted(direcciones)}


def consultas(cliente: Client, direccion: str) -> tuple[Huella, int]:
    """Fetch an address; return what can be told of it and how many queries it took."""
    with CaptureQueriesContext(connection) as captura:
        respuesta = cliente.get(direccion)
    return huella(respuesta), len(captura)


def escena(partida: Partida, titulo: str) -> Escena:
    """Return a scene by its title."""
    return Escena.objects.sin_filtrar("test").get(partida=partida, titulo=titulo)


def e1(escenario: Escenario) -> Escena:
    """Return the open scene of P1."""
    return escena(escenario.partidas["p1"], "E1")


__all__ = ["Huella", "cliente_de", "consultas", "e1", "escena", "escenario", "huella", "mirar"]
