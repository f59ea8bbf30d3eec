"""Middleware of partidas: while somebody looks through another's eyes, or the staff reads, nothing can be written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from config import reloj
from config.errores import lo_escrito
from cuentas.models import Usuario
from partidas import miradas
from partidas.dominio import supervision
from partidas.models import Acta, Adjunto, Mensaje, Partida, RespuestaPedida, SolicitudDePalabra, Tirada

Siguiente = Callable[[HttpRequest], HttpResponseBase]

LEGIBLES = frozenset(
    {"partida", "escena", "asalto", "mensaje", "mensaje_historial", "ficha", "jornadas", "leer", "leer_escena"}
    | {"quien_lee", "quien_lee_escena", "adjunto", "adjunto_mini"}
)
"""The pages that are shown through another's eyes."""
DE_PASO = frozenset({"ver_como", "ver_como_salir", "acceso_moderacion", "acceso_moderacion_salir"})
SALIDAS = DE_PASO | {"account_logout", "informe_csp"}
"""What may be sent while nothing else may."""
SUYAS = frozenset({"mis_textos", "mis_borradores", "te_toca", "ausencias", "avisos", "ajustes_avisos"})
"""What is of one person alone, so that it is shown to nobody through their eyes."""


class SoloLectura:
    """Resolve in one place through whose eyes a request reads, and refuse to write meanwhile.

    Gives the request `mirada` (the look, on whatever page), `mira` (whether this page is read with it) and
    `supervision` (the staff's access to the partida of this page).
    """

    def __init__(self, siguiente: Siguiente) -> None:
        """Keep the next layer."""
        self.siguiente = siguiente

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer."""
        return self.siguiente(request)

    def process_view(
        self, request: HttpRequest, _vista: Callable[..., Any], _args: list[Any], kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Look at the request once its page is known; asks nothing of the database for whom nothing is on."""
        if not isinstance(request.user, Usuario):
            return None
        nombre = (request.resolver_match.url_name if request.resolver_match else "") or ""
        mirada = miradas.actual(request)
        request.mirada = mirada  # type: ignore[attr-defined]
        if mirada is not None and nombre not in DE_PASO:
            suya = _de_la_partida(request.user, mirada.partida, kwargs)
            request.mira = suya  # type: ignore[attr-defined]
            if (request.method not in ("GET", "HEAD") and nombre not in SALIDAS) or (
                (suya or nombre in SUYAS) and nombre not in LEGIBLES
            ):
                return _no_se_toca(request)
        if request.user.is_staff:
            return self._del_equipo(request, request.user, nombre, kwargs)
        return None

    def _del_equipo(
        self, request: HttpRequest, usuario: Usuario, nombre: str, kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        partida = _partida(usuario, kwargs)
        acceso = supervision.abierto(partida, de=usuario, ahora=reloj.ahora()) if partida else None
        request.supervision = acceso  # type: ignore[attr-defined]
        if acceso is not None and request.method not in ("GET", "HEAD") and nombre not in SALIDAS:
            return _no_se_toca(request)
        return None


POR_OBJETO: dict[str, tuple[Callable[[Usuario], Any], str]] = {
    "mensaje_id": (Mensaje.objects.en_hilo_de, "escena__partida"),
    "tirada_id": (Tirada.objects.visibles_para, "mensaje__escena__partida"),
    "solicitud_id": (SolicitudDePalabra.objects.visibles_para, "mensaje__escena__partida"),
    "respuesta_id": (RespuestaPedida.objects.visibles_para, "pedida__mensaje__escena__partida"),
    "adjunto_id": (Adjunto.objects.visibles_para, "mensaje__escena__partida"),
    "acta_id": (Acta.objects.visibles_para, "partida"),
}
"""For each name in an address that is not the partida's: the door of its table, and the way to its partida."""


def _partida(usuario: Usuario, kwargs: dict[str, Any]) -> Partida | None:
    """Return the partida of an address, as the person who asks sees it."""
    visibles = Partida.objects.visibles_para(usuario)
    if "partida_id" in kwargs:
        return visibles.filter(publico=kwargs["partida_id"]).first()
    for nombre, (puerta, camino) in POR_OBJETO.items():
        if nombre in kwargs:
            return visibles.filter(pk__in=puerta(usuario).filter(publico=kwargs[nombre]).values(camino)).first()
    return None


def _de_la_partida(usuario: Usuario, partida: Partida, kwargs: dict[str, Any]) -> bool:
    if "partida_id" in kwargs:
        return bool(kwargs["partida_id"] == partida.publico)
    return _partida(usuario, kwargs) == partida


def _no_se_toca(request: HttpRequest) -> HttpResponseBase:
    """Say that one is only looking, with the way out, and give back what was typed."""
    motivo = (
        _("Solo estás mirando: no se ha guardado ni cambiado nada.")
        if request.method == "POST"
        else _("Esta página no se enseña mientras miras con otros ojos.")
    )
    contexto = {"motivo": motivo, "textos": lo_escrito(request)}
    return render(request, "partidas/solo_lectura.html", contexto, status=403)
