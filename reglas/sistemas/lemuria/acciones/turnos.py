"""The turn of a fight: posicion (6.6), retrasar, interrumpir (6.7), levantarse (6.8), its end (6.9) and 6.10."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from reglas.nucleo import campos as c
from reglas.nucleo.azar import AzarDictado
from reglas.nucleo.campos import Grupo, Opcion
from reglas.nucleo.condiciones import Entre, Vale
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion, Debidas
from reglas.nucleo.tipos import Ficha, Resultado, Texto, _
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.ficha import SOLO_HEROE, armas_para_dos_manos, puntos_de_heroe
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.resumenes import texto
from reglas.sistemas.lemuria.turno import (
    exigir_accion_libre,
    exigir_que_pueda_actuar,
    gastar_accion,
    mitad_hacia_arriba,
    pagar_ph,
    sanar,
)


def posicion(j: Jugada) -> Resultado:
    """Choose a combat option. L-90: before acting, until the end of the turn; L-86 to L-89, L-91, L-92."""
    ficha, elegida, dos_armas = j.ficha, j.datos["posicion"], j.datos["dos_armas"]
    exigir_que_pueda_actuar(ficha)
    if ficha["actuo"]:
        raise Rechazo("ya_actuo", "ficha.actuo")
    if (elegida, dos_armas) in (("total", "parar"), ("completa", "ambas")):
        raise Rechazo("posicion_incompatible", "datos.dos_armas")
    if dos_armas != "no" and not armas_para_dos_manos(ficha):  # L-93
        raise Rechazo("armas_no_validas", "datos.dos_armas")
    j.poner("ficha", posicion=elegida, dos_armas=dos_armas)
    if elegida == "completa":  # L-87
        gastar_accion(j)
    ataque, defensa = t.DE_POSICION[elegida]
    detalle = {
        "ataque": ataque - (dos_armas != "no"),
        "defensa": defensa,
        "puede_atacar": elegida != "completa",
        "puede_bloquear": elegida != "total",
    }
    resumen = texto(j, _("%(nombre)s elige: %(posicion)s."), posicion=Texto(t.POSICIONES[elegida]))
    return Resultado(None, None, detalle, resumen)


def retrasar(j: Jugada) -> Resultado:
    """Put the action off. L-77."""
    exigir_que_pueda_actuar(j.ficha)
    exigir_accion_libre(j.ficha)
    j.poner("ficha", retrasando=True)
    opciones = ("interrumpir",) if puntos_de_heroe(j.ficha) >= 1 else ()
    return Resultado(None, None, {}, texto(j, _("%(nombre)s retrasa su acción.")), opciones)


def interrumpir(j: Jugada) -> Resultado:
    """Pay 1 PH to take the delayed action now. L-77."""
    exigir_que_pueda_actuar(j.ficha)
    if not j.ficha["retrasando"]:
        raise Rechazo("no_retraso", "ficha.retrasando")
    pagar_ph(j)
    j.poner("ficha", retrasando=False)
    a = j.datos.get("a")
    if a is None:
        resumen = texto(j, _("%(nombre)s interrumpe y actúa ahora (1 PH)."))
    else:
        resumen = texto(j, _("%(nombre)s interrumpe a %(a)s y actúa ahora (1 PH)."), a=a)
    return Resultado(None, None, {"a": a}, resumen)


def levantarse(j: Jugada) -> Resultado:
    """Get up, which takes no action and lasts until the end of the turn. L-107."""
    exigir_que_pueda_actuar(j.ficha)
    if j.ficha["derribado"] != "caido":
        raise Rechazo("no_derribado", "ficha.derribado")
    j.poner("ficha", derribado="levantandose")
    return Resultado(None, None, {}, texto(j, _("%(nombre)s se está levantando.")))


LIMPIO: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "retrasando": False,
        "atontado": False,
        "posicion": "normal",
        "dos_armas": "no",
        "escudo_usado": False,
        "parada_usada": False,
        "ataques_extra": 0,
    }
)
"""What no turn leaves to the next. L-90."""


def fin_de_turno(j: Jugada) -> Resultado:
    """Bring one sheet to the end of the turn. L-44: the dying bleed; L-42, L-43: the stunned get a choice."""
    ficha = j.ficha
    perdidos = int(ficha["estado"] == "moribundo")
    if perdidos:
        j.sumar("ficha", pv=-1)
        if j.ficha["pv"] <= t.MUERTE:  # L-45
            j.poner("ficha", estado="muerto")
    if ficha["estado"] == "aturdido":
        j.sumar("ficha", turnos_aturdido=1)
    pierde = ficha.get("pierde_turno", 0) >= 1  # L-37
    j.poner("ficha", actuo=pierde, pierde_turno=ficha.get("pierde_turno", 0) - pierde, **LIMPIO)
    if ficha.get("turno", 0) >= 1:
        j.sumar("ficha", turno=1)
    if ficha["derribado"] == "levantandose":
        j.poner("ficha", derribado="no")
    resumen = texto(j, _("%(nombre)s se desangra: pierde 1 PV.") if perdidos else _("%(nombre)s acaba el turno."))
    return Resultado(None, None, {"pv_perdidos": perdidos}, resumen, _opciones_al_acabar(j.ficha))


def _opciones_al_acabar(ficha: Ficha) -> tuple[str, ...]:
    paga = puntos_de_heroe(ficha) >= 1
    if ficha["estado"] == "aturdido":
        return ("quedar_fuera", "espabilarse") if paga else ("quedar_fuera",)
    if ficha["estado"] in ("moribundo", "muerto") and paga:  # L-33
        return ("desafiar_a_la_muerte",)
    return ()


def al_acabar_el_turno(ficha: Ficha) -> Debidas:
    """Return what ends the turn of a sheet: nothing when it would change nothing."""
    ensayo = Contexto(ficha, None, {}, None, AzarDictado(()))
    _FIN_DE_TURNO(ensayo)
    return (("fin_de_turno", {}),) if ensayo.efectos else ()


def _exigir_aturdido(ficha: Ficha) -> None:
    if ficha["estado"] != "aturdido":
        raise Rechazo("no_procede", "ficha.estado")
    if not ficha["turnos_aturdido"]:  # L-42: from the next turn
        raise Rechazo("turno_incorrecto", "ficha.turnos_aturdido")


def quedar_fuera(j: Jugada) -> Resultado:
    """Stay down until the fight ends. L-42."""
    _exigir_aturdido(j.ficha)
    j.poner("ficha", estado="fuera_de_combate", turnos_aturdido=0)
    return Resultado(None, None, {}, texto(j, _("%(nombre)s se queda fuera hasta que acabe el combate.")))


def espabilarse(j: Jugada) -> Resultado:
    """Pay 1 PH to come round with half of the PV. L-43: the turn goes in it."""
    _exigir_aturdido(j.ficha)
    pagar_ph(j)
    recuperado = sanar(j, "ficha", mitad_hacia_arriba(j.ficha["pv_max"]))
    gastar_accion(j)
    resumen = texto(j, _("%(nombre)s se espabila (1 PH) y recupera %(pv)s PV."), pv=recuperado)
    return Resultado(None, None, {"recuperado": recuperado}, resumen)


_FIN_DE_TURNO: Final = regla("fin_de_turno", fin_de_turno)
_ACTIVO: Final = Vale("estado", ("activo",))
_ATURDIDO: Final = (Vale("estado", ("aturdido",)), Entre("turnos_aturdido", 1, 1000))

ACCIONES: Final = (
    Accion(
        clave="posicion",
        nombre=_("Posición"),
        ayuda=_("Una opción de combate hasta el final del turno; antes de actuar."),
        regla=regla("posicion", posicion),
        campos=Grupo(
            campos=(
                Opcion(clave="posicion", etiqueta=_("Posición"), opciones=t.POSICIONES, obligatorio=True),
                Opcion(clave="dos_armas", etiqueta=_("Dos armas"), opciones=t.DOS_ARMAS, defecto="no"),
            )
        ),
        ficha_si=(_ACTIVO, Vale("actuo", (False,))),
        tramite=True,
    ),
    Accion(
        clave="retrasar",
        nombre=_("Retrasar la acción"),
        ayuda=_("Actuar al final del turno, o interrumpir por 1 PH."),
        regla=regla("retrasar", retrasar, solo_heroes="solo_heroes"),
        ficha_si=(SOLO_HEROE, _ACTIVO, Vale("actuo", (False,)), Vale("retrasando", (False,))),
        tramite=True,
    ),
    Accion(
        clave="interrumpir",
        nombre=_("Interrumpir (1 PH)"),
        ayuda=_("Tomar ahora la acción que retrasó."),
        regla=regla("interrumpir", interrumpir, solo_heroes="solo_heroes"),
        campos=Grupo(campos=(c.Texto(clave="a", etiqueta=_("A quién"), maximo=80),)),
        ficha_si=(SOLO_HEROE, _ACTIVO, Vale("retrasando", (True,))),
    ),
    Accion(
        clave="levantarse",
        nombre=_("Levantarse"),
        ayuda=_("No gasta la acción; dura hasta el final del turno."),
        regla=regla("levantarse", levantarse),
        ficha_si=(_ACTIVO, Vale("derribado", ("caido",))),
        tramite=True,
    ),
    Accion(
        clave="fin_de_turno",
        nombre=_("Fin del turno"),
        ayuda=_("Una ficha llega al final del turno."),
        regla=_FIN_DE_TURNO,
        quien="direccion",
        tramite=True,
        pesa=("pv_perdidos",),
    ),
    Accion(
        clave="quedar_fuera",
        nombre=_("Quedarse fuera"),
        ayuda=_("Aturdido, no vuelve hasta que acabe el combate."),
        regla=regla("quedar_fuera", quedar_fuera),
        ficha_si=_ATURDIDO,
    ),
    Accion(
        clave="espabilarse",
        nombre=_("Espabilarse (1 PH)"),
        ayuda=_("Aturdido, vuelve con la mitad de sus PV y gasta el turno."),
        regla=regla("espabilarse", espabilarse, solo_heroes="solo_heroes"),
        ficha_si=(SOLO_HEROE, *_ATURDIDO),
    ),
)
