"""The form of an absence: from which day to which, why, and who reads why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cuentas.ausencias import MOTIVO_MAXIMO
from cuentas.models import Ausencia

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMATOS = ["%Y-%m-%d", "%d/%m/%Y"]


def _dia(rotulo: Any) -> forms.DateField:
    return forms.DateField(
        label=rotulo,
        input_formats=FORMATOS,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"required": _("Pon un día."), "invalid": _("Escribe un día como 2026-12-31.")},
    )


class FormularioAusencia(forms.Form):
    """Two native dates, and the rest is optional."""

    cual = forms.CharField(widget=forms.HiddenInput, required=False, max_length=11)
    desde = _dia(_("Estaré fuera desde el"))
    hasta = _dia(_("hasta el"))
    motivo = forms.CharField(label=_("Motivo"), max_length=MOTIVO_MAXIMO, required=False, help_text=_("No hace falta."))
    lo_lee = forms.ChoiceField(label=_("Quién lee el motivo"), choices=Ausencia.Quien.choices, widget=forms.RadioSelect)

    def __init__(self, datos: Mapping[str, Any] | None = None, *, ausencia: Ausencia | None = None) -> None:
        """Start from the absence that is being corrected, or from nothing."""
        inicial: dict[str, Any] = {"lo_lee": Ausencia.Quien.MESA}
        if ausencia is not None:
            inicial = {"cual": ausencia.publico} | {
                campo: getattr(ausencia, campo) for campo in ("desde", "hasta", "motivo", "lo_lee")
            }
        super().__init__(datos, initial=inicial)
