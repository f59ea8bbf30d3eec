"""The form of the search: what is looked for, where, whose and when. It is sent by GET and names only what is read."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from partidas.busqueda import pregunta
from partidas.busqueda.plegar import limpiar
from partidas.busqueda.pregunta import Pregunta, Problema
from partidas.consultas import busqueda
from partidas.consultas.busqueda import Filtros
from partidas.models import Escena, Mensaje, Partida, Reparto

if TYPE_CHECKING:
    from datetime import date, tzinfo

    from cuentas.guarda import Actor

PRIMER_ANO, ULTIMO_ANO = 1970, 2100
PARA_QUIEN = (
    (Mensaje.Visibilidad.TODOS.value, gettext_lazy("Todos los que leen la escena")),
    (Mensaje.Visibilidad.DESTINATARIOS.value, gettext_lazy("Solo algunos, y la dirección")),
    (Mensaje.Visibilidad.DIRECCION.value, gettext_lazy("Solo la dirección")),
)
DE_PARTIDA = ("escena", "personaje", "autor")


class FormularioBusqueda(forms.Form):
    """One search. With a partida come its scenes, its characters and who plays them, as this reader knows them."""

    q = forms.CharField(
        label=gettext_lazy("Qué buscas"),
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search"}),
        help_text=gettext_lazy("Entre comillas, la frase exacta; con un menos delante, lo que no debe estar."),
    )
    partida = forms.ChoiceField(
        label=gettext_lazy("Partida"),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Esa partida no existe o no es para ti.")},
    )
    escena = forms.ChoiceField(
        label=gettext_lazy("Escena"),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Esa escena no está en la partida elegida.")},
    )
    personaje = forms.ChoiceField(
        label=gettext_lazy("Quién habla"),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Ese personaje no está en la partida elegida.")},
    )
    autor = forms.ChoiceField(
        label=gettext_lazy("Quién lo escribe"),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Esa persona no juega en la partida elegida.")},
    )
    destinatarios = forms.ChoiceField(
        label=gettext_lazy("Para quién"),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Ese personaje no está en la partida elegida.")},
    )
    desde = forms.DateField(
        label=gettext_lazy("Desde el día"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": gettext_lazy("Elige un día.")},
    )
    hasta = forms.DateField(
        label=gettext_lazy("Hasta el día"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": gettext_lazy("Elige un día.")},
    )
    con_tirada = forms.BooleanField(label=gettext_lazy("Solo mensajes con tiradas"), required=False)

    def __init__(self, datos: MultiValueDict[str, str], *, usuario: Actor) -> None:
        """Offer what the reader may look in; a partida that was named and is not offered is asked for at the gate."""
        super().__init__({nombre: limpiar(datos.get(nombre, "")) for nombre in self.base_fields})
        self.usuario = usuario
        ofrecidas = busqueda.partidas(usuario)
        self.elegida = self._elegida(ofrecidas)
        if self.elegida is not None and self.elegida not in ofrecidas:
            ofrecidas = [self.elegida, *ofrecidas]
        self._opciones("partida", _("En todas las que puedo leer"), [(p.publico, p.titulo) for p in ofrecidas])
        self.escenas: dict[str, Escena] = {}
        self._opciones("destinatarios", _("Cualquiera"), list(PARA_QUIEN))
        if self.elegida is None:
            self.fields["destinatarios"].error_messages["invalid_choice"] = _(
                "Ese personaje no se puede buscar aquí: elige antes su partida."
            )
            for nombre in DE_PARTIDA:
                del self.fields[nombre]
        else:
            self._de_la_partida(self.elegida)

    def _elegida(self, ofrecidas: list[Partida]) -> Partida | None:
        pedida = self.data["partida"]
        if not pedida:
            return None
        propia = next((una for una in ofrecidas if una.publico == pedida), None)
        return propia or Partida.objects.visibles_para(self.usuario).filter(publico=pedida).first()

    def _de_la_partida(self, partida: Partida) -> None:
        escenas = Escena.objects.visibles_para(self.usuario).filter(partida=partida).order_by("posicion", "pk")
        self.escenas = {escena.publico: escena for escena in escenas}
        filas = Reparto.objects.visibles_para(self.usuario).filter(partida=partida, hasta__isnull=True)
        reparto = list(filas.select_related("personaje", "usuario").order_by("personaje__nombre", "pk"))
        juegan = {fila.usuario.publico: str(fila.usuario) for fila in reparto if fila.usuario is not None}
        self._opciones("escena", _("Cualquiera"), [(clave, una.titulo) for clave, una in self.escenas.items()])
        personajes = [(fila.personaje.publico, fila.personaje.nombre) for fila in reparto]
        self._opciones("personaje", _("Cualquiera"), personajes)
        if personajes:
            por_nombre = (_("A quién se le dijo"), personajes)
            self._opciones("destinatarios", _("Cualquiera"), [*PARA_QUIEN, por_nombre])
        self._opciones("autor", _("Cualquiera"), sorted(juegan.items(), key=lambda par: par[1]))

    def _opciones(self, nombre: str, ninguna: str, opciones: list[Any]) -> None:
        cast("forms.ChoiceField", self.fields[nombre]).choices = [("", ninguna), *opciones]

    def clean_desde(self) -> datetime | None:
        """Return the moment at which that day begins."""
        return self._momento("desde", 0)

    def clean_hasta(self) -> datetime | None:
        """Return the moment at which that day is over."""
        return self._momento("hasta", 1)

    def _momento(self, nombre: str, dias: int) -> datetime | None:
        dia: date | None = self.cleaned_data[nombre]
        if dia is None:
            return None
        if not PRIMER_ANO <= dia.year <= ULTIMO_ANO:
            raise forms.ValidationError(_("Elige un día entre 1970 y 2100."))
        zona: tzinfo = ZoneInfo(self.elegida.zona) if self.elegida else timezone.get_current_timezone()
        return datetime.combine(dia + timedelta(days=dias), time(), zona)

    def clean(self) -> dict[str, Any]:
        """Refuse days in the wrong order, and what cannot be looked for."""
        datos = super().clean() or self.cleaned_data
        desde, hasta = datos.get("desde"), datos.get("hasta")
        if desde and hasta and hasta <= desde:
            self.add_error("hasta", _("El último día es anterior al primero."))
        self.pregunta = pregunta.leer(self.data["q"])
        if (frase := self._negativa()) is not None:
            self.add_error("q", frase)
        return datos

    def _negativa(self) -> str | None:
        frases = {
            Problema.CORTA: _("Es muy poco: escribe al menos dos letras."),
            Problema.LARGA: _("Es demasiado largo: caben 200 letras."),
            Problema.MUCHAS: _("Son demasiadas palabras a la vez: quédate con las doce que más digan."),
            Problema.SIN_PALABRAS: _("Ahí no hay ninguna palabra que buscar: escribe letras o números."),
            Problema.SOLO_QUITA: _("Di también qué buscas: un menos delante solo quita."),
            Problema.AMPLIA: _("Eso está en casi todos los mensajes: añade alguna palabra que diga más."),
        }
        problema = self.pregunta.problema
        if problema is Problema.VACIA:
            hay_filtros = any(valor for nombre, valor in self.data.items() if nombre not in ("q", "partida"))
            return _("Escribe qué buscas.") if hay_filtros else None
        return frases[problema] if problema else None

    @property
    def buscable(self) -> Pregunta | None:
        """Return the question, if there is one and it can be asked."""
        return self.pregunta if self.is_valid() and self.pregunta.problema is None else None

    @property
    def filtros(self) -> Filtros:
        """Return where and whose, of a form that is valid."""
        datos = self.cleaned_data
        return Filtros(
            partida=self.elegida,
            escena=self.escenas.get(datos.get("escena", "")),
            personaje=datos.get("personaje", ""),
            autor=datos.get("autor", ""),
            destinatarios=datos.get("destinatarios", ""),
            con_tirada=datos["con_tirada"],
            desde=datos["desde"],
            hasta=datos["hasta"],
        )

    @property
    def sin_efecto(self) -> bool:
        """Tell whether something was chosen that only counts with a partida, and none was."""
        return not self.data["partida"] and any(self.data[nombre] for nombre in DE_PARTIDA)

    @property
    def con_filtros(self) -> bool:
        """Tell whether something besides the words and the partida was chosen, so that the filters are shown open."""
        return any(valor for nombre, valor in self.data.items() if nombre not in ("q", "partida"))
