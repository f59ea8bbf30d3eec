"""The days on which a person will not be there: two dates, one reason, and no two that overlap."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError

from cuentas import ausencias, dominio
from cuentas.models import Ausencia
from tests.fabrica import AHORA, cuenta

pytestmark = pytest.mark.django_db

HOY = AHORA.date()


def dia(n: int) -> date:
    return HOY + timedelta(days=n)


def suyas(persona) -> list[tuple[int, int, str, str]]:
    filas = Ausencia.objects.filter(usuario=persona).order_by("desde")
    return [((f.desde - HOY).days, (f.hasta - HOY).days, f.motivo, f.lo_lee) for f in filas]


def anunciar(persona, desde, hasta, **campos):
    return ausencias.anunciar(persona, desde=dia(desde), hasta=dia(hasta), ahora=AHORA, **campos)


def test_las_que_se_pisan_son_una_y_se_dice_con_cuantas():
    ana = cuenta("ana")

    assert [anunciar(ana, *dias).fundidas for dias in ((1, 3), (10, 12), (20, 21))] == [0, 0, 0]
    assert anunciar(ana, 3, 11).fundidas == 2
    assert suyas(ana) == [(1, 12, "", "mesa"), (20, 21, "", "mesa")]
    assert anunciar(ana, 20, 21).fundidas == 0
    assert len(suyas(ana)) == 2


def test_un_motivo_que_no_se_repite_sigue_siendo_para_quien_era():
    ana = cuenta("ana")
    anunciar(ana, 1, 3, motivo="Hospital", lo_lee="nadie")

    anunciar(ana, 2, 5, lo_lee="mesa")
    assert suyas(ana) == [(1, 5, "Hospital", "nadie")]

    anunciar(ana, 4, 6, motivo="Viaje", lo_lee="mesa")
    assert suyas(ana) == [(1, 6, "Viaje", "mesa")]


def test_corregir_es_la_misma_y_la_que_ya_no_esta_es_nueva():
    ana = cuenta("ana")
    una = anunciar(ana, 1, 3, motivo="Viaje").ausencia

    assert anunciar(ana, 2, 9, en_lugar_de=una.publico).ausencia.pk == una.pk
    assert suyas(ana) == [(2, 9, "", "mesa")]
    assert ausencias.borrar(ana, una.publico) is True
    assert ausencias.borrar(ana, una.publico) is False
    anunciar(ana, 1, 2, en_lugar_de=una.publico)
    assert suyas(ana) == [(1, 2, "", "mesa")]


def test_lo_ajeno_ni_se_corrige_ni_se_borra():
    ana, bruno = cuenta("ana"), cuenta("bruno")
    una = anunciar(ana, 1, 3).ausencia

    anunciar(bruno, 5, 6, en_lugar_de=una.publico)

    assert ausencias.borrar(bruno, una.publico) is False
    assert (suyas(ana), suyas(bruno)) == ([(1, 3, "", "mesa")], [(5, 6, "", "mesa")])


@pytest.mark.parametrize(
    ("desde", "hasta", "mas", "campo"),
    [
        (3, 2, {}, "hasta"),
        (-5, -1, {}, "hasta"),
        (1, 800, {}, "hasta"),
        (-400, 2, {}, "desde"),
        (1, 2, {"motivo": "x" * 201}, "motivo"),
        (1, 2, {"lo_lee": "todos"}, "lo_lee"),
    ],
)
def test_lo_que_no_vale_se_dice_en_su_campo_y_no_deja_nada(desde, hasta, mas, campo):
    ana = cuenta("ana")

    with pytest.raises(ValidationError) as error:
        anunciar(ana, desde, hasta, **mas)

    assert list(error.value.message_dict) == [campo]
    assert suyas(ana) == []


def test_hoy_es_el_de_su_zona():
    lejos = cuenta("lejos", zona="Pacific/Kiritimati")
    assert ausencias.hoy_de(lejos, AHORA) == dia(1)
    with pytest.raises(ValidationError):
        anunciar(lejos, 0, 0)


def test_no_caben_infinitas():
    ana = cuenta("ana")
    for n in range(ausencias.CABEN):
        anunciar(ana, 2 * n, 2 * n)
    with pytest.raises(ValidationError):
        anunciar(ana, 200, 201)
    assert anunciar(ana, 0, 1).fundidas == 0 or len(suyas(ana)) == ausencias.CABEN


def test_cerrar_la_cuenta_las_borra():
    ana = cuenta("ana")
    anunciar(ana, 1, 3)

    dominio.cerrar_cuenta(ana, ahora=AHORA)

    assert suyas(ana) == []
