"""Who may act, what acting spends, paying a PH and healing (4.5)."""

from __future__ import annotations

from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.tipos import Ficha
from reglas.sistemas.lemuria.ficha import fallo_calamitoso_vigente, puntos_de_heroe
from reglas.sistemas.lemuria.jugada import Jugada


def exigir_activo(ficha: Ficha) -> None:
    """Refuse who is not on his feet."""
    if ficha["estado"] != "activo":
        raise Rechazo("no_puede_actuar", "ficha.estado")


def exigir_que_pueda_actuar(ficha: Ficha) -> None:
    """Refuse who cannot act this turn. L-70, L-73."""
    exigir_activo(ficha)
    if ficha.get("atontado"):
        raise Rechazo("no_puede_actuar", "ficha.atontado")
    if fallo_calamitoso_vigente(ficha):
        raise Rechazo("no_puede_actuar", "ficha.iniciativa_grado")


def exigir_accion_libre(ficha: Ficha, *, al_final: bool = False) -> None:
    """Refuse who has spent or put off the action of the turn. L-83, L-87; L-77: al_final takes the delayed one."""
    if ficha["posicion"] == "completa":
        raise Rechazo("defensa_completa", "ficha.posicion")
    if ficha["actuo"]:
        raise Rechazo("ya_actuo", "ficha.actuo")
    retrasando = ficha.get("retrasando", False)
    if retrasando and not al_final:
        raise Rechazo("accion_retrasada", "ficha.retrasando")
    if al_final and not retrasando:
        raise Rechazo("no_retraso", "datos.al_final")


def gastar_accion(j: Jugada) -> None:
    """Spend the action of the turn; a heroe thereby renounces to shake off the last blow. L-37, L-83."""
    j.poner("ficha", actuo=True, retrasando=False, dano_reciente=0)


def exigir_ph(ficha: Ficha) -> None:
    """Refuse who has no PH left. L-30."""
    if puntos_de_heroe(ficha) < 1:
        raise Rechazo("sin_ph", "ficha.ph")


def pagar_ph(j: Jugada) -> None:
    """Pay 1 PH: always the last check before the dice."""
    exigir_ph(j.ficha)
    j.sumar("ficha", ph=-1)


def sanar(j: Jugada, sobre: str, cuanto: int) -> int:
    """Give PV back and return how many. L-56: never over the top, and `dano_sin_armas` falls only as far as it must."""
    ficha = j.de(sobre)
    pv = min(ficha["pv_max"], ficha["pv"] + cuanto)
    recuperado: int = pv - ficha["pv"]
    j.poner(sobre, pv=pv, dano_sin_armas=min(ficha.get("dano_sin_armas", 0), ficha["pv_max"] - pv))
    despertar(j, sobre)
    return recuperado


def despertar(j: Jugada, sobre: str) -> None:
    """Put back on his feet whoever has 1 PV or more. L-62."""
    ficha = j.de(sobre)
    if ficha["pv"] >= 1 and ficha["estado"] != "activo":
        j.poner(sobre, estado="activo", turnos_aturdido=0)


def mitad_hacia_arriba(numero: int) -> int:
    """Return half of a number, rounded up."""
    return -(-numero // 2)
