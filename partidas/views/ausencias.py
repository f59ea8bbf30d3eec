"""«Ausencias»: the days on which a person will not be there, what happens meanwhile, and who else is away."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from config import reloj
from cuentas import ausencias as fechas
from cuentas.forms.ausencias import FormularioAusencia
from cuentas.models import Usuario
from partidas.consultas import ausencias as consultas
from partidas.dominio import ausencias, plazos
from partidas.dominio.errores import DatoInvalido
from partidas.models import ReglaDeAusencia
from partidas.presentacion import ausencias as presentacion
from partidas.views.comun import con_errores, persona


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def ver(request: HttpRequest) -> HttpResponse:
    """Show the page; its forms announce or correct an absence (`?cual=` opens one), take one back, or set the rules."""
    usuario = persona(request)
    hacer = request.POST.get("hacer", "")
    if request.method == "POST" and hacer == "borrar":
        hecho = fechas.borrar(usuario, request.POST.get("cual", ""))
        plazos.cuadrar_las_de([usuario.pk], reloj.ahora())
        messages.info(request, _("Ausencia borrada.") if hecho else _("Esa ausencia ya no estaba."))
        return redirect("ausencias")
    if request.method == "POST" and hacer == "reglas":
        _decidir(request, usuario)
        return redirect("ausencias")
    if request.method == "POST":
        form = FormularioAusencia(request.POST)
        if form.is_valid() and _anunciar(request, usuario, form):
            return redirect("ausencias")
        return _pagina(request, usuario, form, estado=422)
    suyas = consultas.mias(usuario, fechas.hoy_de(usuario, reloj.ahora()))
    abierta = next((una for una in suyas if una.publico == request.GET.get("cual")), None)
    return _pagina(request, usuario, FormularioAusencia(ausencia=abierta))


def _pagina(request: HttpRequest, usuario: Usuario, form: FormularioAusencia, estado: int = 200) -> HttpResponse:
    hoy = fechas.hoy_de(usuario, reloj.ahora())
    dia = presentacion.primero(request.GET.get("mes", ""), hoy)
    fin = presentacion.ultimo(dia)
    ajenas = consultas.de_companeros(usuario, min(dia, hoy), max(fin, hoy + fechas.LEJOS))
    contexto = {
        "form": form,
        "corrige": form["cual"].value() or "",
        "mias": consultas.mias(usuario, hoy),
        "reglas": consultas.reglas(usuario),
        "opciones": ReglaDeAusencia.Que.choices,
        "companeros": [(fila, presentacion.que_pasa(fila)) for fila in ajenas if fila.hasta >= hoy],
        "mes": presentacion.mes(dia, [(str(fila.quien), fila.desde, fila.hasta) for fila in ajenas]),
    }
    return render(request, "partidas/ausencias.html", contexto, status=estado)


def _anunciar(request: HttpRequest, usuario: Usuario, form: FormularioAusencia) -> bool:
    datos = dict(form.cleaned_data)
    try:
        dicha = fechas.anunciar(usuario, en_lugar_de=datos.pop("cual"), ahora=reloj.ahora(), **datos)
    except ValidationError as error:
        form.add_error(None, error)
        return False
    plazos.cuadrar_las_de([usuario.pk], reloj.ahora())
    messages.success(request, _("Anotado: lo verán las personas con las que juegas."))
    if dicha.fundidas:
        frase = ngettext(
            "Coincidía con otra ausencia tuya: ahora es una sola.",
            "Coincidía con %(n)s ausencias tuyas: ahora es una sola.",
            dicha.fundidas,
        )
        messages.info(request, frase % {"n": dicha.fundidas})
    return True


def _decidir(request: HttpRequest, usuario: Usuario) -> None:
    """Set the rule of each partida that was sent; one that is not theirs is passed over."""
    cambios = 0
    for partida, _que in consultas.reglas(usuario):
        que = request.POST.get(f"que-{partida.publico}")
        if que is None:
            continue
        try:
            cambios += ausencias.decidir(partida, que=que, por=usuario, ahora=reloj.ahora())
        except DatoInvalido as error:
            messages.error(request, f"{partida.titulo}: {error.motivo}")
    messages.success(request, _("Guardado.")) if cambios else messages.info(request, _("Ya estaba así."))
