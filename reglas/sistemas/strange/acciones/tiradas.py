"""tirada_libre (5.1), tarea (5.2) and mover (5.9)."""

from __future__ import annotations

from typing import Final

from reglas.nucleo.campos import Entero, Grupo, Opcion, Texto
from reglas.nucleo.condiciones import Entre
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.estado import exigir_capaz, exigir_vivo
from reglas.sistemas.strange.resumenes import resumen_de_tarea, texto
from reglas.sistemas.strange.tarea import (
    ANTICIPA,
    campo_atributo,
    campo_dificultad,
    campos_de_tarea,
    declarar,
    opcion_de_repetir,
    opciones_de_tarea,
    tirar,
)


def tirada_libre(c: Contexto) -> Resultado:
    """Throw one die of the asked kind. S-01: a d20 unless somebody says another."""
    dado = c.datos["dado"]
    natural = c.azar.dado(t.DADOS[dado], "tirada_libre")
    return Resultado(
        None,
        None,
        {"dado": dado, "natural": natural, "total": natural},
        texto(c, _("%(nombre)s tira un %(dado)s y saca %(natural)s."), dado=dado, natural=natural),
        opcion_de_repetir(c.ficha, natural),
    )


def tarea(c: Contexto) -> Resultado:
    """Try a task against the difficulty that the DJ set."""
    exigir_capaz(c.ficha)
    declarada = declarar(c, c.datos["dificultad"], c.datos["reserva"])
    lectura = tirar(c, declarada, "tarea")
    return Resultado(
        lectura.exito,
        lectura.grado,
        declarada.detalle,
        resumen_de_tarea(c, lectura, declarada.detalle),
        opciones_de_tarea(lectura, c.ficha),
    )


def mover(c: Contexto) -> Resultado:
    """Move: S-44 inmediaciones, S-45 corta, S-46 larga with a roll, S-47 no further; S-48 a failure hurts nobody."""
    exigir_vivo(c.ficha)
    metros = c.datos["metros"]
    if c.ficha["indicador"] == "incapacitado":  # S-122
        if not c.ficha["velocidad"]["reserva"]:
            raise Rechazo("inmovilizado", "ficha.velocidad.reserva")
        if metros > t.METROS_DE_ALCANCE["inmediato"]:
            exigir_capaz(c.ficha)
    if metros > t.METROS_DE_ALCANCE["largo"]:
        raise Rechazo("distancia_excesiva", "datos.metros")
    if metros <= t.METROS_DE_ALCANCE["inmediato"]:
        categoria = "inmediaciones"
    else:
        categoria = "corta" if metros <= t.METROS_DE_ALCANCE["corto"] else "larga"
    trayecto = {"categoria": categoria, "metros": metros, "consume_accion": categoria != "inmediaciones"}
    if categoria != "larga":
        resumen = texto(c, _("%(nombre)s se mueve %(metros)s metros."), metros=metros)
        return Resultado(True, "exito_automatico", dict(trayecto), resumen)
    declarada = declarar(c, c.datos["dificultad"], "velocidad")
    lectura = tirar(c, declarada, "mover")
    return Resultado(
        lectura.exito,
        lectura.grado,
        {**declarada.detalle, **trayecto},
        resumen_de_tarea(c, lectura, declarada.detalle),
        opciones_de_tarea(lectura, c.ficha),
    )


_LARGA: Final = Entre("metros", t.METROS_DE_ALCANCE["corto"] + 1, 10_000)

ACCIONES: Final = (
    Accion(
        clave="tirada_libre",
        nombre=_("Tirada libre"),
        ayuda=_("Un dado cualquiera, sin éxito ni fallo."),
        regla=tirada_libre,
        quien="ambos",
        campos=Grupo(
            campos=(
                Opcion(clave="dado", etiqueta=_("Dado"), opciones={dado: dado for dado in t.DADOS}, defecto="d20"),
                Texto(clave="motivo", etiqueta=_("Para qué"), maximo=200),
            )
        ),
        valor="total",
        lanza=True,
    ),
    Accion(
        clave="tarea",
        nombre=_("Tarea"),
        ayuda=_("Intentar algo contra la dificultad que pone el DJ."),
        regla=tarea,
        campos=Grupo(
            campos=(
                campo_dificultad(_("De 0 a 10; el número objetivo es el triple."), obligatorio=True),
                campo_atributo("reserva", _("Atributo"), _("El de la tarea; paga el esfuerzo."), obligatorio=True),
                *campos_de_tarea(),
            )
        ),
        valor="total",
        con_resultado=True,
        mejora="esfuerzo",
        a_mano=("dificultad", "reserva", "habilidades", "esfuerzo"),
        dificultad="dificultad",
        a_ciegas={"tirar": True},
        anticipa=ANTICIPA,
        lanza=True,
    ),
    Accion(
        clave="mover",
        nombre=_("Moverse"),
        ayuda=_("Hasta 14 metros sin tirar; de 15 a 29, con una tirada de velocidad."),
        regla=mover,
        campos=Grupo(
            campos=(
                Entero(clave="metros", etiqueta=_("Metros"), minimo=0, maximo=10_000, obligatorio=True),
                campo_dificultad(_("4 si el DJ no dice otra."), defecto=4, si=_LARGA),
                *campos_de_tarea(_LARGA),
            )
        ),
        valor="total",
        con_resultado=True,
        mejora="esfuerzo",
        a_mano=("metros", "dificultad", "habilidades", "esfuerzo"),
        anticipa=ANTICIPA,
        lanza=True,
    ),
)
