"""How each database finds words: FTS5 in SQLite, `tsvector` in PostgreSQL. Everything that differs is here.

SQLite keeps the index beside the table with three triggers, which are not in a migration: it loses them when a later
one rebuilds the table (C8), so `post_migrate` puts back what is missing. PostgreSQL keeps it in a column of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.core.exceptions import EmptyResultSet
from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BooleanField, Expression, F

from partidas.busqueda.plegar import plegar
from partidas.models import Buscable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet
    from django.db.models.sql.compiler import SQLCompiler, _AsSqlType

    from partidas.busqueda.pregunta import Pregunta, Termino

TABLA = "partidas_buscable"
INDICE = "partidas_buscable_fts"
MARCA = "\ue000"
"""Before the number of a partida in the index of SQLite: no word has that letter."""
AMBITOS_MAXIMO = 300
"""Partidas by which the index itself is narrowed; for more, the table is asked."""

_CREAR_FTS = (
    f"CREATE VIRTUAL TABLE {INDICE} USING fts5(plegado, content='', detail=none, columnsize=0, tokenize='ascii')"
)
_PONER = f"INSERT INTO {INDICE}(rowid, plegado) VALUES (NEW.id, NEW.plegado || char(57344) || NEW.partida_id)"  # noqa: S608
_QUITAR = (
    f"INSERT INTO {INDICE}({INDICE}, rowid, plegado)"  # noqa: S608 - names of ours
    " VALUES ('delete', OLD.id, OLD.plegado || char(57344) || OLD.partida_id)"
)
DISPARADORES = {
    f"{TABLA}_entra": f"CREATE TRIGGER {TABLA}_entra AFTER INSERT ON {TABLA} BEGIN {_PONER}; END",
    f"{TABLA}_sale": f"CREATE TRIGGER {TABLA}_sale AFTER DELETE ON {TABLA} BEGIN {_QUITAR}; END",
    f"{TABLA}_cambia": f"CREATE TRIGGER {TABLA}_cambia AFTER UPDATE ON {TABLA} BEGIN {_QUITAR}; {_PONER}; END",
}
_LLENAR = (
    f"INSERT INTO {INDICE}(rowid, plegado)"  # noqa: S608 - names of ours
    f" SELECT id, plegado || char(57344) || partida_id FROM {TABLA}"
)
# No stop words: those are the business of `pregunta.VACIAS`, the same on both databases.
_POSTGRESQL = (
    "CREATE TEXT SEARCH DICTIONARY hilo_es_raiz (TEMPLATE = pg_catalog.snowball, LANGUAGE = 'spanish')",
    "CREATE TEXT SEARCH CONFIGURATION hilo_es (COPY = pg_catalog.simple)",
    "ALTER TEXT SEARCH CONFIGURATION hilo_es ALTER MAPPING FOR asciiword, word, numword, asciihword, hword, numhword,"
    " hword_asciipart, hword_part, hword_numpart WITH hilo_es_raiz",
    f"ALTER TABLE {TABLA} ADD COLUMN vector tsvector GENERATED ALWAYS AS ("
    "strip(to_tsvector('hilo_es'::regconfig, texto) || to_tsvector('hilo_es'::regconfig, plegado))"
    " || array_to_tsvector(ARRAY['#' || partida_id::text])) STORED",
    f"CREATE INDEX {TABLA}_vector ON {TABLA} USING gin (vector)",
)
_POSTGRESQL_FUERA = (
    f"ALTER TABLE {TABLA} DROP COLUMN vector",
    "DROP TEXT SEARCH CONFIGURATION hilo_es",
    "DROP TEXT SEARCH DICTIONARY hilo_es_raiz",
)


def crear(conexion: BaseDatabaseWrapper) -> None:
    """Make the index of a table that is there and empty."""
    with conexion.cursor() as cursor:
        for orden in _POSTGRESQL if conexion.vendor == "postgresql" else (_CREAR_FTS, *DISPARADORES.values()):
            cursor.execute(orden)


def deshacer(conexion: BaseDatabaseWrapper) -> None:
    """Take the index away, before its table."""
    sqlite = [f"DROP TRIGGER IF EXISTS {nombre}" for nombre in DISPARADORES] + [f"DROP TABLE {INDICE}"]
    with conexion.cursor() as cursor:
        for orden in _POSTGRESQL_FUERA if conexion.vendor == "postgresql" else sqlite:
            cursor.execute(orden)


def faltan(conexion: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the triggers that are not as we made them; empty is healthy, and so is PostgreSQL."""
    if conexion.vendor == "postgresql":
        return []
    with conexion.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [TABLA])
        puestos = dict(cursor.fetchall())
    return [nombre for nombre, sql in DISPARADORES.items() if puestos.get(nombre) != sql]


def al_migrar(*, using: str, **_kwargs: Any) -> None:
    """Put back, after any `migrate`, what SQLite lost by rebuilding the table; the index is then made again."""
    conexion = connections[using]
    if TABLA in conexion.introspection.table_names() and (nombres := faltan(conexion)):
        with conexion.cursor() as cursor:
            for nombre in nombres:
                cursor.execute(f"DROP TRIGGER IF EXISTS {nombre}")
                cursor.execute(DISPARADORES[nombre])
        rehacer(conexion)


def rehacer(conexion: BaseDatabaseWrapper) -> None:
    """Make the index of SQLite again from its table; PostgreSQL's column cannot differ from its row."""
    if conexion.vendor != "postgresql":
        with conexion.cursor() as cursor:
            cursor.execute(f"INSERT INTO {INDICE}({INDICE}) VALUES ('delete-all')")  # noqa: S608 - name of ours
            cursor.execute(_LLENAR)


def raices(palabras: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Return, for each word as it is written, what the database compares of it: to mark it in an excerpt."""
    plegadas = {palabra: plegar(palabra) for palabra in palabras}
    conexion = connections[router.db_for_read(Buscable)]
    if conexion.vendor != "postgresql" or not plegadas:
        return {palabra: frozenset(suyas) for palabra, suyas in plegadas.items()}
    todas = sorted({*plegadas, *(una for suyas in plegadas.values() for una in suyas)})
    with conexion.cursor() as cursor:
        cursor.execute("SELECT p, ts_lexize('hilo_es_raiz', p) FROM unnest(%s::text[]) p", [todas])
        de = {palabra: frozenset(raiz or ()) for palabra, raiz in cursor.fetchall()}
    return {palabra: de[palabra].union(*(de[una] for una in suyas)) for palabra, suyas in plegadas.items()}


# The gate is cheap for each row and looks dear to the planner, which then reads every row that has the word, to order
# them at the end. Row by row from the newest on, it stops at the last one that is shown (docs/decisiones/0064).
_FILA_A_FILA = "SET LOCAL enable_hashjoin = off; SET LOCAL jit = off; "
_COMO_ANTES = "; SET LOCAL enable_hashjoin TO DEFAULT; SET LOCAL jit TO DEFAULT"


def claves(filas: QuerySet[Buscable], tope: int) -> list[int]:
    """Return the keys of the first rows of a query in order, reading no more than it takes: one query."""
    filas_de_clave = filas.values_list("pk", flat=True)[:tope]
    conexion = connections[filas_de_clave.db]
    if conexion.vendor != "postgresql":
        return list(filas_de_clave)
    try:
        sql, valores = filas_de_clave.query.sql_with_params()
    except EmptyResultSet:
        return []
    with conexion.cursor() as cursor:
        # One message to the server is one transaction, and there the settings end.
        cursor.execute(f"{_FILA_A_FILA}{sql}{_COMO_ANTES}", valores)
        while cursor.description is None:
            cursor.nextset()
        return [clave for (clave,) in cursor.fetchall()]


class Coincide(Expression):
    """Whether a row of the index answers the question, in one of those partidas (in any, without them)."""

    output_field: ClassVar[BooleanField[Any, Any]] = BooleanField()

    def __init__(self, pregunta: Pregunta, partidas: Collection[int] | None = None) -> None:
        """Keep the question, which has something to look for."""
        super().__init__()
        self.pregunta = pregunta
        self.partidas = sorted(partidas) if partidas is not None and len(partidas) <= AMBITOS_MAXIMO else None
        self.fuentes: list[Any] = [F("pk"), F("plegado")]

    def get_source_expressions(self) -> list[Any]:
        """Return the columns of the index."""
        return self.fuentes

    def set_source_expressions(self, exprs: Sequence[Any]) -> None:
        """Take those columns back, resolved."""
        self.fuentes = list(exprs)

    def as_sqlite(self, compiler: SQLCompiler, _conexion: BaseDatabaseWrapper) -> _AsSqlType:
        """Write it for FTS5: every word between quotes, so that none is an operator."""
        pk, _nada = compiler.compile(self.fuentes[0])
        donde, valores = self._frases(compiler, "instr")
        sql = f"{pk} IN (SELECT rowid FROM {INDICE} WHERE {INDICE} MATCH %s){donde}"  # noqa: S608 - name of ours
        return f"({sql})", (self._match(), *valores)

    def as_postgresql(self, compiler: SQLCompiler, conexion: BaseDatabaseWrapper) -> _AsSqlType:
        """Write it for a vector: each word as it was typed or folded, through the same dictionary as the texts."""
        tabla = conexion.ops.quote_name(self.fuentes[0].alias)
        sql, valores = self._tsquery()
        donde, otros = self._frases(compiler, "strpos")
        return f"({tabla}.vector @@ ({sql}){donde})", (*valores, *otros)

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> _AsSqlType:
        """Write it for the database of the query."""
        escribir = self.as_postgresql if connection.vendor == "postgresql" else self.as_sqlite
        return escribir(compiler, connection)

    def _frases(self, compiler: SQLCompiler, funcion: str) -> tuple[str, list[Any]]:
        """Ask for each phrase letter by letter, which is the same on both databases."""
        plegado, _nada = compiler.compile(self.fuentes[1])
        lados = ((self.pregunta.frases, "> 0"), (self.pregunta.sin_frases, "= 0"))
        condiciones = [(f"{funcion}({plegado}, %s) {signo}", frase) for frases, signo in lados for frase in frases]
        valores = [f" {' '.join(frase)} " for _sql, frase in condiciones]
        return "".join(f" AND {sql}" for sql, _frase in condiciones), valores

    def _match(self) -> str:
        piden = [plegada for termino in self.pregunta.terminos for plegada in termino.plegadas]
        piden += [plegada for frase in self.pregunta.frases for plegada in frase]
        partes = [_entre_comillas(piden, " AND ")]
        if self.partidas is not None:
            partes.append(f"({_entre_comillas([f'{MARCA}{pk}' for pk in self.partidas] or [MARCA], ' OR ')})")
        consulta = " AND ".join(partes)
        for termino in self.pregunta.sin:
            consulta = f"({consulta}) NOT ({_entre_comillas(termino.plegadas, ' AND ')})"
        return consulta

    def _tsquery(self) -> tuple[str, list[Any]]:
        partes: list[str] = []
        valores: list[Any] = []
        if self.partidas is not None and len(self.partidas) == 1:  # of many, the column of the table is cheaper
            partes.append("%s::tsquery")
            valores.append(f"'#{self.partidas[0]}'")
        for termino in self.pregunta.terminos:
            partes.append(_TERMINO)
            valores += _formas(termino)
        for frase in self.pregunta.frases:
            partes.append("plainto_tsquery('hilo_es', %s)")
            valores.append(" ".join(frase))
        for termino in self.pregunta.sin:
            partes.append(f"!!{_TERMINO}")
            valores += _formas(termino)
        return " && ".join(partes), valores


_TERMINO = "(plainto_tsquery('hilo_es', %s) || plainto_tsquery('hilo_es', %s))"


def _entre_comillas(palabras: Iterable[str], entre: str) -> str:
    return entre.join(f'"{palabra}"' for palabra in palabras)


def _formas(termino: Termino) -> list[str]:
    return [termino.viva, " ".join(termino.plegadas)]
