"""Judgements: what was asked in the end of a roll that fell before its difficulty was known, once, in both books."""

import json
from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from reglas import libro
from reglas.errores_libro import YaJuzgada
from reglas.libro import AsientoAjeno, Motivo, YaAnulada
from reglas.models import Asiento, Clase
from reglas.nucleo.canonico import huella
from reglas.sellado import sellar
from tests.reglas.libro.apoyo import AHORA, APORTE, BRUNO, DUENO, hecha, recadenar, rotar, sano, tirar_en
from tests.reglas.libro.test_verificar import comprobar, filas  # noqa: F401 - a fixture


def caida(clase: Clase) -> Asiento:
    """Throw a die whose difficulty is not known."""
    with transaction.atomic():
        bloqueado = libro.bloquear(DUENO, clase)
        azar = bloqueado.azar(huella({"declarado": "saltar"}), APORTE)
        return bloqueado.anotar_tirada(azar, replace(hecha(azar, (20,)), a_juicio=True), ahora=AHORA)


def juzgar(tirada: Asiento, clase: Clase, dificultad: int = 4) -> Asiento:
    with transaction.atomic():
        return libro.bloquear(DUENO, clase).anotar_juicio(
            tirada, solicitud={"datos": {"dificultad": dificultad}}, version="prueba/1", autor=BRUNO, ahora=AHORA
        )


@pytest.mark.parametrize("clase", list(Clase))
def test_el_juicio_es_un_asiento_que_nombra_su_tirada_y_sella_lo_que_se_pidio(libros, clase):
    tirada = caida(clase)

    juicio = juzgar(tirada, clase)

    contenido = json.loads(juicio.contenido)
    assert json.loads(tirada.contenido)["a_juicio"] is True
    assert {clave: contenido[clave] for clave in ("tipo", "juzga", "autor", "reglas", "solicitud")} == {
        "tipo": "juicio",
        "juzga": tirada.recibo,
        "autor": BRUNO,
        "reglas": "prueba/1",
        "solicitud": sellar('{"datos":{"dificultad":4}}', juicio.sal),
    }
    assert ("pos" in contenido, "dificultad" in juicio.contenido) == (clase == Clase.CERRADO, False)
    assert sano(clase)


def test_solo_se_juzga_una_vez_lo_que_esperaba_juicio_y_sigue_en_pie(libros):
    tirada, sabida, anulada = caida(Clase.ABIERTO), tirar_en(Clase.ABIERTO), caida(Clase.ABIERTO)
    ajena = caida(Clase.CERRADO)
    juzgar(tirada, Clase.ABIERTO)
    with transaction.atomic():
        libro.bloquear(DUENO, Clase.ABIERTO).anotar_anulacion(anulada, motivo=huella("x"), autor=BRUNO, ahora=AHORA)

    for cual, error in ((tirada, YaJuzgada), (sabida, YaJuzgada), (anulada, YaAnulada), (ajena, AsientoAjeno)):
        with pytest.raises(error):
            juzgar(cual, Clase.ABIERTO)
    assert (Asiento.objects.filter(tipo="juicio").count(), sano()) == (1, True)


def test_un_juicio_no_se_reescribe(libros):
    juicio = juzgar(caida(Clase.ABIERTO), Clase.ABIERTO)

    with pytest.raises(IntegrityError, match="no se reescribe"), transaction.atomic():
        Asiento.objects.filter(pk=juicio.pk).update(peticion='{"datos":{"dificultad":9}}')


def test_el_guion_acepta_los_juicios_de_los_dos_libros(libros, comprobar):  # noqa: F811 - a fixture
    for clase in Clase:
        juzgar(caida(clase), clase)
        rotar(clase, Motivo.ARCHIVO)
        assert comprobar(filas(clase))[0] == 0


@pytest.mark.parametrize(
    ("n", "cambios", "dicho"),
    [
        (2, {"juzga": "ab" * 32}, "juzga una tirada que no está antes en el libro"),
        (1, {"a_juicio": False}, "que no está antes en el libro"),
        (2, {"sobre": 7}, "que no era el vigente"),
    ],
)
def test_el_guion_descubre_un_juicio_falso_aunque_se_recadene(libros, comprobar, n, cambios, dicho):  # noqa: F811
    juzgar(caida(Clase.ABIERTO), Clase.ABIERTO)
    todas = filas()
    todas[n] |= cambios

    codigo, salida = comprobar(recadenar(todas))

    assert (codigo, dicho in salida) == (1, True)


def test_el_guion_descubre_un_juicio_repetido_y_el_de_lo_que_no_lo_esperaba(libros, comprobar):  # noqa: F811
    juicio = juzgar(caida(Clase.ABIERTO), Clase.ABIERTO)
    sabida = tirar_en(Clase.ABIERTO)
    todas = filas()
    de_nuevo = next(dict(fila) for fila in todas if fila["tipo"] == "juicio")

    repetido = comprobar(recadenar([*todas, de_nuevo]))
    de_otra = comprobar(recadenar([*todas, {**de_nuevo, "juzga": sabida.recibo}]))

    assert juicio.juzga is not None
    assert (repetido[0], "que ya lo estaba" in repetido[1]) == (1, True)
    assert (de_otra[0], "que no esperaba juicio" in de_otra[1]) == (1, True)
