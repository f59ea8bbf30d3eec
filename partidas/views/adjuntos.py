"""Images: taken in with the form of the editor, and served, inert, to whoever reads the turn on which they hang."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config import reloj
from partidas.dominio import adjuntos, almacen
from partidas.dominio.errores import DatoInvalido
from partidas.models import Adjunto
from partidas.views.comun import actor, persona

if TYPE_CHECKING:
    from partidas.forms.imagenes import FormularioImagenes
    from partidas.forms.turno import FormularioTurno

POLITICA = "sandbox; default-src 'none'"

_registro = logging.getLogger("hilo.imagenes")


@require_safe
@login_not_required
def ver(request: HttpRequest, adjunto_id: str, copia: str = almacen.COMPLETA) -> HttpResponseBase:
    """Serve one copy of an image; 404 for hidden and missing alike, asked for in any way (S-16, S-74).

    Permission is asked every time, before any answer that would tell that the reader's copy is still good.
    """
    fila = Adjunto.objects.visibles_para(actor(request)).filter(publico=adjunto_id).first()
    if fila is None:
        raise Http404
    datos = almacen.leer(fila.archivo, copia)
    if datos is None:
        _registro.error("el adjunto %s no tiene archivo", fila.publico)
        raise Http404
    respuesta = HttpResponse(datos, content_type="image/webp")
    respuesta["Content-Length"] = str(len(datos))
    respuesta["Content-Disposition"] = f'inline; filename="{fila.publico}.webp"'
    respuesta["Content-Security-Policy"] = POLITICA
    respuesta["Cross-Origin-Resource-Policy"] = "same-origin"
    respuesta["X-Content-Type-Options"] = "nosniff"
    respuesta["Cache-Control"] = "private, no-cache"
    etag = f'"{fila.publico}-{copia}"'
    respuesta["ETag"] = etag
    condicional = get_conditional_response(request, etag=etag, response=respuesta)
    return condicional if condicional is not None else respuesta


def mirar_imagenes(form: FormularioTurno) -> None:
    """Fetch the images of which the form speaks; one query, and none without images."""
    if form.alts and form.quien.usuario.is_authenticated:
        form.adjuntos = list(adjuntos.de_un_editor(form.quien.usuario, form.clave))


def recibir(request: HttpRequest, form: FormularioTurno | FormularioImagenes, hacer: str) -> None:
    """Take the files that came with the editor, and take out the image whose «Quitar» was pressed.

    Each file that cannot be taken is named with its reason; the others are kept. A file that comes with «Publicar» has
    not been described: the turn waits for that. A request of htmx for some fields leaves the files for later.
    """
    if "clave" in form.errores or hacer == "descartar" or (hacer == "campos" and getattr(request, "htmx", False)):
        return
    usuario, ahora = persona(request), reloj.ahora()
    if quitado := request.POST.get("quitar-adjunto", ""):
        adjuntos.quitar(usuario, form.clave, quitado)
        form.alts.pop(quitado, None)
    frases: list[str] = []
    subidos = 0
    for archivo in request.FILES.getlist("subir"):
        nombre = adjuntos.limpiar_nombre(archivo.name or "")
        try:
            fila = adjuntos.subir(usuario, form.clave, archivo.read(), titulo=nombre, ahora=ahora)
        except DatoInvalido as error:
            frases.append(_("«%(nombre)s»: %(motivo)s") % {"nombre": nombre, "motivo": error.motivo})
        else:
            form.alts[fila.publico] = ""
            subidos += 1
    if hacer == "guardar-edicion" and subidos:
        frases.append(_("Lo que has elegido ya está adjunto: descríbelo y vuelve a guardar."))
    if hacer == "publicar" and subidos:
        frases.append(_("Lo que has elegido ya está adjunto: descríbelo y vuelve a publicar."))
    if frases:
        form.errores["adjuntos"] = " ".join(frases)
