"""Pages of seats: offer, change, take back, put out, silence, leave, return."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from config import reloj
from partidas.dominio import plazas
from partidas.dominio.errores import DatoInvalido, NoPermitido, NoProcede
from partidas.forms.moderacion import (
    FormularioAdios,
    FormularioMotivo,
    FormularioPapel,
    FormularioPlaza,
)
from partidas.models import Participante
from partidas.permisos import ALGUIEN_DIRIGE, procede_con_plaza, solo_direccion_en_juego
from partidas.politica import Lector, Veredicto
from partidas.views.comun import con_errores, persona
from partidas.views.confirmar import Pregunta, contar, preguntar
from partidas.views.mesa import quien_dirige

GET_POST = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True, slots=True)
class Sobre:
    """What the direction does to somebody's seat: its words and its verb."""

    boton: str | Promise
    frase: str | Promise
    hecho: str | Promise
    verbo: Callable[..., bool]
    form: type[FormularioMotivo] | None = None
    obligatorio: bool = False
    peligro: bool = False


SOBRE: dict[str, Sobre] = {
    "quitar": Sobre(
        gettext_lazy("Quitar la plaza"),
        gettext_lazy("Deja la partida y puede volver si le das otra plaza. Sus textos siguen siendo suyos."),
        gettext_lazy("Plaza retirada."),
        plazas.quitar,
        form=FormularioAdios,
    ),
    "expulsar": Sobre(
        gettext_lazy("Expulsar"),
        gettext_lazy("Desde ahora solo lee lo que es público; ni siquiera lo que se le dijo. Conserva sus textos."),
        gettext_lazy("Expulsada."),
        plazas.expulsar,
        form=FormularioAdios,
        obligatorio=True,
        peligro=True,
    ),
    "readmitir": Sobre(
        gettext_lazy("Readmitir"),
        gettext_lazy("Vuelve a su plaza con sus personajes y lee otra vez lo que leía."),
        gettext_lazy("Readmitida."),
        plazas.readmitir,
    ),
    "silenciar": Sobre(
        gettext_lazy("Pedir silencio"),
        gettext_lazy("Sigue leyendo; no puede escribir hasta que le devuelvas la voz."),
        gettext_lazy("Silencio pedido."),
        plazas.silenciar,
        form=FormularioMotivo,
    ),
    "dar-voz": Sobre(
        gettext_lazy("Devolver la voz"),
        gettext_lazy("Puede escribir otra vez."),
        gettext_lazy("Ya puede escribir."),
        plazas.dar_voz,
    ),
}


OFRECER_OTRA_VEZ = Sobre(
    gettext_lazy("Ofrecer otra vez la plaza"),
    gettext_lazy("Si la acepta, vuelve a leer lo que leía, con los personajes que dejó y que nadie más lleva."),
    gettext_lazy("Plaza ofrecida otra vez."),
    plazas.readmitir,
)
"""Readmitting who left by themselves: the seat is theirs to take or not."""


def _procede(que: str, plaza: Participante) -> Veredicto:
    return procede_con_plaza(que, plaza, unica=plazas.es_la_unica_direccion(plaza))


def _exigir_que_procede(request: HttpRequest, que: str, plaza: Participante) -> None:
    """Raise NoProcede before asking anything for an act that does not apply; what is sent goes to its verb."""
    veredicto = _procede(que, plaza)
    if request.method != "POST" and not veredicto:
        raise NoProcede(veredicto.motivo)


@GET_POST
@con_errores
def nueva(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Offer a seat to somebody by the name of their account."""
    quien = quien_dirige(request, partida_id)
    _exigir_en_juego(quien)
    form = FormularioPlaza(request.POST or None)
    mesa = reverse("mesa", args=[partida_id])
    if request.method == "POST" and form.is_valid():
        otra = form.cleaned_data["persona"]
        try:
            hecho = plazas.dar(
                quien.partida, persona=otra, papel=form.cleaned_data["papel"], por=persona(request), ahora=reloj.ahora()
            )
        except DatoInvalido as error:
            form.add_error(error.campo, str(error.motivo))
        else:
            contar(request, _("Plaza ofrecida a %(quien)s.") % {"quien": otra}, quien.partida, otra, hecho=hecho)
            return redirect(mesa)
    frases = [_("La verá en su portada y decide si la toma.")]
    pregunta = Pregunta(
        titulo=_("Dar plaza"), boton=_("Ofrecer la plaza"), frases=frases, volver=mesa, partida=quien.partida
    )
    return preguntar(request, pregunta, form)


def _exigir_en_juego(quien: Lector) -> None:
    permiso = solo_direccion_en_juego(quien)
    if not permiso:
        raise NoPermitido(permiso.motivo)


def _plaza(quien: Lector, persona_id: str) -> Participante:
    filas = Participante.objects.visibles_para(quien.usuario).filter(partida=quien.partida, usuario__publico=persona_id)
    fila = filas.select_related("usuario", "partida").first()
    if fila is None:
        raise Http404
    return fila


@GET_POST
@con_errores
def sobre(request: HttpRequest, partida_id: str, persona_id: str, que: str) -> HttpResponse:
    """Ask, and do one of the acts on somebody's seat."""
    quien = quien_dirige(request, partida_id)
    plaza, acto = _plaza(quien, persona_id), SOBRE.get(que)
    if acto is None:
        raise Http404
    _exigir_que_procede(request, que, plaza)
    form = acto.form(request.POST or None, obligatorio=acto.obligatorio) if acto.form else None
    mesa = reverse("mesa", args=[partida_id])
    if que == "readmitir" and plazas.vuelta(plaza)[0] == Participante.Estado.INVITADA:
        acto = OFRECER_OTRA_VEZ
    if request.method == "POST" and (form is None or form.is_valid()):
        datos = dict(form.cleaned_data) if form else {}
        if "personajes" in datos:
            datos["como_pnj"] = datos.pop("personajes") == "pnj"
        try:
            hecho = acto.verbo(plaza, **datos, por=persona(request), ahora=reloj.ahora())
        except DatoInvalido as error:
            raise NoPermitido(error.motivo) from error
        ya = _procede(que, _plaza(quien, persona_id)).motivo
        contar(request, str(acto.hecho), quien.partida, plaza.usuario, hecho=hecho, ya=ya)
        return redirect(mesa)
    pregunta = Pregunta(
        titulo=f"{acto.boton}: {plaza.usuario}",
        boton=str(acto.boton),
        frases=[str(acto.frase)],
        volver=mesa,
        peligro=acto.peligro,
        partida=quien.partida,
    )
    return preguntar(request, pregunta, form)


@GET_POST
@con_errores
def papel(request: HttpRequest, partida_id: str, persona_id: str) -> HttpResponse:
    """Change what an open seat is for."""
    quien = quien_dirige(request, partida_id)
    _exigir_en_juego(quien)
    plaza = _plaza(quien, persona_id)
    _exigir_que_procede(request, "papel", plaza)
    form = FormularioPapel(request.POST or None, initial={"papel": plaza.papel})
    mesa = reverse("mesa", args=[partida_id])
    if request.method == "POST" and form.is_valid():
        try:
            hecho = plazas.dar(
                quien.partida,
                persona=plaza.usuario,
                papel=form.cleaned_data["papel"],
                por=persona(request),
                ahora=reloj.ahora(),
            )
        except DatoInvalido as error:
            form.add_error("papel", str(error.motivo))
        else:
            contar(request, _("Papel cambiado."), quien.partida, plaza.usuario, hecho=hecho)
            return redirect(mesa)
    pregunta = Pregunta(
        titulo=_("Cambiar el papel de %(quien)s") % {"quien": plaza.usuario},
        boton=_("Cambiar el papel"),
        frases=[_("Quien dirige lee toda la partida, también lo secreto y lo pasado.")],
        volver=mesa,
        partida=quien.partida,
    )
    return preguntar(request, pregunta, form)


PROPIAS: dict[str, tuple[str | Promise, str | Promise, Callable[..., bool]]] = {
    "aceptar": (gettext_lazy("Aceptar la plaza"), gettext_lazy("Ya tienes plaza."), plazas.aceptar),
    "rechazar": (gettext_lazy("No, gracias"), gettext_lazy("Plaza rechazada."), plazas.rechazar),
    "dejar": (gettext_lazy("Dejar la partida"), gettext_lazy("Has dejado la partida."), plazas.dejar),
    "volver": (gettext_lazy("Volver a la partida"), gettext_lazy("Has vuelto a la partida."), plazas.volver),
}


def _no_procede_con_la_propia(que: str, plaza: Participante) -> str | Promise:
    """Say why an act does not apply to one's own seat as it stands; nothing if it does."""
    estado, suyo = plaza.estado, Participante.Estado
    if que in ("aceptar", "rechazar") and estado != suyo.INVITADA:
        return _("Ya tienes plaza.") if estado == suyo.ACTIVA else _("Ya no tienes ninguna plaza ofrecida.")
    if que == "dejar":
        if estado != suyo.ACTIVA:
            return _("No tienes plaza que dejar.")
        return ALGUIEN_DIRIGE if plazas.es_la_unica_direccion(plaza) else ""
    if que == "volver" and estado == suyo.ACTIVA:
        return _("Ya tienes plaza.")
    if que == "volver" and plazas.puede_volver(plaza, ahora=reloj.ahora()) is None:
        return _("Ya no puedes volver: pídele plaza a la dirección.")
    return ""


@GET_POST
@con_errores
def propia(request: HttpRequest, partida_id: str, que: str) -> HttpResponse:
    """Accept or refuse a seat, leave one, come back: what a person does with their own."""
    filas = Participante.objects.visibles_para(persona(request)).filter(usuario=persona(request))
    plaza = filas.filter(partida__publico=partida_id).select_related("partida").first()
    if plaza is None or que not in PROPIAS or plaza.estado == Participante.Estado.EXPULSADA:
        raise Http404
    boton, frase, verbo = PROPIAS[que]
    if request.method != "POST" and (motivo := _no_procede_con_la_propia(que, plaza)):
        raise NoProcede(motivo)
    form = None
    if que == "dejar" and plaza.papel != Participante.Papel.LECTOR:
        form = FormularioAdios(request.POST or None)
        del form.fields["motivo"]
        form.fields["personajes"].label = _("Qué pasa con tus personajes")
    if request.method == "POST" and (form is None or form.is_valid()):
        datos = {"como_pnj": form.cleaned_data["personajes"] == "pnj"} if form else {}
        hecho = verbo(plaza.partida, por=persona(request), ahora=reloj.ahora(), **datos)
        ya = "" if hecho else _no_procede_con_la_propia(que, plaza)
        contar(request, str(frase), plaza.partida, persona(request), hecho=hecho, ya=ya)
        return redirect("partida", partida_id) if que in ("aceptar", "volver") else redirect("portada")
    frases = {
        "dejar": [
            _("Dejarás de leerla si es privada; tus textos y lo que te dijeron a ti siguen en «Mis textos»."),
            _("Puedes deshacerlo durante siete días."),
        ]
    }
    pregunta = Pregunta(
        titulo=str(boton), boton=str(boton), frases=frases.get(que, []), volver="/", peligro=que == "dejar"
    )
    return preguntar(request, pregunta, form)
