"""A page that saves its own draft: what it is told each time, and who it may speak for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config import limites, reloj
from partidas.dominio import borradores, papelera
from partidas.dominio.errores import BorradorCambiado, YaPublicado
from partidas.models import Borrador
from partidas.views.comun import persona

ES_CLAVE = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The key under which a form uploads its images, as it writes it."""


def lo_pide(request: HttpRequest) -> bool:
    """Tell whether a page saves by itself, without anybody having pressed anything."""
    return request.method == "POST" and request.POST.get("hacer") == "guardar" and "solo" in request.POST


def contestar(request: HttpRequest, guardar: Callable[[], Borrador | None]) -> HttpResponse:
    """Save, and say in one word how it went: 200 with the version that the page now has, 409 with what is in the way.

    429 for pages that save without pause, which none does: it tries again, and has a copy meanwhile (S-46).
    A page left open by one account is not saved by another that came in since.
    """
    if request.POST.get("cuenta") != persona(request).publico:
        return _decir({"estado": "otra_cuenta"}, 409)
    if espera := limites.gastar(request, "guardar"):
        return limites.hacer_esperar(_decir({"estado": "deprisa", "frase": limites.frase(espera)}, 429), espera)
    try:
        borrador = guardar()
    except BorradorCambiado:
        return _decir({"estado": "otra_copia"}, 409)
    except YaPublicado as error:
        enlace = reverse("mensaje", args=[error.mensaje.publico]) if error.mensaje else reverse("mis_borradores")
        return _decir({"estado": "publicado", "clave": str(uuid4()), "enlace": enlace}, 409)
    return _decir({"estado": "guardado", "version": borrador.version if borrador else 0}, 200)


def _decir(datos: Mapping[str, object], estado: int) -> JsonResponse:
    respuesta = JsonResponse(dict(datos), status=estado)
    respuesta["Cache-Control"] = "no-store"
    return respuesta


class BorradorDeFormulario:
    """The draft of a form that is not the editor of a turn: what its page shows, saves and drops.

    campos: the names of the controls that are kept. Whoever shows the page has asked whether the person may.
    """

    def __init__(self, request: HttpRequest, lugar: str, campos: Sequence[str]) -> None:
        """Read what is kept there; nothing is written."""
        self.request, self.lugar, self._nombres = request, lugar, campos
        self.fila = Borrador.objects.visibles_para(persona(request)).filter(lugar=lugar).first()
        enviado = request.POST if request.method == "POST" else None
        version = enviado.get("borrador", "") if enviado is not None else ""
        self.version = (
            int(version) if version.isdecimal() and len(version) < 10 else (self.fila.version if self.fila else 0)
        )
        self.llegadas: list[str] = []  # images that came with this very request
        self.pestana = (enviado.get("pestana", "") if enviado is not None else "")[:32] or uuid4().hex

    @property
    def se_guarda(self) -> bool:
        """Tell whether the request asks to keep or to throw away the draft, and not to do what the form does."""
        return self.request.method == "POST" and self.request.POST.get("hacer") in ("guardar", "descartar", "ceder")

    def campos(self) -> dict[str, str]:
        """Return what the draft says of each control, for the page that opens with it."""
        campos = self.fila.datos.get("campos", {}) if self.fila is not None else {}
        return {nombre: "".join(campos[nombre]) for nombre in self._nombres if nombre in campos}

    def enviado(self) -> QueryDict:
        """Return all that the draft keeps, as the form would send it."""
        salida = QueryDict(mutable=True)
        for nombre, valores in (self.fila.datos.get("campos", {}) if self.fila is not None else {}).items():
            salida.setlist(nombre, valores)
        return salida

    def atender(self, *, volver: str) -> HttpResponse:
        """Keep the draft, or throw it in the bin, and say so; 409 with both copies if another tab kept another.

        What one does not go on with of the two goes to the bin.
        """
        usuario = persona(self.request)
        if self.request.POST["hacer"] == "descartar":
            borradores.descartar(usuario, self.lugar, ahora=reloj.ahora())
            frase = _("Borrador descartado: está en «Mis borradores», en la papelera.")
            messages.info(self.request, hecho(self.request, self.lugar, frase))
            return redirect(volver)
        if self.request.POST["hacer"] == "ceder":
            papelera.ceder(usuario, self.lugar, self._datos(), ahora=reloj.ahora())
            return redirect(self.request.path)
        if lo_pide(self.request):
            return contestar(self.request, self._guardar)
        try:
            self._guardar()
        except BorradorCambiado as error:
            return self._conflicto(error.borrador)
        messages.success(self.request, _("Borrador guardado: sigue aquí cuando vuelvas."))
        return redirect(self.request.path)

    def cumplir(self) -> None:
        """Drop the draft of what is done; what another tab keeps there goes to the bin."""
        borradores.cumplir(persona(self.request), self.lugar, self._datos(), pestana=self.pestana, ahora=reloj.ahora())

    def _datos(self) -> dict[str, Any]:
        enviado = self.request.POST
        de_imagenes = [n for n in enviado if n in ("clave", "adjuntos", "quitadas") or n.startswith("alt-")]
        enviados = {nombre: enviado.getlist(nombre) for nombre in (*self._nombres, *de_imagenes)}
        enviados["adjuntos"] = [*enviado.getlist("adjuntos"), *self.llegadas]
        campos = {n: [v.replace("\r\n", "\n") for v in valores] for n, valores in enviados.items() if valores}
        clave = enviado.get("clave", "")
        return {"campos": campos} | ({"clave": clave} if ES_CLAVE.fullmatch(clave) else {})

    def _guardar(self) -> Borrador:
        return borradores.guardar(
            persona(self.request),
            self.lugar,
            self._datos(),
            version=self.version,
            pestana=self.pestana,
            ahora=reloj.ahora(),
            de_oficio=lo_pide(self.request),
            aparta="aparta" in self.request.POST,
        )

    def _conflicto(self, otro: Borrador) -> HttpResponse:
        campos = otro.datos.get("campos", {})
        contexto = {
            "suyo": "".join(campos.get("texto", [])),
            "accion": self.request.path,
            "ocultos": [("borrador", otro.version), ("pestana", self.pestana)],
            "mios": self._datos()["campos"],
        }
        return render(self.request, "partidas/borrador_de_formulario_409.html", contexto, status=409)


def hecho(request: HttpRequest, lugar: str, frase: str) -> SafeString:
    """Return a sentence that also tells the browser that its own copy of the draft of that place is done with."""
    return format_html('<span data-borrador-hecho="{}:{}">{}</span>', persona(request).publico, lugar, frase)
