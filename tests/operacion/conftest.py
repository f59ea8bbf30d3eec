"""A prepared place for whole sites: a folder of data, and where the suite has servers, a database and a queue."""

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from tests.operacion.sitio import RAIZ, Sitio, entorno_limpio, esperar


@pytest.fixture(scope="session")
def servicios() -> Iterator[dict[str, str]]:
    """Give the variables of a database and a queue of our own, or nothing where the suite runs on SQLite."""
    direccion, cola = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    if not direccion.startswith("postgres"):
        yield {}
        return
    nombre = f"hilo_sitio_{secrets.token_hex(4)}"
    with psycopg.connect(direccion, autocommit=True) as conexion:
        conexion.execute(f"CREATE DATABASE {nombre}")
        try:
            propia = urlsplit(direccion)._replace(path=f"/{nombre}").geturl()
            # One of Redis's numbered databases for each worker of xdist; 0 is left alone.
            numero = 1 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
            yield {"DATABASE_URL": propia, "REDIS_URL": urlsplit(cola)._replace(path=f"/{numero}").geturl()}
        finally:
            conexion.execute(f"DROP DATABASE IF EXISTS {nombre} WITH (FORCE)")


def base_molde(servicios: dict[str, str]) -> str:
    """Return the name of the database that `molde` leaves, which others are copied from."""
    return urlsplit(servicios["DATABASE_URL"]).path.lstrip("/") + "_molde"


@pytest.fixture(scope="session")
def molde(tmp_path_factory: pytest.TempPathFactory, servicios: dict[str, str]) -> Iterator[Path]:
    """Prepare a folder of data once, and a database where there are servers: the tests start from a copy of them.

    That database is taken before any site has written in the one it is copied from.
    """
    carpeta = tmp_path_factory.mktemp("molde")
    orden = [sys.executable, "manage.py", "preparar"]
    entorno = entorno_limpio(DIR_DATOS=str(carpeta), **servicios)
    subprocess.run(orden, cwd=RAIZ, env=entorno, check=True, timeout=600)
    if not servicios:
        yield carpeta
        return
    copia = base_molde(servicios)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as conexion:
        conexion.execute(f"CREATE DATABASE {copia} TEMPLATE {copia.removesuffix('_molde')}")
        try:
            yield carpeta
        finally:
            conexion.execute(f"DROP DATABASE IF EXISTS {copia} WITH (FORCE)")


@pytest.fixture
def datos(molde: Path, tmp_path: Path, servicios: dict[str, str]) -> Path:
    """Give a folder of data that is ready, and servers without traces of another test."""
    if servicios:
        with psycopg.connect(servicios["DATABASE_URL"], autocommit=True) as conexion:
            conexion.execute("DELETE FROM partidas_latido")
        redis.Redis.from_url(servicios["REDIS_URL"]).flushdb()
    return Path(shutil.copytree(molde, tmp_path / "datos"))


@pytest.fixture
def sitio(datos: Path, servicios: dict[str, str]) -> Iterator[Sitio]:
    """Give a site that says it is ready, and leave nothing of it."""
    uno = Sitio(datos, **servicios)
    try:
        esperar(uno.listo, segundos=120)
        yield uno
    finally:
        uno.cerrar()
