"""efecto (5.7): the choice that a natural 19 or 20 grants, made after the roll."""

from __future__ import annotations

from typing import Any, Final

from reglas.nucleo.campos import Grupo, Opcion, Texto
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.sistemas.strange import tablas as t
from reglas.sistemas.strange.dano import danar_objetivo, neto_de
from reglas.sistemas.strange.previa import Previa, comprobar_vigentes, exigir_objetivo_de_ataque, leer_previa
from reglas.sistemas.strange.resumenes import texto

_CONTINUA: Final = frozenset({"tarea", "ataque", "defensa", "mover"})


def efecto(c: Contexto) -> Resultado:
    """Apply the effect chosen among those that the roll offered. S-20, S-26, S-27; S-28 refuses any other."""
    previa = leer_previa(c, _CONTINUA)
    exigir_objetivo_de_ataque(c, previa)
    eleccion = c.datos["eleccion"]
    if eleccion not in previa.opciones:
        raise Rechazo("efecto_no_disponible", "datos.eleccion")
    if previa.original == "ataque":
        comprobar_vigentes(c, previa)
    detalle: dict[str, Any] = {"accion_original": previa.original, "eleccion": eleccion}
    if eleccion in t.DANO_DE_EFECTO:
        detalle |= _danar(c, previa, t.DANO_DE_EFECTO[eleccion])
    else:
        detalle["dano_efecto"] = 0
    de_area = previa.original == "ataque" and previa.detalle.get("area") is True
    plantilla = _("%(nombre)s elige un efecto mayor.")
    if eleccion.startswith("efecto_menor"):
        plantilla = _("%(nombre)s elige un efecto menor.")
    return Resultado(
        True,
        "efecto_menor" if eleccion.startswith("efecto_menor") else "efecto_mayor",
        detalle,
        texto(c, plantilla),
        ("objetivo_adicional",) if de_area else (),
    )


def _danar(c: Contexto, previa: Previa, puntos: int) -> dict[str, Any]:
    """Add damage to that of the attack. S-43: armour comes off once, off the whole."""
    previa.exigir(previa.original == "ataque")
    reducido = previa.entero("reduccion")
    bruto = previa.entero("dano_bruto") + puntos
    neto = neto_de(bruto, reducido)
    adicional = neto - previa.entero("dano_neto")
    previa.exigir(adicional >= 0)
    danar_objetivo(c, adicional, previa.palabra("al_caer", t.AL_CAER))
    return {
        "dano_efecto": puntos,
        "dano_bruto": bruto,
        "reduccion": reducido,
        "dano_neto": neto,
        "dano_adicional": adicional,
    }


ACCIONES: Final = (
    Accion(
        clave="efecto",
        nombre=_("Efecto menor o mayor"),
        ayuda=_("Lo que concede un 19 o un 20 natural, elegido después de tirar."),
        regla=efecto,
        objetivo="segun",
        tipo_objetivo="pnj",
        previas=_CONTINUA | {"repetir"},
        campos=Grupo(
            campos=(
                Opcion(clave="eleccion", etiqueta=_("Efecto"), opciones=t.EFECTOS_DE_DADO, obligatorio=True),
                Texto(clave="descripcion", etiqueta=_("Qué ocurre"), maximo=500, largo=True),
            )
        ),
        valor="dano_adicional",
        con_resultado=True,
        declarable=False,
    ),
)
