"""Canonical text of values: NFC strings, one JSON form, hashes of it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any
from unicodedata import is_normalized

from reglas.nucleo.textos import texto_limpio

__all__ = ["canonico", "es_nfc", "huella", "texto_limpio"]


def es_nfc(valor: Any) -> bool:
    """Say whether every string inside a JSON value, keys included, is in NFC."""
    if isinstance(valor, str):
        return valor.isascii() or is_normalized("NFC", valor)
    if isinstance(valor, dict):
        return all(es_nfc(clave) and es_nfc(dentro) for clave, dentro in valor.items())
    if isinstance(valor, list | tuple):
        return all(map(es_nfc, valor))
    return True


def canonico(valor: Any) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces, UTF-8 characters as they are.

    Raises ValueError for floats (they have no single text) and for strings that are not in NFC.
    """
    _sin_flotantes(valor)
    if not es_nfc(valor):
        raise ValueError("a string is not in NFC")
    return json.dumps(valor, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def huella(valor: Any) -> str:
    """Return the SHA-256 of the canonical text, in hexadecimal."""
    return sha256(canonico(valor).encode()).hexdigest()


def _sin_flotantes(valor: Any) -> None:
    if isinstance(valor, float):
        raise ValueError("canonical JSON holds integers only")
    if isinstance(valor, dict):
        for dentro in valor.values():
            _sin_flotantes(dentro)
    elif isinstance(valor, list | tuple):
        for dentro in valor:
            _sin_flotantes(dentro)
