"""An operator with the triggers off: the server's own check names the entry and the column (D-12)."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F, QuerySet

from reglas import libro
from reglas.libro import Fallo
from reglas.models import CERO, Asiento, Clase, Libro, Semilla, Sobre
from reglas.nucleo.canonico import canonico, huella
from tests.reglas.libro.apoyo import AHORA, DUENO, MUCHOS, el_libro, libro_variado, tirar_en
from tests.sin_disparadores import sin_disparadores

SORTES = ["apertura", "tirada", "tirada", "anulacion", "tirada", "ancla", "revelacion", "apertura", "restauracion"]


@pytest.fixture
def variado(libros) -> list[Asiento]:
    """Fill both books."""
    return libro_variado()


@pytest.fixture
def desarmado(variado):
    """Take the triggers off for the test."""
    with sin_disparadores(connection):
        yield variado


def asiento(n: int, clase: Clase = Clase.ABIERTO) -> QuerySet[Asiento]:
    """Return the row of an entry, to be tampered with."""
    return Asiento.objects.filter(libro=el_libro(clase), n=n)


def fallos(clase: Clase = Clase.ABIERTO) -> tuple[Fallo, ...]:
    """Return what the check finds."""
    return libro.verificar(el_libro(clase)).fallos


def test_el_libro_variado_esta_sano(variado):
    tipos = list(Asiento.objects.filter(libro=el_libro(Clase.ABIERTO)).order_by("n").values_list("tipo", flat=True))

    assert tipos == [*SORTES, "revelacion", "apertura", "tirada"]
    assert (fallos(Clase.ABIERTO), fallos(Clase.CERRADO)) == ((), ())


@pytest.mark.parametrize(
    ("n", "cambio", "esperado"),
    [
        (1, {"hash": "ab" * 32}, [Fallo(1, "hash"), Fallo(1, "recibo"), Fallo(2, "prev")]),
        (1, {"recibo": "cd" * 32}, [Fallo(1, "recibo"), Fallo(2, "sustituye"), Fallo(2, "sustituye")]),
        (5, {"tipo": "restauracion"}, [Fallo(5, "tipo"), Fallo(5, "contenido")]),
        (8, {"tipo": "ancla"}, [Fallo(8, "tipo")]),
        (1, {"creado": AHORA + timedelta(seconds=1)}, [Fallo(1, "cuando")]),
        (1, {"creado": AHORA + timedelta(microseconds=1)}, [Fallo(1, "cuando")]),
        (1, {"peticion": '{"accion":"otra"}'}, [Fallo(1, "solicitud")]),
        (1, {"sal": "00" * 16}, [Fallo(1, "solicitud")]),
        (1, {"sal": "no es hexadecimal"}, [Fallo(1, "solicitud")]),
        (1, {"version": "prueba/2"}, [Fallo(1, "reglas")]),
        (2, {"sustituye": None}, [Fallo(2, "sustituye")]),
        (1, {"contenido": "{}"}, [Fallo(1, "hash")]),
        (1, {"contenido": "[1"}, [Fallo(1, "contenido")]),
        (11, {"n": 12}, [Fallo(12, "n"), Fallo(12, "n")]),
    ],
)
def test_dad_12_cada_columna_cambiada_se_descubre(desarmado, n, cambio, esperado):
    asiento(n).update(**cambio)

    assert list(fallos())[: len(esperado)] == esperado


def test_dad_12_las_columnas_que_apuntan_tambien(desarmado):
    mala, buena, *_ = desarmado
    ajeno = Sobre.objects.get(libro=el_libro(Clase.CERRADO), numero=1)

    asiento(1).update(sobre=ajeno)
    con_sobre_ajeno = fallos()
    asiento(1).update(sobre=Sobre.objects.get(libro=el_libro(Clase.ABIERTO), numero=2))
    con_otro_sobre = fallos()
    asiento(1).update(sobre=buena.sobre)
    asiento(3).update(anula=mala)
    con_otra_anulada = fallos()
    asiento(3).update(anula=buena)
    asiento(4).update(libro=el_libro(Clase.CERRADO), n=9)

    assert con_sobre_ajeno == (Fallo(1, "sobre"),)
    assert con_otro_sobre == (Fallo(1, "sobre"),)
    assert con_otra_anulada == (Fallo(3, "anula"),)
    assert fallos() == (Fallo(5, "n"), Fallo(5, "prev"))


@pytest.mark.parametrize(
    ("cambio", "esperado"),
    [
        ({"cabeza": CERO}, "cabeza"),
        ({"siguiente": F("siguiente") + 1}, "siguiente"),
        ({"sobre_vigente": 2}, "sobre_vigente"),
    ],
)
def test_dad_12_la_fila_del_libro_cambiada_se_descubre(desarmado, cambio, esperado):
    Libro.objects.filter(dueno=DUENO, clase=Clase.ABIERTO).update(**cambio)

    assert fallos() == (Fallo(-1, esperado),)


def test_dad_12_la_partida_cambiada_se_descubre(desarmado):
    Libro.objects.filter(dueno=DUENO, clase=Clase.CERRADO).update(dueno="OtraPartida")

    ajeno = libro.verificar(el_libro(Clase.CERRADO, "OtraPartida")).fallos
    huerfano = fallos()

    assert ajeno == (Fallo(0, "libro"),)
    assert huerfano == (Fallo(5, "cabeza de cerrado"),)


def test_dad_12_el_sobre_o_la_semilla_cambiados_se_descubren(desarmado):
    primero = Sobre.objects.get(libro=el_libro(Clase.ABIERTO), numero=1)

    Sobre.objects.filter(pk=primero.pk).update(compromiso="ab" * 32)
    con_compromiso = fallos()
    Sobre.objects.filter(pk=primero.pk).update(compromiso=primero.compromiso)
    QuerySet(Semilla).filter(sobre=primero).update(valor=b"0" * 32)
    con_semilla = fallos()
    vigente = Sobre.objects.get(libro=el_libro(Clase.ABIERTO), numero=3)
    QuerySet(Semilla).filter(sobre=vigente).delete()

    assert con_compromiso == (Fallo(-1, "semilla 1"), Fallo(0, "compromiso"), Fallo(6, "semilla"))
    assert con_semilla == (Fallo(-1, "semilla 1"), Fallo(1, "dados"), Fallo(2, "dados"))
    assert Fallo(-1, "semilla 3") in fallos()


def test_dad_12_un_asiento_borrado_se_descubre(desarmado):
    asiento(4).delete()

    assert fallos() == (Fallo(5, "n"), Fallo(5, "prev"))


def test_dad_12_la_cola_cortada_se_descubre_por_la_fila_del_libro(desarmado):
    asiento(11).delete()

    assert fallos() == (Fallo(-1, "cabeza"), Fallo(-1, "siguiente"))


def test_dad_12_dos_asientos_cambiados_de_sitio_se_descubren(desarmado):
    for viejo, nuevo in ((4, 99), (5, 4), (99, 5)):
        asiento(viejo).update(n=nuevo)

    assert fallos()[:4] == (Fallo(4, "n"), Fallo(4, "prev"), Fallo(5, "n"), Fallo(5, "prev"))


def recadenar_filas(clase: Clase) -> None:
    """Link and hash every row anew, head included: what an operator who knows the format would do."""
    prev = CERO
    for fila in Asiento.objects.filter(libro=el_libro(clase)).order_by("n"):
        contenido = canonico({**json.loads(fila.contenido), "n": fila.n, "prev": prev})
        prev = huella(json.loads(contenido))
        Asiento.objects.filter(pk=fila.pk).update(contenido=contenido, hash=prev, recibo=prev)
    Libro.objects.filter(dueno=DUENO, clase=clase).update(cabeza=prev)


def test_dad_12_un_dado_cambiado_y_todo_recadenado_lo_delata_la_semilla(libros):
    for que in "abc":
        tirar_en(Clase.ABIERTO, *MUCHOS, que=que)
    datos = json.loads(asiento(2).get().contenido)
    datos["dados"][0][1] = datos["dados"][0][1] % 100 + 1

    with sin_disparadores(connection):
        asiento(2).update(contenido=canonico(datos))
        recadenar_filas(Clase.ABIERTO)

    assert fallos() == (Fallo(2, "dados"), Fallo(3, "dados"))


def test_dad_12_una_tirada_quitada_y_todo_recadenado_lo_delatan_los_dados(libros):
    for que in "abc":
        tirar_en(Clase.ABIERTO, *MUCHOS, que=que)

    with sin_disparadores(connection):
        asiento(2).delete()
        asiento(3).update(n=2)
        Libro.objects.filter(dueno=DUENO, clase=Clase.ABIERTO).update(siguiente=3)
        recadenar_filas(Clase.ABIERTO)

    assert fallos() == (Fallo(2, "dados"),)


@pytest.mark.parametrize(
    ("campo", "valor", "esperado"),
    [("pos", "ab" * 32, "pos"), ("compromiso", "ab" * 32, "compromiso"), ("sobre", 2, "orden de los sobres")],
)
def test_dad_12_los_campos_del_libro_cerrado_se_comprueban(desarmado, campo, valor, esperado):
    datos = {**json.loads(asiento(1, Clase.CERRADO).get().contenido), campo: valor}
    asiento(1, Clase.CERRADO).update(contenido=canonico(datos))

    assert {Fallo(1, "hash"), Fallo(1, esperado)} <= set(fallos(Clase.CERRADO))
