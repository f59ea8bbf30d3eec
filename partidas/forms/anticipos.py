"""What the roll widget says before anything is drawn: the cost, the odds, and what would make them better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from partidas.presentacion.tarjetas import Anticipo, anticipo, porcentaje
from reglas import motor
from reglas.nucleo.rechazo import Rechazo

if TYPE_CHECKING:
    from partidas.forms.tirada import FormularioTirada
    from reglas.nucleo.probabilidad import Distribucion


def de(form: FormularioTirada) -> Anticipo | None:
    """Return cost and odds, or None while something is still missing; what is wrong is put beside its control."""
    if form.accion is None or form.errores:
        return None
    try:
        odds = _sondear(form, form.datos)
    except Rechazo as rechazo:
        if rechazo.codigo == "campo_requerido":
            return Anticipo(falta=form.palabras.rechazo(rechazo, form.accion.campos))
        form.rechazar(rechazo)
        return None
    legibles = {fila.personaje_id for fila in form.fichas}
    lados = (("ficha", form.actor), ("objetivo", form.contra))
    sobre = [lado for lado, fila in lados if fila is not None and (form.dirige or fila.personaje_id in legibles)]
    visto = anticipo(form.palabras, odds, form.accion, sobre=sobre)
    return replace(visto, mejora=_mejora(form, odds.exito), repitiendo=_repitiendo(form, odds.exito))


def _sondear(form: FormularioTirada, datos: Mapping[str, Any]) -> Distribucion:
    return motor.sondear(form.peticion(datos))


def _repitiendo(form: FormularioTirada, exito: Fraction | None) -> str:
    """Say what throwing a failure again would give; "" where the game or the sheet does not allow it."""
    if form.accion is None or not form.accion.repite or exito is None:
        return ""
    try:
        otra = motor.sondear_repitiendo(form.peticion(form.datos))
    except Rechazo:
        return ""
    if otra is None or otra == exito:
        return ""
    return _("«%(opcion)s» si falla: el éxito pasa de %(antes)s a %(despues)s.") % {
        "opcion": form.palabras.opcion(form.accion.repite),
        "antes": porcentaje(exito),
        "despues": porcentaje(otra),
    }


def _mejora(form: FormularioTirada, exito: Fraction | None) -> str:
    """Say what one more of the action's improving field would give; "" where the rules do not allow it."""
    if form.accion is None or not form.accion.mejora or exito is None:
        return ""
    campo, valor = form.accion.mejora, form.datos.get(form.accion.mejora, 0) + 1
    try:
        otra = _sondear(form, {**form.datos, campo: valor})
    except Rechazo:
        return ""
    etiqueta = form.palabras(form.accion.campos[campo].etiqueta)
    return _("Con %(campo)s %(valor)s, el éxito pasa de %(antes)s a %(despues)s.") % {
        "campo": etiqueta.lower(),
        "valor": valor,
        "antes": porcentaje(exito),
        "despues": porcentaje(otra.exito or Fraction(0)),
    }
