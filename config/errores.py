"""Error pages: they say what happened, where the text is and what to do; none needs JavaScript.

Each has its template `errores/<código>.html`; if that cannot be drawn there is a plain page that always can.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from config.registro import numero_de_peticion

DEMASIADO_GRANDE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
SECRETO = re.compile(r"pass|contras|token|secret|clave|code|codigo|credential|csrf|key", re.IGNORECASE)
LARGO_DE_UN_TEXTO = 20
TEXTOS = re.compile(r"texto|notas|.*-declaracion")
"""Given back however short."""

FRASES = {
    400: gettext_lazy("La petición no se entiende."),
    403: gettext_lazy("No tienes permiso para hacer esto."),
    404: gettext_lazy("No existe o no es para ti."),
    413: gettext_lazy(
        "Lo que has enviado es demasiado grande y no se ha guardado. Tu texto sigue en el borrador de este navegador "
        "y en el último borrador guardado en el servidor: vuelve atrás y acórtalo."
    ),
    429: gettext_lazy("Demasiados intentos seguidos. Espera un poco y vuelve a probar."),
    500: gettext_lazy("Algo ha fallado por nuestra parte. Lo que no llegó a guardarse sigue en tu borrador."),
}


def peticion_erronea(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that cannot be read; one over the size limits gets 413 and is told where its text is."""
    return _pagina(request, 413 if isinstance(exception, DEMASIADO_GRANDE) else 400)


def sin_permiso(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer to what one may see and not do."""
    return _pagina(request, 403, {"motivo": str(exception)})


def no_encontrado(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Answer the same to what does not exist and to what is not for the reader: no word of the address or the cause.

    What was typed is given back: who was writing in an open page may have lost the place meanwhile.
    """
    try:
        textos = lo_escrito(request)
    except (UnreadablePostError, *DEMASIADO_GRANDE):
        textos = []
    return _pagina(request, 404, {"textos": textos})


@login_not_required
def demasiado_grande(request: HttpRequest) -> HttpResponse:
    """Say that the text is in the draft; the proxy sends here what is over its own limit."""
    return _pagina(request, 413)


def demasiados_intentos(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """Answer to too many attempts; allauth's own view looks for this name."""
    return _pagina(request, 429)


def fallo_interno(request: HttpRequest) -> HttpResponse:
    """Show the number under which the log knows what happened, and give back what was typed."""
    try:
        textos = lo_escrito(request)
    except Exception:  # what broke may be the reading of the request itself
        textos = []
    return _pagina(request, 500, {"incidente": numero_de_peticion.get(), "textos": textos})


def csrf(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - the reason is the log's
    """Give back what was typed: the session or the token expired while the person was writing."""
    try:
        textos = lo_escrito(request)
    except (UnreadablePostError, *DEMASIADO_GRANDE):
        return _pagina(request, 413)
    return _pagina(request, 403, {"textos": textos}, plantilla="errores/csrf.html")


def de_otro_sitio() -> HttpResponse:
    """Answer to what another site's page loads from here: the same bytes for every address and every person."""
    with override(settings.LANGUAGE_CODE):
        respuesta = HttpResponse(_sencilla({"estado": 403, "frase": FRASES[403]}), status=403)
    respuesta["Cache-Control"] = "no-store"
    return respuesta


def lo_escrito(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the words that the person typed, by control, for a page that does not take them: never a secret.

    Also those of a body that no page of ours sends, JSON or plain text: whoever wrote it wrote it all the same.
    """
    campos = [(nombre, valor) for nombre, valores in request.POST.lists() for valor in valores]
    if not campos and request.content_type in DE_OTRA_FORMA:
        campos = list(DE_OTRA_FORMA[request.content_type](request.body.decode("utf-8", "replace")))
    return [
        (nombre, valor)
        for nombre, valor in campos
        if not SECRETO.search(nombre)
        and (len(valor) >= LARGO_DE_UN_TEXTO or (TEXTOS.fullmatch(nombre) and valor.strip()))
    ]


def _de_json(cuerpo: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a JSON body by the last key above each; nothing of one that cannot be read."""
    try:
        por_mirar: list[tuple[str, Any]] = [("texto", json.loads(cuerpo))]
    except (ValueError, RecursionError):
        return
    while por_mirar:
        nombre, valor = por_mirar.pop(0)
        if isinstance(valor, str):
            yield nombre, valor.encode("utf-8", "replace").decode()  # half a pair of surrogates is no text
        elif isinstance(valor, dict):
            por_mirar += [(clave if not SECRETO.search(nombre) else nombre, uno) for clave, uno in valor.items()]
        elif isinstance(valor, list):
            por_mirar += [(nombre, uno) for uno in valor]


def _de_texto_llano(cuerpo: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a plain body: those of `name=value` at the start of a line, or all of it if there is none."""
    trozos = re.split(r"^([\w-]{1,60})=", cuerpo, flags=re.MULTILINE)
    yield "texto", trozos[0]
    yield from ((nombre, valor.rstrip("\r\n")) for nombre, valor in zip(trozos[1::2], trozos[2::2], strict=True))


DE_OTRA_FORMA = {"application/json": _de_json, "text/plain": _de_texto_llano}


def _pagina(
    request: HttpRequest, estado: int, datos: dict[str, object] | None = None, *, plantilla: str = ""
) -> HttpResponse:
    # What broke may be the database: the head of these pages counts nothing.
    contexto: dict[str, object] = {"estado": estado, "frase": FRASES[estado], "sin_cuentas": True, **(datos or {})}
    cuerpo: str
    try:
        cuerpo = render_to_string(plantilla or f"errores/{estado}.html", contexto, request)
    except TemplateDoesNotExist:
        cuerpo = _sencilla(contexto)
    except Exception:
        if estado not in {400, 500}:
            raise
        cuerpo = _sencilla(contexto)  # the frame itself fails: what broke may be what it needs
    respuesta = HttpResponse(cuerpo, status=estado)
    respuesta["Cache-Control"] = "no-store"
    return respuesta


def _sencilla(contexto: dict[str, object]) -> str:
    """Return a whole page made of nothing but its words."""
    partes = [f"<h1>{contexto['estado']}</h1>", f"<p>{escape(contexto['frase'])}</p>"]
    if incidente := contexto.get("incidente"):
        partes.append(f"<p>{escape(_('Número de incidente:'))} <code>{escape(incidente)}</code></p>")
    textos = contexto.get("textos")
    if isinstance(textos, list) and (textos or contexto["estado"] != 500):
        aviso = _(
            "El formulario había caducado y no se ha guardado nada. Este es tu texto: cópialo y vuelve a enviarlo."
        )
        if contexto["estado"] == 500:
            aviso = _("Este es tu texto: cópialo, vuelve atrás y prueba otra vez dentro de un momento.")
        partes.append(f"<p>{escape(aviso)}</p>")
        for nombre, valor in textos:
            partes.append(
                f'<p><label>{escape(nombre)}<br><textarea rows="12" cols="70">\n{escape(valor)}</textarea></label></p>'
            )
    partes.append(f'<p><a href="/">{escape(_("Ir a la portada"))}</a></p>')
    cabeza = '<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return f"{cabeza}<title>{contexto['estado']} · Hilo y Dado</title><main>{''.join(partes)}</main></html>"
