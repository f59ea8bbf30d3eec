"""Turns at once: two that close a round, two that pass, a skip against a publication."""

from __future__ import annotations

import pytest

from partidas.dominio import vez
from partidas.dominio.vez import Turnos
from partidas.models import Acta, Escena, Mensaje, Pendiente, PuestoEnTurno
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA
from tests.partidas.dominio.test_vez import KAELEN, LA_DIRECCION, MIRTA, deben

pytestmark = pytest.mark.django_db(transaction=True)


def mesa_con(modo: str):
    mesa = fabrica.mesa()
    vez.configurar(mesa.escena, Turnos(modo), por=mesa.dani, ahora=AHORA)
    return mesa


def leer(mesa) -> Escena:
    return Escena.objects.sin_filtrar("test").get(pk=mesa.escena.pk)


def test_dos_turnos_a_la_vez_cierran_la_ronda_una_vez() -> None:
    mesa = mesa_con("rondas")

    hechos = a_la_vez(
        [
            lambda: fabrica.publicar(mesa, mesa.ana, mesa.kaelen),
            lambda: fabrica.publicar(mesa, mesa.bruno, mesa.mirta),
        ],
        hilos=2,
    )

    assert [type(uno) for uno in hechos] == [Mensaje, Mensaje]
    assert (leer(mesa).ronda, deben(mesa.escena)) == (1, [LA_DIRECCION])


def test_dos_turnos_de_la_direccion_a_la_vez_abren_una_sola_ronda() -> None:
    mesa = mesa_con("rondas")
    for persona, fila in ((mesa.ana, mesa.kaelen), (mesa.bruno, mesa.mirta)):
        fabrica.publicar(mesa, persona, fila)

    a_la_vez([lambda: fabrica.publicar(mesa, mesa.dani) for _ in range(2)], hilos=2)

    assert (leer(mesa).ronda, deben(mesa.escena)) == (2, [KAELEN, MIRTA])


def test_saltar_y_publicar_a_la_vez_gastan_un_solo_turno() -> None:
    mesa = mesa_con("orden")

    a_la_vez(
        [
            lambda: fabrica.publicar(mesa, mesa.ana, mesa.kaelen),
            lambda: vez.saltar(leer(mesa), mesa.kaelen.personaje.publico, por=mesa.dani, ahora=AHORA),
        ],
        hilos=2,
    )

    saltos = Acta.objects.sin_filtrar("test").filter(verbo=Acta.Verbo.SALTAR_TURNO).count()
    puesto = PuestoEnTurno.objects.sin_filtrar("test").get(personaje=mesa.kaelen.personaje)
    assert deben(mesa.escena) == [MIRTA]
    assert puesto.estado == ("saltado" if saltos else "hecho")


def test_ocho_empujones_a_la_vez_son_uno() -> None:
    mesa = mesa_con("orden")

    a_la_vez([lambda: vez.empujar(leer(mesa), mesa.kaelen.personaje.publico, por=mesa.bruno, ahora=AHORA)] * 8)

    assert Pendiente.objects.sin_filtrar("test").get(saldado__isnull=True).empujones == 1
