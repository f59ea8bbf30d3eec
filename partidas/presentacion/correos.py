"""Mails in words: one for each notice, and that of the hour, in the language and the zone of who gets them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.correo import Carta
from cuentas.caminos import enlace_del_sitio
from cuentas.intermedio import zona_de
from partidas.presentacion import marcado
from partidas.presentacion.marcado.llano import recortar

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from partidas.models import Aviso
    from partidas.presentacion.avisos import Dicho

PREFIJO = "[Hilo y Dado] "
ASUNTO_MAXIMO = 150
TEXTO_MAXIMO = 3000


@contextmanager
def en_su_idioma(usuario: Usuario) -> Iterator[None]:
    """Speak as the person reads, whoever does the job."""
    with translation.override(usuario.idioma), timezone.override(zona_de(usuario.zona)):
        yield


def palabras(texto: str) -> str:
    """Return the words of a turn for a mail: no markup, spoilers folded."""
    return marcado.texto_plano(texto, TEXTO_MAXIMO)


def de_aviso(aviso: Aviso, dicho: Dicho, *, a: str, baja: str, texto: str = "") -> Carta:
    """Return the mail of one notice. a: the address. baja: where to leave. texto: words of the turn, if wanted."""
    contexto = {
        "frase": dicho.frase,
        "partida": dicho.partida if dicho.escena else "",
        "cuando": dicho.cuando,
        "enlace": enlace_del_sitio(dicho.enlace),
        "texto": texto,
    }
    hilo = f"escena.{aviso.escena.publico}" if aviso.escena is not None else f"partida.{aviso.partida.publico}"
    return _carta(
        aviso.usuario,
        dicho.frase,
        contexto,
        a=a,
        baja=baja,
        numero=aviso.publico,
        hilo=hilo,
        lista=f"{aviso.partida.publico}.partida",
    )


def de_resumen(usuario: Usuario, cuantos: int, *, hora: str, a: str, baja: str) -> Carta:
    """Return the mail that says how many notices had none. hora: which hour's, so that it is the same mail again."""
    frase = ngettext("Tienes %(n)s aviso más", "Tienes %(n)s avisos más", cuantos) % {"n": cuantos}
    contexto = {"frase": frase, "enlace": enlace_del_sitio(reverse("avisos")), "de_la_hora": True}
    numero = f"resumen.{usuario.publico}.{hora.replace(':', '')}"
    return _carta(usuario, frase, contexto, a=a, baja=baja, numero=numero, hilo="resumen", lista="avisos")


def _carta(
    usuario: Usuario,
    frase: str,
    contexto: dict[str, object],
    *,
    a: str,
    baja: str,
    numero: str,
    hilo: str,
    lista: str,
) -> Carta:
    maquina = urlsplit(settings.SITIO_URL).hostname
    contexto |= {
        "baja": baja,
        "ajustes": enlace_del_sitio(reverse("cuentas:ajustes_correo")),
        "idioma": usuario.idioma,
        "asunto": _("Aviso de Hilo y Dado"),
    }
    carta = Carta(
        subject=PREFIJO + recortar(" ".join(frase.split()), ASUNTO_MAXIMO),
        body=render_to_string("correo/aviso.txt", contexto),
        to=[a],
        headers={
            "Message-ID": f"<{numero}@{maquina}>",
            "In-Reply-To": f"<{hilo}@{maquina}>",
            "References": f"<{hilo}@{maquina}>",
            "List-Id": f"<{lista}.{maquina}>",
            "List-Unsubscribe": f"<{baja}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    carta.attach_alternative(render_to_string("correo/aviso.html", contexto), "text/html")
    carta.persona = usuario.publico
    return carta
