"""The black box as a function: one line in, one line out. Used by the command and by the tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from reglas.motor import resolver, sondear
from reglas.nucleo.azar import AzarDictado, AzarSistema
from reglas.nucleo.rechazo import Rechazo
from reglas.protocolo import (
    MAX_BYTES,
    PeticionIlegible,
    escribir,
    escribir_distribucion,
    escribir_rechazo,
    leer,
)

TERMINADOR: Final = b"\n"


def atender(entrada: BinaryIO, salida: BinaryIO, *, odds: bool = False) -> bool:
    """Answer every line of `entrada`, in order; return whether all of them were resolved."""
    todas = True
    for linea in lineas(entrada):
        respuesta, bien = responder(linea, odds=odds)
        todas &= bien
        salida.write(respuesta.encode() + TERMINADOR)
        salida.flush()
    return todas


def lineas(entrada: BinaryIO) -> Iterator[bytes]:
    """Yield the lines that are not blank; of one over the limit, enough to be refused for it."""
    while linea := entrada.readline(MAX_BYTES + 2):
        if not linea.endswith(b"\n"):
            while (resto := entrada.readline(MAX_BYTES)) and not resto.endswith(b"\n"):
                pass
        if linea.strip():
            yield linea.removesuffix(b"\n").removesuffix(b"\r")


def responder(linea: str | bytes, *, odds: bool = False) -> tuple[str, bool]:
    """Answer one request; say whether it was resolved. odds: the exact distribution instead of one result."""
    id = None
    try:
        peticion, dados = leer(linea)
        id = peticion.id
        if odds:
            return escribir_distribucion(sondear(peticion), id), True
        azar = AzarSistema() if dados is None else AzarDictado(dados)
        return escribir(resolver(peticion, azar)), True
    except PeticionIlegible as rechazo:
        return escribir_rechazo(rechazo, rechazo.id), False
    except Rechazo as rechazo:
        return escribir_rechazo(rechazo, id), False
