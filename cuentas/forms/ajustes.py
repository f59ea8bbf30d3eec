"""The forms of «Ajustes»: reading, account, and closing it."""

from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from cuentas.dominio import nombre_de_cuenta
from cuentas.models import LARGO_DE_USUARIO, Usuario

if TYPE_CHECKING:  # the class takes a parameter only in the stubs
    _DeUsuario = forms.ModelForm[Usuario]
else:
    _DeUsuario = forms.ModelForm

CONTINENTES = ("Europe", "America", "Atlantic", "Africa", "Asia", "Australia", "Pacific", "Indian", "Antarctica")


def zonas() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the time zones by continent, with UTC at the end, for a `<select>`."""
    todas = sorted(available_timezones())
    grupos = [
        (continente, [(zona, zona.partition("/")[2].replace("_", " ")) for zona in todas if _es_de(zona, continente)])
        for continente in CONTINENTES
    ]
    return [*grupos, ("UTC", [("UTC", "UTC")])]


def _es_de(zona: str, continente: str) -> bool:
    return zona.startswith(continente + "/")


class FormularioLectura(_DeUsuario):
    """Theme, size, type, width and how much on a page."""

    class Meta:
        model = Usuario
        fields = ["tema", "letra", "tipografia", "ancho", "hoja"]
        widgets = dict.fromkeys(["tema", "letra", "tipografia", "ancho", "hoja"], forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Build the form without the colon that Django puts after labels."""
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class FormularioCuenta(_DeUsuario):
    """The name that others see, the presentation, the language and the time zone."""

    username = forms.CharField(
        label=_("Nombre"),
        max_length=LARGO_DE_USUARIO,
        help_text=_("Es el que ven los demás, y también con el que entras."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "spellcheck": "false"}),
    )
    zona = forms.ChoiceField(
        label=_("Zona horaria"), choices=zonas, help_text=_("Las fechas y las horas se enseñan en ella.")
    )

    class Meta:
        model = Usuario
        fields = ["username", "presentacion", "idioma", "zona"]
        widgets = {"presentacion": forms.Textarea(attrs={"rows": 4})}
        help_texts = {"presentacion": _("Lo que se lee en tu perfil. Hasta mil caracteres, sin formato.")}

    def clean_username(self) -> str:
        """Refuse a name that is taken, looks like another, or is a voice of the site."""
        return nombre_de_cuenta(self.cleaned_data["username"], es_equipo=self.instance.is_staff, salvo=self.instance)


class FormularioCorreos(_DeUsuario):
    """Whether to be told by mail, and with what."""

    class Meta:
        model = Usuario
        fields = ["correos", "texto_en_correos"]
        help_texts = {
            "correos": _("Sin esto no te llega ninguno, elijas lo que elijas en cada partida."),
            "texto_en_correos": _(
                "Los mensajes que puedas leer irán en el correo, también los que solo se dijeron a unos pocos. "
                "Sin marcar, el correo solo dice dónde hay algo."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Build the form without the colon that Django puts after labels."""
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class FormularioCierre(forms.Form):
    """The word that says the person means it."""

    seguro = forms.BooleanField(label=_("Entiendo que no se puede deshacer"))
