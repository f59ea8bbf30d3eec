"""The page that asks before an act, and the message with «Deshacer» after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from partidas.dominio.actas import Objeto, clase_de
from partidas.dominio.deshacer import INVERSOS
from partidas.models import Acta
from partidas.views.comun import persona

if TYPE_CHECKING:
    from django import forms
    from django.utils.functional import Promise

    from partidas.consultas.lectores import Cambio
    from partidas.models import Partida


@dataclass(frozen=True, slots=True, kw_only=True)
class Pregunta:
    """What a confirmation page says: what will happen, to whom, and what the button does."""

    titulo: str
    boton: str
    volver: str
    frases: Sequence[str] = ()
    cambio: Cambio | None = None
    peligro: bool = False
    partida: Partida | None = None
    ocultos: Mapping[str, str | list[str]] = field(default_factory=dict)

    @property
    def campos(self) -> list[tuple[str, str]]:
        """Return the hidden fields of the second step, one pair for each value."""
        return [
            (nombre, valor)
            for nombre, valores in self.ocultos.items()
            for valor in ([valores] if isinstance(valores, str) else valores)
        ]


def preguntar(
    request: HttpRequest, pregunta: Pregunta, form: forms.Form | None = None, *, estado: int = 0, **mas: Any
) -> HttpResponse:
    """Render the page; 422 when what was sent could not be taken as it is."""
    errores = form is not None and form.is_bound and bool(form.errors)
    contexto = {"pregunta": pregunta, "form": form, **mas}
    return render(request, "partidas/confirmar.html", contexto, status=estado or (422 if errores else 200))


def contar(
    request: HttpRequest,
    frase: str,
    partida: Partida,
    objeto: Objeto,
    *,
    hecho: bool = True,
    ya: str | Promise = "",
) -> None:
    """Tell what was done, with a link that undoes it; or how things stood already, which `ya` says in a sentence."""
    if not hecho:
        messages.info(request, str(ya) or _("Ya estaba hecho."))
        return
    actas = Acta.objects.visibles_para(persona(request)).filter(
        partida=partida, clase=clase_de(objeto), objeto=objeto.publico, por=persona(request)
    )
    acta = actas.order_by("-pk").first()
    if acta is None or Acta.Verbo(acta.verbo) not in INVERSOS:
        messages.success(request, frase)
        return
    enlace = reverse("acta_deshacer", args=[acta.publico])
    messages.success(request, format_html('{} <a href="{}">{}</a>', frase, enlace, _("Deshacer")))
