"""Editing a published message, and the history of what each edit replaced."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config import reloj
from partidas.consultas.colgados import fragmentos_de
from partidas.dominio import borradores, edicion
from partidas.dominio.citas import CitaAbierta
from partidas.dominio.errores import DatoInvalido, NoPermitido, NoProcede
from partidas.dominio.voces import SUELTO, es_suelta
from partidas.forms.imagenes import FormularioImagenes
from partidas.forms.moderacion import FormularioEdicion, FormularioMotivo
from partidas.models import Acta, Adjunto, Fragmento, Mensaje, Revision
from partidas.permisos import puede_editar, solo_direccion
from partidas.presentacion import fragmentos, marcado
from partidas.presentacion import mensajes as presentacion
from partidas.presentacion.diferencias import diferencias
from partidas.views import autoguardado
from partidas.views.adjuntos import recibir
from partidas.views.autoguardado import BorradorDeFormulario
from partidas.views.comun import con_errores, lo_dicho, persona
from partidas.views.confirmar import Pregunta, contar, preguntar
from partidas.views.moderacion import GET_POST, exigir, obtener_mensaje

if TYPE_CHECKING:
    from django import forms

    from partidas.presentacion.fragmentos import Trozo

CAMPOS = ("texto", "notas", "personaje", "nombre", "errata", "version")
"""What the draft of an edit keeps; its version is of the message that it would change."""
LARGO_DE_NUMERO = 10
CONFLICTO = 409


@GET_POST
@con_errores
def editar(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Change the words; 409 with both texts if somebody changed them in the meantime."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    exigir(puede_editar(quien, mensaje.escena, mensaje, ahora=reloj.ahora()))
    inicial = {
        "texto": lo_dicho(mensaje),
        "notas": mensaje.notas,
        "version": mensaje.version,
        "personaje": edicion.voz_de(mensaje),
        "nombre": mensaje.nombre_voz if es_suelta(mensaje) else "",
    }
    voces = _voces(mensaje)
    borrador = BorradorDeFormulario(request, borradores.lugar_de_la_edicion(mensaje), CAMPOS)
    fotos = FormularioImagenes(mensaje, persona(request))
    atendido = _guardar(request, borrador, fotos) if borrador.se_guarda else None
    if atendido is not None:
        return atendido
    form = FormularioEdicion(
        request.POST if request.method == "POST" else None, initial=inicial | borrador.campos(), voces=voces
    )
    contexto = {"quien": quien, "partida": quien.partida, "escena": mensaje.escena, "mensaje": mensaje, "form": form}
    contexto |= {"borrador": borrador, "fotos": fotos, "cita_vista": request.POST.get("cita_vista", "")}
    if request.method != "POST":
        fotos.leer(borrador.enviado())
        fotos.mirar()
    else:
        solo_imagenes = request.POST.get("hacer") == "adjuntar" or "quitar-adjunto" in request.POST
        if not borrador.se_guarda:
            fotos.leer(request.POST)
            recibir(request, fotos, "adjuntar" if solo_imagenes else "guardar-edicion")
        fotos.mirar()
        if solo_imagenes or fotos.errores:
            return render(request, "partidas/editar_mensaje.html", contexto, status=422 if fotos.errores else 200)
    if request.method != "POST" or not form.is_valid():
        return render(request, "partidas/editar_mensaje.html", contexto, status=422 if form.is_bound else 200)
    datos = form.cleaned_data
    if "personaje" not in form.fields and "personaje" in request.POST:  # the dice came while the form was open
        datos["personaje"] = request.POST["personaje"]
    datos |= {"cita_vista": contexto["cita_vista"], "imagenes": fotos.orden()}
    ahora = reloj.ahora()
    try:
        hecho = edicion.editar(mensaje, **datos, por=persona(request), ahora=ahora)
    except CitaAbierta as error:
        contexto["cita_abierta"] = error
        return render(request, "partidas/editar_mensaje.html", contexto, status=422)
    except DatoInvalido as error:
        if error.campo == "adjuntos":
            fotos.errores["adjuntos"] = str(error.motivo)
        form.add_error(error.campo if error.campo in form.fields else None, str(error.motivo))
        return render(request, "partidas/editar_mensaje.html", contexto, status=422)
    except edicion.MensajeCambiado as error:
        return _conflicto(request, contexto, form, error.mensaje, voces)
    borrador.cumplir()
    a_la_vista = Mensaje.objects.visibles_para(persona(request)).filter(pk=mensaje.pk, editado=ahora).exists()
    frase = _("Guardado. Queda marcado como editado.") if a_la_vista else _("Guardado: solo cambia lo privado.")
    if datos["errata"]:
        frase = _("Guardada la errata.")
    contar(request, autoguardado.hecho(request, borrador.lugar, frase), quien.partida, mensaje, hecho=hecho)
    return redirect("mensaje", mensaje.publico)


def _guardar(request: HttpRequest, borrador: BorradorDeFormulario, fotos: FormularioImagenes) -> HttpResponse | None:
    """Do what was asked of the draft, with the files that came; None to show the form, for a file that is refused."""
    if request.POST["hacer"] == "guardar" and request.FILES:
        fotos.leer(request.POST)
        recibir(request, fotos, "guardar")
        borrador.llegadas = [publico for publico in fotos.alts if publico not in request.POST.getlist("adjuntos")]
    atendido = borrador.atender(volver=reverse("mensaje", args=[fotos.mensaje.publico]))
    return None if fotos.errores and atendido.status_code != CONFLICTO else atendido


def _voces(mensaje: Mensaje) -> list[tuple[str, str]]:
    """Return the voices to choose from, as the form takes them; the present one always among them."""
    propia = _("Dirección") if mensaje.voz != Mensaje.Voz.PERSONA else str(mensaje.autor)
    filas, con_nombre = edicion.voces(mensaje)
    lista = [(fila.personaje.publico, fila.personaje.nombre) if fila else ("", propia) for fila in filas]
    if con_nombre:
        lista.append((SUELTO, _("Otro nombre…")))
    ahora = edicion.voz_de(mensaje)
    return lista if ahora in dict(lista) or not lista else [(ahora, mensaje.nombre_voz or propia), *lista]


def _conflicto(
    request: HttpRequest,
    contexto: dict[str, object],
    form: forms.Form,
    suyo: Mensaje,
    voces: list[tuple[str, str]],
) -> HttpResponse:
    """Show both texts, theirs rendered, mine in the form, whose next sending replaces theirs."""
    datos = form.cleaned_data | {"version": suyo.version}
    contexto |= {
        "form": FormularioEdicion(initial=datos, voces=voces),
        "suyo": _trozos(request, suyo),
        "suyas": presentacion.limpio(suyo.notas_html) if suyo.notas != datos["notas"] else "",
        "mio": fragmentos.escrito(form.cleaned_data["texto"]),
    }
    return render(request, "partidas/editar_mensaje.html", contexto, status=409)


def _trozos(request: HttpRequest, mensaje: Mensaje) -> tuple[Trozo, ...]:
    """Return what a turn says to the reader, in pieces."""
    return fragmentos.entero(mensaje.html, fragmentos.pintar(fragmentos_de(persona(request), [mensaje.pk])))


@GET_POST
@con_errores
def version(request: HttpRequest, mensaje_id: str, version: str, que: str) -> HttpResponse:
    """Ask why, and keep an older version from who wrote the message; or show it again."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    exigir(solo_direccion(quien))
    numero = int(version) if version.isascii() and version.isdigit() and len(version) < LARGO_DE_NUMERO else 0
    fila = Revision.objects.visibles_para(quien.usuario).filter(mensaje=mensaje, version=numero).first()
    if fila is None or que not in ("ocultar", "mostrar"):
        raise Http404
    tapa = que == "ocultar"
    ya = _("Esa versión está oculta.") if fila.oculta else _("Esa versión no está oculta.")
    if request.method != "POST" and bool(fila.oculta) == tapa:
        raise NoProcede(ya)
    form = FormularioMotivo(request.POST or None, obligatorio=True) if tapa else None
    if request.method == "POST" and (form is None or form.is_valid()):
        por, ahora = persona(request), reloj.ahora()
        if form is not None:
            motivo = form.cleaned_data["motivo"]
            hecho = edicion.ocultar_version(mensaje, version=numero, motivo=motivo, por=por, ahora=ahora)
            frase = _("Versión oculta.")
        else:
            hecho = edicion.mostrar_version(mensaje, version=numero, por=por, ahora=ahora)
            frase = _("La versión se lee otra vez.")
        contar(request, frase, quien.partida, mensaje, hecho=hecho, ya=ya)
        return redirect("mensaje_historial", mensaje.publico)
    titulo = _("Ocultar una versión del mensaje") if tapa else _("Volver a mostrar una versión del mensaje")
    frases = [
        _("La leerán solo la dirección y quien la escribió: no quien escribió el mensaje, si fue otra persona.")
        if tapa
        else _("La leerá otra vez quien escribió el mensaje.")
    ]
    volver = reverse("mensaje_historial", args=[mensaje.publico])
    pregunta = Pregunta(titulo=titulo, boton=titulo, frases=frases, volver=volver, partida=quien.partida)
    return preguntar(request, pregunta, form, cita=marcado.texto_plano(fila.texto, 200))


@require_safe
@con_errores
def historial(request: HttpRequest, mensaje_id: str) -> HttpResponse:
    """Show what each edit replaced, to author and direction; to the direction, also what was done to it."""
    quien, mensaje = obtener_mensaje(request, mensaje_id)
    if not (quien.supervisa or mensaje.autor_id == persona(request).pk):
        raise NoPermitido(_("El historial lo ven quien lo escribió y la dirección."))
    imagenes = {
        fila.publico: fila
        for fila in Adjunto.objects.visibles_para(quien.usuario).filter(mensaje=mensaje).order_by("pk")
    }
    guardados: dict[int, list[Fragmento]] = defaultdict(list)
    for fragmento in fragmentos_de(quien.usuario, [mensaje.pk], de_antes=True):
        guardados[fragmento.revision_id or 0].append(fragmento)
    visibles = Revision.objects.visibles_para(quien.usuario).filter(mensaje=mensaje).select_related("por")
    revisiones = list(visibles.order_by("-version"))
    siguientes = [mensaje.texto, *(fila.texto for fila in revisiones)]
    contexto = {
        "quien": quien,
        "partida": quien.partida,
        "escena": mensaje.escena,
        "mensaje": mensaje,
        "actual": _trozos(request, mensaje),
        "imagenes": [presentacion.imagen(fila, fila.alt) for fila in imagenes.values() if fila.retirado is None],
        "notas": presentacion.limpio(mensaje.notas_html),
        "revisiones": [
            (
                fila,
                fragmentos.entero(marcado.render(fila.texto).html, fragmentos.pintar(guardados[fila.pk])),
                presentacion.limpio(marcado.render(fila.notas).html),
                diferencias(fila.texto, siguiente) if fila.texto != siguiente else (),
                [presentacion.imagen(imagenes[publico], alt) for publico, alt in fila.imagenes if publico in imagenes],
            )
            for fila, siguiente in zip(revisiones, siguientes, strict=False)
        ],
        "actas": Acta.objects.visibles_para(quien.usuario)
        .filter(clase=Acta.Clase.MENSAJE, objeto=mensaje.publico)
        .select_related("por")
        .order_by("-pk"),
    }
    return render(request, "partidas/historial.html", contexto)
