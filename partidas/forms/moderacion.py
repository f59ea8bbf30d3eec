"""Forms of moderation: a reason, another scene, other readers, other words, who is in a scene, whose seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cuentas.models import Usuario
from partidas.dominio.voces import SUELTO
from partidas.forms.cuenta import cuenta
from partidas.models import Mensaje, Participante
from partidas.models.mensaje import NOTAS_MAXIMO, TEXTO_MAXIMO

NADIE = ""
DE_UNA_PARTIDA = re.compile(r"(?:^|/p/|/leer/)([A-Za-z0-9_-]{11})(?:/|$)")


def _opciones(form: forms.Form, campo: str, opciones: Sequence[tuple[str, Any]]) -> None:
    elegido = form.fields[campo]
    assert isinstance(elegido, forms.ChoiceField)  # noqa: S101 - for the type checker
    elegido.choices = opciones


class FormularioMotivo(forms.Form):
    """Why; asked for always, demanded where the verb does."""

    motivo = forms.CharField(label=_("Por qué"), max_length=300, required=False)

    def __init__(self, *args: Any, obligatorio: bool = False, ayuda: str = "", **kwargs: Any) -> None:
        """Say who will read it."""
        super().__init__(*args, **kwargs)
        self.fields["motivo"].required = obligatorio
        self.fields["motivo"].help_text = ayuda


class FormularioDireccion(forms.Form):
    """Which partida the staff has been asked to look at."""

    partida = forms.CharField(
        label=_("Dirección de la partida"),
        max_length=300,
        help_text=_("La de cualquiera de sus páginas, tal como te la han pasado."),
    )

    def clean_partida(self) -> str:
        """Return the public id in an address, or by itself."""
        dicha = DE_UNA_PARTIDA.search(str(self.cleaned_data["partida"]).strip())
        if dicha is None:
            raise forms.ValidationError(_("No parece la dirección de una partida: copia entera la de una página suya."))
        return dicha[1]


class FormularioAdios(FormularioMotivo):
    """What becomes of the characters of who goes."""

    personajes = forms.ChoiceField(
        label=_("Qué pasa con sus personajes"),
        choices=[
            ("retirado", _("Se retiran de la ficción")),
            ("pnj", _("Siguen como PNJ, en manos de la dirección")),
        ],
        initial="retirado",
        widget=forms.RadioSelect,
    )


class FormularioMover(FormularioMotivo):
    """Which scene it goes to."""

    a = forms.ChoiceField(label=_("A qué escena"))

    def __init__(self, *args: Any, escenas: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """Offer the other scenes of the partida."""
        super().__init__(*args, **kwargs)
        _opciones(self, "a", escenas)
        self.order_fields(["a", "motivo"])


class FormularioLectores(FormularioMotivo):
    """Whom a message is for, from now on."""

    visibilidad = forms.ChoiceField(
        label=_("Quién lo lee"), choices=Mensaje.Visibilidad.choices, widget=forms.RadioSelect
    )
    destinatarios = forms.MultipleChoiceField(
        label=_("Si eliges a quién"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, candidatos: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """Offer the players' characters."""
        super().__init__(*args, **kwargs)
        _opciones(self, "destinatarios", candidatos)
        self.order_fields(["visibilidad", "destinatarios", "motivo"])


class FormularioEdicion(forms.Form):
    """The words of a message and who speaks, with the version that was on the screen."""

    personaje = forms.ChoiceField(label=_("Hablas como"), required=False)
    nombre = forms.CharField(label=_("Nombre, solo para este mensaje"), max_length=60, required=False)
    texto = forms.CharField(
        label=_("Texto"),
        max_length=TEXTO_MAXIMO,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "aria-describedby": "id_texto-cuenta"}),
    )
    notas = forms.CharField(
        label=_("Notas de juego"),
        max_length=NOTAS_MAXIMO,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    errata = forms.BooleanField(
        label=_("Es solo una errata"),
        required=False,
        help_text=_("Un cambio pequeño que no dice otra cosa: no queda marcado como editado, pero sí en el historial."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, *args: Any, voces: Sequence[tuple[str, Any]] = (), **kwargs: Any) -> None:
        """Offer the voices, if there is one to choose; no browser cuts what is pasted, which the page would not say."""
        super().__init__(*args, **kwargs)
        for campo in ("texto", "notas"):
            self.fields[campo].widget.attrs.pop("maxlength", None)
        if len(voces) > 1:
            _opciones(self, "personaje", voces)
        else:
            del self.fields["personaje"]
        if SUELTO not in dict(voces):
            del self.fields["nombre"]

    @property
    def cuenta(self) -> str:
        """Return how long the text is, once it comes near to what fits."""
        return cuenta(str(self["texto"].value() or "").replace("\r\n", "\n"))

    def clean_personaje(self) -> str | None:
        """Tell an empty choice, the author's own voice, from a form that was sent without the field."""
        return self.cleaned_data["personaje"] if "personaje" in self.data else None

    def clean_texto(self) -> str:
        """Give lines the ends that they have in the database."""
        return str(self.cleaned_data["texto"]).replace("\r\n", "\n")

    def clean_notas(self) -> str:
        """Give lines the ends that they have in the database."""
        return str(self.cleaned_data["notas"]).replace("\r\n", "\n")


class FormularioPresentes(FormularioMotivo):
    """Who is in a scene."""

    presentes = forms.MultipleChoiceField(label=_("Quién está"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, candidatos: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """Offer the players' characters."""
        super().__init__(*args, **kwargs)
        _opciones(self, "presentes", candidatos)
        self.order_fields(["presentes", "motivo"])


class FormularioPlaza(forms.Form):
    """Whom a seat is offered to, and for what."""

    persona = forms.CharField(label=_("Nombre de la cuenta"), max_length=60)
    papel = forms.ChoiceField(label=_("Para qué"), choices=Participante.Papel.choices, initial="jugador")

    def clean_persona(self) -> Usuario:
        """Find an open account by its exact name, capitals aside."""
        nombre = str(self.cleaned_data["persona"]).strip().removeprefix("@")
        usuario = Usuario.objects.filter(username__iexact=nombre, cerrada=None, is_active=True).first()
        if usuario is None:
            raise forms.ValidationError(_("No hay ninguna cuenta abierta con ese nombre."))
        return usuario


class FormularioPapel(FormularioMotivo):
    """What an open seat is for, from now on."""

    papel = forms.ChoiceField(label=_("Para qué"), choices=Participante.Papel.choices)


class FormularioEntrega(FormularioMotivo):
    """Who takes a character."""

    a = forms.ChoiceField(label=_("Quién lo lleva"), required=False)

    def __init__(self, *args: Any, personas: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """Offer who can play, and the direction."""
        super().__init__(*args, **kwargs)
        _opciones(self, "a", [(NADIE, _("La dirección, como PNJ")), *personas])
        self.order_fields(["a", "motivo"])
