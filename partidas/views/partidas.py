"""Pages of a partida: its cover, opening and changing it, taking a seat, adding to the cast, scenes."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config import reloj
from partidas.consultas import lectores as prevision
from partidas.consultas import partida as consultas
from partidas.consultas.ausencias import fuera_de
from partidas.consultas.marcas import primera_con_novedades
from partidas.consultas.mesa import invitaciones, supervisiones
from partidas.dominio import escenas, partidas, reparto
from partidas.dominio.errores import DatoInvalido, NoPermitido
from partidas.forms.partida import (
    FormularioEscena,
    FormularioPartida,
    FormularioPersonaje,
    FormularioPnj,
    FormularioPnjDePlantilla,
)
from partidas.forms.turno import natural
from partidas.models import Partida
from partidas.politica import Lector, puede_sentarse
from partidas.presentacion import fichas, marcado
from partidas.presentacion.palabras import Palabras
from partidas.views.comun import con_errores, obtener_escena, obtener_partida, persona
from partidas.views.confirmar import Pregunta, contar, preguntar
from personajes.models import Personaje
from reglas.nucleo.rechazo import Rechazo

GET_POST = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@login_not_required
def ver(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Show the cover: what it is, its scenes, its people, and what this person can do next."""
    quien = obtener_partida(request, partida_id)
    cast = consultas.reparto(quien)
    palabras = Palabras.de(quien.partida.sistema)
    mias = [fila for fila in cast if quien.usuario.is_authenticated and fila.usuario_id == quien.usuario.pk]
    sentarse, dirigen = None, consultas.direccion(quien)
    if quien.usuario.is_authenticated and not (quien.participa or quien.modera or quien.solo_mira):
        sentarse = puede_sentarse(persona(request), quien.partida)
    numero = max(1, natural(request.GET.get("escenas", "")[:6]))
    lista, hay_mas = consultas.pagina_de_escenas(quien, numero)
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "seguir": primera_con_novedades(quien),
        "pagina_de_escenas": numero,
        "hay_mas_escenas": hay_mas,
        "muchos": consultas.MUCHOS - 1,
        "sistema": palabras(palabras.sistema.nombre),
        "premisa": marcado.render(quien.partida.premisa).html,
        "escenas": lista,
        "direccion": dirigen,
        "puede_dejarla": quien.participa
        and not quien.solo_mira
        and [plaza.usuario_id for plaza in dirigen] != [quien.usuario.pk],
        "pj": [fila for fila in cast if fila.personaje.clase == Personaje.Clase.PJ],
        "pnj": [fila for fila in cast if fila.personaje.clase == Personaje.Clase.PNJ],
        "mias": [(fila, fichas.resumen(fila.personaje)) for fila in mias],
        "sentarse": sentarse,
        "ausentes": fuera_de(quien, reloj.ahora()),
        "supervisiones": supervisiones(quien, ahora=reloj.ahora()) if quien.dirige else [],
        "invitada": next((p for p in invitaciones(quien.usuario) if p.partida_id == quien.partida.pk), None),
    }
    return render(request, "partidas/partida.html", contexto)


@GET_POST
def nueva(request: HttpRequest) -> HttpResponse:
    """Open a partida and go to it."""
    form = FormularioPartida(request.POST or None)
    if request.method == "POST" and form.is_valid():
        partida = partidas.crear(form.datos(), direccion=persona(request), ahora=reloj.ahora())
        messages.success(request, _("La partida está abierta. Ahora abre su primera escena."))
        return redirect("partida", partida.publico)
    return _formulario(request, form, _("Abrir una partida"), _("Abrir la partida"))


@GET_POST
@con_errores
def editar(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Change what the partida says of itself: asks first if others may read it; 409 if somebody changed it since."""
    quien = _quien_dirige(request, partida_id)
    partida = quien.partida
    inicial = {campo: getattr(partida, campo) for campo in FormularioPartida.base_fields}
    form = FormularioPartida(request.POST or None, initial=inicial, partida=partida)
    if request.method == "POST" and form.is_valid():
        version, acceso = form.cleaned_data["version"] or 0, form.cleaned_data["acceso"]
        paso = f"{partida.acceso}-{acceso}"
        if version == partida.version and acceso != partida.acceso and request.POST.get("confirmado") != paso:
            return _confirmar_acceso(request, quien, form, paso)
        try:
            hecho = partidas.cambiar(partida, form.datos(), version=version, por=persona(request), ahora=reloj.ahora())
        except partidas.PartidaCambiada as error:
            return _conflicto(request, form, error.partida)
        contar(request, _("Guardado."), partida, partida, hecho=hecho, ya=_("No había nada que cambiar."))
        return redirect("partida", partida.publico)
    return _formulario(request, form, _("Cambiar la partida"), _("Guardar"), partida)


SE_LEE = {
    Partida.Acceso.PRIVADA: gettext_lazy("La leerán solo quienes participan."),
    Partida.Acceso.ENLACE: gettext_lazy("La leerá quien tenga el enlace, también sin cuenta."),
    Partida.Acceso.PUBLICA: gettext_lazy("La leerá cualquiera, también sin cuenta, y saldrá en la lista de partidas."),
}


def _confirmar_acceso(request: HttpRequest, quien: Lector, form: FormularioPartida, paso: str) -> HttpResponse:
    """Say who gains and who loses the partida and what is opened to them, and carry the whole form to the next step."""
    acceso = form.cleaned_data["acceso"]
    cambio = prevision.al_cambiar_acceso(quien.partida, acceso)
    frases = [str(SE_LEE[acceso])]
    if cambio.alguien_gana:
        cuantos, autores = consultas.lo_abierto(quien)
        if cuantos:
            frases.append(
                ngettext(
                    "Se abre lo ya escrito para todos: %(n)d mensaje, de %(quien)s, y sus tiradas.",
                    "Se abre lo ya escrito para todos: %(n)d mensajes, de %(quien)s, y sus tiradas.",
                    cuantos,
                )
                % {"n": cuantos, "quien": ", ".join(autores) or "—"}
            )
        if not quien.partida.admite_escritura:
            frases.append(_("La partida ya no se escribe: se escribió para quienes podían leerla entonces."))
        frases.append(_("Siguen cerrados las escenas secretas, los mensajes privados y las fichas."))
    pregunta = Pregunta(
        titulo=_("Cambiar quién puede leer la partida"),
        boton=_("Guardar y cambiar quién la lee"),
        frases=frases,
        cambio=cambio,
        volver=reverse("partida", args=[quien.partida.publico]),
        partida=quien.partida,
        ocultos={
            **{campo: str(valor) for campo, valor in form.cleaned_data.items() if valor is not False},
            "confirmado": paso,
        },
    )
    return preguntar(request, pregunta)


def _conflicto(request: HttpRequest, form: FormularioPartida, suya: Partida) -> HttpResponse:
    """Show both values of what differs, mine in the form, whose next sending replaces theirs."""
    mio = form.cleaned_data
    choques = [
        (form.fields[campo].label, form.legible(campo, getattr(suya, campo)), form.legible(campo, mio[campo]))
        for campo in partidas.CAMPOS
        if campo in mio and getattr(suya, campo) != mio[campo]
    ]
    otra_vez = FormularioPartida(initial={**mio, "version": suya.version}, partida=suya)
    contexto = {"form": otra_vez, "titulo": _("Otra persona guardó antes"), "boton": _("Guardar"), "partida": suya}
    return render(request, "partidas/formulario.html", contexto | {"choques": choques}, status=409)


@require_POST
@con_errores
def unirse(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Take a player's seat and go on to the first character."""
    quien = obtener_partida(request, partida_id)
    reparto.sentarse(quien.partida, usuario=persona(request), ahora=reloj.ahora())
    messages.success(request, _("Ya tienes plaza. Crea tu personaje para empezar a jugar."))
    return redirect("personaje_nuevo", quien.partida.publico)


@GET_POST
@con_errores
def personaje_nuevo(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Make a player's character from one of the system's starting sheets."""
    quien = obtener_partida(request, partida_id)
    if not quien.juega:
        raise NoPermitido(_("Para crear un personaje necesitas una plaza de jugador."))
    form = FormularioPersonaje(request.POST or None, sistema=quien.partida.sistema)
    if request.method == "POST" and form.is_valid():
        try:
            fila = reparto.incorporar(
                quien.partida,
                nombre=form.cleaned_data["nombre"],
                ficha=form.ficha(),
                presentacion=form.cleaned_data["presentacion"],
                paso_a_paso="paso_a_paso" in request.POST,
                por=persona(request),
                ahora=reloj.ahora(),
            )
        except DatoInvalido as error:
            form.add_error(error.campo, str(error.motivo))
        except Rechazo as rechazo:
            form.add_error(None, Palabras.de(quien.partida.sistema).rechazo(rechazo))
        else:
            if "paso_a_paso" in request.POST:
                return redirect("ficha_editar", quien.partida.publico, fila.personaje.publico, "1")
            messages.success(request, _("%(nombre)s ya está en la partida.") % {"nombre": fila.personaje.nombre})
            return redirect("partida", quien.partida.publico)
    boton, otro = _("Crear el personaje"), _("Crearlo paso a paso")
    return _formulario(request, form, _("Nuevo personaje"), boton, quien.partida, otro)


@GET_POST
@con_errores
def pnj_nuevo(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Add a quick PNJ to the cast."""
    quien = _quien_dirige(request, partida_id)
    juego = Palabras.de(quien.partida.sistema).sistema
    if juego.pnj:
        return _pnj_de_plantilla(request, quien)
    form = FormularioPnj(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            reparto.pnj_rapido(quien.partida, **form.cleaned_data, por=persona(request), ahora=reloj.ahora())
        except DatoInvalido as error:
            form.add_error(error.campo, str(error.motivo))
        except Rechazo as rechazo:
            form.add_error(None, Palabras.de(quien.partida.sistema).rechazo(rechazo))
        else:
            messages.success(request, _("Añadido al reparto."))
            return redirect("partida", quien.partida.publico)
    return _formulario(request, form, _("PNJ rápido"), _("Añadir"), quien.partida)


def _pnj_de_plantilla(request: HttpRequest, quien: Lector) -> HttpResponse:
    """Add a PNJ whose whole sheet begins as one of the system's."""
    tipo = request.GET.get("tipo", "")
    form = FormularioPnjDePlantilla(request.POST or None, sistema=quien.partida.sistema, tipo=tipo)
    if request.method == "POST" and form.is_valid():
        try:
            reparto.incorporar(
                quien.partida,
                nombre=form.cleaned_data["nombre"],
                ficha=form.ficha(),
                secreto=form.cleaned_data["secreto"],
                clase=Personaje.Clase.PNJ,
                por=persona(request),
                ahora=reloj.ahora(),
            )
        except DatoInvalido as error:
            form.add_error(error.campo, str(error.motivo))
        except Rechazo as rechazo:
            form.rechazar(rechazo)
        else:
            messages.success(request, _("Añadido al reparto."))
            return redirect("partida", quien.partida.publico)
    return _formulario(request, form, _("PNJ rápido"), _("Añadir"), quien.partida)


@GET_POST
@con_errores
def escena_nueva(request: HttpRequest, partida_id: str) -> HttpResponse:
    """Open a scene."""
    quien = _quien_dirige(request, partida_id)
    candidatos = [
        (fila.personaje.publico, fila.personaje.nombre)
        for fila in consultas.reparto(quien)
        if fila.personaje.clase == Personaje.Clase.PJ and fila.usuario_id
    ]
    form = FormularioEscena(request.POST or None, candidatos=candidatos)
    if request.method == "POST" and form.is_valid():
        escena = escenas.abrir(quien.partida, **form.cleaned_data, por=persona(request), ahora=reloj.ahora())
        return redirect("escena", quien.partida.publico, escena.publico)
    return _formulario(request, form, _("Nueva escena"), _("Abrir la escena"), quien.partida)


@require_POST
@con_errores
def escena_estado(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Close or open again a scene: the two buttons of its page."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    if request.POST.get("hacer") == "cerrar":
        escenas.cerrar(escena, por=persona(request), ahora=reloj.ahora())
    else:
        escenas.reabrir(escena, por=persona(request), ahora=reloj.ahora())
    return redirect("escena", quien.partida.publico, escena.publico)


def _quien_dirige(request: HttpRequest, partida_id: str) -> Lector:
    quien = obtener_partida(request, partida_id)
    if not quien.dirige:
        raise NoPermitido(_("Eso lo hace la dirección."))
    return quien


def _formulario(
    request: HttpRequest, form: object, titulo: str, boton: str, partida: Partida | None = None, otro_boton: str = ""
) -> HttpResponse:
    estado = 422 if request.method == "POST" else 200
    contexto = {"form": form, "titulo": titulo, "boton": boton, "otro_boton": otro_boton, "partida": partida}
    return render(request, "partidas/formulario.html", contexto, status=estado)
