"""Leaving a turn of the direction to be published at its hour."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from config import reloj
from partidas.dominio import programados
from partidas.dominio.errores import DatoInvalido
from partidas.forms.programar import escrito, momento
from partidas.forms.turno import PUBLICO
from partidas.models import Programado
from partidas.views.autoguardado import hecho
from partidas.views.comun import persona

if TYPE_CHECKING:
    from datetime import datetime

    from partidas.forms.turno import FormularioTurno
    from partidas.models import Partida


def programar(request: HttpRequest, form: FormularioTurno) -> HttpResponse | None:
    """Leave the turn for its hour and go to the list of what waits; None if the form says what is wrong."""
    if not form.valido():
        return None
    try:
        cuando = momento(form.publicar_el, form.quien.partida.zona)
        fila = programados.programar(
            form.escena, form.orden(), datos=form.a_datos(), cuando=cuando, autor=persona(request), ahora=reloj.ahora()
        )
    except DatoInvalido as error:
        if error.campo in ("accion", "objetivo"):
            error = DatoInvalido("tiradas", error.motivo)
        form.rechazar(error)
        return None
    frase = _("Se publicará el %(cuando)s.") % {"cuando": en_la_partida(fila.cuando, form.quien.partida)}
    messages.success(request, hecho(request, form.lugar, frase))
    return redirect(f"{reverse('mis_borradores')}#programados")


def en_la_partida(cuando: datetime, partida: Partida) -> str:
    """Say a moment by the clock of the partida."""
    return date_format(cuando.astimezone(ZoneInfo(partida.zona)), "j M Y, H:i")


def abrir(form: FormularioTurno, publico: str) -> None:
    """Hang the editor on one's own turn that waits for its hour, or waited; 404 for any other."""
    filas = Programado.objects.visibles_para(form.quien.usuario).filter(escena=form.escena)
    fila = filas.filter(publico=publico).first() if PUBLICO.fullmatch(publico) else None
    if fila is None:
        raise Http404
    form.programado = fila.publico
    if fila.estado != Programado.Estado.PUBLICADO:
        form.clave = fila.clave
    form.publicar_el = escrito(fila.cuando, form.quien.partida.zona)


def espera(form: FormularioTurno) -> str:
    """Return when what the editor changes is to be published, in words; empty if it is not."""
    if not form.programado:
        return ""
    filas = Programado.objects.visibles_para(form.quien.usuario).filter(estado=Programado.Estado.PENDIENTE)
    fila = filas.filter(publico=form.programado, escena=form.escena).first()
    return en_la_partida(fila.cuando, form.quien.partida) if fila is not None else ""
