"""How much of what fits is already written."""

from __future__ import annotations

TEXTO_CERCA = 50_000


def cuenta(texto: str) -> str:
    """Return how long a text is, in characters, with its thousands apart, once it comes near to its limit; else ""."""
    return f"{len(texto):,}".replace(",", "\N{NO-BREAK SPACE}") if len(texto) >= TEXTO_CERCA else ""
