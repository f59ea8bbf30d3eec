"""The black box as a function: one line in, one line out. Used by the command and by the tests."""

from __future__ import annotations

from typing import Final

from reglas.motor import resolver, sondear
from reglas.nucleo.azar import AzarDictado, AzarSistema
from reglas.nucleo.rechazo import Rechazo
from reglas.protocolo import (
    PeticionIlegible,
    escribir,
    escribir_distribucion,
    escribir_rechazo,
    leer,
)

TERMINADOR: Final = b"\n"


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
