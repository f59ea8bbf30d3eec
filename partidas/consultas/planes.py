"""Statements that PostgreSQL keeps planned under a name, for each connection: to plan one takes ten times its run."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

PERDIDAS = {"0A000", "26000", "42P05"}
"""What PostgreSQL says when the columns of a plan changed, when it has no such plan, and when it has it already."""
GUARDADOS = 32
"""Plans that one connection keeps, at most: the biggest weigh two megabytes and a half."""
USOS = 2_000
"""Runs after which a plan is made again: tables may be others by then, and not all say so."""

UNO_SOLO = {"plan_cache_mode": "force_generic_plan"}
POR_INDICE = UNO_SOLO | dict.fromkeys(("enable_hashjoin", "enable_seqscan", "enable_sort"), "off")
"""Every part walks along an index and stops, whatever the values."""


def antes_y_despues(ajustes: Mapping[str, str]) -> tuple[str, str]:
    """Return what goes before a statement and after it: one message is one transaction, and there settings end."""
    antes = "".join(f"SET LOCAL {nombre} = {valor}; " for nombre, valor in ajustes.items())
    return antes, "".join(f"; SET LOCAL {nombre} TO DEFAULT" for nombre in ajustes)


class Plan:
    """One statement to keep planned.

    ajustes: for one that is good whatever the values (`POR_INDICE`), those under which it is planned, for
    all of them and at once. Without them PostgreSQL chooses: the first five runs are planned with their values, and
    then for all values if that is no dearer.
    """

    def __init__(self, sql: str, tipos: Sequence[str], ajustes: Mapping[str, str]) -> None:
        """Write down how it is prepared and run; tipos: of its values, in order."""
        self.nombre = f"hilo_{hashlib.sha256(sql.encode()).hexdigest()[:24]}"
        self._sql, self._tipos = sql, f" ({', '.join(tipos)})" if tipos else ""
        self._marcas = f"({', '.join('%s' for _ in tipos)})" if tipos else ""
        self._antes, self._despues = antes_y_despues(ajustes)
        self.previas = len(ajustes)

    def preparar(self, nombre: str) -> str:
        """Return what keeps it under that name."""
        return f"PREPARE {nombre}{self._tipos} AS {self._sql}"

    def ejecutar(self, nombre: str, *, en_transaccion: bool) -> str:
        """Return what runs it: its rows come after as many answers as `previas`. en_transaccion: one that goes on."""
        return f"{self._antes}EXECUTE {nombre}{self._marcas}{self._despues if en_transaccion else ''}"


@dataclass(slots=True)
class Planes:
    """What one connection has planned, by name, the last used at the end, with how often each was run.

    veces: how often all were lost, with which their names end: a migration changes a column under a site that answers,
    or something says DEALLOCATE. Then all are made again, with new names.
    """

    hechos: OrderedDict[str, int] = field(default_factory=OrderedDict)
    veces: int = 0

    def correr(self, cursor: Any, plan: Plan, valores: Sequence[Any], *, en_transaccion: bool) -> list[Any]:
        """Return the rows of one run, planned before if it was not yet, or too long ago."""
        nombre = f"{plan.nombre}_{self.veces}"
        usos = self.hechos.get(nombre, USOS)
        if usos >= USOS:
            self._preparar(cursor, plan, nombre)
            usos = 0
        self.hechos[nombre] = usos + 1
        self.hechos.move_to_end(nombre)
        cursor.execute(plan.ejecutar(nombre, en_transaccion=en_transaccion), valores)
        for _ in range(plan.previas):
            cursor.nextset()
        return list(cursor.fetchall())

    def _preparar(self, cursor: Any, plan: Plan, nombre: str) -> None:
        sobran = [nombre] if nombre in self.hechos else list(self.hechos)[: len(self.hechos) - GUARDADOS + 1]
        for uno in sobran:
            del self.hechos[uno]
            cursor.execute(f"DEALLOCATE {uno}")
        cursor.execute(plan.preparar(nombre))

    def perder(self) -> None:
        """Forget them."""
        self.hechos.clear()
        self.veces += 1


_DE_CADA_UNA: WeakKeyDictionary[Any, Planes] = WeakKeyDictionary()


def planes_de(conexion: BaseDatabaseWrapper) -> Planes:
    """Return what the connection to the server that Django uses now has planned."""
    return _DE_CADA_UNA.setdefault(conexion.connection, Planes())
