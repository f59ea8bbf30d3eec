"""How the texts that people write are read."""

from __future__ import annotations

from unicodedata import normalize


def texto_limpio(texto: str) -> str:
    """Return the text in NFC and without space at both ends."""
    if texto.isascii():
        return texto.strip()
    return normalize("NFC", texto).strip()
