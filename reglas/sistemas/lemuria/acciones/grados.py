"""exito_poderoso (6.11), exito_legendario (6.12), fallo_calamitoso (6.13): another degree for a roll already made."""

from __future__ import annotations

from typing import Any, Final

from reglas.nucleo.campos import Booleano, Grupo
from reglas.nucleo.rechazo import Rechazo
from reglas.nucleo.sistema import Accion
from reglas.nucleo.tipos import Resultado, _
from reglas.sistemas.lemuria import campos
from reglas.sistemas.lemuria import tablas as t
from reglas.sistemas.lemuria.acciones.iniciativa import anotar_iniciativa, de_iniciativa
from reglas.sistemas.lemuria.ficha import SOLO_HEROE
from reglas.sistemas.lemuria.jugada import Jugada, regla
from reglas.sistemas.lemuria.previa import (
    DE_2D6,
    Previa,
    exigir_exito,
    exigir_que_admita_ph,
    leer_previa,
)
from reglas.sistemas.lemuria.resumenes import texto
from reglas.sistemas.lemuria.tirada import TIPOS
from reglas.sistemas.lemuria.turno import pagar_ph

_DE_EXITO: Final = frozenset({*TIPOS, "suerte_de_los_dioses", "exito_poderoso", "exito_legendario"})
_DE_FALLO: Final = frozenset({*TIPOS, "suerte_de_los_dioses", "fallo_calamitoso"})


def con_grado(j: Jugada, previa: Previa, grado: str) -> dict[str, Any]:
    """Return the detail of a roll under another degree. L-75: of initiative the sheets change too."""
    if previa.tipo == "iniciativa":
        anotar_iniciativa(j, grado)
    return {**previa.detalle, **de_grado(previa.tipo, grado)}


def de_grado(tipo: str, grado: str) -> dict[str, Any]:
    """Return the keys of `detalle` that depend on the degree alone."""
    if tipo == "ataque":
        return {"elecciones": t.ELECCIONES.get(grado, 0)}
    return de_iniciativa(grado) if tipo == "iniciativa" else {}


def exito_poderoso(j: Jugada) -> Resultado:
    """Turn an éxito into an EP. L-15, L-16."""
    previa = leer_previa(j, _DE_EXITO, DE_2D6)
    exigir_exito(previa)
    if previa.grado != "exito":
        raise Rechazo("ya_es_poderoso", "previa.grado")
    return _mejorar(j, previa, "exito_poderoso", _("%(nombre)s gasta 1 PH: éxito poderoso."))


def exito_legendario(j: Jugada) -> Resultado:
    """Turn the EP of a natural 12 into an EL. L-17; L-18: not one that was bought; L-19: also of a repeated roll."""
    previa = leer_previa(j, _DE_EXITO, DE_2D6)
    exigir_exito(previa)
    if previa.grado == "exito_legendario":
        raise Rechazo("ya_es_legendario", "previa.grado")
    if previa.detalle["natural"] != 12:
        raise Rechazo("legendario_requiere_12", "previa.detalle.natural")
    return _mejorar(j, previa, "exito_legendario", _("%(nombre)s gasta 1 PH: éxito legendario."))


def _mejorar(j: Jugada, previa: Previa, grado: str, frase: str) -> Resultado:
    exigir_que_admita_ph(previa)
    pagar_ph(j)
    detalle = con_grado(j, previa, grado)
    opciones = ("danar",) if previa.tipo == "ataque" else ()
    return Resultado(True, grado, detalle, texto(j, frase), opciones)


def fallo_calamitoso(j: Jugada) -> Resultado:
    """Turn a natural 2 into an FC, at no cost. L-20, L-22; L-21: the DJ may reward it."""
    previa = leer_previa(j, _DE_FALLO, DE_2D6)
    if previa.grado != "fallo_automatico":
        raise Rechazo("no_es_fallo_automatico", "previa.grado")
    recompensa = j.datos["recompensa"]
    if recompensa and j.ficha["ph"] >= t.PH_MAXIMOS:
        raise Rechazo("ph_maximo", "ficha.ph")
    if recompensa:
        j.sumar("ficha", ph=1)
    detalle = {
        **con_grado(j, previa, "fallo_calamitoso"),
        "duracion": "turno_actual_y_siguiente" if j.ficha["turno"] >= 1 else "escena",
        "descripcion": j.datos["descripcion"],
    }
    frase = _("Fallo calamitoso de %(nombre)s.")
    if recompensa:
        frase = _("Fallo calamitoso de %(nombre)s; el DJ le da 1 PH.")
    return Resultado(False, "fallo_calamitoso", detalle, texto(j, frase))


ACCIONES: Final = (
    Accion(
        clave="exito_poderoso",
        nombre=_("Éxito poderoso (1 PH)"),
        ayuda=_("Un éxito pasa a éxito poderoso."),
        regla=regla("exito_poderoso", exito_poderoso, solo_heroes="solo_heroes"),
        objetivo="opcional",
        tipo_objetivo="personaje",
        previas=_DE_EXITO,
        con_resultado=True,
        declarable=False,
        ficha_si=(SOLO_HEROE,),
    ),
    Accion(
        clave="exito_legendario",
        nombre=_("Éxito legendario (1 PH)"),
        ayuda=_("Un 12 natural pasa a éxito legendario."),
        regla=regla("exito_legendario", exito_legendario, solo_heroes="solo_heroes"),
        objetivo="opcional",
        tipo_objetivo="personaje",
        previas=_DE_EXITO,
        con_resultado=True,
        declarable=False,
        ficha_si=(SOLO_HEROE,),
    ),
    Accion(
        clave="fallo_calamitoso",
        nombre=_("Fallo calamitoso"),
        ayuda=_("Un 2 natural se vuelve un desastre que cuentas tú; el DJ puede premiarlo con 1 PH."),
        regla=regla("fallo_calamitoso", fallo_calamitoso, solo_heroes="solo_heroes"),
        objetivo="opcional",
        tipo_objetivo="personaje",
        previas=_DE_FALLO,
        campos=Grupo(
            campos=(
                campos.descripcion(_("Qué desastre ocurre")),
                Booleano(
                    clave="recompensa",
                    etiqueta=_("El DJ lo premia con 1 PH"),
                    defecto=False,
                    aprueba="direccion",
                ),
            )
        ),
        con_resultado=True,
        declarable=False,
        ficha_si=(SOLO_HEROE,),
    ),
)
