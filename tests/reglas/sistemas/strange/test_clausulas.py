"""Every clause is in the code, in a case, in the README and in both references, and nowhere is there another."""

from __future__ import annotations

from tests.reglas.sistemas.comun import Clausulas

CLAUSULAS = Clausulas("strange", "S", 139)


def test_clausulas_estan_todas_en_el_codigo() -> None:
    assert CLAUSULAS.en_el_codigo() == CLAUSULAS.todas


def test_clausulas_estan_todas_en_los_casos() -> None:
    assert CLAUSULAS.en_los_casos() == CLAUSULAS.todas


def test_clausulas_estan_todas_en_el_readme() -> None:
    assert CLAUSULAS.en_el_readme() == CLAUSULAS.todas


def test_clausulas_tienen_ancla_en_las_dos_referencias() -> None:
    assert CLAUSULAS.en_la_referencia("es") == CLAUSULAS.en_la_referencia("en") == CLAUSULAS.todas


def test_readme_nombra_modulos_que_citan_cada_clausula() -> None:
    assert CLAUSULAS.mal_situadas() == []
