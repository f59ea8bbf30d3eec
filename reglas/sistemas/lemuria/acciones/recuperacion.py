"""Recovering: descanso (6.17), fin_de_dia and fin_de_aventura (6.20)."""

from __future__ import annotations

from typing import Final

from reglas.nucleo.campos import Booleano, Grupo
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion, Debidas, Dia
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.acciones.turnos import LIMPIO
from reglas.sistemas.lemuria.ficha import NO_CHUSMA, SOLO_HEROE, es_chusma, es_heroe
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.resumenes import texto
from reglas.sistemas.lemuria.turno import despertar, mitad_hacia_arriba, sanar

SIN_DESCANSO: Final = ("moribundo", "estabilizado", "muerto")
SIN_DIA: Final = ("moribundo", "muerto")


def descanso(j: Jugada) -> Resultado:
    """Rest after a fight, which is thereby over. L-50, L-51, L-52; L-53: once for each time hurt; L-54; L-76."""
    ficha = j.ficha
    if es_chusma(ficha):
        raise Rechazo("no_procede", "ficha.clase")
    if ficha["estado"] in SIN_DESCANSO:
        raise Rechazo("no_puede_descansar", "ficha.estado")
    ya, sin_armas = ficha["descansado"], ficha["dano_sin_armas"]
    armas = ficha["pv_max"] - ficha["pv"] - sin_armas
    recuperado = 0 if ya else sin_armas + mitad_hacia_arriba(armas)
    if not ya:
        j.poner("ficha", dano_sin_armas=0, descansado=True)
    j.sumar("ficha", pv=recuperado)
    despertar(j, "ficha")
    j.poner(
        "ficha",
        **LIMPIO,
        turnos_aturdido=0,
        actuo=False,
        dano_reciente=0,
        iniciativa_grado=None,
        turno=0,
        pierde_turno=0,
        derribado="no",
        penalizacion_proxima=False,
    )
    detalle = {
        "perdido_armas": armas,
        "perdido_sin_armas": sin_armas,
        "recuperado": recuperado,
        "ya_descansado": ya,
    }
    resumen = texto(j, _("%(nombre)s descansa tras el combate y recupera %(pv)s PV."), pv=recuperado)
    return Resultado(None, None, detalle, resumen)


def fin_de_dia(j: Jugada) -> Resultado:
    """Close a day. L-55: 1 PV with light activity; L-59: 2 if treated; L-62: the stabilised lie still anyway."""
    ficha = j.ficha
    if es_chusma(ficha):
        raise Rechazo("no_procede", "ficha.clase")
    if ficha["estado"] in SIN_DIA:
        raise Rechazo("no_puede_recuperar", "ficha.estado")
    tasa = 2 if ficha["tratamiento"] == "logrado" else 1
    if not j.datos["actividad_ligera"] and ficha["estado"] != "estabilizado":
        tasa = 0
    recuperado = sanar(j, "ficha", tasa)
    j.poner("ficha", tratamiento="ninguno")
    resumen = texto(j, _("Acaba el día de %(nombre)s: recupera %(pv)s PV."), pv=recuperado)
    return Resultado(None, None, {"tasa": tasa, "recuperado": recuperado}, resumen)


def fin_de_aventura(j: Jugada) -> Resultado:
    """Close an adventure. L-39: the PH are 4 again, neither fewer nor more."""
    if j.ficha["estado"] == "muerto":
        raise Rechazo("muerto", "ficha.estado")
    diferencia = t.PH_NORMALES - j.ficha["ph"]
    j.poner("ficha", ph=t.PH_NORMALES)
    detalle = {"recuperado": max(0, diferencia), "perdido": max(0, -diferencia)}
    return Resultado(None, None, detalle, texto(j, _("Acaba la aventura: %(nombre)s vuelve a tener 4 PH.")))


def al_acabar_el_dia(ficha: Ficha, _dia: Dia) -> Debidas:
    """Return what closes a day for a sheet: nothing for chusma, the dying and the dead."""
    return () if es_chusma(ficha) or ficha["estado"] in SIN_DIA else (("fin_de_dia", {}),)


def al_acabar_la_aventura(ficha: Ficha) -> Debidas:
    """Return what closes an adventure for a sheet: only the living heroes have PH."""
    return (("fin_de_aventura", {}),) if es_heroe(ficha) and ficha["estado"] != "muerto" else ()


ACCIONES: Final = (
    Accion(
        clave="descanso",
        nombre=_("Descanso"),
        ayuda=_("Tras el combate, la mitad de los PV perdidos; los golpes sin armas, enteros."),
        regla=regla("descanso", descanso),
        quien="ambos",
        valor="recuperado",
        ficha_si=(NO_CHUSMA,),
    ),
    Accion(
        clave="fin_de_dia",
        nombre=_("Fin del día"),
        ayuda=_("Un día con actividad ligera devuelve 1 PV, o 2 con un sanador."),
        regla=regla("fin_de_dia", fin_de_dia),
        quien="direccion",
        campos=Grupo(
            campos=(
                Booleano(
                    clave="actividad_ligera",
                    etiqueta=_("Solo actividad ligera"),
                    defecto=True,
                ),
            )
        ),
        valor="recuperado",
        ficha_si=(NO_CHUSMA,),
    ),
    Accion(
        clave="fin_de_aventura",
        nombre=_("Fin de la aventura"),
        ayuda=_("Los PH vuelven a ser 4."),
        regla=regla("fin_de_aventura", fin_de_aventura, solo_heroes="solo_heroes"),
        quien="direccion",
        ficha_si=(SOLO_HEROE,),
    ),
)
