"""Where each kind of thing is wanted: by the bell, by mail, by both, or nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from partidas.models import ClaseDeAviso

DONDE: dict[str, tuple[bool, bool]] = {
    "ambos": (True, True),
    "campana": (True, False),
    "correo": (False, True),
    "nada": (False, False),
}
"""Bell and mail of each choice."""
EN_PALABRAS = (
    ("ambos", _("Campana y correo")),
    ("campana", _("Solo campana")),
    ("correo", _("Solo correo")),
    ("nada", _("No me avises")),
)
COMO_EN_GENERAL = ("", _("Como en general"))


class FormularioAvisos(forms.Form):
    """One choice for each kind; in a partida, each can also be as in general."""

    def __init__(
        self,
        datos: Mapping[str, Any] | None = None,
        *,
        elegidas: Mapping[str, tuple[bool, bool]],
        en_partida: bool = False,
    ) -> None:
        """Start from what is chosen. elegidas: bell and mail of the kinds that have a choice of their own."""
        super().__init__(datos)
        opciones = (COMO_EN_GENERAL, *EN_PALABRAS) if en_partida else EN_PALABRAS
        for clase, rotulo in ClaseDeAviso.choices:
            self.fields[clase] = forms.ChoiceField(
                label=rotulo,
                choices=opciones,
                required=not en_partida,
                initial=nombre(elegidas.get(clase)),
                error_messages={
                    "required": _("Elige dónde quieres este aviso."),
                    "invalid_choice": _("Elige dónde quieres este aviso, de la lista."),
                },
            )

    def cambios(self) -> dict[str, tuple[bool, bool] | None]:
        """Return what was chosen; None: as in general."""
        return {clase: DONDE.get(self.cleaned_data[clase]) for clase in ClaseDeAviso.values}


def nombre(donde: tuple[bool, bool] | None) -> str:
    """Return which choice that is; "" for none."""
    return next((clave for clave, valor in DONDE.items() if valor == donde), "")
