"""Deadlines of turns: in real hours, told before they end, stopped with the partida."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from cuentas.models import Ausencia
from partidas.dominio import partidas, plazos, vez
from partidas.dominio.vez import Turnos
from partidas.models import Pendiente, ReglaDeAusencia, Suceso
from tests import fabrica
from tests.fabrica import AHORA
from tests.partidas.dominio.test_vez import KAELEN, MIRTA, deben

pytestmark = pytest.mark.django_db
HORA = timedelta(hours=1)


@pytest.fixture
def mesa():
    return fabrica.mesa()


def ordenar(mesa, al_vencer="avisar", *, horas=36, ahora=AHORA) -> None:
    turnos = Turnos("orden", plazo_horas=horas, al_vencer=al_vencer)
    vez.configurar(mesa.escena, turnos, por=mesa.dani, ahora=ahora)


def vence(mesa) -> datetime | None:
    return Pendiente.objects.sin_filtrar("test").get(escena=mesa.escena, saldado__isnull=True).vence


def dichos(*clases) -> list[str]:
    filas = Suceso.objects.sin_filtrar("test").filter(clase__in=clases).order_by("pk")
    return list(filas.values_list("clase", flat=True))


def test_avisa_una_vez_cuando_falta_un_cuarto_del_plazo_y_otra_al_acabar(mesa) -> None:
    ordenar(mesa)
    for horas in (26, 27, 30, 35):
        plazos.vigilar(AHORA + horas * HORA)
    assert dichos("plazo_cerca", "plazo_vencido") == ["plazo_cerca"]

    for horas in (36, 40):
        plazos.vigilar(AHORA + horas * HORA)
    assert dichos("plazo_cerca", "plazo_vencido") == ["plazo_cerca", "plazo_vencido"]
    assert deben(mesa.escena) == [KAELEN]


def test_de_un_plazo_largo_se_avisa_doce_horas_antes(mesa) -> None:
    ordenar(mesa, horas=240)
    plazos.vigilar(AHORA + 227 * HORA)
    assert dichos("plazo_cerca") == []
    plazos.vigilar(AHORA + 228 * HORA)
    assert dichos("plazo_cerca") == ["plazo_cerca"]


def test_al_acabar_se_salta_si_lo_dice_la_escena(mesa) -> None:
    ordenar(mesa, "saltar")
    plazos.vigilar(AHORA + 36 * HORA)
    assert deben(mesa.escena) == [MIRTA]
    assert vence(mesa) == AHORA + 72 * HORA
    fines = Pendiente.objects.sin_filtrar("test").filter(saldado__isnull=False).values_list("fin", flat=True)
    assert list(fines) == ["vencido"]


def test_al_acabar_lo_mueve_la_direccion_si_lo_dice_la_escena(mesa) -> None:
    ordenar(mesa, "mover")
    plazos.vigilar(AHORA + 36 * HORA)
    assert deben(mesa.escena) == [("Kaelen", "")]
    assert vence(mesa) is None
    plazos.vigilar(AHORA + 99 * HORA)
    assert deben(mesa.escena) == [("Kaelen", "")]

    fabrica.publicar(mesa, mesa.dani, mesa.kaelen, mueve=True)
    assert deben(mesa.escena) == [MIRTA]


def test_quien_escribe_aunque_ya_lo_fuera_a_mover_la_direccion_cumple(mesa) -> None:
    ordenar(mesa, "mover")
    plazos.vigilar(AHORA + 36 * HORA)
    fabrica.publicar(mesa, mesa.ana, mesa.kaelen)
    assert deben(mesa.escena) == [MIRTA]


def test_el_reloj_se_para_con_la_partida(mesa) -> None:
    ordenar(mesa, "saltar")
    partidas.pausar(mesa.partida, por=mesa.dani, ahora=AHORA + 10 * HORA)
    plazos.vigilar(AHORA + 100 * HORA)
    assert deben(mesa.escena) == [KAELEN]

    partidas.reanudar(mesa.partida, por=mesa.dani, ahora=AHORA + 110 * HORA)
    assert vence(mesa) == AHORA + 136 * HORA
    plazos.vigilar(AHORA + 135 * HORA)
    assert deben(mesa.escena) == [KAELEN]
    plazos.vigilar(AHORA + 136 * HORA)
    assert deben(mesa.escena) == [MIRTA]


def test_lo_que_se_da_durante_la_pausa_cuenta_desde_que_se_reanuda(mesa) -> None:
    partidas.pausar(mesa.partida, por=mesa.dani, ahora=AHORA)
    ordenar(mesa, ahora=AHORA + 5 * HORA)
    partidas.reanudar(mesa.partida, por=mesa.dani, ahora=AHORA + 50 * HORA)
    assert vence(mesa) == AHORA + 86 * HORA


def test_las_horas_son_de_verdad_tambien_la_noche_en_que_cambia_la_hora(mesa) -> None:
    """In Madrid the 25th of October has twenty-five hours: thirty-six from 21:00 end at 8:00, not at 9:00."""
    ordenar(mesa, ahora=datetime(2026, 10, 24, 19, 0, tzinfo=UTC))
    assert vence(mesa) == datetime(2026, 10, 26, 7, 0, tzinfo=UTC)


def test_un_plazo_nuevo_cuenta_desde_que_se_pone(mesa) -> None:
    ordenar(mesa)
    plazos.vigilar(AHORA + 30 * HORA)
    ordenar(mesa, horas=48, ahora=AHORA + 31 * HORA)
    assert vence(mesa) == AHORA + 79 * HORA
    plazos.vigilar(AHORA + 78 * HORA)
    assert dichos("plazo_cerca") == ["plazo_cerca", "plazo_cerca"]


def test_una_ausencia_que_llega_despues_alarga_el_plazo_y_la_que_mueve_se_nota_en_una_hora(mesa) -> None:
    ordenar(mesa)
    Ausencia.objects.create(usuario=mesa.ana, desde=date(2026, 12, 2), hasta=date(2026, 12, 6), creada=AHORA)
    plazos.vigilar(AHORA + 36 * HORA)
    assert (deben(mesa.escena), dichos("plazo_vencido")) == ([KAELEN], [])
    assert vence(mesa) == datetime(2026, 12, 6, 23, 0, tzinfo=UTC) + 36 * HORA

    ReglaDeAusencia.objects.sin_filtrar("test").create(partida=mesa.partida, usuario=mesa.ana, que="mover")
    plazos.mirar_ausencias({}, AHORA + 37 * HORA)
    assert deben(mesa.escena) == [("Kaelen", "")]
    plazos.mirar_ausencias({}, datetime(2026, 12, 7, 8, 0, tzinfo=UTC))
    assert deben(mesa.escena) == [KAELEN]
