"""The forms of the staff's screens: invitations and texts of the site."""

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from cuentas.models import TextoDelSitio

if TYPE_CHECKING:  # the class takes a parameter only in the stubs
    _DeTexto = forms.ModelForm[TextoDelSitio]
else:
    _DeTexto = forms.ModelForm


class FormularioInvitacion(forms.Form):
    """How many accounts, for how long, and a note to recognise it by."""

    nota = forms.CharField(
        label=_("Nota"), max_length=120, required=False, help_text=_("Solo la ve el equipo: para quién es.")
    )
    usos = forms.IntegerField(label=_("Cuentas que permite"), min_value=1, max_value=500, initial=1)
    dias = forms.IntegerField(label=_("Días que vale"), min_value=1, max_value=365, initial=14)


class FormularioTexto(_DeTexto):
    """Title and body of a page of the site, with the version the editor started from."""

    version_leida = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    class Meta:
        model = TextoDelSitio
        fields = ["titulo", "cuerpo"]
        widgets = {"cuerpo": forms.Textarea(attrs={"rows": 24, "spellcheck": "true"})}
        help_texts = {
            "cuerpo": _("Markdown: ## título, **negrita**, *cursiva*, * lista, [texto](https://…). Sin HTML.")
        }
