"""The healer: curar and tratar (6.18), and estabilizar (6.19)."""

from __future__ import annotations

from typing import Final

from reglas.nucleo.campos import Booleano, Campo, Grupo, Texto
from reglas.nucleo.condiciones import Vale
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.sistemas.lemuria import campos
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.profesiones import rango_de
from reglas.sistemas.lemuria.resumenes import nombre_de, resumen_de_tirada, texto
from reglas.sistemas.lemuria.tirada import leer, opciones, tirar
from reglas.sistemas.lemuria.turno import (
    exigir_accion_libre,
    exigir_activo,
    exigir_que_pueda_actuar,
    gastar_accion,
    sanar,
)


def curar(j: Jugada) -> Resultado:
    """Heal at once 1 PV for each rango. L-57: once for each time hurt."""
    rango = _sanador(j)
    paciente = _paciente(j)
    if j.de(paciente)["curado"]:
        raise Rechazo("ya_curado", f"{paciente}.curado")
    recuperado = sanar(j, paciente, rango)
    j.poner(paciente, curado=True)
    resumen = texto(
        j, _("%(nombre)s cura a %(paciente)s: %(pv)s PV."), paciente=nombre_de(j.de(paciente)), pv=recuperado
    )
    return Resultado(None, None, {"rango": rango, "recuperado": recuperado, "paciente": paciente}, resumen)


def tratar(j: Jugada) -> Resultado:
    """Make the healer's roll of the day. L-59: a success doubles that day's recovery."""
    rango = _sanador(j)
    paciente = _paciente(j)
    if j.de(paciente)["tratamiento"] != "ninguno":
        raise Rechazo("ya_tratado", f"{paciente}.tratamiento")
    modificadores = {
        "atributo": j.ficha["atributos"]["mente"],
        "profesion": rango,
        "dificultad": t.DE_DIFICULTAD["moderada"],
        "modificador": j.datos["modificador"],
    }
    lectura = leer(j, "tratar", tirar(j, "tratar", ("mente",)), modificadores)
    lectura.detalle["paciente"] = paciente
    tratar_al_paciente(j, paciente, exito=lectura.exito)
    return Resultado(
        lectura.exito,
        lectura.grado,
        lectura.detalle,
        resumen_de_tirada(j, lectura),
        opciones(j.ficha, lectura.grado, lectura.detalle),
    )


def _sanador(j: Jugada) -> int:
    """Return the rango of who heals. L-58: a sanador, or an alquimista with ingredients; no other profession."""
    exigir_activo(j.ficha)
    profesion = j.datos["profesion"]
    if profesion.casefold() not in t.SANADORES:
        raise Rechazo("profesion_inadecuada", "datos.profesion")
    rango = rango_de(j.ficha, profesion)
    if not rango:
        raise Rechazo("sin_rango", "datos.profesion")
    if profesion.casefold() == "alquimista" and not j.datos["ingredientes"]:
        raise Rechazo("sin_ingredientes", "datos.ingredientes")
    return rango


def _paciente(j: Jugada) -> str:
    """Return which sheet is healed, or refuse one that cannot be."""
    paciente = "objetivo" if j.hay_objetivo else "ficha"
    ficha = j.de(paciente)
    if ficha["clase"] == "chusma":
        raise Rechazo("no_procede", f"{paciente}.clase")
    if ficha["estado"] == "muerto":
        raise Rechazo("muerto", f"{paciente}.estado")
    if ficha["estado"] == "moribundo":
        raise Rechazo("requiere_estabilizar", f"{paciente}.estado")
    return paciente


def tratar_al_paciente(j: Jugada, paciente: str, *, exito: bool) -> None:
    """Note how the treatment of the day went."""
    j.poner(paciente, tratamiento="logrado" if exito else "fallido")


def estabilizar(j: Jugada) -> Resultado:
    """Stop the bleeding of somebody. L-60: mente + rango, with twice the negative PV; L-61."""
    datos = j.datos
    exigir_que_pueda_actuar(j.ficha)
    exigir_accion_libre(j.ficha, al_final=datos["al_final"])
    if not datos["adyacente"]:
        raise Rechazo("no_adyacente", "datos.adyacente")
    if j.objetivo["estado"] != "moribundo":
        raise Rechazo("no_moribundo", "objetivo.estado")
    modificadores = {
        "atributo": j.ficha["atributos"]["mente"],
        "profesion": rango_de(j.ficha, datos.get("profesion")),
        "dificultad": 2 * j.objetivo["pv"],
        "modificador": datos["modificador"],
    }
    gastar_accion(j)
    lectura = leer(j, "estabilizar", tirar(j, "estabilizar", ("mente",)), modificadores)
    estabilizar_al_paciente(j, exito=lectura.exito)
    return Resultado(
        lectura.exito,
        lectura.grado,
        lectura.detalle,
        resumen_de_tirada(j, lectura),
        opciones(j.ficha, lectura.grado, lectura.detalle),
    )


def estabilizar_al_paciente(j: Jugada, *, exito: bool) -> None:
    """Stabilise the objetivo on a success: no more loss, and no PV. L-61."""
    if exito:
        j.poner("objetivo", estado="estabilizado")


def _de_sanador() -> tuple[Campo, ...]:
    return (
        Texto(
            clave="profesion",
            etiqueta=_("Profesión"),
            ayuda=_("Sanador, o alquimista con ingredientes."),
            maximo=60,
            de_ficha="profesiones",
            defecto="sanador",
        ),
        Booleano(clave="ingredientes", etiqueta=_("Tiene ingredientes"), defecto=False),
    )


_ACTIVO: Final = (Vale("estado", ("activo",)),)

ACCIONES: Final = (
    Accion(
        clave="curar",
        nombre=_("Curar"),
        ayuda=_("Un sanador devuelve al momento 1 PV por rango; una vez por herida."),
        regla=regla("curar", curar),
        objetivo="opcional",
        tipo_objetivo="personaje",
        campos=Grupo(campos=_de_sanador()),
        valor="recuperado",
        ficha_si=_ACTIVO,
    ),
    Accion(
        clave="tratar",
        nombre=_("Tratar"),
        ayuda=_("La tirada diaria del sanador: si sale, dobla la recuperación del día."),
        regla=regla("tratar", tratar),
        objetivo="opcional",
        tipo_objetivo="personaje",
        campos=Grupo(campos=(*_de_sanador(), *campos.de_2d6())),
        valor="total",
        con_resultado=True,
        lanza=True,
        mejora="dados_extra",
        repite="suerte_de_los_dioses",
        a_mano=("profesion", "ingredientes", "modificador"),
        ficha_si=_ACTIVO,
    ),
    Accion(
        clave="estabilizar",
        nombre=_("Estabilizar"),
        ayuda=_("Junto a un moribundo: 2d6 más mente y profesión, con el doble de sus PV negativos."),
        regla=regla("estabilizar", estabilizar),
        objetivo="requerido",
        tipo_objetivo="personaje",
        campos=Grupo(
            campos=(
                campos.profesion(_("La que venga al caso.")),
                Booleano(clave="adyacente", etiqueta=_("Está a su lado"), defecto=True),
                campos.al_final(),
                *campos.de_2d6(),
            )
        ),
        valor="total",
        con_resultado=True,
        lanza=True,
        mejora="dados_extra",
        repite="suerte_de_los_dioses",
        a_mano=("profesion", "adyacente", "modificador"),
        anticipa=("atributo", "profesion", "dificultad"),
        ficha_si=_ACTIVO,
    ),
)
