"""The triggers: what they refuse on either database, and that they are always there."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.models import QuerySet
from django.test import TransactionTestCase

from reglas import disparadores, libro
from reglas.models import Asiento, Clase, Libro, SalAncla, Semilla, Sobre
from tests.reglas.libro.apoyo import AHORA, DUENO, anclar, el_libro, lineas, tirar_en
from tests.sin_disparadores import sin_disparadores

TABLAS = ["reglas_asiento", "reglas_sobre", "reglas_semilla", "reglas_salancla"]
SUFIJOS = {"sqlite": ["update", "delete", "replace"], "postgresql": ["cambio", "truncate"]}
NOMBRES = [f"{tabla}_sin_{sufijo}" for tabla in TABLAS for sufijo in SUFIJOS[connection.vendor]]
COLUMNAS = [
    (modelo._meta.db_table, campo.column)
    for modelo in (Asiento, Sobre, Semilla, SalAncla)
    for campo in modelo._meta.concrete_fields
]


def ejecutar(sql: str) -> None:
    """Run one statement as the application's role."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def contenido() -> list[list[tuple]]:
    """Return every row of every guarded table."""
    modelos = (Asiento, Sobre, Semilla, SalAncla)
    return [
        sorted(tuple(bytes(v) if isinstance(v, memoryview) else v for v in fila) for fila in filas)
        for filas in (QuerySet(modelo).order_by("pk").values_list() for modelo in modelos)
    ]


@pytest.fixture
def lleno(libros) -> None:
    """Leave a row in each guarded table."""
    tirar_en(Clase.ABIERTO)
    tirar_en(Clase.CERRADO)
    anclar()
    connection.check_constraints()  # PostgreSQL truncates nothing while deferred checks wait


@pytest.mark.parametrize(("tabla", "columna"), COLUMNAS)
def test_dad_11_ninguna_columna_se_cambia(lleno, tabla, columna):
    antes = contenido()

    with pytest.raises(IntegrityError, match="no se reescribe"):
        ejecutar(f'UPDATE {tabla} SET "{columna}" = "{columna}"')

    assert contenido() == antes


@pytest.mark.parametrize("tabla", TABLAS)
def test_dad_11_ninguna_fila_se_borra(lleno, tabla):
    antes = contenido()

    with pytest.raises(IntegrityError, match="no se reescribe"):
        ejecutar(f"DELETE FROM {tabla}")

    assert contenido() == antes


@pytest.mark.parametrize("tabla", TABLAS)
@pytest.mark.parametrize("recursivos", ["ON", "OFF"])
def test_dad_11_ninguna_fila_se_suplanta(lleno, tabla, recursivos):
    """REPLACE on SQLite, whatever the pragma; TRUNCATE and an upsert on PostgreSQL."""
    antes = contenido()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA recursive_triggers={recursivos}")
        ordenes = [f"INSERT OR REPLACE INTO {tabla} SELECT * FROM {tabla}"]
    else:
        clave = "asiento_id" if tabla == "reglas_salancla" else "sobre_id" if tabla == "reglas_semilla" else "id"
        ordenes = [
            f"TRUNCATE {tabla} CASCADE",
            f"INSERT INTO {tabla} SELECT * FROM {tabla} ON CONFLICT ({clave}) DO UPDATE SET {clave} = {tabla}.{clave}",
        ]

    try:
        for orden in ordenes:
            with pytest.raises(IntegrityError, match="no se reescribe"):
                ejecutar(orden)
    finally:
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA recursive_triggers=ON")

    assert contenido() == antes


@pytest.mark.django_db
def test_estan_todos_y_instalar_otra_vez_no_hace_nada():
    assert disparadores.faltan(connection) == []
    assert disparadores.instalar(connection) == []


@pytest.mark.django_db
def test_faltan_los_nombra_y_sin_disparadores_los_devuelve():
    with sin_disparadores(connection):
        assert disparadores.faltan(connection) == NOMBRES

    assert disparadores.faltan(connection) == []


@pytest.mark.django_db
def test_un_disparador_cambiado_o_apagado_cuenta_como_ausente():
    nombre = NOMBRES[0]
    if connection.vendor == "sqlite":
        ejecutar(f"DROP TRIGGER {nombre}")
        ejecutar(f"CREATE TRIGGER {nombre} BEFORE UPDATE ON reglas_asiento WHEN 0 BEGIN SELECT 1; END")
    else:
        ejecutar(f"ALTER TABLE reglas_asiento DISABLE TRIGGER {nombre}")

    ausentes = disparadores.faltan(connection)
    puestos = disparadores.instalar(connection)

    assert (ausentes, puestos, disparadores.faltan(connection)) == ([nombre], [nombre], [])


@pytest.mark.django_db(transaction=True)
def test_dad_11_vuelven_despues_de_cada_migracion():
    """Alter every guarded table as a migration does; SQLite rebuilds the table and drops its triggers."""
    libro.abrir_libros(DUENO, ahora=AHORA)
    tirar_en(Clase.ABIERTO)
    antes = lineas(Clase.ABIERTO)
    columnas = [(Asiento, "version"), (Sobre, "compromiso"), (Semilla, "valor"), (SalAncla, "cabeza")]

    for modelo, nombre in columnas:
        viejo = modelo._meta.get_field(nombre)
        nuevo = viejo.clone()
        if isinstance(nuevo, models.CharField):
            nuevo.max_length = 80
        else:
            nuevo.null = True
        nuevo.set_attributes_from_name(nombre)
        nuevo.model = modelo
        with connection.schema_editor() as editor:
            editor.alter_field(modelo, viejo, nuevo)
        with connection.schema_editor() as editor:
            editor.alter_field(modelo, nuevo, viejo)
    perdidos = disparadores.faltan(connection)
    call_command("migrate", verbosity=0)

    assert perdidos == (NOMBRES if connection.vendor == "sqlite" else [])
    assert disparadores.faltan(connection) == []
    assert lineas(Clase.ABIERTO) == antes
    with pytest.raises(IntegrityError, match="no se reescribe"):
        ejecutar("DELETE FROM reglas_asiento")


@pytest.mark.django_db(transaction=True)
def test_sin_tablas_no_hay_nada_que_instalar():
    """`migrate reglas zero` runs `post_migrate` too."""
    call_command("migrate", "reglas", "zero", verbosity=0)
    try:
        assert disparadores.instalar(connection) == []
        assert [uno for uno in disparadores.faltan(connection) if uno in NOMBRES] == NOMBRES
    finally:
        call_command("migrate", verbosity=0)

    assert disparadores.faltan(connection) == []


@pytest.mark.parametrize("vez", [1, 2])
@pytest.mark.django_db(transaction=True)
def test_una_prueba_con_transacciones_empieza_sin_libros_y_con_disparadores(vez):
    assert (Libro.objects.count(), disparadores.faltan(connection)) == (0, [])

    libro.abrir_libros(DUENO, ahora=AHORA)
    tirar_en(Clase.CERRADO)

    assert el_libro(Clase.CERRADO).siguiente == 2


class PruebaDeDjango(TransactionTestCase):
    """The same with Django's own test case, which pytest's fixtures never see."""

    def test_una(self) -> None:
        """Fill the book and leave it."""
        assert (Libro.objects.count(), disparadores.faltan(connection)) == (0, [])
        libro.abrir_libros(DUENO, ahora=AHORA)

    test_otra = test_una
