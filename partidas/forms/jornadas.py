"""Forms of the days: how they end, and which number is being closed."""

from __future__ import annotations

from datetime import date, time
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from partidas.dominio.cierres import CADA_MAXIMO, AjustesDeDias
from partidas.models import Partida

if TYPE_CHECKING:
    from collections.abc import Mapping


class FormularioDias(forms.Form):
    """How the days of a partida end."""

    cierre = forms.ChoiceField(
        label=_("Cómo acaban los días"), choices=Partida.Cierre.choices, widget=forms.RadioSelect
    )
    hora = forms.TimeField(
        label=_("A qué hora"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        error_messages={"invalid": _("Escribe una hora entre 00:00 y 23:59.")},
    )
    cada_dias = forms.IntegerField(
        label=_("Cada cuántos días"),
        min_value=1,
        max_value=CADA_MAXIMO,
        help_text=_("Solo cuenta si has elegido «Cada varios días»."),
    )

    def __init__(self, datos: Mapping[str, Any] | None = None, *, partida: Partida) -> None:
        """Start from how the days end now."""
        hora = time(partida.hora_corte // 60, partida.hora_corte % 60)
        super().__init__(datos, initial={"cierre": partida.cierre, "hora": hora, "cada_dias": partida.cada_dias})
        self.fields["hora"].help_text = _("En la zona de la partida: %(zona)s.") % {"zona": partida.zona}

    def ajustes(self) -> AjustesDeDias:
        """Return the clean data for the domain."""
        hora: time = self.cleaned_data["hora"]
        return AjustesDeDias(self.cleaned_data["cierre"], hora.hour * 60 + hora.minute, self.cleaned_data["cada_dias"])


class FormularioCerrar(forms.Form):
    """The day that the page showed, so that pressing twice closes one."""

    numero = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class FormularioAtrasadas(forms.Form):
    """What to do with the days that piled up, until the date that the page showed."""

    hasta = forms.DateField(widget=forms.HiddenInput, input_formats=["%Y-%m-%d"])
    hacer = forms.ChoiceField(choices=[("cerrar", ""), ("saltar", "")])

    @property
    def fecha(self) -> date:
        """Return the last date that is meant."""
        fecha: date = self.cleaned_data["hasta"]
        return fecha
