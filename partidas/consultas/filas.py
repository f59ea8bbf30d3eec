"""Rows of a query that was compiled before, as what the ORM would make of them: asked for and read in fewer steps.

The ORM translates the marks of a query at each run, asks each column how it is brought back, and makes each object by a
call with as many arguments as columns. Here all that is looked at once, when the query is compiled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import DatabaseError
from django.db.models import Model
from django.db.models.base import ModelState
from django.db.models.query import FlatValuesListIterable, ModelIterable

from partidas.consultas.planes import PERDIDAS, Plan, planes_de

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models import QuerySet
    from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)

_HUECO = re.compile(r"(?<!%)%s")
PLANEADOS = 256
"""Values of a query that is kept planned, at most: the plan of a whole scene would weigh megabytes on a connection."""


def instancia(modelo: type[M], base: str, nombres: Sequence[str], valores: Sequence[Any]) -> M:
    """Return a row as `Model.from_db` makes it: what is not among the names is read when it is asked for.

    Nothing is told to those who listen to `post_init`: of these tables nobody does.
    """
    objeto = modelo.__new__(modelo)
    estado = ModelState()
    estado.adding, estado.db = False, base
    objeto.__dict__["_state"] = estado
    objeto.__dict__.update(zip(nombres, valores, strict=True))
    return objeto


class Orden:
    """One piece of SQL, and the values that are given with it at each run: on PostgreSQL it has a `Plan`."""

    def __init__(
        self,
        sql: str,
        valores: Sequence[Any],
        fijos: Callable[[Any], bool] | None,
        vendor: str,
        *,
        ajustes: Mapping[str, str] | None = None,
    ) -> None:
        """Write into the SQL the values that are `fijos`: constants of the code, never what somebody sends.

        A constant in the place of a mark tells a planner what it is: SQLite prepares again, at each run, what
        compares a mark with the condition of an index. Without `fijos` all are given apart, and nothing is kept.
        Raises TypeError for a value to give that is neither a key nor a text.
        """
        trozos = _HUECO.split(sql)
        partes, propias = [trozos[0]], [trozos[0]]
        self.valores: list[Any] = []
        numeros: dict[Any, int] = {}
        for trozo, valor in zip(trozos[1:], valores, strict=True):
            escrito = _literal(valor, vendor) if fijos is not None and fijos(valor) else None
            if escrito is None:
                if fijos is not None and not isinstance(valor, int | str):
                    raise TypeError(f"what a mould gives apart is a key or a text, not {valor!r}")
                self.valores.append(valor)
                numeros.setdefault(valor, len(numeros) + 1)
            partes += [escrito or "%s", trozo]
            propias += [escrito or (f"${numeros[valor]}" if vendor == "postgresql" else "?"), trozo]
        self.sql, self._propia = "".join(partes), "".join(propias).replace("%%", "%")
        self._plan: Plan | None = None
        if fijos is not None and vendor == "postgresql" and len(numeros) <= PLANEADOS:
            self._una_vez = [self.valores.index(marca) for marca in numeros]
            tipos = ["bigint" if isinstance(marca, int) else "text" for marca in numeros]
            self._plan = Plan(self._propia, tipos, ajustes or {})

    def correr(self, conexion: BaseDatabaseWrapper, valores: Sequence[Any]) -> list[Any]:
        """Return the rows, as the driver gives them. While queries are written down they go as all others do."""
        if conexion.vendor == "sqlite" and not conexion.queries_logged:
            conexion.ensure_connection()
            with conexion._prepare_cursor(conexion.connection.cursor()) as cursor:  # type: ignore[attr-defined]
                cursor.execute(self._propia, valores)
                return list(cursor.fetchall())
        with conexion.cursor() as cursor:
            if self._plan is None or conexion.queries_logged:
                cursor.execute(self.sql, valores)
                return list(cursor.fetchall())
            planes = planes_de(conexion)
            try:
                una_vez = [valores[n] for n in self._una_vez]
                return planes.correr(cursor, self._plan, una_vez, en_transaccion=conexion.in_atomic_block)
            except DatabaseError as error:
                if getattr(error.__cause__, "sqlstate", "") not in PERDIDAS:
                    raise
                planes.perder()
                if conexion.in_atomic_block:
                    raise  # the transaction is lost; the next one plans anew
            cursor.execute(self.sql, valores)
            return list(cursor.fetchall())


def _literal(valor: Any, vendor: str) -> str | None:
    """Return a value as SQL; None for what only a driver knows how to write."""
    if valor is None:
        return "NULL"
    if isinstance(valor, bool):
        return str(valor).lower() if vendor == "postgresql" else str(int(valor))
    if isinstance(valor, int):
        return str(valor)
    if isinstance(valor, timedelta):
        return f"interval '{valor.total_seconds()} seconds'"
    if isinstance(valor, str) and "\\" not in valor and "\0" not in valor:
        return "'" + valor.replace("'", "''").replace("%", "%%") + "'"
    return None


def _conversor(de_django: Sequence[Any], expresion: Any) -> Callable[[Any, BaseDatabaseWrapper], Any]:
    """Return what those converters do, one after another; a shorter way to the same where there is one."""
    propio = _PROPIOS.get(getattr(de_django[0], "__name__", "")) if len(de_django) == 1 else None
    if propio is not None:
        return propio

    def convertir(valor: Any, conexion: BaseDatabaseWrapper) -> Any:
        for uno in de_django:
            valor = uno(valor, expresion, conexion)
        return valor

    return convertir


def _momento(valor: Any, conexion: BaseDatabaseWrapper) -> datetime | None:
    leido: datetime | None = datetime.fromisoformat(valor) if type(valor) is str else valor
    return leido if leido is None or leido.tzinfo is not None else leido.replace(tzinfo=conexion.timezone)


def _verdad(valor: Any, _conexion: BaseDatabaseWrapper) -> Any:
    return bool(valor) if valor in (0, 1) else valor


_PROPIOS: dict[str, Callable[[Any, BaseDatabaseWrapper], Any]] = {
    "convert_datetimefield_value": _momento,
    "convert_booleanfield_value": _verdad,
}
"""Of SQLite, which keeps both as something else: by the name of Django's own."""


class Lectura:
    """What makes objects, tuples or values of the rows of one query."""

    def __init__(self, filas: QuerySet[Any, Any], compilador: SQLCompiler) -> None:
        """Look at its columns."""
        columnas = [columna[0] for columna in compilador.select]
        conversores = compilador.get_converters(columnas)
        self._de_vuelta = [(n, _conversor(de_django, expresion)) for n, (de_django, expresion) in conversores.items()]
        self._base = filas.db
        self._sueltas = filas._iterable_class is FlatValuesListIterable
        self._objeto: _Objeto | None = None
        if filas._iterable_class is ModelIterable:
            self._objeto = _Objeto(compilador.klass_info, compilador.select)
        self._anotadas = tuple((compilador.annotation_col_map or {}).items())

    def leer(self, filas: Sequence[Any], conexion: BaseDatabaseWrapper) -> list[Any]:
        """Return what the ORM would; what several rows point at is one object for all of them."""
        listas = [list(fila) for fila in filas]
        for n, de_vuelta in self._de_vuelta:
            for lista in listas:
                lista[n] = de_vuelta(lista[n], conexion)
        if self._sueltas:
            return [lista[0] for lista in listas]
        if self._objeto is None:
            return [tuple(lista) for lista in listas]
        hechos: dict[Any, Any] = {}
        return [self._uno(self._objeto, lista, hechos) for lista in listas]

    def _uno(self, que: _Objeto, fila: list[Any], hechos: dict[Any, Any]) -> Any:
        objeto = que.hacer(fila, self._base, hechos)
        for nombre, n in self._anotadas:
            objeto.__dict__[nombre] = fila[n]
        return objeto


class _Objeto:
    """The columns of one object, and the objects that come with it by its foreign keys."""

    def __init__(self, info: Any, select: Sequence[Any]) -> None:
        donde = info["select_fields"]
        self.modelo = info["model"]
        self.nombres = [select[n][0].target.attname for n in donde]
        self._clave = donde[self.nombres.index(self.modelo._meta.pk.attname)]
        primera, ultima = donde[0], donde[-1] + 1
        seguidas = list(range(primera, ultima)) == list(donde)
        self._valores: Callable[[Any], Any] = itemgetter(slice(primera, ultima)) if seguidas else itemgetter(*donde)
        self._poner, self._al_reves = info.get("local_setter"), info.get("remote_setter")
        self._otros = [_Objeto(otra, select) for otra in info.get("related_klass_infos", ())]

    def hacer(self, fila: list[Any], base: str, hechos: dict[Any, Any]) -> Any:
        objeto = instancia(self.modelo, base, self.nombres, self._valores(fila))
        for otro in self._otros:
            otro._colgar(objeto, fila, base, hechos)
        return objeto

    def _colgar(self, de: Any, fila: list[Any], base: str, hechos: dict[Any, Any]) -> None:
        clave = fila[self._clave]
        suyo = hechos.get((self, clave)) if clave is not None else None
        if suyo is None and clave is not None:
            suyo = hechos[self, clave] = self.hacer(fila, base, hechos)
        self._poner(de, suyo)
        if suyo is not None:
            self._al_reves(suyo, de)
