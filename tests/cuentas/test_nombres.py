"""Names: keys of look-alikes, shapes that are refused, reserved voices."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from cuentas.nombres import (
    LARGO_DE_CLAVE,
    canonico,
    clave_de_nombre,
    clave_llana,
    es_voz_reservada,
    validar_nombre,
)


def codigo(texto: str) -> str:
    with pytest.raises(ValidationError) as refusal:
        validar_nombre(texto)
    return str(refusal.value.code)


@pytest.mark.parametrize(
    "parecido",
    [
        "Kaelen",
        "Кaelen",
        "кaelen",
        "KaeIen",
        "Kae1en",
        "ｋａｅｌｅｎ",
        "Kae\u200blen",
        "kaelen ",
        "KAELEN",
        "Kaelen.",
        "𝐊aelen",
        "Κaelen",
    ],
)
def test_seg_95_los_que_parecen_kaelen_tienen_su_clave(parecido: str) -> None:
    assert clave_de_nombre(parecido) == "kaelen"


def test_seg_95_una_tilde_distingue_pero_se_avisa() -> None:
    assert clave_de_nombre("Káelen") != clave_de_nombre("Kaelen")
    assert clave_llana("Káelen") == clave_llana("Kaelen")


@pytest.mark.parametrize(
    ("uno", "otro"),
    [("Íñigo", "Ínigo"), ("Pena", "Peña"), ("Alba", "Elba"), ("Marcos", "Marco"), ("Иван", "Ivan"), ("Ana 2", "Ana 3")],
)
def test_nombres_de_verdad_no_se_confunden(uno: str, otro: str) -> None:
    assert clave_de_nombre(uno) != clave_de_nombre(otro)


@pytest.mark.parametrize(
    "texto", ["a\u202eb", "a\u2067b", "Kae\u200blen", "a\u00adb", "a\u0000b", "ab\u3164", "ab\u2800", "ab\ufeff"]
)
def test_seg_96_lo_invisible_y_lo_que_da_la_vuelta_se_rechaza(texto: str) -> None:
    assert codigo(texto) == "invisible"


@pytest.mark.parametrize(
    ("texto", "motivo"),
    [
        ("Z" + "\u0301\u0302\u0303", "marcas"),
        ("e" * 3 + "\u0336" * 100, "largo"),
        ("👨‍👩‍👧" * 20, "invisible"),
        ("⚔⚔⚔", "sin_letra"),
        ("123", "sin_letra"),
        ("   ", "vacio"),
        ("", "vacio"),
        ("x", "largo"),
        ("palabra" * 43, "largo"),
    ],
)
def test_seg_97_zalgo_y_formas_imposibles_se_rechazan(texto: str, motivo: str) -> None:
    assert codigo(texto) == motivo


@pytest.mark.parametrize(
    "texto",
    [
        "Director",
        "DJ",
        "Narrador",
        "Sistema",
        "Admin",
        "Moderación",
        "аdmin",
        "D.J.",
        "el DJ",
        "La Directora",
        "Adm1n",
        "SISTEMA",
        "moderacion",
        "Admin_2",
        "Hilo y Dado",
        "ＤＪ",
        "Fin de jornada",
        "Dirección de juego",
    ],
)
def test_seg_98_las_voces_reservadas_se_rechazan(texto: str) -> None:
    assert codigo(texto) == "reservado"


@pytest.mark.parametrize("texto", ["Djibril", "Modesto", "Sistiaga", "Administra", "Directo"])
def test_seg_98_los_que_solo_empiezan_igual_valen(texto: str) -> None:
    assert not es_voz_reservada(texto)


def test_seg_99_se_guarda_en_nfc_y_la_clave_es_una() -> None:
    descompuesto = unicodedata.normalize("NFD", "Íñigo")

    assert canonico(descompuesto) == "Íñigo"
    assert clave_de_nombre(descompuesto) == clave_de_nombre("ÍÑIGO")
    assert clave_de_nombre("ﬁn") == clave_de_nombre("fin")
    assert canonico("  Ana   de  Umbría ") == "Ana de Umbría"


@given(st.text(max_size=80))
def test_la_clave_existe_para_cualquier_texto_y_es_estable(texto: str) -> None:
    clave = clave_de_nombre(texto)

    assert len(clave) <= LARGO_DE_CLAVE
    assert clave_de_nombre(texto) == clave


@given(st.text(min_size=1, max_size=40))
def test_validar_dos_veces_es_validar_una(texto: str) -> None:
    try:
        nombre = validar_nombre(texto)
    except ValidationError:
        return

    assert validar_nombre(nombre) == nombre
    assert clave_de_nombre(nombre) == clave_de_nombre(texto)
