"""Locks: one transaction per verb, and one order in which every verb takes its rows.

The same wrapper that repeats a verb leaves a line in the log when the verb is denied, so that none can forget it.
"""

from __future__ import annotations

import functools
import logging
import re
import time
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from django.db import OperationalError, transaction

from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.models import Escena, Mensaje, Partida
from personajes.models import Personaje
from reglas import libro
from reglas.models import Clase

if TYPE_CHECKING:
    from collections.abc import Iterator

_registro = logging.getLogger("hilo.denegado")

P = ParamSpec("P")
R = TypeVar("R")

ID = re.compile(r"[\w-]{11}", re.ASCII)
QUIEN = ("por", "autor", "usuario", "direccion")
"""Under which names verbs take whoever acts."""
ESPERAS = (0.05, 0.2, 0.8)
ORDEN = ("partida", "escena", "mensaje", "personajes", "libro_abierto", "libro_cerrado", "buzon")


class OrdenDeCerrojos(RuntimeError):
    """A verb asked for a lock that goes before one it already holds: two such verbs could wait for each other."""


class Cerrojos:
    """The locks of one transaction; each method locks rows and returns them as they are now."""

    def __init__(self) -> None:
        """Start with none."""
        self._nivel = -1

    def _subir(self, nombre: str) -> None:
        nivel = ORDEN.index(nombre)
        if nivel <= self._nivel:
            raise OrdenDeCerrojos(f"{nombre} after {ORDEN[self._nivel]}")
        self._nivel = nivel

    def partida(self, pk: int) -> Partida:
        """Lock one partida."""
        self._subir("partida")
        return Partida.objects.sin_filtrar("lock").select_for_update(no_key=True).get(pk=pk)

    def escena(self, pk: int) -> Escena:
        """Lock one scene."""
        return self.escenas([pk])[0]

    def escenas(self, pks: Iterable[int]) -> list[Escena]:
        """Lock scenes in the order of their ids."""
        self._subir("escena")
        filas = Escena.objects.sin_filtrar("lock").select_for_update(no_key=True, of=("self",))
        return list(filas.filter(pk__in=set(pks)).order_by("pk"))

    def mensaje(self, pk: int) -> Mensaje:
        """Lock one turn."""
        self._subir("mensaje")
        return Mensaje.objects.sin_filtrar("lock").select_for_update(no_key=True, of=("self",)).get(pk=pk)

    def personajes(self, pks: Iterable[int]) -> dict[int, Personaje]:
        """Lock sheets in the order of their ids, all at once."""
        self._subir("personajes")
        filas = Personaje.objects.sin_filtrar("lock").select_for_update(no_key=True, of=("self",))
        return {fila.pk: fila for fila in filas.filter(pk__in=set(pks)).order_by("pk")}

    def libro(self, dueno: str, clase: Clase) -> libro.LibroBloqueado:
        """Lock one of the two books of a partida; the open one goes first."""
        self._subir(f"libro_{clase.value}")
        return libro.bloquear(dueno, clase)


@contextmanager
def verbo() -> Iterator[Cerrojos]:
    """Open the transaction of a verb and hand over its locks."""
    with transaction.atomic():
        yield Cerrojos()


def _se_puede_repetir(error: OperationalError) -> bool:
    """Whether the database broke off a race: deadlock, serialization failure, or a busy SQLite."""
    codigo = getattr(error.__cause__, "sqlstate", None)
    return codigo in {"40P01", "40001", "55P03"} or "database is locked" in str(error)


def con_reintentos(funcion: Callable[P, R]) -> Callable[P, R]:
    """Run a verb again, at most three times, when the database breaks off a race; inside another verb, never.

    A verb that is denied leaves one line of ids in the log, and goes on raising.
    """

    def repetir(*args: P.args, **kwargs: P.kwargs) -> R:
        if transaction.get_connection().in_atomic_block:
            return funcion(*args, **kwargs)
        for espera in ESPERAS:
            try:
                return funcion(*args, **kwargs)
            except OperationalError as error:
                if not _se_puede_repetir(error):
                    raise
                time.sleep(espera)
        return funcion(*args, **kwargs)

    @functools.wraps(funcion)
    def envuelta(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return repetir(*args, **kwargs)
        except (NoExiste, NoPermitido) as error:
            _anotar_denegado(funcion, error, args, kwargs)
            raise

    return envuelta


def _anotar_denegado(
    funcion: Callable[..., object], error: NoExiste | NoPermitido, args: tuple[object, ...], kwargs: dict[str, object]
) -> None:
    """Leave one line in the log: which verb, on what, by whom, as public ids. A verb inside another adds none."""
    if getattr(error, "anotado", False):
        return
    error.anotado = True  # type: ignore[union-attr]
    quien = next((kwargs[clave] for clave in QUIEN if clave in kwargs), None)
    verbo_ = f"{funcion.__module__.rpartition('.')[2]}.{funcion.__name__}"
    codigo = 404 if isinstance(error, NoExiste) else 403
    _registro.warning("denegado %d: %s sobre %s por %s", codigo, verbo_, _id(args[0] if args else None), _id(quien))


def _id(cosa: object) -> str:
    """Return the public id of a row, or of the row it hangs on; never a word that somebody typed."""
    for campo in ("publico", "personaje", "usuario"):
        valor = getattr(cosa, campo, None)
        if valor is not None:
            return valor if isinstance(valor, str) else _id(valor)
    return cosa if isinstance(cosa, str) and ID.fullmatch(cosa) else "?"
