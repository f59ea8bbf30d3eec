"""Forms of a partida: open or change one, open a scene, add a character."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cuentas.nombres import validar_nombre, validar_titulo
from partidas.dominio.partidas import DatosPartida
from partidas.models import Escena, Partida
from partidas.presentacion.palabras import Palabras
from reglas import escritos, motor, widgets

if TYPE_CHECKING:
    from django.http import QueryDict

    from reglas.nucleo.rechazo import Rechazo


class FormularioPartida(forms.Form):
    """What a partida says of itself."""

    titulo = forms.CharField(label=_("Título"), max_length=120)
    sistema = forms.ChoiceField(
        label=pgettext_lazy("reglas de la partida", "Juego"), help_text=_("No se puede cambiar después.")
    )
    premisa = forms.CharField(
        label=_("Premisa"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("De qué va, en qué tono, qué se espera de quien juega."),
    )
    acceso = forms.ChoiceField(label=_("Quién puede leerla"), choices=Partida.Acceso.choices)
    admite = forms.BooleanField(label=_("Admite jugadores"), required=False)
    ingreso = forms.ChoiceField(
        label=_("Cómo se entra"),
        choices=[c for c in Partida.Ingreso.choices if c[0] != Partida.Ingreso.SOLICITUD],
    )
    zona = forms.CharField(
        label=_("Zona horaria"),
        max_length=60,
        initial="Europe/Madrid",
        help_text=_("Por ejemplo: Europe/Madrid, Atlantic/Canary, America/Bogota."),
    )

    solo_al_publicar = forms.BooleanField(
        label=_("Tirar solo al publicar"),
        required=False,
        help_text=_("Sin «Tirar ahora»: el resultado se conoce cuando el texto ya está escrito."),
    )
    ventana_edicion = forms.TypedChoiceField(
        label=_("Hasta cuándo se corrige un mensaje propio"),
        choices=Partida.Ventana.choices,
        coerce=int,
        initial=Partida.Ventana.SIEMPRE,
        required=False,
        help_text=_("La dirección puede siempre. Lo que había antes queda en el historial."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, required=False)

    renovacion = forms.ChoiceField(
        label=_("Lo que da cada sesión (benis y parecidos)"),
        choices=Partida.Renovacion.choices,
        initial=Partida.Renovacion.A_MANO,
        required=False,
        help_text=_("Aquí no hay sesiones: elige cuándo se reparte, si el juego reparte algo."),
    )

    def __init__(self, *args: Any, partida: Partida | None = None, **kwargs: Any) -> None:
        """Offer the installed games; an existing partida keeps its own, and has a version."""
        super().__init__(*args, **kwargs)
        if partida is None:
            del self.fields["version"]
        claves = [partida.sistema] if partida else list(motor.sistemas())
        campo = self.fields["sistema"]
        assert isinstance(campo, forms.ChoiceField)  # noqa: S101 - for the type checker
        campo.choices = [(clave, Palabras.de(clave)(motor.sistema(clave).nombre)) for clave in claves]
        if not any(motor.sistema(clave).renueva for clave in claves):
            del self.fields["renovacion"]

    def clean_titulo(self) -> str:
        """Refuse what would not be seen as it is."""
        return validar_titulo(self.cleaned_data["titulo"])

    def clean_renovacion(self) -> str:
        """Leave it to the direction when nothing was chosen."""
        return self.cleaned_data["renovacion"] or Partida.Renovacion.A_MANO

    def clean_ventana_edicion(self) -> int:
        """Leave authors free when nothing was chosen."""
        return int(self.cleaned_data["ventana_edicion"] or Partida.Ventana.SIEMPRE)

    def clean_premisa(self) -> str:
        """Give lines the ends that they have in the database."""
        return str(self.cleaned_data["premisa"]).replace("\r\n", "\n")

    def clean_zona(self) -> str:
        """Accept a zone of the pinned database only."""
        zona = str(self.cleaned_data["zona"]).strip()
        if zona not in available_timezones():
            raise ValidationError(_("No conozco esa zona horaria. Escribe una como Europe/Madrid."))
        return zona

    def datos(self) -> DatosPartida:
        """Return the clean data for the domain."""
        return DatosPartida(**{campo: valor for campo, valor in self.cleaned_data.items() if campo != "version"})

    def legible(self, campo: str, valor: object) -> str:
        """Return a value of one of its fields as the page shows it."""
        if isinstance(valor, bool):
            return str(_("Sí") if valor else _("No"))
        widget = self.fields[campo].widget
        opciones = dict(widget.choices) if isinstance(widget, forms.Select) else {}
        return str(opciones.get(valor, valor))


class FormularioEscena(forms.Form):
    """A new scene."""

    titulo = forms.CharField(label=_("Título"), max_length=120)
    lugar = forms.CharField(
        label=_("Lugar y momento"),
        max_length=160,
        required=False,
        help_text=_("En la ficción: «El faro, al anochecer»."),
    )
    tipo = forms.ChoiceField(label=_("Qué se escribe en ella"), choices=Escena.Tipo.choices)
    secreta = forms.BooleanField(
        label=_("Secreta"), required=False, help_text=_("Solo sabrán que existe la dirección y quienes marques.")
    )
    presentes = forms.MultipleChoiceField(label=_("Quién está"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, candidatos: list[tuple[str, str]], **kwargs: Any) -> None:
        """Offer the players' characters."""
        super().__init__(*args, **kwargs)
        campo = self.fields["presentes"]
        assert isinstance(campo, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
        campo.choices = candidatos

    def clean_titulo(self) -> str:
        """Refuse what would not be seen as it is."""
        return validar_titulo(self.cleaned_data["titulo"])

    def clean_lugar(self) -> str:
        """Refuse what would not be seen as it is; it may be left out."""
        lugar = self.cleaned_data["lugar"]
        return validar_titulo(lugar) if lugar.strip() else ""

    def clean(self) -> dict[str, Any]:
        """A secret scene needs somebody in it."""
        datos = super().clean() or {}
        if datos.get("secreta") and not datos.get("presentes"):
            self.add_error("presentes", _("Una escena secreta necesita a alguien: marca quién está."))
        return datos


class FormularioPersonaje(forms.Form):
    """A player's new character from one of the system's starting sheets."""

    nombre = forms.CharField(label=_("Nombre"), max_length=60)
    plantilla = forms.ChoiceField(label=_("Con qué ficha empieza"), widget=forms.RadioSelect)
    presentacion = forms.CharField(
        label=_("Cómo lo ven los demás"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, sistema: str, **kwargs: Any) -> None:
        """Offer the starting sheets of the game."""
        super().__init__(*args, **kwargs)
        palabras = Palabras.de(sistema)
        self._plantillas = {p.clave: p for p in palabras.sistema.plantillas}
        campo = self.fields["plantilla"]
        assert isinstance(campo, forms.ChoiceField)  # noqa: S101 - for the type checker
        campo.choices = [
            (p.clave, f"{palabras(p.nombre)}: {palabras(p.ayuda)}" if p.ayuda else palabras(p.nombre))
            for p in self._plantillas.values()
        ]
        if not self.is_bound and self._plantillas:
            self.initial["plantilla"] = next(iter(self._plantillas))

    def clean_nombre(self) -> str:
        """Refuse names that cannot be told apart or that pass for a voice of the site."""
        return validar_nombre(str(self.cleaned_data["nombre"]))

    def ficha(self) -> dict[str, Any]:
        """Return the starting sheet that was chosen."""
        return dict(self._plantillas[self.cleaned_data["plantilla"]].ficha)


class FormularioPnjDePlantilla(forms.Form):
    """A quick PNJ from one of the system's starting sheets, with what that sheet asks for."""

    nombre = forms.CharField(label=_("Nombre"), max_length=60)
    secreto = forms.BooleanField(
        label=_("Secreto"), required=False, initial=True, help_text=_("Nadie más sabrá de él hasta que lo muestres.")
    )

    def __init__(self, *args: Any, sistema: str, tipo: str, **kwargs: Any) -> None:
        """Take the starting sheet of that name, or the first."""
        super().__init__(*args, **kwargs)
        self.palabras = Palabras.de(sistema)
        juego = self.palabras.sistema
        self.plantilla = next((p for p in juego.pnj if p.clave == tipo), juego.pnj[0])
        self.cambios: dict[str, Any] = {}
        self.fallos: dict[str, str] = {}
        if self.is_bound:
            escrito = cast("QueryDict", self.data)
            self.cambios, self.fallos = escritos.leer_rutas(
                juego.ficha, self.plantilla.pide, escrito, raiz="ficha", valores=self.plantilla.ficha
            )

    @property
    def tipos(self) -> list[tuple[str, str, bool]]:
        """Return the starting sheets: word for the address, name, and whether it is this one."""
        return [(p.clave, self.palabras(p.nombre), p is self.plantilla) for p in self.palabras.sistema.pnj]

    @property
    def ayuda_de_tipo(self) -> str:
        """Say what the sheet is for."""
        return self.palabras(self.plantilla.ayuda)

    def controles(self) -> tuple[widgets.Control, ...]:
        """Return the controls of what the sheet asks for."""
        juego = self.palabras.sistema
        entorno = widgets.Entorno(traducir=self.palabras, errores=self.fallos)
        valores = con_cambios(self.plantilla.ficha, self.cambios)
        dibujados = widgets.dibujar_rutas(
            juego.ficha, self.plantilla.pide, raiz="ficha", valores=valores, entorno=entorno
        )
        tabla = juego.etiquetas.ficha
        return tuple(
            widgets.con_etiqueta(control, self.palabras(tabla[ruta])) if ruta in tabla else control
            for ruta, control in zip(self.plantilla.pide, dibujados, strict=True)
        )

    def clean(self) -> dict[str, Any]:
        """Refuse what could not be read as a number."""
        if self.fallos:
            raise ValidationError(_("Revisa los valores marcados."))
        return super().clean() or {}

    def ficha(self) -> dict[str, Any]:
        """Return the sheet with what was typed in it."""
        return con_cambios(self.plantilla.ficha, self.cambios)

    def rechazar(self, rechazo: Rechazo) -> None:
        """Put the engine's refusal beside its control, or at the top."""
        frase = self.palabras.rechazo(rechazo)
        ruta = next((f"ficha.{r}" for r in self.plantilla.pide if rechazo.campo == f"ficha.{r}"), "")
        if ruta:
            self.fallos[ruta] = frase
        self.add_error(None, frase)


def con_cambios(ficha: Mapping[str, Any], cambios: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of a starting sheet with values set at dotted paths; None leaves what it had."""
    nueva = copy.deepcopy(dict(ficha))
    for ruta, valor in cambios.items():
        if valor is not None:
            *padres, ultima = ruta.split(".")
            dentro = nueva
            for parte in padres:
                dentro = dentro.setdefault(parte, {})
            dentro[ultima] = valor
    return nueva


class FormularioPnj(forms.Form):
    """A quick PNJ: a name and a level."""

    nombre = forms.CharField(label=_("Nombre"), max_length=60)
    nivel = forms.IntegerField(label=_("Nivel"), min_value=1, max_value=10, initial=3)
    secreto = forms.BooleanField(
        label=_("Secreto"), required=False, initial=True, help_text=_("Nadie más sabrá de él hasta que lo muestres.")
    )
