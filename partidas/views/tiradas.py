"""What may be done with a roll that has fallen: take one of its options, or void it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config import reloj
from cuentas.models import Usuario
from partidas.consultas import hilo
from partidas.consultas import partida as consultas
from partidas.dominio import anulaciones, continuaciones, declaraciones
from partidas.dominio import palabra as palabras_
from partidas.dominio.errores import (
    DatoInvalido,
    NoExiste,
    NoPermitido,
    NoProcede,
    TiradaConSecuelas,
    TiradaRechazada,
)
from partidas.forms.continuacion import FormularioContinuacion
from partidas.forms.moderacion import FormularioMotivo
from partidas.models import Escena, Mensaje, SolicitudDePalabra, Tirada
from partidas.ofertas import palabra_de
from partidas.permisos import solo_direccion
from partidas.politica import Lector, fichas_legibles, lector
from partidas.presentacion.palabras import Palabras
from partidas.presentacion.tarjetas import tarjeta
from partidas.views.comun import con_errores, persona
from partidas.views.confirmar import Pregunta, contar, preguntar
from reglas import libro


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def continuar(request: HttpRequest, tirada_id: str, opcion: str) -> HttpResponse:
    """Ask for what the option still needs, and take it."""
    usuario = persona(request)
    tirada = _en_su_escena(usuario, tirada_id)
    partida = tirada.mensaje.escena.partida
    palabras = Palabras.de(tirada.sistema)
    continuacion = palabras.sistema.continuaciones.get(opcion)
    if continuacion is None or continuacion.accion is None:
        raise Http404
    quien = lector(usuario, partida)
    if not quien.participa:
        raise Http404
    reparto = consultas.reparto(quien)
    form = FormularioContinuacion(
        tirada=tirada,
        continuacion=continuacion,
        accion=palabras.sistema.acciones[continuacion.accion],
        palabras=palabras,
        reparto=reparto,
        reunidos=continuaciones.alcanzados(tirada),
        dirige=quien.dirige,
    )
    estado = 200
    if request.method != "POST":
        try:
            continuaciones.comprobar_oferta(quien, tirada, opcion)
        except DatoInvalido as error:
            form.rechazar(error)
            estado = 409
    else:
        estado = 422
        form.leer(request.POST)
        if not form.errores:
            try:
                lugar = _tomar(form, quien, tirada, opcion, usuario)
            except (DatoInvalido, TiradaRechazada) as error:
                form.rechazar(error)
            except libro.SobreCambiado as error:
                form.cambiar_sobre(error)
            else:
                return redirect(lugar)
    form.sobre = libro.comprometidos(partida.publico).get(tirada.libro)
    vista = tarjeta(tirada, legibles=fichas_legibles(quien, reparto), propia=tirada.autor_id == usuario.pk)
    contexto = {"form": form, "partida": partida, "escena": tirada.mensaje.escena, "tarjeta": vista}
    return render(request, "partidas/continuar.html", contexto, status=estado)


def _tomar(form: FormularioContinuacion, quien: Lector, tirada: Tirada, opcion: str, usuario: Usuario) -> str:
    """Take the option, or ask the direction for it; returns the address of what came of it."""
    lugar, ahora = reverse("mensaje", args=[tirada.mensaje.publico]), reloj.ahora()
    if not quien.dirige and palabra_de(form.accion, form.datos):
        palabras_.pedir(tirada.publico, opcion, form.orden(), por=usuario, ahora=ahora)
        return lugar
    hecha = continuaciones.continuar(tirada.publico, opcion, form.orden(), autor=usuario, ahora=ahora)
    return f"{lugar}?tirada={hecha.publico}"


@require_POST
@con_errores
def palabra(request: HttpRequest, solicitud_id: str) -> HttpResponse:
    """Grant, refuse or take back what waits for the direction's word, and go back to its place in the thread."""
    usuario, ahora = persona(request), reloj.ahora()
    solicitud = hilo.solicitud(usuario, solicitud_id)
    if solicitud is None or not _lee_escena(usuario, solicitud.mensaje):
        raise Http404
    match request.POST.get("hacer", ""):
        case "conceder":
            hecha = palabras_.conceder(solicitud_id, por=usuario, ahora=ahora)
            if hecha.estado == SolicitudDePalabra.Estado.CERRADA:
                messages.error(request, _("Ya no se puede tirar: %(motivo)s") % {"motivo": hecha.motivo})
        case "negar":
            motivo = request.POST.get("motivo", "")
            try:
                palabras_.negar(solicitud_id, motivo=motivo, por=usuario, ahora=ahora)
            except DatoInvalido as error:
                raise NoPermitido(error.motivo) from error
        case "retirar":
            palabras_.retirar(solicitud_id, por=usuario, ahora=ahora)
        case _:
            raise Http404
    return redirect("mensaje", solicitud.mensaje.publico)


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def anular(request: HttpRequest, tirada_id: str) -> HttpResponse:
    """Void a roll, ask for it, or answer whoever asks."""
    usuario = persona(request)
    tirada = _en_su_escena(usuario, tirada_id)
    quien = lector(usuario, tirada.mensaje.escena.partida)
    if not quien.dirige and not anulaciones.es_propia(quien, tirada):
        raise NoPermitido(_("Las tiradas las anula la dirección."))
    motivo, error, estado = request.POST.get("motivo", ""), "", 200
    frases: tuple[str, ...] = ()
    if request.method == "POST":
        try:
            _hacer(request.POST.get("hacer", ""), tirada_id, motivo, usuario)
        except DatoInvalido as invalido:
            error, estado = str(invalido.motivo), 422
        except TiradaConSecuelas as construido:
            frases, estado = construido.secuelas, 409
        else:
            return redirect("mensaje", tirada.mensaje.publico)
    elif quien.dirige and not tirada.anulada:
        frases = tuple(anulaciones.secuelas(tirada))
    reparto = consultas.reparto(quien)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": tirada.mensaje.escena,
        "mensaje": tirada.mensaje.publico,
        "tarjeta": tarjeta(tirada, legibles=fichas_legibles(quien, reparto), propia=tirada.autor_id == usuario.pk),
        "motivo": motivo,
        "error": error,
        "secuelas": frases,
    }
    return render(request, "partidas/anular.html", contexto, status=estado)


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def declaracion(request: HttpRequest, tirada_id: str, que: str) -> HttpResponse:
    """Ask why, and hide the words declared before a die from all but who threw it and the direction; or show them."""
    usuario = persona(request)
    tirada = _en_su_escena(usuario, tirada_id)
    if que not in ("ocultar", "mostrar"):
        raise Http404
    quien = lector(usuario, tirada.mensaje.escena.partida)
    permiso = solo_direccion(quien)
    if not permiso:
        raise NoPermitido(permiso.motivo)
    ocultar = que == "ocultar"
    ya = _("La declaración está oculta.") if tirada.declaracion_oculta else _("La declaración se lee.")
    if request.method != "POST" and (not tirada.declaracion or bool(tirada.declaracion_oculta) == ocultar):
        raise NoProcede(ya if tirada.declaracion else _("Esa tirada no declara nada."))
    form = None
    if ocultar:
        form = FormularioMotivo(request.POST or None, obligatorio=True, ayuda=_("Lo leerá quien tiró."))
    if request.method == "POST" and (form is None or form.is_valid()):
        if form is not None:
            motivo = form.cleaned_data["motivo"]
            hecho = declaraciones.ocultar(tirada_id, motivo=motivo, por=usuario, ahora=reloj.ahora())
            frase = _("Declaración oculta.")
        else:
            hecho = declaraciones.mostrar(tirada_id, por=usuario, ahora=reloj.ahora())
            frase = _("La declaración se lee otra vez.")
        contar(request, frase, quien.partida, tirada, hecho=hecho, ya=ya)
        return redirect("mensaje", tirada.mensaje.publico)
    titulo = _("Ocultar la declaración") if ocultar else _("Volver a mostrar la declaración")
    frases = [
        _("Solo la leerán quien tiró y la dirección. La tarjeta, sus dados y el libro se quedan como están.")
        if ocultar
        else _("La leerá otra vez quien ve la tarjeta y lee el mensaje.")
    ]
    volver = reverse("mensaje", args=[tirada.mensaje.publico])
    pregunta = Pregunta(titulo=titulo, boton=titulo, frases=frases, volver=volver, partida=quien.partida)
    return preguntar(request, pregunta, form, cita=tirada.declaracion)


def _en_su_escena(usuario: Usuario, tirada_id: str) -> Tirada:
    """Return a roll in a thread that the person reads: its pages name the scene, which a card kept elsewhere does not.

    Raises Http404 alike for what is not there and for what is not for them.
    """
    tirada = hilo.tirada(usuario, tirada_id)
    if tirada is None or not _lee_escena(usuario, tirada.mensaje):
        raise Http404
    return tirada


def _lee_escena(usuario: Usuario, mensaje: Mensaje) -> bool:
    return Escena.objects.visibles_para(usuario).filter(pk=mensaje.escena_id).exists()


def _hacer(hacer: str, tirada_id: str, motivo: str, usuario: Usuario) -> None:
    ahora = reloj.ahora()
    match hacer:
        case "anular":
            anulaciones.anular(tirada_id, motivo=motivo, por=usuario, ahora=ahora)
        case "pedir":
            anulaciones.pedir(tirada_id, motivo=motivo, por=usuario, ahora=ahora)
        case "conceder":
            anulaciones.conceder(tirada_id, por=usuario, ahora=ahora)
        case "negar":
            anulaciones.negar(tirada_id, por=usuario, ahora=ahora)
        case "retirar":
            anulaciones.retirar(tirada_id, por=usuario, ahora=ahora)
        case _:
            raise NoExiste
