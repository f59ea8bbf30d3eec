"""What a page of a thread asks hundreds of times, in fewer steps than Django's: `dicho`, or `hablante`, and `esc`."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, override

CORTO = 100
"""Texts up to this long are said many times: names, labels, what a die was for."""


def dicho(texto: str) -> str:
    """Return what `gettext` says, remembered for each language: modules import it as `_`."""
    return _dicho(get_language(), texto)


@lru_cache(maxsize=2_048)
def _dicho(_idioma: str | None, texto: str) -> str:
    return gettext(texto)


def hablante() -> Callable[[str], str]:
    """Return what says things in the language of now, for whoever asks it many times: to find that out is most of it.

    What it is called must be `_`, or the catalogues would not find what it is asked.
    """
    return _hablante(get_language())


@cache
def _hablante(idioma: str | None) -> Callable[[str], str]:
    @lru_cache(maxsize=1_024)
    def dicho(texto: str) -> str:
        with override(idioma):
            return gettext(texto)

    return dicho


def esc(texto: Any) -> SafeString:
    """Return what `conditional_escape` does: a text escaped, and HTML by its type as it is."""
    if type(texto) is SafeString:
        return texto
    if type(texto) is str:
        return _escapado(texto) if len(texto) <= CORTO else SafeString(html.escape(texto))
    return SafeString(conditional_escape(texto))


@lru_cache(maxsize=4_096)
def _escapado(texto: str) -> SafeString:
    return SafeString(html.escape(texto))
