"""tirada (6.1): a task."""

from __future__ import annotations

from typing import Final

from reglas.nucleo.campos import Booleano, Grupo, Opcion
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.sistemas.lemuria import campos
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.profesiones import rango_de
from reglas.sistemas.lemuria.resumenes import resumen_de_tirada
from reglas.sistemas.lemuria.tirada import escudo_grande, leer, opciones, tirar
from reglas.sistemas.lemuria.turno import exigir_accion_libre, exigir_que_pueda_actuar, gastar_accion


def tirada(j: Jugada) -> Resultado:
    """Try a task. L-01: 2d6 + attribute + rango + difficulty; L-03: or a habilidad de combate, never both."""
    datos, ficha = j.datos, j.ficha
    if ficha["estado"] == "muerto":
        raise Rechazo("no_puede_actuar", "ficha.estado")
    gasta = datos["gasta_accion"]
    if datos["al_final"] and not gasta:
        raise Rechazo("combinacion_invalida", "datos.al_final")
    if gasta:
        exigir_que_pueda_actuar(ficha)
        exigir_accion_libre(ficha, al_final=datos["al_final"])
    atributo, habilidad = datos["atributo"], datos.get("habilidad")
    if habilidad is not None and "profesion" in datos:
        raise Rechazo("profesion_y_habilidad", "datos.profesion")
    modificadores = {
        "atributo": ficha["atributos"][atributo],
        "habilidad": 0 if habilidad is None else ficha["combate"][habilidad],
        "profesion": rango_de(ficha, datos.get("profesion")),
        "dificultad": t.DE_DIFICULTAD[datos["dificultad"]],
        "modificador": datos["modificador"],
        "escudo_grande": escudo_grande(ficha, atributo),
    }
    if gasta:
        gastar_accion(j)
    lectura = leer(j, "tarea", tirar(j, "tarea", (atributo, habilidad)), modificadores)
    return Resultado(
        lectura.exito,
        lectura.grado,
        lectura.detalle,
        resumen_de_tirada(j, lectura),
        opciones(j.ficha, lectura.grado, lectura.detalle),
    )


ACCIONES: Final = (
    Accion(
        clave="tirada",
        nombre=_("Tirada"),
        ayuda=_("Intentar algo: 2d6 más un atributo y una profesión, contra 9."),
        regla=regla("tirada", tirada),
        campos=Grupo(
            campos=(
                campos.atributo(obligatorio=True),
                Opcion(
                    clave="habilidad",
                    etiqueta=_("Habilidad de combate"),
                    ayuda=_("En vez de una profesión."),
                    opciones=t.COMBATE,
                ),
                campos.profesion(_("En vez de una habilidad de combate.")),
                Opcion(clave="dificultad", etiqueta=_("Dificultad"), opciones=t.DIFICULTADES, defecto="moderada"),
                *campos.de_2d6(),
                Booleano(
                    clave="gasta_accion",
                    etiqueta=_("Gasta la acción del turno"),
                    defecto=False,
                ),
                campos.al_final(),
            )
        ),
        valor="total",
        con_resultado=True,
        lanza=True,
        mejora="dados_extra",
        repite="suerte_de_los_dioses",
        a_mano=("atributo", "habilidad", "profesion", "dificultad", "modificador"),
        dificultad="dificultad",
        anticipa=("atributo", "habilidad", "profesion", "dificultad", "escudo_grande"),
    ),
)
