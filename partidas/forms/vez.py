"""How a scene orders its turns, and what is to be done with a character whose player is away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from partidas.dominio.vez import Turnos
from partidas.models import Escena
from partidas.models.escena import PLAZO_MAXIMO
from partidas.models.vez import DIRECCION, ORDENES_MAXIMO

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HUECOS = "puesto-"


class FormularioTurnos(forms.Form):
    """Mode, deadline and order: a number for each place, empty for who goes behind."""

    modo = forms.ChoiceField(
        label=gettext_lazy("Quién escribe cuándo"), choices=Escena.Modo.choices, widget=forms.RadioSelect
    )
    plazo_horas = forms.IntegerField(
        label=gettext_lazy("Plazo de cada turno, en horas"),
        required=False,
        min_value=1,
        max_value=PLAZO_MAXIMO,
        help_text=gettext_lazy("Horas de verdad: 36 son un día y medio. Vacío: sin plazo. Se para con la partida."),
        error_messages={
            "invalid": gettext_lazy("Escribe un número de horas, de 1 a 720, o déjalo vacío."),
            "min_value": gettext_lazy("Escribe un número de horas, de 1 a 720, o déjalo vacío."),
            "max_value": gettext_lazy("Escribe un número de horas, de 1 a 720, o déjalo vacío."),
        },
    )
    al_vencer = forms.ChoiceField(
        label=gettext_lazy("Si se acaba el plazo"), choices=Escena.AlVencer.choices, widget=forms.RadioSelect
    )

    def __init__(
        self, datos: Mapping[str, Any] | None = None, *, escena: Escena, puestos: Sequence[tuple[str, str]]
    ) -> None:
        """Start from how the scene is. puestos: public id and name of each place, in order."""
        inicial = {"modo": escena.modo, "plazo_horas": escena.plazo_horas, "al_vencer": escena.al_vencer}
        super().__init__(datos, initial=inicial)
        for n, (clave, nombre) in enumerate(puestos, 1):
            self.fields[f"{HUECOS}{clave}"] = forms.IntegerField(
                label=nombre,
                required=False,
                min_value=1,
                max_value=999,
                initial=n,
                error_messages={"invalid": _("Escribe su número en el orden: 1, 2, 3…")},
            )
        if not any(clave == DIRECCION for clave, _nombre in puestos):
            self.fields[f"{HUECOS}{DIRECCION}"] = forms.IntegerField(
                label=_("La dirección"),
                required=False,
                min_value=1,
                max_value=999,
                error_messages={"invalid": _("Escribe su número en el orden: 1, 2, 3…")},
            )
        self.fields[f"{HUECOS}{DIRECCION}"].help_text = _("Vacío: la dirección no tiene sitio y escribe cuando quiere.")

    @property
    def de_la_escena(self) -> list[forms.BoundField]:
        """Return the fields that every mode looks at."""
        return [self[nombre] for nombre in ("modo", "plazo_horas", "al_vencer")]

    @property
    def del_orden(self) -> list[forms.BoundField]:
        """Return a field for each place."""
        return [self[nombre] for nombre in self.fields if nombre.startswith(HUECOS)]

    def turnos(self) -> Turnos:
        """Return the clean data for the domain: those with a number by their numbers, ties as they are listed."""
        datos = self.cleaned_data
        con_numero = [
            (datos[nombre], n, nombre.removeprefix(HUECOS))
            for n, nombre in enumerate(self.fields)
            if nombre.startswith(HUECOS) and datos.get(nombre) is not None
        ]
        return Turnos(
            modo=datos["modo"],
            plazo_horas=datos["plazo_horas"],
            al_vencer=datos["al_vencer"],
            orden=tuple(clave for _numero, _n, clave in sorted(con_numero)),
        )


class FormularioOrdenes(forms.Form):
    """«Si falto…»."""

    texto = forms.CharField(
        label=gettext_lazy("Si falto…"),
        required=False,
        max_length=ORDENES_MAXIMO,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy("Lo leéis la dirección y tú. Vacío: sin órdenes."),
        error_messages={"max_length": gettext_lazy("Es demasiado largo: caben 4000 caracteres.")},
    )
