"""The arithmetic of the book: commitments, keys, places, anchors and seals. Pure: no database, no clock."""

from __future__ import annotations

import hmac
import json
import secrets
from hashlib import sha256
from typing import NoReturn
from unicodedata import category

from reglas.nucleo.azar_sellado import AzarSellado, Sello
from reglas.nucleo.canonico import canonico, texto_limpio

LARGO_APORTE = 64


class AporteInvalido(ValueError):
    """The player's contribution is too long or holds characters that cannot be typed."""


class Secreto:
    """Thirty-two bytes that no repr, log, traceback or pickle shows."""

    __slots__ = ("__valor",)

    def __init__(self, valor: bytes) -> None:
        if len(valor) != 32:
            raise ValueError("a secret has 32 bytes")
        self.__valor = bytes(valor)

    @classmethod
    def nuevo(cls) -> Secreto:
        """Draw a secret from the operating system."""
        return cls(secrets.token_bytes(32))

    def __repr__(self) -> str:
        return "<secreto>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not pickled")

    def descubrir(self) -> bytes:
        """Return the bytes: only to store them or to publish them."""
        return self.__valor

    def compromiso(self) -> str:
        """Return what is published before the secret is used."""
        return sha256(self.__valor).hexdigest()

    def posicion(self, n: int, prev: str) -> str:
        """Return what stands for the place of an entry of a closed book, without telling it."""
        return hmac.digest(self.__valor, canonico(["pos", n, prev]).encode(), "sha256").hex()

    def ancla(self, cabeza: str) -> str:
        """Return the anchor of a head, this secret being the salt."""
        return sha256(self.__valor + bytes.fromhex(cabeza)).hexdigest()

    def azar(self, sello: Sello) -> AzarSellado:
        """Return the dice of one roll."""
        lugar = [sello.pos] if sello.pos else [sello.n, sello.prev]
        mensaje = canonico([*lugar, sello.peticion, sello.aporte]).encode()
        return AzarSellado(hmac.digest(self.__valor, mensaje, "sha256"), sello)


def limpiar_aporte(texto: str) -> str:
    """Return the player's contribution as the book keeps it; empty means that there was none.

    Raises AporteInvalido past 64 characters or with control characters or lone surrogates.
    """
    limpio = texto_limpio(texto)
    if len(limpio) > LARGO_APORTE or any(category(letra) in {"Cc", "Cs"} for letra in limpio):
        raise AporteInvalido(LARGO_APORTE)
    return limpio


def sellar(texto: str, sal: str) -> str:
    """Return the seal of a stored request. The salt keeps anybody from guessing a sheet's secret numbers."""
    return sha256(bytes.fromhex(sal) + texto.encode()).hexdigest()


def sin_lugar(contenido: str) -> str:
    """Return an entry of a closed book as its readers get it: without `n` and `prev`."""
    entrada = json.loads(contenido)
    return canonico({clave: valor for clave, valor in entrada.items() if clave not in {"n", "prev"}})


def huella_texto(texto: str) -> str:
    """Return the SHA-256 of a text in hexadecimal."""
    return sha256(texto.encode()).hexdigest()
