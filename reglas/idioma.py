"""Words of the engine in the reader's language: Spanish is the msgid, the rest comes from each system's catalogue.

The core never imports this. The active language is Django's, asked for only when none is given.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Final

from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Texto, _

ORIGINAL: Final = "es"
SI: Final = _("sí")
NO: Final = _("no")


def traducir(msgid: str, sistema: str = "", lengua: str | None = None) -> str:
    """Return a label in a language (the active one if None); the msgid itself where there is no translation.

    sistema: key whose catalogue is asked first; the core's comes after.
    """
    codigo = _codigo(lengua)
    if codigo == ORIGINAL or not msgid:
        return msgid
    traducido = _catalogo(f"reglas.sistemas.{sistema}", codigo).gettext(msgid) if sistema else msgid
    return _catalogo("reglas.nucleo", codigo).gettext(msgid) if traducido == msgid else traducido


def rendir(texto: Texto, sistema: str = "", lengua: str | None = None) -> str:
    """Return a sentence with its data in a language."""
    codigo = _codigo(lengua)
    return texto.rendir(lambda msgid: traducir(msgid, sistema, codigo))


def rechazo(rechazo: Rechazo, sistema: str = "", lengua: str | None = None) -> str:
    """Return what a refusal says in a language."""
    return rendir(rechazo.mensaje, sistema, lengua)


def si_o_no(valor: bool, lengua: str | None = None) -> str:
    """Return a boolean in words."""
    return traducir(SI if valor else NO, lengua=lengua)


def _codigo(lengua: str | None) -> str:
    """Return the short code of a language."""
    if lengua is None:
        from django.utils.translation import get_language  # noqa: PLC0415 - the engine works without Django

        lengua = get_language() or ORIGINAL
    return lengua.partition("-")[0].lower()


@cache
def _catalogo(paquete: str, codigo: str) -> NullTranslations:
    """Read a package's catalogue of a language; an empty one if it has none."""
    if not codigo.isalpha():
        return NullTranslations()
    fichero = files(paquete).joinpath("locale", codigo, "LC_MESSAGES", "reglas.mo")
    if not fichero.is_file():
        return NullTranslations()
    with fichero.open("rb") as contenido:
        return GNUTranslations(contenido)
