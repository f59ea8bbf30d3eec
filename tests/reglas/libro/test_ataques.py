"""A hostile person with the application's own database role: what the triggers stop, and what only readiness tells."""

import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from reglas import disparadores, libro
from reglas.models import Clase
from tests.reglas.libro.apoyo import anclar, el_libro, tirar_en
from tests.reglas.libro.test_disparadores import contenido

pytestmark = pytest.mark.django_db

NADIE_PASA = {
    "sqlite": {
        "update or replace": ["UPDATE OR REPLACE reglas_asiento SET contenido = 'x'"],
        "update or ignore": ["UPDATE OR IGNORE reglas_asiento SET contenido = 'x'"],
        "upsert": [
            "INSERT INTO reglas_asiento SELECT * FROM reglas_asiento WHERE 1 ON CONFLICT DO UPDATE SET contenido = 'x'"
        ],
        "por el rowid escondido de las semillas": [
            "INSERT INTO reglas_sobre (libro_id, numero, compromiso, creado)"
            " SELECT min(libro_id), 77, hex(randomblob(32)), '2026-01-01' FROM reglas_sobre",
            "INSERT OR REPLACE INTO reglas_semilla (rowid, sobre_id, valor)"
            " SELECT (SELECT min(rowid) FROM reglas_semilla), max(id), randomblob(32) FROM reglas_sobre",
        ],
    },
    "postgresql": {
        "merge": [
            "MERGE INTO reglas_asiento a USING reglas_asiento b ON a.id = b.id"
            " WHEN MATCHED THEN UPDATE SET contenido = 'x'"
        ],
        "truncate de quien manda": ["TRUNCATE reglas_libro CASCADE"],
        "como réplica": [
            "SET LOCAL session_replication_role = replica",
            "UPDATE reglas_asiento SET contenido = 'x'",
        ],
    },
}[connection.vendor]
SE_NOTA = {
    "sqlite": {
        "otro disparador": ["CREATE TRIGGER zz BEFORE INSERT ON reglas_asiento BEGIN SELECT RAISE(IGNORE); END"],
        "un disparador temporal": [
            "CREATE TEMP TRIGGER zt BEFORE INSERT ON main.reglas_asiento BEGIN SELECT RAISE(IGNORE); END"
        ],
        "una tabla temporal encima": ["CREATE TEMP TABLE reglas_asiento AS SELECT * FROM main.reglas_asiento"],
        "el catálogo a mano": [
            "PRAGMA writable_schema = ON",
            "DELETE FROM sqlite_master WHERE name = 'reglas_asiento_sin_update'",
        ],
        "quitar": ["DROP TRIGGER reglas_asiento_sin_delete"],
    },
    "postgresql": {
        "sobre una sola columna": [
            "DROP TRIGGER reglas_asiento_sin_cambio ON reglas_asiento",
            "CREATE TRIGGER reglas_asiento_sin_cambio BEFORE UPDATE OF id OR DELETE ON reglas_asiento"
            " FOR EACH ROW EXECUTE FUNCTION reglas_libro_inmutable()",
            "ALTER TABLE reglas_asiento ENABLE ALWAYS TRIGGER reglas_asiento_sin_cambio",
        ],
        "una función tocaya": [
            "CREATE SCHEMA malo",
            "CREATE FUNCTION malo.reglas_libro_inmutable() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RETURN NEW; END $$",
            "DROP TRIGGER reglas_asiento_sin_cambio ON reglas_asiento",
            "CREATE TRIGGER reglas_asiento_sin_cambio BEFORE UPDATE OR DELETE ON reglas_asiento"
            " FOR EACH ROW EXECUTE FUNCTION malo.reglas_libro_inmutable()",
            "ALTER TABLE reglas_asiento ENABLE ALWAYS TRIGGER reglas_asiento_sin_cambio",
        ],
        "solo cuando no es réplica": ["ALTER TABLE reglas_asiento ENABLE TRIGGER reglas_asiento_sin_cambio"],
        "otra regla": ["CREATE RULE zz AS ON INSERT TO reglas_asiento DO INSTEAD NOTHING"],
        "una tabla hija": ["CREATE TABLE hija () INHERITS (reglas_asiento)"],
        "otro disparador": [
            "CREATE FUNCTION callar() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
            "CREATE TRIGGER zz BEFORE INSERT ON reglas_asiento FOR EACH ROW EXECUTE FUNCTION callar()",
        ],
        "seguridad por filas": ["ALTER TABLE reglas_asiento ENABLE ROW LEVEL SECURITY"],
        "una tabla temporal encima": ["CREATE TEMP TABLE reglas_asiento AS SELECT * FROM public.reglas_asiento"],
        "quitar": ["DROP TRIGGER reglas_asiento_sin_truncate ON reglas_asiento"],
    },
}[connection.vendor]


@pytest.fixture
def lleno(libros):
    """Leave a row in each guarded table, and whatever the attack leaves on the connection away."""
    tirar_en(Clase.ABIERTO)
    tirar_en(Clase.CERRADO)
    anclar()
    connection.check_constraints()
    pragmas = ["PRAGMA writable_schema = OFF", "PRAGMA recursive_triggers = ON"]
    yield
    with connection.cursor() as cursor:
        for pragma in pragmas if connection.vendor == "sqlite" else []:
            cursor.execute(pragma)


def atacar(ordenes: list[str]) -> None:
    with connection.cursor() as cursor:
        for orden in ordenes:
            cursor.execute(orden)


def listo() -> tuple[int, bool]:
    cuerpo = Client().get("/salud/listo")
    return cuerpo.status_code, json.loads(cuerpo.content)["disparadores"]["bien"]


@pytest.mark.parametrize("ataque", NADIE_PASA)
def test_dad_11_nada_de_esto_cambia_el_libro(lleno, ataque):
    antes = contenido()
    if connection.vendor == "sqlite":
        atacar(["PRAGMA recursive_triggers = OFF"])

    with pytest.raises(IntegrityError, match="no se reescribe"), transaction.atomic():
        atacar(NADIE_PASA[ataque])

    assert contenido() == antes


@pytest.mark.parametrize("ataque", SE_NOTA)
def test_dad_11_lo_que_el_dueno_de_las_tablas_si_puede_lo_dice_salud_listo(lleno, ataque):
    antes = listo()[1]

    atacar(SE_NOTA[ataque])

    assert (antes, listo()) == (True, (503, False))
    assert disparadores.faltan(connection) or disparadores.sobran(connection)


def test_dad_11_reescribir_la_tabla_entera_lo_dice_la_cadena_aunque_los_disparadores_esten_todos(lleno):
    """Whoever owns the tables can rewrite them without a row trigger firing: what tells is the walk of the book."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'reglas_asiento'")
            puestos = [sql for (sql,) in cursor.fetchall()]
        quitar = [f"DROP TRIGGER reglas_asiento_sin_{sufijo}" for sufijo in ("update", "delete", "replace")]
        ordenes = [*quitar, "UPDATE reglas_asiento SET contenido = replace(contenido, 'dados', 'datos')", *puestos]
    else:
        cambio = "TYPE text USING replace(contenido, 'dados', 'datos')"
        ordenes = [f"ALTER TABLE reglas_asiento ALTER COLUMN contenido {cambio}"]

    atacar(ordenes)

    assert (disparadores.faltan(connection), disparadores.sobran(connection)) == ([], [])
    assert libro.verificar(el_libro(Clase.ABIERTO)).fallos != ()
