"""Pages of one message: hide it, delete it, bring it back, move it, say who reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from config import reloj
from partidas.consultas import lectores as prevision
from partidas.consultas import partida as consultas
from partidas.dominio import lectores, moderacion
from partidas.dominio.errores import DatoInvalido, NoPermitido, NoProcede
from partidas.forms.moderacion import FormularioLectores, FormularioMotivo, FormularioMover
from partidas.models import Escena, Mensaje
from partidas.permisos import (
    EN_PIE,
    puede_borrar,
    puede_cambiar_lectores,
    puede_restaurar,
    solo_direccion,
    solo_direccion_en_juego,
)
from partidas.politica import Lector, Veredicto, lector
from partidas.presentacion import marcado
from partidas.views.comun import actor, con_errores, persona
from partidas.views.confirmar import Pregunta, contar, preguntar
from personajes.models import Personaje

if TYPE_CHECKING:
    from partidas.consultas.lectores import Cambio

GET_POST = require_http_methods(["GET", "HEAD", "POST"])


Estado = Mensaje.Estado
DESDE = {
    "ocultar": (Estado.PUBLICADO,),
    "mostrar": (Estado.OCULTO,),
    "borrar": EN_PIE,
    "restaurar": (Estado.BORRADO,),
    "mover": EN_PIE,
}
"""From which states each act on a message applies."""


@dataclass(frozen=True, slots=True)
class Simple:
    """A verb that asks for no more than a reason: its words, and who may open its page."""

    titulo: str | Promise
    frase: str | Promise
    hecho: str | Promise
    permiso: Callable[[Lector, Mensaje, bool], Veredicto]
    verbo: Callable[..., bool]
    peligro: bool = False
    motivo: bool = False


SIMPLES: dict[str, Simple] = {
    "ocultar": Simple(
        gettext_lazy("Ocultar el mensaje"),
        gettext_lazy("Solo lo leerán quien lo escribió y la dirección. Sus tiradas se quedan con quien las vio."),
        gettext_lazy("Mensaje oculto."),
        lambda quien, _mensaje, _ya: solo_direccion(quien),
        moderacion.ocultar,
        motivo=True,
    ),
    "mostrar": Simple(
        gettext_lazy("Volver a mostrar el mensaje"),
        gettext_lazy("Lo leerán otra vez todos los que lo leían."),
        gettext_lazy("El mensaje se lee otra vez."),
        lambda quien, _mensaje, _ya: solo_direccion(quien),
        moderacion.mostrar,
    ),
    "borrar": Simple(
        gettext_lazy("Borrar el mensaje"),
        gettext_lazy("Desaparece del hilo para los demás. Sus tiradas siguen en el libro y con quien las vio."),
        gettext_lazy("Mensaje borrado."),
        lambda quien, mensaje, ya: puede_borrar(quien, mensaje.escena, mensaje, respondido=ya),
        moderacion.borrar,
        peligro=True,
        motivo=True,
    ),
    "restaurar": Simple(
        gettext_lazy("Restaurar el mensaje"),
        gettext_lazy("Vuelve a su sitio, tal como estaba."),
        gettext_lazy("Mensaje restaurado."),
        lambda quien, mensaje, _ya: puede_restaurar(
            quien, mensaje.escena, mensaje, lo_borro=moderacion.lo_borro(quien.usuario, mensaje)
        ),
        moderacion.restaurar,
    ),
    "devolver": Simple(
        gettext_lazy("Devolver el mensaje a su sitio"),
        gettext_lazy("Vuelve a la escena de la que salió, en el mismo lugar."),
        gettext_lazy("Mensaje devuelto."),
        lambda quien, _mensaje, _ya: solo_direccion_en_juego(quien),
        moderacion.devolver,
    ),
}


def no_procede(que: str, mensaje: Mensaje) -> str:
    """Say why an act does not apply to the message as it stands; nothing if it does."""
    aqui = mensaje.estado
    if aqui == Estado.EN_CURSO:
        return _("Ese mensaje no está publicado.")
    if que == "devolver":
        return "" if moderacion.esta_movido(mensaje) else _("El mensaje está en su sitio: nadie lo ha movido.")
    if aqui in DESDE[que]:
        return ""
    frases = {
        Estado.PUBLICADO: _("El mensaje se lee: ni está oculto ni está borrado."),
        Estado.OCULTO: _("El mensaje está oculto."),
        Estado.BORRADO: _("El mensaje está borrado."),
    }
    return frases[Estado(aqui)]


def obtener_mensaje(request: HttpRequest, mensaje_id: str) -> tuple[Lector, Mensaje]:
    """Return the person and a message of a thread that they read; 404 if it is not there or not for them."""
    fila = (
        Mensaje.objects.en_hilo_de(actor(request)).filter(publico=mensaje_id).select_related("escena__partida").first()
    )
    if fila is None or not Escena.objects.visibles_para(actor(request)).filter(pk=fila.escena_id).exists():
        raise Http404
    return lector(actor(request), fila.escena.partida), fila


def exigir(permiso: Veredicto) -> None:
    if not permiso:
        raise NoPermitido(permiso.motivo)


@GET_POST
@con_errores
def moderar(request: HttpRequest, mensaje_id: str, que: str) -> HttpResponse:
    """Ask, and run one of the simple verbs."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    simple = SIMPLES.get(que)
    if simple is None:
        raise Http404
    exigir(simple.permiso(quien, mensaje, moderacion.respondido(mensaje, por=persona(request))))
    if request.method != "POST" and (frase := no_procede(que, mensaje)):
        raise NoProcede(frase)
    ajeno = mensaje.autor_id != persona(request).pk
    form = None
    if simple.motivo:
        ayuda = _("Lo leerá quien lo escribió.") if ajeno else ""
        form = FormularioMotivo(request.POST or None, obligatorio=ajeno or que == "ocultar", ayuda=ayuda)
    if request.method == "POST" and (form is None or form.is_valid()):
        motivo = {"motivo": form.cleaned_data["motivo"]} if form is not None else {}
        hecho = simple.verbo(mensaje, por=persona(request), ahora=reloj.ahora(), **motivo)
        contar(request, str(simple.hecho), quien.partida, mensaje, hecho=hecho, ya=_como_esta(request, que, mensaje))
        return _al_hilo(request, mensaje)
    pregunta = Pregunta(
        titulo=str(simple.titulo),
        boton=str(simple.titulo),
        frases=[str(simple.frase)],
        volver=reverse("mensaje", args=[mensaje.publico]),
        peligro=simple.peligro,
        partida=quien.partida,
    )
    return preguntar(request, pregunta, form, cita=_cita(mensaje))


@GET_POST
@con_errores
def mover(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Choose a scene, see who gains and who loses access, and move the message there."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    exigir(solo_direccion_en_juego(quien))
    if frase := no_procede("mover", mensaje):
        raise NoProcede(frase)
    otras = Escena.objects.visibles_para(quien.usuario).filter(partida=quien.partida).exclude(pk=mensaje.escena_id)
    escenas = {escena.publico: escena for escena in otras.order_by("posicion", "pk")}
    opciones = [(publico, _con_candado(escena)) for publico, escena in escenas.items()]
    form = FormularioMover(_datos(request, "a"), escenas=opciones)
    _sin_motivo_en_la_direccion(request, form)
    pregunta = Pregunta(
        titulo=_("Mover el mensaje a otra escena"),
        boton=_("Ver quién lo leerá"),
        frases=[_("Irá al final de la otra escena, con sus tiradas.")],
        volver=reverse("mensaje", args=[mensaje.publico]),
        partida=quien.partida,
    )
    if not form.is_bound or not form.is_valid():
        return preguntar(request, pregunta, form, cita=_cita(mensaje), por_get=True)
    destino = escenas[form.cleaned_data["a"]]
    if request.method == "POST":
        motivo = form.cleaned_data["motivo"]
        hecho = moderacion.mover(mensaje, destino=destino, motivo=motivo, por=persona(request), ahora=reloj.ahora())
        contar(
            request,
            _("Mensaje movido a «%(escena)s».") % {"escena": destino.titulo},
            quien.partida,
            mensaje,
            hecho=hecho,
        )
        return redirect("mensaje", mensaje.publico)
    cambio = prevision.al_mover(mensaje, mensaje.escena, destino)
    frase = _("Irá al final de «%(escena)s».") % {"escena": destino.titulo}
    ocultos = {"a": destino.publico}
    return _confirmar(request, pregunta, mensaje, frase, cambio, _("Mover el mensaje"), ocultos)


@GET_POST
@con_errores
def cambiar_lectores(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Choose whom the message is for, see who gains and who loses access, and change it."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    ya = moderacion.respondido(mensaje, por=persona(request))
    exigir(puede_cambiar_lectores(quien, mensaje.escena, mensaje, respondido=ya))
    candidatos = [
        (fila.personaje.publico, fila.personaje.nombre)
        for fila in consultas.reparto(quien)
        if fila.personaje.clase == Personaje.Clase.PJ and fila.usuario_id
    ]
    actuales = [pj for pj, _usuario in lectores.nombradas(mensaje)]
    inicial = {"visibilidad": mensaje.visibilidad, "destinatarios": actuales}
    form = FormularioLectores(_datos(request, "visibilidad"), candidatos=candidatos, initial=inicial)
    _sin_motivo_en_la_direccion(request, form)
    pregunta = Pregunta(
        titulo=_("Cambiar quién lee el mensaje"),
        boton=_("Ver quién lo leerá"),
        frases=[_("Con tiradas no se puede quitar a nadie: quien vio caer los dados los sigue viendo.")]
        if moderacion.lleva_tiradas(mensaje)
        else [],
        volver=reverse("mensaje", args=[mensaje.publico]),
        partida=quien.partida,
    )
    if not form.is_bound or not form.is_valid():
        return preguntar(request, pregunta, form, cita=_cita(mensaje), por_get=True)
    orden = {campo: form.cleaned_data[campo] for campo in ("visibilidad", "destinatarios")}
    try:
        if request.method == "POST":
            motivo = form.cleaned_data["motivo"]
            hecho = lectores.cambiar(mensaje, **orden, motivo=motivo, por=persona(request), ahora=reloj.ahora())
            contar(request, _("Hecho: ya lo lee quien dijiste."), quien.partida, mensaje, hecho=hecho)
            return _al_hilo(request, mensaje)
        filas = lectores.elegir(quien, orden["visibilidad"], orden["destinatarios"])
        personas = [fila.usuario_id for fila in filas if fila.usuario_id is not None]
        lectores.comprobar_techo(quien, mensaje.escena, mensaje, orden["visibilidad"], personas)
    except DatoInvalido as error:
        form.add_error(error.campo, str(error.motivo))
        return preguntar(request, pregunta, form, cita=_cita(mensaje), por_get=True)
    cambio = prevision.al_dirigir(mensaje, mensaje.escena, visibilidad=orden["visibilidad"], personas=personas)
    return _confirmar(
        request,
        pregunta,
        mensaje,
        "",
        cambio,
        _("Cambiar quién lo lee"),
        orden,
    )


def _confirmar(
    request: HttpRequest,
    pregunta: Pregunta,
    mensaje: Mensaje,
    frase: str,
    cambio: Cambio,
    boton: str,
    ocultos: Mapping[str, str | list[str]],
) -> HttpResponse:
    frases = [frase] if frase else []
    if cambio.alguien_pierde and moderacion.lleva_tiradas(mensaje):
        raise NoPermitido(_("Lleva tiradas y alguien dejaría de verlas. Puedes ocultar el texto."))
    segura = replace(pregunta, boton=boton, frases=frases, cambio=cambio, ocultos=ocultos)
    return preguntar(request, segura, FormularioMotivo(), cita=_cita(mensaje))


def _como_esta(request: HttpRequest, que: str, mensaje: Mensaje) -> str:
    """Say why there was nothing to do, looking at the message again."""
    fila = Mensaje.objects.en_hilo_de(actor(request)).filter(pk=mensaje.pk).first()
    return no_procede(que, fila) if fila is not None else ""


def _datos(request: HttpRequest, campo: str) -> object:
    """Return what the form is filled with: the POST, or the choice made in the first step."""
    return request.POST if request.method == "POST" else (request.GET if campo in request.GET else None)


def _sin_motivo_en_la_direccion(request: HttpRequest, form: FormularioMotivo) -> None:
    """Ask why in the second step only: the first one is a GET, and addresses are kept in histories and logs."""
    if request.method != "POST":
        del form.fields["motivo"]


def _con_candado(escena: Escena) -> str:
    return _("%(titulo)s (secreta)") % {"titulo": escena.titulo} if escena.secreta else escena.titulo


def _cita(mensaje: Mensaje) -> str:
    """Return the first words of the message, so that the page names what it speaks of."""
    return marcado.texto_plano(mensaje.texto, 140)


def _al_hilo(request: HttpRequest, mensaje: Mensaje) -> HttpResponse:
    """Go to the message if its reader still has it in the thread, else to its scene."""
    if Mensaje.objects.en_hilo_de(actor(request)).filter(pk=mensaje.pk).exists():
        return redirect("mensaje", mensaje.publico)
    return redirect("escena", mensaje.escena.partida.publico, mensaje.escena.publico)
