"""The editor of a turn: opened with its draft, saved, previewed, thrown from, published."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from django_htmx.http import reselect, reswap, retarget

from config import limites, reloj
from partidas.consultas import borradores as guardados
from partidas.consultas import hilo, novedades, vez
from partidas.consultas import lectores as prevision
from partidas.consultas import partida as consultas
from partidas.dominio import borradores, citas, en_curso, lotes, papelera, turnos
from partidas.dominio.errores import BorradorCambiado, DatoInvalido, NoPermitido, TiradaRechazada
from partidas.forms.turno import PUBLICO, FormularioTurno
from partidas.models import Borrador, Mensaje, Programado
from partidas.politica import puede_escribir
from partidas.presentacion import fragmentos, marcado, mensajes
from partidas.presentacion import jornadas as presentacion
from partidas.presentacion import novedades as novedad
from partidas.views import autoguardado, programados
from partidas.views.adjuntos import mirar_imagenes, recibir
from partidas.views.comun import con_errores, obtener_escena, persona
from reglas import libro

if TYPE_CHECKING:
    from partidas.consultas.hilo import Leido, Pagina
    from partidas.dominio.tiradas import TiradaDeclarada
    from partidas.forms.tirada import FormularioTirada
    from partidas.models import Escena, Pendiente, Reparto
    from partidas.presentacion.fragmentos import Trozo
    from partidas.presentacion.opciones import Ante

BOTON_DE_TIRADA = re.compile(r"t\d-(?:quitar|tirar)")


def abrir(
    ante: Ante, escena: Escena, reparto: list[Reparto], pagina: Pagina, deben: Sequence[Pendiente] = ()
) -> FormularioTurno | None:
    """Return the editor of the thread's page, with its draft; None for a player who has nobody to speak as.

    deben: the turns that are owed in the scene.
    """
    quien = ante.quien
    form = FormularioTurno(quien=quien, escena=escena, reparto=reparto, movibles=vez.se_mueven(quien, deben))
    _situar(form, pagina.mensajes)
    if not form.voces:
        return None
    _recuperar(form)
    propio = next(
        (l_ for l_ in pagina.en_curso if l_.mensaje.autor_id == quien.usuario.pk and l_.mensaje.clave == form.clave),
        None,
    )
    _preparar(form, propio, ante)
    return form


@require_http_methods(["GET", "HEAD", "POST"])
@con_errores
def escribir(request: HttpRequest, partida_id: str, escena_id: str) -> HttpResponse:
    """Publish a turn, throw one of its rolls, or show the editor again as it was typed, with its draft kept."""
    quien, escena = obtener_escena(request, partida_id, escena_id)
    movibles = vez.se_mueven(quien, vez.de_escena(quien.usuario, escena) if quien.dirige else ())
    form = FormularioTurno(quien=quien, escena=escena, reparto=consultas.reparto(quien), movibles=movibles)
    permiso = puede_escribir(quien, escena)
    hacer = request.POST.get("hacer", "publicar")
    if any(map(BOTON_DE_TIRADA.fullmatch, request.POST)):
        hacer = "tirar"
    elif "quitar-adjunto" in request.POST:
        hacer = "adjuntar"
    if request.method != "POST":
        if not permiso:
            raise NoPermitido(permiso.motivo)
        return _abrir(request, form)
    form.leer(request.POST)
    _en_su_lugar(form)
    if hacer != "tirar":
        form.soltar_hechas(hilo.turno_en_curso(quien, escena, clave=form.clave))
    if permiso:
        recibir(request, form, hacer)
    if hacer == "publicar":
        return _publicar(request, form)
    if hacer == "descartar":
        return _descartar(request, form)
    if not permiso:
        raise NoPermitido(permiso.motivo)
    if autoguardado.lo_pide(request):
        return autoguardado.contestar(request, lambda: _guardar(request, form, de_oficio=True))
    if hacer == "programar":
        return programados.programar(request, form) or _pagina(request, form, estado=422)
    return _seguir(request, form, hacer)


def _seguir(request: HttpRequest, form: FormularioTurno, hacer: str) -> HttpResponse:
    """Keep the draft, do what was asked of the editor and show it again; of two copies, open the one that is kept."""
    espera = 0
    match hacer:
        case "tirada" if form.caben_tiradas:
            form.tiradas.append(form.nueva_tirada())
            form.tiradas[-1].recien = True
        case "previa" if espera := limites.gastar(request, "previa"):
            form.errores["texto"] = limites.frase(espera)
        case "previa":
            form.previa = _previa(form)
        case "citar":
            form.citar(_citable(form, request.POST.get("cita", "")))
        case "ceder":
            if form.quien.dirige or form.quien.juega:
                papelera.ceder(persona(request), form.lugar, form.a_datos(), ahora=reloj.ahora())
            return redirect(_direccion(form))
    try:
        _guardar(request, form)
    except BorradorCambiado as error:
        return _conflicto(request, form, error)
    if "adjuntos" in form.errores:
        return _pagina(request, form, estado=422)
    ahora = next((t for t in form.tiradas if f"{t.prefijo}tirar" in request.POST), None)
    if ahora is not None:
        return _tirar_ahora(request, form, ahora)
    if hacer in ("guardar", "adjuntar") and not getattr(request, "htmx", False):
        if hacer == "guardar":
            messages.success(request, _("Borrador guardado: sigue aquí cuando vuelvas."))
        return redirect(_direccion(form, "#adjuntos" if hacer == "adjuntar" else ""))
    respuesta = _pagina(request, form, estado=422 if form.errores else 200)
    return limites.hacer_esperar(respuesta, espera) if espera else respuesta


def _previa(form: FormularioTurno) -> tuple[Trozo, ...]:
    """Return the preview, never with a die in it; none if the text would be refused, which the form then says."""
    quien, autor = form.quien, form.quien.usuario.pk

    @cache
    def prevista() -> tuple[prevision.Censo, prevision.Audiencia]:
        return prevision.del_turno(quien, form.escena, visibilidad=form.visibilidad, nombradas=form.nombradas)

    try:
        dicho = turnos.repartir_texto(quien, form.texto, prevista)
    except DatoInvalido as error:
        form.rechazar(error)
        return ()
    notas = [(form.notas, form.notas_direccion)]
    form.cita_abierta = citas.mirar(quien, dicho, notas, prevista, autor=autor)
    pagina = marcado.render(dicho.publico).html
    if not dicho.dichos:
        return fragmentos.entero(pagina)
    censo, del_mensaje = prevista()
    sitios = marcado.posiciones(dicho.publico, pagina, {uno.linea for uno in dicho.dichos})
    pintados = []
    for uno in dicho.dichos:
        leen = censo.fragmento(del_mensaje, autor=autor, nombradas=[usuario for _pj, usuario in uno.personas])
        pintados.append(fragmentos.previo(uno.texto, uno.nombres, censo.quienes(leen), sitios[uno.linea]))
    return fragmentos.entero(pagina, pintados)


def _abrir(request: HttpRequest, form: FormularioTurno) -> HttpResponse:
    """Show the editor with its draft, or on what the address names: a turn in progress or to come, a quote."""
    if "programado" in request.GET:
        programados.abrir(form, request.GET["programado"])
    _recuperar(form)
    if cita := request.GET.get("cita", ""):
        form.citar(_citable(form, cita))
    if mueve := request.GET.get("mueve", ""):
        form.mover(mueve)
    narra = request.GET.get("narra", "")
    if narra:
        if not PUBLICO.fullmatch(narra):
            raise Http404
        turno = hilo.turno_en_curso(form.quien, form.escena, publico=narra)
        if turno is None:
            return redirect("mensaje", narra)
        if form.clave != turno.mensaje.clave:
            form = FormularioTurno(
                quien=form.quien,
                escena=form.escena,
                reparto=form.reparto,
                movibles=form.movibles,
                clave=turno.mensaje.clave,
                narra=turno.mensaje.publico,
            )
            _recuperar(form)
    return _pagina(request, form)


def _citable(form: FormularioTurno, publico: str) -> Mensaje:
    """Return a message of the partida whose words may be quoted; 404 for hidden and missing alike."""
    mensajes_ = Mensaje.objects.visibles_para(form.quien.usuario).filter(escena__partida=form.quien.partida)
    mensaje = mensajes_.filter(publico=publico).exclude(voz=Mensaje.Voz.SISTEMA).exclude(texto="").first()
    if mensaje is None:
        raise Http404
    return mensaje


def _situar(form: FormularioTurno, leidos: Sequence[Leido]) -> None:
    """Say where in the thread one begins to write, and who speaks there."""
    form.aqui = frozenset(leido.mensaje.personaje_id for leido in leidos if leido.mensaje.personaje_id is not None)
    form.tras = form.tras or (leidos[-1].mensaje.publico if leidos else "")


def _en_su_lugar(form: FormularioTurno) -> None:
    """Put in the scene's place a draft of a turn, or of one to come, that the person has not."""
    usuario = form.quien.usuario
    if form.narra and not Mensaje.objects.visibles_para(usuario).filter(autor=usuario.pk, publico=form.narra).exists():
        form.narra = ""
    if form.programado and not Programado.objects.visibles_para(usuario).filter(publico=form.programado).exists():
        form.programado = ""


def _recuperar(form: FormularioTurno) -> None:
    borrador = guardados.en(form.quien.usuario, form.lugar)
    if borrador is not None:
        form.restaurar(borrador)


def _guardar(request: HttpRequest, form: FormularioTurno, *, de_oficio: bool = False) -> Borrador | None:
    """Keep the draft of whoever may write in the partida; raises BorradorCambiado, YaPublicado."""
    if not (form.quien.dirige or form.quien.juega):
        return None
    borrador = borradores.guardar(
        persona(request),
        form.lugar,
        form.a_datos(),
        version=form.version,
        pestana=form.tab,
        ahora=reloj.ahora(),
        de_oficio=de_oficio,
        aparta="aparta" in request.POST,
    )
    form.version, form.guardado = borrador.version, borrador.guardado
    form.clave = UUID(borrador.datos["clave"])  # another, if what it had was published from elsewhere
    return borrador


def _conflicto(request: HttpRequest, form: FormularioTurno, error: BorradorCambiado) -> HttpResponse:
    """Offer both texts: the one that another tab saved and the one of this tab."""
    form.version = error.borrador.version
    suyo = "".join(error.borrador.datos.get("campos", {}).get("texto", []))
    contexto = {
        "form": form,
        "escena": form.escena,
        "partida": form.quien.partida,
        "suyo": suyo,
        "campos": [*form.de_paso, *((n, v) for n, valores in form.a_datos()["campos"].items() for v in valores)],
        "campos_de_tiradas": [
            (f"t{t.indice}-{n}", v) for t in form.tiradas for n, valores in t.a_datos().items() for v in valores
        ],
    }
    respuesta = render(request, "partidas/borrador_409.html", contexto, status=409)
    if getattr(request, "htmx", False):
        return reselect(reswap(retarget(respuesta, "#contenido"), "outerHTML"), "#contenido")
    return respuesta


def _direccion(form: FormularioTurno, parte: str = "") -> str:
    ruta = reverse("escribir", args=[form.quien.partida.publico, form.escena.publico])
    if form.programado:
        return f"{ruta}?programado={form.programado}{parte}"
    return f"{ruta}?narra={form.narra}{parte}" if form.narra else f"{ruta}{parte}"


def _descartar(request: HttpRequest, form: FormularioTurno) -> HttpResponse:
    descarte = borradores.descartar(persona(request), form.lugar, ahora=reloj.ahora())
    if descarte is not None:
        frase = autoguardado.hecho(request, form.lugar, _("Borrador descartado. Lo que ya se tiró sigue en el libro."))
        enlace = f"{reverse('mis_borradores')}?tirado={descarte.publico}#papelera"
        messages.info(request, format_html('{} <a href="{}">{}</a>', frase, enlace, _("Deshacer")))
    return redirect("escena", form.quien.partida.publico, form.escena.publico)


def _tirar_ahora(request: HttpRequest, form: FormularioTurno, tirada: FormularioTirada) -> HttpResponse:
    if tirada.accion is None:
        tirada.error = _("Elige una acción.")
    elif form.valido():
        try:
            orden = form.orden_de_tirar(tirada)
            hecha = en_curso.tirar(form.escena, orden, autor=persona(request), ahora=reloj.ahora())
        except (DatoInvalido, TiradaRechazada) as error:
            form.rechazar(error)
        except libro.SobreCambiado as error:
            form.cambiar_sobre(error)
        else:
            form.tiradas.remove(tirada)
            _decir_sin_tirar(request, hecha.mensaje, [(orden.tirada, orden.clave)])
            try:
                _guardar(request, form)
            except BorradorCambiado as error:
                return _conflicto(request, form, error)
            return redirect(_direccion(form))
    return _pagina(request, form, estado=422)


def _publicar(request: HttpRequest, form: FormularioTurno) -> HttpResponse:
    if form.valido():
        nuevos = novedades.desde(form.quien, form.escena, form.tras, form.abierto)
        orden = form.orden()
        try:
            hecho = turnos.publicar(form.escena, orden, autor=persona(request), ahora=reloj.ahora())
        except (DatoInvalido, TiradaRechazada) as error:
            form.rechazar(error)
        except libro.SobreCambiado as error:
            form.cambiar_sobre(error)
        else:
            if hecho.repetido:
                messages.info(request, _("Ya estaba publicado: aquí está."))
            else:
                frase = novedad.al_publicar(len(nuevos)) if nuevos else _("Publicado.")
                messages.success(request, autoguardado.hecho(request, form.lugar, frase))
            if hecho.acabada:
                messages.info(request, presentacion.acabo_escribiendo(hecho.acabada))
            pedidas = [(una, lotes.clave_de(orden.clave, n)) for n, una in enumerate(orden.tiradas)]
            _decir_sin_tirar(request, hecho.mensaje, pedidas)
            return redirect("mensaje", hecho.mensaje.publico)
    return _pagina(request, form, estado=422)


def _decir_sin_tirar(request: HttpRequest, mensaje: Mensaje, pedidas: Sequence[tuple[TiradaDeclarada, UUID]]) -> None:
    """Say how many of a batch did not throw, because what fell before left them no way to."""
    if faltan := lotes.sin_tirar(mensaje, pedidas):
        frase = ngettext(
            "%(n)d no llegó a tirar: lo que salió antes en su lote no se lo permitía.",
            "%(n)d no llegaron a tirar: lo que salió antes en su lote no se lo permitía.",
            faltan,
        )
        messages.warning(request, frase % {"n": faltan})


def _preparar(form: FormularioTurno, turno: Leido | None, ante: Ante | None = None) -> None:
    """Work out what the editor shows beside what was typed: the dice already thrown, costs and odds, the envelope.

    ante: its reader in front of that turn, where the page has it.
    """
    ante = ante or mensajes.ante(form.quien, [turno] if turno else [], form.reparto)
    form.fijar(turno, mensajes.vistos(ante, [turno])[0] if turno else None)
    form.soltar_hechas(turno)
    form.ordenes = vez.ordenes(form.quien.usuario, form.habla) if form.mueve and form.habla else None
    form.abierto = form.abierto or int(reloj.ahora().timestamp())
    if puede_escribir(form.quien, form.escena):  # odds tell the number to reach: only who may roll asks for them
        for tirada in form.tiradas:
            tirada.mirar()
    mirar_imagenes(form)
    form.espera = programados.espera(form)
    if form.tiradas:
        form.sobres = dict(ante.sobres())


def _pagina(request: HttpRequest, form: FormularioTurno, *, estado: int = 200) -> HttpResponse:
    """Render the editor as its own page, with the last turns below it; only the editor for an htmx swap."""
    pagina = None if getattr(request, "htmx", False) else hilo.pagina(form.quien, form.escena, tamano=5)
    if pagina is not None and request.method != "POST":
        _situar(form, pagina.mensajes)
    else:
        form.nuevos = len(novedades.desde(form.quien, form.escena, form.tras, form.abierto))
        form.aqui = novedades.quienes_hablan(form.quien, form.escena)
    _preparar(form, hilo.turno_en_curso(form.quien, form.escena, clave=form.clave))
    if form.visibilidad == Mensaje.Visibilidad.TODOS:
        form.audiencia = prevision.del_turno(form.quien, form.escena, visibilidad=form.visibilidad, nombradas=())
    contexto = {"form": form, "escena": form.escena, "partida": form.quien.partida, "quien": form.quien}
    if pagina is None:
        return render(request, "partidas/_editor.html", contexto, status=estado)
    contexto["mensajes"] = mensajes.ver(form.quien, pagina.mensajes, form.reparto)
    return render(request, "partidas/escribir.html", contexto, status=estado)
