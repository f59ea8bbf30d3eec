"""The two commands over the book."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from reglas import disparadores
from reglas.models import Clase, Libro
from tests.reglas.libro.apoyo import DUENO, el_libro, libro_variado, lineas
from tests.sin_disparadores import sin_disparadores


def correr(nombre: str, *argumentos, **opciones) -> tuple[int, str, str]:
    """Run a command; return its exit code and both outputs."""
    salida, errores = io.StringIO(), io.StringIO()
    try:
        call_command(nombre, *argumentos, stdout=salida, stderr=errores, **opciones)
    except CommandError as error:
        return error.returncode, salida.getvalue(), f"{errores.getvalue()}{error}"
    return 0, salida.getvalue(), errores.getvalue()


def test_comprobar_libro_dice_que_todo_cuadra(libros):
    libro_variado()

    assert correr("comprobar_libro") == correr("comprobar_libro", DUENO)
    assert correr("comprobar_libro") == (
        0,
        f"{DUENO} (abierto): 12 asientos, cabeza {el_libro(Clase.ABIERTO).cabeza}\n"
        f"{DUENO} (cerrado): 2 asientos, cabeza {el_libro(Clase.CERRADO).cabeza}\n",
        "",
    )


def test_comprobar_libro_de_quien_no_tiene_acaba_mal_y_lo_dice(libros):
    libro_variado()

    codigo, salida, errores = correr("comprobar_libro", DUENO, "OtraPartida")

    assert (codigo, errores) == (1, "No hay libros de «OtraPartida».\n1 cosa no cuadra.")
    assert salida.count("\n") == 2


def test_comprobar_libro_nombra_lo_que_otros_han_colgado_de_sus_tablas(libros):
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("CREATE TRIGGER ajeno BEFORE INSERT ON reglas_asiento BEGIN SELECT 1; END")
        else:
            cursor.execute("CREATE RULE ajeno AS ON INSERT TO reglas_asiento DO ALSO NOTHING")
        sobran = disparadores.sobran(connection)
        codigo, _, errores = correr("comprobar_libro")
        cursor.execute("DROP TRIGGER ajeno" if connection.vendor == "sqlite" else "DROP RULE ajeno ON reglas_asiento")

    assert len(sobran) == 1
    assert (codigo, errores) == (1, f"Sobra {sobran[0]}, que no es del libro.\n1 cosa no cuadra.")


def test_comprobar_libro_nombra_lo_que_no_cuadra(libros):
    Libro.objects.filter(clase=Clase.CERRADO).update(siguiente=5)

    codigo, _, errores = correr("comprobar_libro")

    assert (codigo, errores) == (
        1,
        f"{DUENO} (cerrado): asiento -1: no cuadra «siguiente»\n1 cosa no cuadra.",
    )


def test_comprobar_libro_nombra_los_disparadores_que_faltan(libros):
    with sin_disparadores(connection):
        faltan = disparadores.faltan(connection)
        codigo, _, errores = correr("comprobar_libro")

    dichos = [f"Falta el disparador {nombre}." for nombre in faltan]
    assert (codigo, errores.splitlines()) == (1, [*dichos, f"{len(faltan)} cosas no cuadran."])


@pytest.mark.parametrize("clase", list(Clase))
def test_exportar_libro_escribe_sus_lineas(libros, clase):
    libro_variado()

    codigo, salida, _ = correr("exportar_libro", DUENO, cerrado=clase == Clase.CERRADO)

    assert (codigo, salida.splitlines()) == (0, lineas(clase))


@pytest.mark.django_db
def test_exportar_libro_de_nadie_se_rechaza():
    assert correr("exportar_libro", "OtraPartida") == (1, "", "No hay ningún libro de ese dueño.")
