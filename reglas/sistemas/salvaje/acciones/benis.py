"""gastar_beni (4.19) and premiar_beni (4.20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reglas.nucleo.campos import Entero, Grupo, Opcion
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Ficha, Resultado, _
from reglas.sistemas.salvaje import tablas as t
from reglas.sistemas.salvaje.estado import antes_de, asentar, exigir_beni, exigir_vivo, pagar
from reglas.sistemas.salvaje.resumenes import texto

DE_BENI: Final[Mapping[str, str]] = {
    "quitar_aturdido": _("%(nombre)s gasta un beni y deja de estar aturdido."),
    "historia": _("%(nombre)s gasta un beni para influir en la historia."),
}


def gastar_beni(c: Contexto) -> Resultado:
    """Spend a beni. V-57, V-58: against being aturdido, at any time; V-67: on the story."""
    ficha, uso = c.ficha, c.datos["uso"]
    exigir_vivo(ficha)
    quita = uso == "quitar_aturdido"
    if quita and not ficha["aturdido"]:
        raise Rechazo("no_aturdido", "ficha.aturdido")
    exigir_beni(ficha)
    detalle = {"datos": dict(c.datos), "antes": antes_de(c)}
    asentar(c, {**pagar(ficha), "aturdido": ficha["aturdido"] and not quita}, None, "gastar_beni")
    return Resultado(None, None, detalle, texto(ficha, DE_BENI[uso]))


def premiar_beni(c: Contexto) -> Resultado:
    """Give benis. V-67."""
    benis = c.ficha["benis"] + c.datos["cantidad"]
    if benis > 99:
        raise Rechazo("fuera_de_rango", "datos.cantidad")
    detalle = {"datos": dict(c.datos), "antes": antes_de(c)}
    asentar(c, {**c.ficha, "benis": benis}, None, "premiar_beni")
    return Resultado(None, None, detalle, texto(c.ficha, _("%(nombre)s recibe benis y tiene %(benis)s."), benis=benis))


def renovacion(ficha: Ficha) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return what gives a sheet the benis with which a session begins; none to who has them, nor to the dead."""
    faltan = t.BENIS[ficha["comodin"]] - ficha["benis"]
    return (("premiar_beni", {"cantidad": faltan}),) if faltan > 0 and not ficha["muerto"] else ()


ACCIONES: Final = (
    Accion(
        clave="gastar_beni",
        nombre=_("Gastar un beni"),
        ayuda=_("Para dejar de estar aturdido o para influir en la historia."),
        regla=gastar_beni,
        campos=Grupo(campos=(Opcion(clave="uso", etiqueta=_("Para"), opciones=t.USOS_DE_BENI, obligatorio=True),)),
    ),
    Accion(
        clave="premiar_beni",
        nombre=_("Premiar con benis"),
        ayuda=_("Por una buena jugada, un joker o una desventaja bien llevada."),
        regla=premiar_beni,
        quien="direccion",
        campos=Grupo(campos=(Entero(clave="cantidad", etiqueta=_("Benis"), minimo=1, maximo=10, defecto=1),)),
    ),
)
