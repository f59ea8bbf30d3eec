"""Which days are over: properties over every zone, and the calendar of the places that change the hour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partidas import jornadas
from partidas.jornadas import Calendario, Intervalo

UN_DIA = timedelta(days=1)
CUARTO = timedelta(minutes=15)
PRINCIPIO, FINAL = datetime(2026, 11, 29, tzinfo=UTC), datetime(2028, 12, 31, tzinfo=UTC)
ZONAS = sorted(available_timezones())
CORTES = (0, 150, 240, 1439)
CON_CAMBIO = (
    "Europe/Madrid", "Atlantic/Canary", "Atlantic/Azores", "America/Santiago", "America/Havana", "Africa/Cairo",
    "Asia/Beirut", "America/New_York",
)  # fmt: skip
SIN_CAMBIO = (
    "America/Mexico_City", "America/Bogota", "America/Lima", "America/Caracas", "America/Argentina/Buenos_Aires",
    "America/Montevideo", "America/Asuncion", "Africa/Casablanca",
)  # fmt: skip


def cada_cuarto(desde: datetime, hasta: datetime) -> Iterator[datetime]:
    while desde < hasta:
        yield desde
        desde += CUARTO


def correr(como: Calendario, instantes: Iterable[datetime]) -> tuple[list[date], Calendario]:
    """Close at each moment everything that is due, and check that nothing is closed before it is over."""
    cerradas: list[date] = []
    for ahora in instantes:
        debidas = list(jornadas.pendientes(como, ahora))
        assert all(dia < jornadas.por_reloj(como, ahora) for dia in debidas)
        cerradas += debidas
        if debidas:
            como = replace(como, ultima=debidas[-1])
        assert como.ultima is not None
        assert jornadas.en_curso(como, ahora) > como.ultima
    return cerradas, como


def seguidas(primera: date, ultima: date, cada: int = 1) -> list[date]:
    return [primera + n * UN_DIA for n in range(0, (ultima - primera).days + 1, cada)]


def empezar(zona: str, corte: int, ahora: datetime, cada: int = 1) -> Calendario:
    como = Calendario(zona, corte, cada, None)
    return replace(como, ultima=jornadas.al_empezar(como, ahora))


@settings(deadline=None)
@given(
    zona=st.sampled_from(ZONAS),
    corte=st.integers(0, 1439),
    cada=st.integers(1, 9),
    desde=st.datetimes(datetime(1990, 1, 1), datetime(2028, 12, 1), timezones=st.just(UTC)),
    esperas=st.lists(st.timedeltas(timedelta(minutes=1), timedelta(days=40)), min_size=1, max_size=40),
)
def test_fia_25_cada_fecha_una_vez_en_orden_y_nunca_antes_de_acabar(zona, corte, cada, desde, esperas) -> None:
    """Whatever the zone, the hour and how long nobody looked: no date twice, none missing, none of the future."""
    como = empezar(zona, corte, desde, cada)
    instantes = [desde + sum(esperas[:n], timedelta()) for n in range(len(esperas) + 1)]

    cerradas, final = correr(como, instantes)

    hoy = max(jornadas.por_reloj(como, ahora) for ahora in instantes)
    esperadas = seguidas(como.ultima + cada * UN_DIA, hoy - UN_DIA, cada)
    assert cerradas == esperadas
    assert final.ultima == (esperadas[-1] if esperadas else como.ultima)


@settings(deadline=None, max_examples=60)
@given(zona=st.sampled_from(ZONAS), corte=st.sampled_from(CORTES), dia=st.integers(0, 760), semilla=st.integers(0, 999))
def test_fia_25_cada_cuarto_de_hora_de_una_semana_cualquiera(zona, corte, dia, semilla) -> None:
    azar, desde = Random(semilla), PRINCIPIO + dia * UN_DIA
    instantes = [ahora for ahora in cada_cuarto(desde, desde + 7 * UN_DIA) if azar.random() < 0.7]

    como = empezar(zona, corte, instantes[0])
    cerradas, _final = correr(como, instantes)

    hoy = max(jornadas.por_reloj(como, ahora) for ahora in instantes)
    assert cerradas == seguidas(como.ultima + UN_DIA, hoy - UN_DIA)


@pytest.mark.parametrize("corte", CORTES)
@pytest.mark.parametrize("zona", [*CON_CAMBIO, *SIN_CAMBIO])
def test_fia_26_dos_anos_enteros_con_sus_cambios_de_hora(zona: str, corte: int) -> None:
    """Every quarter of an hour around each change of the zone's offset, and every six hours of the rest."""
    reloj = ZoneInfo(zona)
    seis = [PRINCIPIO + n * timedelta(hours=6) for n in range((FINAL - PRINCIPIO).days * 4)]
    finos = [
        fino
        for antes, despues in pairwise(seis)
        if antes.astimezone(reloj).utcoffset() != despues.astimezone(reloj).utcoffset()
        for fino in cada_cuarto(antes - UN_DIA, despues + UN_DIA)
    ]
    instantes = sorted({*seis, *finos})

    como = empezar(zona, corte, instantes[0])
    cerradas, _final = correr(como, instantes)

    assert cerradas == seguidas(como.ultima + UN_DIA, jornadas.por_reloj(como, instantes[-1]) - UN_DIA)
    assert (len(finos) > 0) == (zona in CON_CAMBIO)


def local(zona: str, texto: str, fold: int = 0) -> datetime:
    """Return the moment that a wall clock of the zone shows so; fold: the second time it shows it."""
    return datetime.fromisoformat(texto).replace(tzinfo=ZoneInfo(zona), fold=fold).astimezone(UTC)


@pytest.mark.parametrize(
    ("zona", "momento", "fold", "jornada"),
    [
        ("Europe/Madrid", "2027-03-27T23:59:59", 0, "2027-03-27"),
        ("Europe/Madrid", "2027-03-28T00:00:00", 0, "2027-03-28"),
        ("Europe/Madrid", "2027-10-31T02:30:00", 0, "2027-10-31"),
        ("Europe/Madrid", "2027-10-31T02:30:00", 1, "2027-10-31"),
        ("Atlantic/Canary", "2027-10-31T01:30:00", 1, "2027-10-31"),
        ("Atlantic/Azores", "2027-10-31T00:30:00", 0, "2027-10-31"),
        ("Atlantic/Azores", "2027-10-31T00:30:00", 1, "2027-10-31"),
        ("America/Santiago", "2027-04-03T23:30:00", 0, "2027-04-03"),
        ("America/Santiago", "2027-04-03T23:30:00", 1, "2027-04-03"),
        ("America/Santiago", "2027-09-05T01:00:00", 0, "2027-09-05"),
        ("America/Havana", "2027-11-07T00:30:00", 0, "2027-11-07"),
        ("America/Havana", "2027-11-07T00:30:00", 1, "2027-11-07"),
        ("America/New_York", "2027-11-07T01:30:00", 1, "2027-11-07"),
        ("America/New_York", "2027-03-14T03:00:00", 0, "2027-03-14"),
    ],
)
def test_fia_26_un_turno_del_cambio_de_hora_es_del_dia_de_su_reloj(zona, momento, fold, jornada) -> None:
    cuando = local(zona, momento, fold)
    como = Calendario(zona, 0, 1, None)

    assert jornadas.por_reloj(como, cuando) == date.fromisoformat(jornada)
    assert jornadas.en_curso(como, cuando) == date.fromisoformat(jornada)


@pytest.mark.parametrize(
    ("zona", "antes", "largo"),
    [
        ("Europe/Madrid", "2027-03-28T00:00", 23),
        ("Europe/Madrid", "2027-10-31T00:00", 25),
        ("Atlantic/Canary", "2027-03-28T00:00", 23),
        ("Atlantic/Canary", "2027-10-31T00:00", 25),
        ("America/Santiago", "2027-09-05T00:00", 23),
        ("America/Santiago", "2027-04-03T00:00", 25),
        ("America/Havana", "2027-11-07T00:00", 25),
        ("America/New_York", "2027-03-14T00:00", 23),
        ("America/New_York", "2027-11-07T00:00", 25),
    ],
)
def test_fia_26_los_dias_de_23_y_25_horas_duran_eso_y_se_cierran_una_vez(zona: str, antes: str, largo: int) -> None:
    dia = date.fromisoformat(antes[:10])
    como = Calendario(zona, 0, 1, dia - UN_DIA)
    desde = local(zona, antes) - 3 * UN_DIA
    del_dia = [ahora for ahora in cada_cuarto(desde, desde + 7 * UN_DIA) if jornadas.por_reloj(como, ahora) == dia]

    cerradas, _final = correr(como, cada_cuarto(del_dia[0], del_dia[-1] + 3 * CUARTO))

    assert del_dia[-1] + CUARTO - del_dia[0] == timedelta(hours=largo)
    assert cerradas == [dia]


@pytest.mark.parametrize("corte", [0, 150, 240])
@pytest.mark.parametrize("dia", ["2027-03-28", "2027-10-31"])
def test_fia_27_un_corte_en_la_hora_que_falta_o_se_repite(corte: int, dia: str) -> None:
    """Madrid at 02:30: in autumn the wall clock goes back over the hour of cut, and the day does not come back."""
    medianoche = local("Europe/Madrid", f"{dia}T00:00")
    como = Calendario("Europe/Madrid", corte, 1, date.fromisoformat(dia) - 2 * UN_DIA)
    instantes = [medianoche + timedelta(minutes=n) for n in range(6 * 60)]

    cerradas, final = correr(como, instantes)

    assert cerradas == [date.fromisoformat(dia) - UN_DIA]
    assert jornadas.en_curso(final, instantes[-1]) == date.fromisoformat(dia)


def test_fia_27_rarezas_de_la_historia() -> None:
    """Apia had no 30 December 2011; in St John's, in 2006, 00:01 was followed by 23:01 of the day before."""
    apia = Calendario("Pacific/Apia", 0, 1, date(2011, 12, 28))
    st_johns = Calendario("America/St_Johns", 0, 1, date(2006, 10, 27))

    cerradas, _ = correr(apia, cada_cuarto(local("Pacific/Apia", "2011-12-29T00:00"), datetime(2012, 1, 1, tzinfo=UTC)))
    del_norte, final = correr(
        st_johns,
        (datetime(2006, 10, 28, 12, tzinfo=UTC) + timedelta(minutes=n) for n in range(36 * 60)),
    )

    assert cerradas == seguidas(date(2011, 12, 29), date(2011, 12, 31))
    assert del_norte == [date(2006, 10, 28)]
    vuelve = datetime(2006, 10, 29, 2, 45, tzinfo=UTC)
    assert jornadas.por_reloj(final, vuelve) == date(2006, 10, 28)
    assert jornadas.en_curso(final, vuelve) == date(2006, 10, 29)


def test_fia_30_tres_dias_parado_son_tres_cierres_en_orden() -> None:
    como = Calendario("Europe/Madrid", 240, 1, date(2026, 12, 1))

    debidas = list(jornadas.pendientes(como, datetime(2026, 12, 5, 12, tzinfo=UTC)))

    assert debidas == [date(2026, 12, 2), date(2026, 12, 3), date(2026, 12, 4)]


def test_fia_32_cambiar_de_zona_no_cierra_dos_veces_ni_reabre() -> None:
    como = Calendario("Europe/Madrid", 0, 1, date(2026, 12, 1))
    cerradas: list[date] = []
    for zona, hora in (("Europe/Madrid", 20), ("Asia/Tokyo", 21), ("America/Los_Angeles", 22), ("Europe/Madrid", 22)):
        como = replace(como, zona=zona)
        nuevas, como = correr(como, [datetime(2026, 12, 2, hora, 30, tzinfo=UTC)])
        cerradas += nuevas
    mas, como = correr(
        como, cada_cuarto(datetime(2026, 12, 2, 22, 45, tzinfo=UTC), datetime(2026, 12, 4, 12, tzinfo=UTC))
    )

    assert cerradas == [date(2026, 12, 2)]  # in Tokyo it was over
    assert mas == [date(2026, 12, 3)]


@pytest.mark.parametrize(
    ("zona", "momento", "jornada"),
    [
        ("America/Vancouver", datetime(2026, 12, 15, 7, 30, tzinfo=UTC), date(2026, 12, 15)),
        ("Africa/Casablanca", datetime(2026, 12, 14, 23, 30, tzinfo=UTC), date(2026, 12, 14)),
    ],
)
def test_fia_33_las_fechas_salen_de_los_datos_fijados_y_no_de_los_de_la_maquina(zona, momento, jornada) -> None:
    assert jornadas.por_reloj(Calendario(zona, 0, 1, None), momento) == jornada


def test_a_mano_no_hay_nada_pendiente_y_sin_empezar_tampoco() -> None:
    ahora = datetime(2026, 12, 5, tzinfo=UTC)

    assert list(jornadas.pendientes(Calendario("Europe/Madrid", 0, 0, date(2020, 1, 1)), ahora)) == []
    assert list(jornadas.pendientes(Calendario("Europe/Madrid", 0, 1, None), ahora)) == []
    assert jornadas.proxima(Calendario("Europe/Madrid", 0, 0, date(2020, 1, 1))) is None
    assert jornadas.proxima(Calendario("Europe/Madrid", 0, 3, date(2026, 12, 1))) == date(2026, 12, 4)


def test_empezar_o_seguir_hoy_no_reabre_lo_cerrado() -> None:
    ahora = datetime(2026, 12, 5, 12, tzinfo=UTC)

    assert jornadas.al_empezar(Calendario("Europe/Madrid", 0, 1, None), ahora) == date(2026, 12, 4)
    assert jornadas.al_empezar(Calendario("Europe/Madrid", 0, 1, date(2026, 12, 1)), ahora) == date(2026, 12, 4)
    assert jornadas.al_empezar(Calendario("Europe/Madrid", 0, 1, date(2026, 12, 5)), ahora) == date(2026, 12, 5)


@pytest.mark.parametrize(
    ("dias", "parada", "se_cierran"),
    [
        (3, None, True),
        (4, None, False),
        (4, (1, 6), True),
        (4, (3, 6), False),
        (4, (1, 3), False),
        (31, (1, 33), True),
        (32, (1, 34), False),
    ],
)
def test_muchos_dias_de_golpe_solo_se_cierran_si_el_sitio_estuvo_parado(dias, parada, se_cierran) -> None:
    """A stop has to begin by the end of the first day that is due and last until the last is over."""
    como = Calendario("Europe/Madrid", 0, 1, date(2026, 12, 1))
    debidas = list(jornadas.pendientes(como, datetime(2026, 12, 2, 12, tzinfo=UTC) + dias * UN_DIA))
    assert len(debidas) == dias
    primero = datetime(2026, 12, 1, 12, tzinfo=UTC)
    paradas = [Intervalo(primero + parada[0] * UN_DIA, primero + parada[1] * UN_DIA)] if parada else []

    assert jornadas.sin_preguntar(como, debidas, paradas) is se_cierran
