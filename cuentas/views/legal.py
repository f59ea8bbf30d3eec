"""The legal and help pages: anybody reads them, the staff edits them."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from cuentas import textos
from cuentas.equipo import miembro, solo_equipo
from cuentas.forms.equipo import FormularioTexto
from cuentas.models import TextoDelSitio, VersionDeTexto

ALIAS = {"aviso": TextoDelSitio.Clave.AVISO_LEGAL.value}


def _idioma(request: HttpRequest) -> str:
    """Return the language asked for, or that of the page."""
    pedido = request.GET.get("idioma") or translation.get_language() or ""
    return pedido if pedido in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _clave(clave: str) -> str:
    if clave not in TextoDelSitio.Clave.values:
        raise Http404
    return clave


@login_not_required
@require_GET
def ver(request: HttpRequest, clave: str) -> HttpResponse:
    """Show a page, with a link to the other language if only that one was edited."""
    if clave in ALIAS:
        return redirect("cuentas:legal", clave=ALIAS[clave], permanent=True)
    pagina = textos.leer(_clave(clave), _idioma(request))
    editados = textos.idiomas_editados(clave) if pagina.version == 0 else []
    datos = {"pagina": pagina, "claves": TextoDelSitio.Clave.choices, "otro_idioma": editados[0] if editados else ""}
    return render(request, "cuentas/legal.html", datos)


@require_http_methods(["GET", "POST"])
@solo_equipo
def editar(request: HttpRequest, clave: str) -> HttpResponse:
    """Edit a page in one language; if somebody saved meanwhile, show both texts."""
    pagina = textos.leer(_clave(clave), _idioma(request))
    inicial = {"titulo": pagina.titulo, "cuerpo": pagina.cuerpo, "version_leida": pagina.version}
    formulario = FormularioTexto(request.POST if request.method == "POST" else None, initial=inicial)
    datos = {"form": formulario, "pagina": pagina}
    if request.method == "POST" and formulario.is_valid():
        try:
            textos.guardar_texto(
                clave,
                pagina.idioma,
                titulo=formulario.cleaned_data["titulo"],
                cuerpo=formulario.cleaned_data["cuerpo"],
                version_leida=formulario.cleaned_data["version_leida"],
                autor=miembro(request),
                ahora=timezone.now(),
            )
        except textos.TextoCambiado as error:
            return render(request, "cuentas/legal_editar.html", {**datos, "actual": error.actual}, status=409)
        messages.success(request, _("Guardado."))
        return redirect(f"/legal/{clave}/?idioma={pagina.idioma}")
    return render(request, "cuentas/legal_editar.html", datos, status=422 if formulario.errors else 200)


@require_GET
@solo_equipo
def historia(request: HttpRequest, clave: str) -> HttpResponse:
    """List what every edit replaced."""
    pagina = textos.leer(_clave(clave), _idioma(request))
    versiones = VersionDeTexto.objects.filter(texto__clave=clave, texto__idioma=pagina.idioma).select_related("por")
    return render(request, "cuentas/legal_historia.html", {"pagina": pagina, "versiones": versiones[:100]})
