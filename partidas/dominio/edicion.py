"""Editing what was published: the words alone, with what they replaced kept, never the dice nor the declaration."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from partidas.dominio import actas
from partidas.dominio.cerrojos import con_reintentos
from partidas.dominio.errores import DatoInvalido
from partidas.dominio.moderacion import EnMano, en_mano, exigir, lleva_tiradas
from partidas.models import Acta, Mensaje, Revision
from partidas.models.mensaje import NOTAS_MAXIMO, TEXTO_MAXIMO
from partidas.permisos import puede_editar
from partidas.presentacion import marcado

if TYPE_CHECKING:
    from cuentas.models import Usuario


@dataclass
class MensajeCambiado(Exception):
    """Somebody edited the message after the form was opened (409); `mensaje` is as it stands."""

    mensaje: Mensaje


@con_reintentos
def editar(mensaje: Mensaje, *, texto: str, notas: str, version: int, por: Usuario, ahora: datetime) -> bool:
    """Replace the words of a message, keeping what they replace as a revision.

    version: of the message that the form showed. Returns False if the words are already these, whatever the version.
    Raises NoExiste, NoPermitido, DatoInvalido, MensajeCambiado.
    """
    with en_mano(mensaje, por=por) as mano:
        exigir(puede_editar(mano.quien, mano.escena, mano.mensaje))
        fila = mano.mensaje
        _comprobar(fila, texto, notas)
        if (fila.texto, fila.notas) == (texto, notas):
            return False
        if fila.version != version:
            raise MensajeCambiado(fila)
        _guardar_revision(mano)
        fila.texto, fila.notas = texto, notas
        fila.html, fila.notas_html = marcado.render(texto).html, marcado.render(notas).html
        fila.html_version, fila.version, fila.editado = marcado.VERSION, fila.version + 1, ahora
        fila.save(
            update_fields=["texto", "notas", "html", "notas_html", "html_version", "version", "editado"],
        )
        actas.anotar(mano.partida, Acta.Verbo.EDITAR, fila, por=por, ahora=ahora, datos={"version": fila.version})
    return True


def _comprobar(mensaje: Mensaje, texto: str, notas: str) -> None:
    if len(texto) > TEXTO_MAXIMO:
        raise DatoInvalido("texto", _("El texto es demasiado largo: caben 60 000 caracteres."))
    if len(notas) > NOTAS_MAXIMO:
        raise DatoInvalido("notas", _("Las notas son demasiado largas: caben 20 000 caracteres."))
    if not (texto.strip() or notas.strip() or lleva_tiradas(mensaje)):
        raise DatoInvalido("texto", _("No lo dejes vacío: si sobra, bórralo."))


def _guardar_revision(mano: EnMano) -> None:
    """Keep the words that go, with who wrote them and when: the last editor, or the author."""
    fila = mano.mensaje
    ultima = actas.ultima(mano.partida, fila, Acta.Verbo.EDITAR)
    Revision.objects.sin_filtrar("keep what an edit replaces").create(
        mensaje=fila,
        version=fila.version,
        texto=fila.texto,
        notas=fila.notas,
        por_id=ultima.por_id if ultima is not None else fila.autor_id,
        cuando=fila.editado or fila.publicado or fila.creado,
    )
