"""The state of a sheet: a copy of it, who may act (3.4), what falls, rises and lasts (2.3, 3.3, 3.5)."""

from __future__ import annotations

from typing import Any, Final

from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.salvaje.ficha import CLAVES_DE_ESTADO

CLAVES_QUE_CAMBIAN: Final = ("benis", *CLAVES_DE_ESTADO)


def foto(ficha: Ficha) -> dict[str, Any]:
    """Return the eleven state fields."""
    return {clave: ficha[clave] for clave in CLAVES_DE_ESTADO}


def antes_de(c: Contexto) -> dict[str, Any]:
    """Return `detalle.antes`: the state of both sheets."""
    return {"ficha": foto(c.ficha), "objetivo": None if c.objetivo is None else foto(c.objetivo)}


def asentar(c: Contexto, ficha: Ficha, objetivo: Ficha | None, motivo: str) -> None:
    """Write the sheets as they end, in the order in which effects go: benis, then the state. V-103."""
    for sobre, antes, despues in (("ficha", c.ficha, ficha), ("objetivo", c.objetivo, objetivo)):
        if antes is None or despues is None or antes is despues:
            continue
        for clave in CLAVES_QUE_CAMBIAN:
            if antes[clave] != despues[clave]:
                c.cambiar(sobre, clave, despues[clave], "beni" if clave == "benis" else motivo)


def exigir_vivo(ficha: Ficha) -> None:
    """Refuse a muerto: nothing more happens to the dead. V-90."""
    if ficha["muerto"]:
        raise Rechazo("muerto", "ficha.muerto")


def exigir_despierto(ficha: Ficha) -> None:
    """Refuse who may take no free action: muerto or incapacitado. V-74; an aturdido may, V-17, V-53."""
    exigir_vivo(ficha)
    if ficha["incapacitado"]:
        raise Rechazo("incapacitado", "ficha.incapacitado")


def exigir_capaz(ficha: Ficha) -> None:
    """Refuse who may take no action: muerto, incapacitado or aturdido. V-52, V-74."""
    exigir_despierto(ficha)
    if ficha["aturdido"]:
        raise Rechazo("aturdido", "ficha.aturdido")


def exigir_sin_pendiente(ficha: Ficha, lado: str = "ficha") -> None:
    """Refuse a Comodín whose Vigor roll is due: it comes before anything else. V-75."""
    if ficha["comodin"] and ficha["incapacitacion_pendiente"]:
        raise Rechazo("incapacitacion_pendiente", f"{lado}.incapacitacion_pendiente")


def exigir_objetivo_vivo(ficha: Ficha | None, lado: str = "objetivo") -> None:
    """Refuse an objetivo that is dead. V-90."""
    if ficha is not None and ficha["muerto"]:
        raise Rechazo("objetivo_muerto", f"{lado}.muerto")


def exigir_beni(ficha: Ficha) -> None:
    """Refuse who has no benis. V-63."""
    if not ficha["benis"]:
        raise Rechazo("sin_benis", "ficha.benis")


def pagar(ficha: Ficha) -> Ficha:
    """Return the sheet with a beni less."""
    return {**ficha, "benis": ficha["benis"] - 1}


def herir(ficha: Ficha, heridas: int) -> Ficha:
    """Return the sheet with more wounds (3.3).

    V-46, V-47, V-48: past its limit it falls and what is left over is not counted. V-51: who had fallen already
    counts none, but a Comodín has to roll again.
    """
    if not heridas:
        return ficha
    if ficha["incapacitado"]:
        return {**ficha, "incapacitacion_pendiente": True} if ficha["comodin"] else ficha
    suma = ficha["heridas"] + heridas
    if suma > ficha["heridas_max"]:
        cae = {"heridas": ficha["heridas_max"], "incapacitado": True, "incapacitacion_pendiente": True}
        return {**ficha, **cae}
    return {**ficha, "heridas": suma}


def morir(ficha: Ficha) -> Ficha:
    """Return the sheet of who has died."""
    return {**ficha, "muerto": True, "desangrandose": False, "incapacitacion_pendiente": False}


def levantar(ficha: Ficha) -> Ficha:
    """Return the sheet of who is no longer incapacitado."""
    return {**ficha, "incapacitado": False, "incapacitacion_pendiente": False, "desangrandose": False}


def sanar(ficha: Ficha, heridas: int) -> Ficha:
    """Return the sheet with fewer wounds and on its feet. V-88."""
    return {**levantar(ficha), "heridas": ficha["heridas"] - heridas}


def sangrar(ficha: Ficha, grado: str) -> Ficha:
    """Return how who bleeds is after its Vigor roll. V-81: dies; V-82: goes on; V-83: stabilised."""
    if grado == "aumento":
        return {**ficha, "desangrandose": False}
    return ficha if grado == "exito" else morir(ficha)


def marcar(ficha: Ficha, clave: str) -> Ficha:
    """Return the sheet distraído or vulnerable until the end of its next turn (3.5). V-28, V-92."""
    return {**ficha, clave: max(ficha[clave], 2 if ficha["turno_iniciado"] else 1)}


def puede_actuar(ficha: Ficha) -> bool:
    """Say whether a character may take actions."""
    return not (ficha["muerto"] or ficha["incapacitado"] or ficha["aturdido"])
