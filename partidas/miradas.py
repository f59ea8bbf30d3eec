"""«Ver como…»: whoever directs looks at their partida through another's eyes, and nothing can be done meanwhile.

The session keeps of whose; each request asks again whether the person still directs and the other is still there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from cuentas.guarda import con_testigo
from cuentas.models import Usuario
from partidas.models import Participante, Partida
from partidas.politica import lector

if TYPE_CHECKING:
    from django.http import HttpRequest

    from cuentas.guarda import Actor

SESION = "ver_como"
VISITANTE, CUENTA = "visitante", "cuenta"
"""Instead of the public id of a member: who has not signed in, and who has an account and no seat."""
NADIE = -1
"""The key of an account that does not exist, which no row names."""


@dataclass(frozen=True, slots=True)
class Mirada:
    """One look: at which partida, as whom. actor: carries its witness, so that every door shows what both may see."""

    partida: Partida
    como: str
    actor: Actor
    nombre: str


def abrir(request: HttpRequest, partida: Partida, como: str) -> Mirada | None:
    """Begin to look at the partida as somebody; None, and nothing changes, for whom it has no seat."""
    mirada = _mirada(request, partida.publico, como)
    if mirada is not None:
        request.session[SESION] = {"partida": partida.publico, "como": como}
    return mirada


def cerrar(request: HttpRequest) -> None:
    """Go back to one's own eyes."""
    request.session.pop(SESION, None)


def actual(request: HttpRequest) -> Mirada | None:
    """Return the look that is on; one that no longer may be ends here."""
    guardado = request.session.get(SESION) if request.user.is_authenticated else None
    if guardado is None:
        return None
    mirada = _mirada(request, guardado["partida"], guardado["como"])
    if mirada is None:
        cerrar(request)
    return mirada


def _mirada(request: HttpRequest, publico: str, como: str) -> Mirada | None:
    testigo = request.user
    partida = Partida.objects.visibles_para(testigo).filter(publico=publico).first()
    if partida is None or not lector(testigo, partida).dirige:
        return None
    if como == VISITANTE:
        return Mirada(partida, como, con_testigo(AnonymousUser(), testigo), _("visitante sin cuenta"))
    if como == CUENTA:
        cualquiera = Usuario(pk=NADIE, publico="", username=_("una cuenta cualquiera"))
        return Mirada(partida, como, con_testigo(cualquiera, testigo), cualquiera.username)
    plazas = Participante.objects.visibles_para(testigo).filter(partida=partida, usuario__publico=como)
    plaza = plazas.exclude(usuario=testigo.pk).select_related("usuario").first()
    if plaza is None:
        return None
    return Mirada(partida, como, con_testigo(plaza.usuario, testigo), str(plaza.usuario))
