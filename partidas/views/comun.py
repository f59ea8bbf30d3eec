"""What every page of a partida does first: find it through the gate, and turn a verb's refusal into a page."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from config.errores import lo_escrito
from cuentas.models import Usuario
from partidas.consultas import partida as consultas
from partidas.dominio import fragmentos
from partidas.dominio.cerrojos import ID
from partidas.dominio.errores import ClaveReutilizada, NoExiste, NoPermitido, NoProcede
from partidas.models import Escena, Mensaje, Partida
from partidas.politica import Lector, lector, lector_en

if TYPE_CHECKING:
    from cuentas.guarda import Actor
    from partidas.miradas import Mirada

_registro = logging.getLogger("hilo.denegado")

P = ParamSpec("P")
Vista = Callable[Concatenate[HttpRequest, P], HttpResponse]


def actor(request: HttpRequest) -> Actor:
    """Return through whose eyes the page is read: of who asks, or of whom they look as (see `partidas.miradas`)."""
    mirada: Mirada | None = getattr(request, "mirada", None)
    return mirada.actor if mirada is not None and getattr(request, "mira", False) else request.user


def persona(request: HttpRequest) -> Usuario:
    """Return the account that asks, in a view that only accounts reach."""
    usuario = actor(request)
    if not isinstance(usuario, Usuario):
        raise Http404
    return usuario


def obtener_partida(request: HttpRequest, partida_id: str) -> Lector:
    """Return the person in front of the partida; 404 if it is not there or not for them."""
    partida = Partida.objects.visibles_para(actor(request)).filter(publico=partida_id).first()
    if partida is None:
        raise Http404
    return lector(actor(request), partida)


def obtener_escena(request: HttpRequest, partida_id: str, escena_id: str) -> tuple[Lector, Escena]:
    """Return the person and a scene of that very partida; 404 if it is not there or not for them."""
    escena = consultas.escena(actor(request), partida_id, escena_id)
    if escena is None:
        raise Http404
    return lector_en(actor(request), escena), escena


def al_lado(request: HttpRequest) -> HttpResponse:
    """Send on from a page whose message is not there to the one at the neighbour that its link named.

    Raises Http404 without one. Nothing is looked up: hidden and invented go the same way, and so do neighbours.
    """
    junto, clave = request.GET.get("junto", ""), "desde" if request.GET.get("desde") else "hasta"
    if not ID.fullmatch(junto):
        raise Http404
    return redirect(f"{request.path}?{clave}={junto}")


def lo_dicho(mensaje: Mensaje) -> str:
    """Return the whole text of a turn, its private fragments in place, for who may read all of it."""
    return fragmentos.fuente(mensaje, fragmentos.vigentes(mensaje))


def con_errores(vista: Vista[P]) -> Vista[P]:
    """Turn what a verb refuses into its page.

    404 for what is not there, 403 with the reason, 409 for a used key or for what no longer applies. What is denied
    to a POST before any verb leaves its line of ids in the log too.
    """

    @functools.wraps(vista)
    def envuelta(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return vista(request, *args, **kwargs)
        except Http404:
            _anotar_denegado(request, 404, None)
            raise
        except NoExiste as error:
            _anotar_denegado(request, 404, error)
            raise Http404 from error
        except NoPermitido as error:
            _anotar_denegado(request, 403, error)
            contexto = {"motivo": error.motivo, "textos": lo_escrito(request)}
            return render(request, "errores/403.html", contexto, status=403)
        except NoProcede as error:
            contexto = {"motivo": error.motivo, "rotulo": _("Eso ya no procede")}
            return render(request, "errores/409.html", contexto, status=409)
        except ClaveReutilizada as error:
            contexto = {
                "tuyo": "\n\n".join(filter(str.strip, (request.POST.get(c, "") for c in ("texto", "notas")))),
                "suyo": lo_dicho(error.mensaje) if error.mensaje.autor_id == request.user.pk else "",
                "enlace": reverse("mensaje", args=[error.mensaje.publico]),
            }
            return render(request, "errores/409.html", contexto, status=409)

    return envuelta


def _anotar_denegado(request: HttpRequest, codigo: int, error: Exception | None) -> None:
    """Leave one line in the log, unless only a page was asked for or the verb has left its own."""
    if request.method != "POST" or getattr(error, "anotado", False) or request.resolver_match is None:
        return
    ids = [valor for valor in request.resolver_match.kwargs.values() if ID.fullmatch(str(valor))]
    quien = getattr(request.user, "publico", "?")
    nombre = request.resolver_match.url_name
    _registro.warning("denegado %d: %s sobre %s por %s", codigo, nombre, " ".join(ids) or "?", quien)
