"""Writers at the same time, each on its own connection, over a real database."""

from threading import Barrier, Event, Thread

import pytest
from django.db import connection, transaction

from reglas import libro
from reglas.models import Asiento, Clase
from tests.reglas.libro.apoyo import AHORA, DUENO, anclar, el_libro, sano, tirar, tirar_en

pytestmark = pytest.mark.django_db(transaction=True)


def a_la_vez(*tareas) -> None:
    """Start every task together, wait for all, and raise what any of them raised."""
    salida, errores = Barrier(len(tareas)), []

    def correr(tarea) -> None:
        try:
            salida.wait(10)
            tarea()
        except BaseException as error:
            errores.append(error)
        finally:
            connection.close()

    hilos = [Thread(target=correr, args=(tarea,)) for tarea in tareas]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(60)
    assert errores == []


def test_ocho_escritores_no_pierden_ni_bifurcan_nada():
    libro.abrir_libros(DUENO, ahora=AHORA)

    def escribir() -> None:
        for _ in range(5):
            tirar_en(Clase.ABIERTO, 20, 6)

    a_la_vez(*[escribir] * 8)

    numeros = list(Asiento.objects.filter(libro=el_libro(Clase.ABIERTO)).order_by("n").values_list("n", flat=True))
    assert (numeros, sano(Clase.ABIERTO)) == (list(range(41)), True)


def test_el_segundo_escritor_espera_al_primero():
    """Without the lock the second would read the old head and fail at the append."""
    libro.abrir_libros(DUENO, ahora=AHORA)
    tomado, pedido, soltado = Event(), Event(), Event()
    orden = []

    def primero() -> None:
        with transaction.atomic():
            bloqueado = libro.bloquear(DUENO, Clase.ABIERTO)
            tomado.set()
            pedido.wait(10)
            soltado.wait(0.3)  # time for the second to pass, were there no lock
            orden.append(("primero", tirar(bloqueado).n))

    def segundo() -> None:
        tomado.wait(10)
        pedido.set()
        with transaction.atomic():
            bloqueado = libro.bloquear(DUENO, Clase.ABIERTO)
            soltado.set()
            orden.append(("segundo", tirar(bloqueado).n))

    a_la_vez(primero, segundo)

    assert (orden, sano(Clase.ABIERTO)) == ([("primero", 1), ("segundo", 2)], True)


def test_un_sobre_que_se_abre_mientras_otro_espera_se_ve_al_entrar():
    libro.abrir_libros(DUENO, ahora=AHORA)
    visto = libro.comprometido(DUENO, Clase.ABIERTO).compromiso
    tomado, pedido = Event(), Event()
    cambios = []

    def abre() -> None:
        with transaction.atomic():
            bloqueado = libro.bloquear(DUENO, Clase.ABIERTO)
            tomado.set()
            pedido.wait(10)
            bloqueado.rotar(libro.Motivo.PETICION, ahora=AHORA)

    def tira() -> None:
        tomado.wait(10)
        pedido.set()
        with transaction.atomic():
            try:
                libro.bloquear(DUENO, Clase.ABIERTO).azar("ab" * 32, "", visto)
            except libro.SobreCambiado as cambio:
                cambios.append(cambio.vigente)

    a_la_vez(abre, tira)

    assert (cambios, sano(Clase.ABIERTO)) == ([libro.comprometido(DUENO, Clase.ABIERTO)], True)


def test_los_dos_libros_en_orden_no_se_enredan():
    libro.abrir_libros(DUENO, ahora=AHORA)

    def cerrar_dias() -> None:
        for _ in range(5):
            anclar()

    def tirar_en_secreto() -> None:
        for _ in range(5):
            with transaction.atomic():
                libro.bloquear(DUENO, Clase.ABIERTO)
                tirar(libro.bloquear(DUENO, Clase.CERRADO))

    a_la_vez(cerrar_dias, cerrar_dias, tirar_en_secreto, tirar_en_secreto)

    assert (el_libro(Clase.ABIERTO).siguiente, el_libro(Clase.CERRADO).siguiente) == (11, 11)
    assert (sano(Clase.ABIERTO), sano(Clase.CERRADO)) == (True, True)


def test_abrir_los_libros_a_la_vez_los_abre_una_sola_vez():
    resultados = []

    a_la_vez(*[lambda: resultados.append(libro.abrir_libros(DUENO, ahora=AHORA))] * 6)

    assert sorted(resultados) == [False] * 5 + [True]
    assert (el_libro(Clase.ABIERTO).siguiente, el_libro(Clase.CERRADO).siguiente) == (1, 1)
    assert (sano(Clase.ABIERTO), sano(Clase.CERRADO)) == (True, True)
