"""intromision (5.15) and premio (5.16): how PX come and go."""

from __future__ import annotations

from typing import Final

from reglas.nucleo.campos import Entero, Grupo, Opcion, Texto
from reglas.nucleo.condiciones import Vale
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.strange.estado import exigir_vivo
from reglas.sistemas.strange.mensajes import rechazar
from reglas.sistemas.strange.resumenes import texto

PX_MAXIMO: Final = 999
ACEPTA: Final = Vale("respuesta", ("aceptar",))


def intromision(c: Contexto) -> Resultado:
    """Answer the DJ's intromisión."""
    exigir_vivo(c.ficha)
    respuesta, px = c.datos["respuesta"], c.ficha["px"]
    if respuesta == "rechazar":
        if c.objetivo is not None:
            raise Rechazo("combinacion_invalida", "objetivo")
        if not px:  # S-53
            raise rechazar("px_insuficientes", "ficha.px", hacen_falta=1, tienes=0)
        c.cambiar("ficha", "px", px - 1, "rechazo")  # S-52
        resumen = texto(c, _("%(nombre)s rechaza la intromisión y gasta 1 PX."))
    else:
        if c.objetivo is None:  # S-51
            raise Rechazo("campo_requerido", "objetivo")
        _regalar(c, px, c.objetivo)
        resumen = texto(
            c,
            _("%(nombre)s acepta la intromisión y regala 1 PX a %(companero)s."),
            companero=c.objetivo["nombre"],
        )
    return Resultado(None, None, {"respuesta": respuesta, "px": c.ficha["px"]}, resumen)


def _regalar(c: Contexto, px: int, companero: Ficha) -> None:
    """Take 2 PX and give one to a companion. S-50; only the final values must fit the sheet."""
    if companero["nombre"] == c.ficha["nombre"]:
        raise Rechazo("companero_invalido", "objetivo.nombre")
    if px + 1 > PX_MAXIMO:
        raise Rechazo("maximo_alcanzado", "ficha.px")
    if companero["px"] + 1 > PX_MAXIMO:
        raise Rechazo("maximo_alcanzado", "objetivo.px")
    c.cambiar("ficha", "px", px + 2, "intromision")
    c.cambiar("ficha", "px", px + 1, "regalo")
    c.cambiar("objetivo", "px", companero["px"] + 1, "regalo")


def premio(c: Contexto) -> Resultado:
    """Award PX. S-54: for artefacts and discoveries; S-55: not for enemies or ordinary challenges."""
    motivo, px = c.datos["motivo"], c.ficha["px"] + c.datos["px"]
    if motivo in ("enemigo", "reto"):
        raise Rechazo("motivo_sin_premio", "datos.motivo")
    if px > PX_MAXIMO:
        raise Rechazo("maximo_alcanzado", "ficha.px")
    c.cambiar("ficha", "px", px, "premio")
    resumen = texto(c, _("%(nombre)s recibe %(px)s PX."), px=c.datos["px"])
    return Resultado(None, None, {"px": px, "motivo": motivo}, resumen)


ACCIONES: Final = (
    Accion(
        clave="intromision",
        nombre=_("Intromisión"),
        ayuda=_("Aceptarla da 2 PX, uno de ellos para un compañero; rechazarla cuesta 1."),
        regla=intromision,
        quien="direccion",  # the player answers, but only to one that the DJ has made: the DJ writes it down
        objetivo="segun",
        objetivo_si=ACEPTA,
        tipo_objetivo="pj",
        campos=Grupo(
            campos=(
                Opcion(
                    clave="respuesta",
                    etiqueta=_("Respuesta"),
                    opciones={"aceptar": _("Aceptar"), "rechazar": _("Rechazar")},
                    obligatorio=True,
                ),
                Texto(clave="complicacion", etiqueta=_("Complicación"), maximo=500, largo=True),
                Texto(
                    clave="justificacion",
                    etiqueta=_("Por qué se lo das"),
                    ayuda=_("Lo que hizo el compañero para merecerlo."),
                    maximo=500,
                    largo=True,
                    obligatorio=True,
                    si=ACEPTA,
                ),
            )
        ),
        valor="px",
    ),
    Accion(
        clave="premio",
        nombre=_("Premio de PX"),
        ayuda=_("Por descubrimientos y artefactos."),
        regla=premio,
        quien="direccion",
        campos=Grupo(
            campos=(
                Entero(clave="px", etiqueta=_("PX"), minimo=1, maximo=10, obligatorio=True),
                Opcion(
                    clave="motivo",
                    etiqueta=_("Motivo"),
                    opciones={
                        "descubrimiento": _("Descubrimiento"),
                        "artefacto": _("Artefacto"),
                        "enemigo": _("Enemigo (no da PX)"),
                        "reto": _("Reto normal (no da PX)"),
                    },
                    obligatorio=True,
                ),
            )
        ),
        valor="px",
    ),
)
