"""Dice that come out of a sealed envelope: each face follows from the key of its roll, its place and its faces.

`static/verificar.py` does the same sum on its own; a change here breaks every roll already made.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from reglas.nucleo.azar import AzarDeFuente

LIMITE = 2**64


@dataclass(frozen=True, slots=True)
class Sello:
    """What is fixed before the first die of a roll.

    n, prev: its place in the chain. pos: what stands for both in a closed book, empty in an open one.
    sobre: number of the envelope. peticion: SHA-256 of what was declared. aporte: the player's own chance.
    """

    n: int
    prev: str
    pos: str
    sobre: int
    peticion: str
    aporte: str


def dado_sellado(clave: bytes, indice: int, caras: int) -> int:
    """Return the face of the die at one place.

    The first eight bytes of HMAC-SHA256(clave, "indice:intento") as an integer; what lies past the last whole
    multiple of `caras` is thrown away and drawn again, so that no face is likelier.
    """
    if not 1 <= caras < LIMITE:
        raise ValueError("a die needs between one face and 2**64")
    intento = 0
    while True:
        numero = int.from_bytes(hmac.digest(clave, b"%d:%d" % (indice, intento), "sha256")[:8], "big")
        if numero < LIMITE - LIMITE % caras:
            return numero % caras + 1
        intento += 1


class AzarSellado(AzarDeFuente):
    """Dice of one roll of a book. `sello` says which; the key is kept out of sight."""

    def __init__(self, clave: bytes, sello: Sello) -> None:
        super().__init__(lambda indice, caras: dado_sellado(clave, indice, caras))
        self.sello = sello

    def son_suyos(self, dados: Sequence[tuple[int, int]]) -> bool:
        """Say whether (faces, value) pairs are the dice of this roll, in this order."""
        return all(self._fuente(indice, caras) == valor for indice, (caras, valor) in enumerate(dados))
