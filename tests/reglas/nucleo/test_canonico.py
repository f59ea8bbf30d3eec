"""Canonical JSON: one text for each value, and none for what has no single text."""

from __future__ import annotations

import pytest

from reglas.nucleo.canonico import canonico, es_nfc, huella, texto_limpio


def test_canonico_ordena_las_claves_y_no_deja_espacios() -> None:
    assert canonico({"ñ": [1, True, None], "a": {"c": "é", "b": 2}}) == '{"a":{"b":2,"c":"é"},"ñ":[1,true,null]}'


@pytest.mark.parametrize("valor", [1.5, {"a": [0.0]}, "e\u0301", {"e\u0301": 1}, [["e\u0301"]]])
def test_canonico_rechaza_lo_que_no_tiene_un_solo_texto(valor: object) -> None:
    with pytest.raises(ValueError, match=r"NFC|integers"):
        canonico(valor)


def test_huella_es_la_del_texto_canonico() -> None:
    assert huella({"b": 1, "a": 2}) == huella({"a": 2, "b": 1})
    assert huella([]) == "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"


def test_texto_limpio_recorta_y_compone() -> None:
    assert texto_limpio(" e\u0301\u3000") == "é"
    assert es_nfc(("é", {"a": 1}))
    assert not es_nfc({"a": ["e\u0301"]})
