"""Many workers, beats and a hurried direction at once: each day is closed once."""

from datetime import date, timedelta

import pytest

from partidas.dominio import cierres, comprobacion, partidas
from partidas.dominio.partidas import DatosPartida
from partidas.models import Cierre, Mensaje, Partida, Recuperacion
from personajes.models import CambioFicha, Personaje
from reglas.models import Asiento
from tests import fabrica
from tests.concurrencia.hilos import a_la_vez
from tests.fabrica import AHORA
from tests.partidas.dominio.test_cierres import MEDIODIA, UN_DIA, cansar, todos

pytestmark = pytest.mark.django_db(transaction=True)


def test_fia_29_ocho_tics_a_la_vez_durante_cinco_noches_cierran_cada_dia_una_vez():
    mesa = fabrica.mesa()
    otra = partidas.crear(DatosPartida("Otra", "strange", zona="Asia/Tokyo"), direccion=mesa.dani, ahora=AHORA)
    for noche in range(5):
        cansar(mesa.kaelen, descansos=2)
        ahora = MEDIODIA + noche * UN_DIA

        hechos = a_la_vez([lambda a=ahora: cierres.cerrar_vencidas(lambda: a)] * 8)

        assert [r for r in hechos if isinstance(r, Exception)] == []
        assert sum(hechos) == 2
    dias = [date(2026, 12, 1) + n * UN_DIA for n in range(5)]
    for partida in (mesa.partida, otra):
        suyos = todos(Cierre).filter(partida=partida).values_list("numero", "fecha")
        assert list(suyos) == [(n + 1, dia) for n, dia in enumerate(dias)]
    assert todos(Mensaje).count() == Asiento.objects.filter(tipo="ancla").count() == 10
    assert todos(CambioFicha).filter(causa="cierre").count() == todos(Recuperacion).count() == 5
    assert Personaje.objects.sin_filtrar("test").get(pk=mesa.kaelen.personaje_id).version == 6
    assert comprobacion.incumplidas() == []


def test_la_direccion_y_los_tics_a_la_vez_no_cierran_el_mismo_dia():
    """At the very moment in which the day ends by itself, the direction closes the one that begins, or is refused."""
    mesa = fabrica.mesa()
    ahora = MEDIODIA

    resultados = a_la_vez(
        [lambda: cierres.cerrar_vencidas(lambda: ahora)] * 4
        + [lambda: cierres.cerrar_ahora(mesa.partida, numero=1, por=mesa.dani, ahora=ahora)] * 4
    )

    assert sum(r for r in resultados if isinstance(r, int)) == 1
    assert list(todos(Cierre).values_list("numero", "fecha", "modo")) == [(1, date(2026, 12, 1), "automatico")]
    assert comprobacion.incumplidas() == []


def test_publicar_y_cerrar_a_la_vez_no_pierden_ni_puntos_ni_dias():
    mesa = fabrica.mesa()
    publicar = [
        lambda n=n: fabrica.publicar(mesa, mesa.ana, mesa.kaelen, texto=f"Turno {n}.", tiradas=(fabrica.tarea(),))
        for n in range(12)
    ]

    def noche(n: int) -> int:
        return cierres.cerrar_vencidas(lambda: MEDIODIA + timedelta(days=n))

    resultados = a_la_vez([*publicar, *([lambda: noche(0)] * 4)])

    assert [r for r in resultados if isinstance(r, Exception)] == []
    assert todos(Cierre).count() == 1
    assert todos(Mensaje).filter(voz="pj").count() == 12
    assert Partida.objects.sin_filtrar("test").get().ultima_jornada == date(2026, 12, 1)
    assert comprobacion.incumplidas() == []
