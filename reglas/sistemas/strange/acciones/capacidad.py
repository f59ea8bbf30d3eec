"""capacidad (5.14): pay for a special ability that needs no roll."""

from __future__ import annotations

from typing import Final

from reglas.nucleo.campos import Entero, Grupo
from reglas.nucleo.contexto import Contexto
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.sistemas.strange.coste import calcular, pagar
from reglas.sistemas.strange.estado import exigir_capaz
from reglas.sistemas.strange.resumenes import texto
from reglas.sistemas.strange.tarea import CAPACIDAD


def capacidad(c: Contexto) -> Resultado:
    """Use a special ability: its points less ventaja (S-79), and any esfuerzo for a special effect (S-89)."""
    exigir_capaz(c.ficha)
    coste = calcular(
        c.ficha,
        c.datos["reserva"],
        c.datos["esfuerzo_especial"],
        c.datos,
        campo_esfuerzo="datos.esfuerzo_especial",
        campo_coste="datos.coste",
    )
    pagar(c, coste)
    resumen = texto(
        c,
        _("%(nombre)s usa %(capacidad)s por %(coste)s puntos."),
        capacidad=c.datos["nombre"],
        coste=coste.total,
    )
    return Resultado(None, None, {"nombre": c.datos["nombre"], **coste.detalle()}, resumen)


ACCIONES: Final = (
    Accion(
        clave="capacidad",
        nombre=_("Usar una capacidad"),
        ayuda=_("Pagar una capacidad especial que no necesita tirada."),
        regla=capacidad,
        campos=Grupo(
            campos=(
                *CAPACIDAD,
                Entero(
                    clave="esfuerzo_especial",
                    etiqueta=_("Esfuerzo para un efecto especial"),
                    minimo=0,
                    maximo=6,
                    defecto=0,
                ),
            )
        ),
        valor="coste_total",
    ),
)
