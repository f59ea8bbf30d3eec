"""Queries that are always the same but for their values: put together once, and run many times.

To build a query through the gate and compile it takes the ORM longer than the database takes to answer it. A mould
does that once for each kind of reader, with marks in the place of who asks and of what, and then only puts values
where the marks are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import BooleanField, Expression
from django.db.models import F as Columna

from cuentas.guarda import portero, testigo_de
from cuentas.models import Usuario
from partidas.consultas.filas import Lectura, Orden

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models import QuerySet
    from django.db.models.sql.compiler import SQLCompiler, _AsSqlType

    from cuentas.guarda import Actor

F = TypeVar("F")

MARCA = 10**15
"""Marks are below minus this, where no key is, or strings that no column holds."""
MARCA_DE_TEXTO = "\ue000"
SIN_CLAVE = -1
"""What a list without keys asks for."""


class Molde(Generic[F]):
    """The parts of one reading, all with the same columns, joined by UNION ALL: one query, in no order.

    partes: makes them for an actor, a shape (what changes their SQL) and values by name: a key, a text, or a list of
    either. It must use the values as they are, in the place of a parameter, and nothing of the actor but its key.
    ajustes: under which PostgreSQL plans it once, whatever the values (see `planes`).
    """

    def __init__(
        self, partes: Callable[..., Sequence[QuerySet[Any, F]]], *, ajustes: Mapping[str, str] | None = None
    ) -> None:
        """Keep how they are made; nothing is compiled yet."""
        self._partes, self._ajustes = partes, ajustes
        self._hechas: dict[tuple[Any, ...], _Compilada[F]] = {}
        self._portero: object = None

    def leer(self, usuario: Actor, *forma: Any, **valores: Any) -> list[F]:
        """Return the rows of all the parts that the actor may know of, in one query.

        Who looks over somebody's shoulder and the staff have conditions with values of their own: theirs is compiled
        each time.
        """
        if testigo_de(usuario) is not None or getattr(usuario, "is_staff", False):
            return _Compilada(self._partes(usuario, *forma, **valores)).filas({})
        marcas, reales = _marcar(usuario, valores)
        if self._portero is not portero():
            self._hechas.clear()
            self._portero = portero()
        de_que = tuple((n, *_de_que(m)) for n, m in marcas.items())
        clave = (usuario.is_authenticated, forma, de_que)
        hecha = self._hechas.get(clave)
        if hecha is None:
            quien = Usuario(pk=-MARCA) if usuario.is_authenticated else AnonymousUser()
            hecha = self._hechas[clave] = _Compilada(
                self._partes(quien, *forma, **marcas), con_marcas=True, ajustes=self._ajustes
            )
        return hecha.filas(reales)


def _de_que(marca: Any) -> tuple[type, int]:
    """Return of what kind are the marks of a value, and how many a list has."""
    return (type(marca[0]), len(marca)) if isinstance(marca, list) else (type(marca), 0)


def _marcar(usuario: Actor, valores: Mapping[str, Any]) -> tuple[dict[str, Any], dict[Any, Any]]:
    """Return a mark for each value, and the value of each mark; lists grow to a few lengths by their last key.

    Raises TypeError for a value that is none of those, as None, which no mark can stand for.
    """
    marcas: dict[str, Any] = {}
    reales: dict[Any, Any] = {-MARCA: usuario.pk}
    for nombre, valor in valores.items():
        if not isinstance(valor, int | str | list):
            raise TypeError(f"a mould is asked with keys and texts: {nombre}={valor!r}")
        if isinstance(valor, str):
            marcas[nombre] = f"{MARCA_DE_TEXTO}{nombre}"
            reales[marcas[nombre]] = valor
            continue
        varios = (valor or [SIN_CLAVE]) if isinstance(valor, list) else [valor]
        cuantos = 1 if not isinstance(valor, list) else 1 << max(3, (len(varios) - 1).bit_length())
        unas: list[Any] = [f"{MARCA_DE_TEXTO}{nombre}{n}" for n in range(cuantos)]
        if not isinstance(varios[0], str):
            primera = -MARCA - 1 - sum(isinstance(real, int) for real in reales)
            unas = [primera - n for n in range(cuantos)]
        marcas[nombre] = unas if isinstance(valor, list) else unas[0]
        reales |= {marca: varios[min(n, len(varios) - 1)] for n, marca in enumerate(unas)}
    return marcas, reales


def juntas(partes: Iterable[QuerySet[Any, F]]) -> list[F]:
    """Return the rows of all the parts, with the same columns, in one query and in no order; none for no part."""
    return _Compilada(tuple(partes)).filas({})


class Entre(Expression):
    """Whether a row is among those of some parts, each of which gives keys: slices too, which the ORM cannot join."""

    output_field: ClassVar[BooleanField[Any, Any]] = BooleanField()

    def __init__(self, partes: Iterable[QuerySet[Any, Any]]) -> None:
        """Keep the parts."""
        super().__init__()
        self.partes = tuple(partes)
        self.clave: list[Any] = [Columna("pk")]

    def get_source_expressions(self) -> list[Any]:
        """Return the key of the row."""
        return self.clave

    def set_source_expressions(self, exprs: Sequence[Any]) -> None:
        """Take it back, resolved."""
        self.clave = list(exprs)

    def as_sql(self, compiler: SQLCompiler, _conexion: BaseDatabaseWrapper) -> _AsSqlType:
        """Write it; raises EmptyResultSet if no part has a row."""
        clave, valores = compiler.compile(self.clave[0])
        sql, suyos, primera = _unidas(self.partes)
        if primera is None:
            raise EmptyResultSet
        return f"{clave} IN ({sql})", (*valores, *suyos)


def _unidas(partes: Iterable[QuerySet[Any, F]]) -> tuple[str, list[Any], tuple[QuerySet[Any, F], Any] | None]:
    """Return the SQL of some parts, one after another, its values, and the first with its compiler, if one has rows."""
    trozos: list[str] = []
    valores: list[Any] = []
    primera: tuple[QuerySet[Any, F], Any] | None = None
    for parte in partes:
        compilador = parte.query.get_compiler(using=parte.db)
        try:
            sql, suyos = compilador.as_sql()
        except EmptyResultSet:
            continue
        trozos.append(sql)
        valores += suyos
        primera = primera or (parte, compilador)
    if len(trozos) == 1:
        return trozos[0], valores, primera
    enteras = (f"SELECT * FROM ({trozo}) p{n}" for n, trozo in enumerate(trozos))  # noqa: S608 - compiled by the ORM
    return " UNION ALL ".join(enteras), valores, primera


class _Compilada(Generic[F]):
    """The SQL of some parts and what reads its rows, which is that of the first; parts that have no row go out.

    con_marcas: what is asked with differs from run to run and stands as marks, so that all other values are constants.
    """

    def __init__(
        self, partes: Sequence[QuerySet[Any, F]], *, con_marcas: bool = False, ajustes: Mapping[str, str] | None = None
    ) -> None:
        self._orden: Orden | None = None
        sql, valores, primera = _unidas(partes)
        if primera is None:
            return
        self._base = primera[0].db
        fijos = _es_fijo if con_marcas else None
        self._orden = Orden(sql, valores, fijos, connections[self._base].vendor, ajustes=ajustes)
        self._lectura = Lectura(*primera)

    def filas(self, reales: Mapping[Any, Any]) -> list[F]:
        """Run it with those values."""
        if self._orden is None:
            return []
        conexion = connections[self._base]  # each thread has its own
        valores = [reales.get(uno, uno) for uno in self._orden.valores] if reales else self._orden.valores
        return self._lectura.leer(self._orden.correr(conexion, valores), conexion)


def _es_fijo(valor: Any) -> bool:
    """Tell a constant of the code from a mark."""
    return not (
        valor <= -MARCA if isinstance(valor, int) else isinstance(valor, str) and valor.startswith(MARCA_DE_TEXTO)
    )
