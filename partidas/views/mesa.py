"""The desk of the direction: people, states, scenes, PNJ, the record of acts; and undoing one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from config import reloj
from partidas.consultas import borradores as pendientes
from partidas.consultas import enfriamiento, hilo
from partidas.consultas import lectores as prevision
from partidas.consultas import mesa as consultas
from partidas.consultas import pendientes as esperas
from partidas.consultas import vez as de_quien
from partidas.dominio import deshacer as inversos
from partidas.dominio import escenas, partidas, plazas
from partidas.dominio.errores import DatoInvalido, NoPermitido, NoProcede
from partidas.dominio.peticiones import clave_de
from partidas.forms.moderacion import FormularioMotivo, FormularioPlaza, FormularioPresentes
from partidas.models import Acta, Borrador, Mensaje, Participante, Partida
from partidas.permisos import solo_direccion_en_juego
from partidas.politica import Lector
from partidas.presentacion import marcado, peticiones, vez
from partidas.presentacion import mensajes as presentacion
from partidas.presentacion.pendientes import PendienteVisto
from partidas.presentacion.pendientes import ver as ver_pendiente
from partidas.presentacion.peticiones import PalabraVista
from partidas.views.comun import actor, con_errores, obtener_escena, obtener_partida, persona
from partidas.views.confirmar import Pregunta, contar, preguntar
from personajes.models import Personaje

GET_POST = require_http_methods(["GET", "HEAD", "POST"])
POR_PAGINA = 20


@dataclass(frozen=True, slots=True)
class Paso:
    """A change of state of the partida: its words, from which states it is offered, and its verb."""

    boton: str | Promise
    frase: str | Promise
    hecho: str | Promise
    desde: tuple[str, ...]
    verbo: Callable[..., bool]


E = Partida.Estado
PASOS: dict[str, Paso] = {
    "pausar": Paso(
        gettext_lazy("Poner en pausa"),
        gettext_lazy("Se puede escribir, no tirar; los días dejan de contar."),
        gettext_lazy("La partida está en pausa."),
        (E.EN_JUEGO,),
        partidas.pausar,
    ),
    "reanudar": Paso(
        gettext_lazy("Reanudar"),
        gettext_lazy("Los días cuentan otra vez desde hoy; los de la pausa no se cierran."),
        gettext_lazy("La partida sigue."),
        (E.PAUSADA, E.PREPARACION),
        partidas.reanudar,
    ),
    "finalizar": Paso(
        gettext_lazy("Dar por terminada"),
        gettext_lazy("La historia ha acabado: se lee, no se escribe ni se tira."),
        gettext_lazy("La partida ha terminado."),
        partidas.VIVAS,
        partidas.finalizar,
    ),
    "archivar": Paso(
        gettext_lazy("Archivar"),
        gettext_lazy("Queda para leer, tal como está: la lee quien ya podía leerla y nada secreto se abre."),
        gettext_lazy("La partida está archivada."),
        (*partidas.VIVAS, E.FINALIZADA),
        partidas.archivar,
    ),
    "reabrir": Paso(
        gettext_lazy("Reabrir"),
        gettext_lazy("Vuelve a estar como estaba antes de terminar: se puede escribir otra vez."),
        gettext_lazy("La partida está abierta otra vez."),
        (E.FINALIZADA, E.ARCHIVADA),
        partidas.reabrir,
    ),
}


def quien_dirige(request: HttpRequest, partida_id: str) -> Lector:
    """Return who directs the partida: 404 for whom it is not there, 403 for who sees it."""
    quien = obtener_partida(request, partida_id)
    if not quien.dirige:
        raise NoPermitido(_("Eso lo hace la dirección."))
    return quien


@require_safe
@con_errores
def ver(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Show the desk."""
    quien = quien_dirige(request, partida_id)
    reparto, ahora = consultas.reparto(quien), reloj.ahora()
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "pasos": [(clave, paso) for clave, paso in PASOS.items() if quien.partida.estado in paso.desde],
        "pendientes": _pendientes(quien),
        "frias": enfriamiento.frias(quien, ahora),
        "faltan": [
            (una.escena, [vez.uno(quien, falta.fila, ahora=ahora, ausente=falta.ausente) for falta in una.faltan])
            for una in de_quien.de_partida(quien, ahora=ahora)
        ],
        "supervisiones": consultas.supervisiones(quien, ahora=ahora),
        "plazas": consultas.plazas(quien),
        "escenas": consultas.escenas(quien),
        "pj": [fila for fila in reparto if fila.personaje.clase == Personaje.Clase.PJ],
        "pnj": [fila for fila in reparto if fila.personaje.clase == Personaje.Clase.PNJ],
        "actas": [
            (fila, fila.ultima and Acta.Verbo(fila.acta.verbo) in inversos.INVERSOS) for fila in consultas.actas(quien)
        ],
        "form": FormularioPlaza(),
    }
    return render(request, "partidas/mesa.html", contexto)


def _pendientes(quien: Lector) -> list[tuple[PendienteVisto, PalabraVista | None]]:
    """Return what waits for the direction, in words, with what is asked for if it is its word."""
    ahora, filas = reloj.ahora(), esperas.de_la_direccion(quien)
    nombres = esperas.nombres(quien.usuario, filas)
    pedidas = {clave_de(una): peticiones.ver(quien, una, ()) for una in hilo.pendientes(quien)}
    return [(ver_pendiente(fila, nombres, ahora, propia=True), pedidas.get(fila.clave)) for fila in filas]


@GET_POST
@con_errores
def estado(request: HttpRequest, partida_id: str, que: str) -> HttpResponse:
    """Ask, and move the partida to another state."""
    quien = quien_dirige(request, partida_id)
    paso = PASOS.get(que)
    if paso is None:
        raise Http404
    ya = _("La partida está así: %(estado)s.") % {"estado": quien.partida.get_estado_display().lower()}
    if request.method != "POST" and quien.partida.estado not in paso.desde:
        raise NoProcede(ya)
    form = FormularioMotivo(request.POST or None)
    mesa = reverse("mesa", args=[quien.partida.publico])
    if request.method == "POST" and form.is_valid():
        motivo = form.cleaned_data["motivo"]
        hecho = paso.verbo(quien.partida, motivo=motivo, por=persona(request), ahora=reloj.ahora())
        contar(request, str(paso.hecho), quien.partida, quien.partida, hecho=hecho, ya=ya)
        return redirect(mesa)
    pregunta = Pregunta(
        titulo=f"{paso.boton}: {quien.partida.titulo}",
        boton=str(paso.boton),
        frases=[str(paso.frase)],
        volver=mesa,
        partida=quien.partida,
    )
    return preguntar(request, pregunta, form)


@GET_POST
@con_errores
def presentes(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Choose who is in a scene and, if it is secret, see who gains and who loses it; then change it."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    permiso = solo_direccion_en_juego(quien)
    if not permiso:
        raise NoPermitido(permiso.motivo)
    filas = {fila.personaje.publico: fila for fila in consultas.candidatos(quien)}
    opciones = [(publico, f"{fila.personaje.nombre} ({fila.usuario})") for publico, fila in filas.items()]
    mesa = reverse("mesa", args=[partida_id])
    datos = request.POST if request.method == "POST" else (request.GET if "elegir" in request.GET else None)
    form = FormularioPresentes(
        datos, candidatos=opciones, initial={"presentes": [pj for pj, _u in escenas.presentes_de(escena)]}
    )
    if request.method != "POST":
        del form.fields["motivo"]
    pregunta = Pregunta(
        titulo=_("Quién está en «%(escena)s»") % {"escena": escena.titulo},
        boton=_("Seguir"),
        frases=[_("Es secreta: quien entra la lee entera, desde su primer mensaje; quien sale deja de leerla.")]
        if escena.secreta
        else [],
        volver=mesa,
        partida=quien.partida,
    )
    if not form.is_bound or not form.is_valid():
        return preguntar(request, pregunta, form, por_get=True)
    elegidos = form.cleaned_data["presentes"]
    if request.method == "POST":
        motivo = form.cleaned_data["motivo"]
        hecho = escenas.cambiar_presentes(
            escena, presentes=elegidos, motivo=motivo, por=persona(request), ahora=reloj.ahora()
        )
        contar(request, _("Hecho."), quien.partida, escena, hecho=hecho)
        return redirect(mesa)
    personas = [fila.usuario_id for pj, fila in filas.items() if pj in elegidos and fila.usuario_id is not None]
    segura = Pregunta(
        titulo=pregunta.titulo,
        boton=_("Cambiar quién está"),
        frases=[", ".join(filas[pj].personaje.nombre for pj in elegidos) or _("No estará nadie."), *pregunta.frases],
        cambio=prevision.al_cambiar_presentes(escena, personas),
        volver=mesa,
        partida=quien.partida,
        ocultos={"presentes": elegidos},
    )
    return preguntar(request, segura, FormularioMotivo())


@require_safe
def textos(request: HttpRequest) -> HttpResponse:
    """Show what the person wrote or was told by name, wherever it is, newest first: also what they no longer read.

    Above it, the way back to each partida that they left and can still return to, and the drafts whose place they lost.
    """
    usuario = persona(request)
    filas = consultas.textos(usuario)
    desde = request.GET.get("desde", "")
    if desde:
        ancla = filas.filter(publico=desde).values_list("pk", flat=True).first()
        if ancla is None:
            raise Http404
        filas = filas.filter(pk__lte=ancla)
    pagina = list(filas[: POR_PAGINA + 1])
    leidos = hilo.completar(Lector(usuario, Partida()), pagina[:POR_PAGINA])
    ahora = reloj.ahora()
    dejadas = [] if desde else [(d, plazas.puede_volver(d.plaza, ahora=ahora)) for d in consultas.dejadas(usuario)]
    sueltos = [] if desde else pendientes.borradores(usuario, ahora=ahora)
    contexto = {
        "vueltas": [
            {"dejada": dejada, "cuando": acta.cuando, "hasta": acta.cuando + plazas.PARA_VOLVER}
            for dejada, acta in dejadas
            if acta is not None
        ],
        "borradores": [_borrador(uno.fila) for uno in sueltos if not uno.sitio],
        "mensajes": presentacion.sueltos(usuario, leidos),
        "siguiente": pagina[POR_PAGINA].publico if len(pagina) > POR_PAGINA else "",
    }
    return render(request, "partidas/mis_textos.html", contexto)


def _borrador(fila: Borrador) -> dict[str, object]:
    campos = fila.datos.get("campos", {})
    textos = ("\n".join(campos.get(campo, [])) for campo in ("texto", "notas"))
    return {"guardado": fila.guardado, "textos": [presentacion.limpio(marcado.render(t).html) for t in textos if t]}


@GET_POST
@con_errores
def deshacer(request: HttpRequest, acta_id: str) -> HttpResponse:
    """Ask, and call the inverse of an act that the person did or that their desk shows."""
    acta = Acta.objects.visibles_para(persona(request)).filter(publico=acta_id).select_related("partida").first()
    if acta is None or Acta.Verbo(acta.verbo) not in inversos.INVERSOS:
        raise Http404
    if request.method == "POST":
        try:
            hecho = inversos.deshacer(acta, por=persona(request), ahora=reloj.ahora())
        except DatoInvalido as error:
            raise NoPermitido(error.motivo) from error
        messages.success(request, _("Deshecho.") if hecho else _("No quedaba nada que deshacer."))
        return redirect(_de_donde(request, acta))
    nombre = consultas.nombre_de(persona(request), acta)
    visible = Partida.objects.visibles_para(actor(request)).filter(pk=acta.partida_id).first()
    pregunta = Pregunta(
        titulo=_("Deshacer"),
        boton=_("Deshacer"),
        frases=[f"{acta.get_verbo_display()}: {nombre}" if nombre else acta.get_verbo_display()],
        volver=_de_donde(request, acta),
        partida=visible,
    )
    return preguntar(request, pregunta)


def _de_donde(request: HttpRequest, acta: Acta) -> str:
    """Return the page on which the person has the object of the act, or the nearest one that they may open."""
    if acta.clase == Acta.Clase.MENSAJE and Mensaje.objects.en_hilo_de(actor(request)).filter(publico=acta.objeto):
        return reverse("mensaje", args=[acta.objeto])
    plaza = Participante.objects.visibles_para(actor(request)).filter(partida=acta.partida, usuario=persona(request).pk)
    activa = plaza.filter(estado=Participante.Estado.ACTIVA).first()
    if activa is None:
        return reverse("portada")
    pagina = "mesa" if activa.papel == Participante.Papel.DIRECCION else "partida"
    return reverse(pagina, args=[acta.partida.publico])
