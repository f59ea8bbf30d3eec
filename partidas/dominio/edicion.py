"""Editing what was published: the words, and who speaks while no dice hang on it, with what they replaced kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils.translation import gettext as _

from partidas.dominio import actas
from partidas.dominio.cerrojos import con_reintentos
from partidas.dominio.errores import DatoInvalido
from partidas.dominio.moderacion import EnMano, en_mano, exigir, lleva_tiradas
from partidas.dominio.turnos import clase_y_nombre, elegir_voz
from partidas.models import Acta, Escena, Mensaje, Reparto, Revision
from partidas.models.mensaje import NOTAS_MAXIMO, TEXTO_MAXIMO
from partidas.permisos import puede_editar
from partidas.politica import lector
from partidas.presentacion import marcado
from personajes.models import Personaje

if TYPE_CHECKING:
    from cuentas.models import Usuario


@dataclass
class MensajeCambiado(Exception):
    """Somebody edited the message after the form was opened (409); `mensaje` is as it stands."""

    mensaje: Mensaje


@con_reintentos
def editar(
    mensaje: Mensaje,
    *,
    texto: str,
    notas: str,
    version: int,
    por: Usuario,
    ahora: datetime,
    personaje: str | None = None,
) -> bool:
    """Replace the words of a message, and its voice if one is named, keeping what they replace as a revision.

    version: of the message that the form showed. personaje: public id of another of its author's voices, empty for the
    author's own, None for no change; it is refused once dice hang on the message (D-07). Returns False if all of it is
    already so, whatever the version. Raises NoExiste, NoPermitido, DatoInvalido, MensajeCambiado.
    """
    with en_mano(mensaje, por=por) as mano:
        exigir(puede_editar(mano.quien, mano.escena, mano.mensaje, ahora=ahora))
        fila = mano.mensaje
        _comprobar(fila, texto, notas)
        cambio = _otra_voz(mano, personaje)
        if (fila.texto, fila.notas) == (texto, notas) and not cambio:
            return False
        if fila.version != version:
            raise MensajeCambiado(fila)
        _guardar_revision(mano)
        for campo, valor in cambio.items():
            setattr(fila, campo, valor)
        fila.texto, fila.notas = texto, notas
        fila.html, fila.notas_html = marcado.render(texto).html, marcado.render(notas).html
        fila.html_version, fila.version, fila.editado = marcado.VERSION, fila.version + 1, ahora
        fila.save(
            update_fields=["texto", "notas", "html", "notas_html", "html_version", "version", "editado", *cambio],
        )
        actas.anotar(mano.partida, Acta.Verbo.EDITAR, fila, por=por, ahora=ahora, datos={"version": fila.version})
    return True


def voces(mensaje: Mensaje) -> list[Reparto | None]:
    """Return who its author may speak as, None for themselves; none to choose from once dice hang on it."""
    if mensaje.autor is None or lleva_tiradas(mensaje):
        return []
    quien = lector(mensaje.autor, mensaje.escena.partida)
    filas = Reparto.objects.visibles_para(quien.usuario).filter(
        partida=quien.partida, hasta__isnull=True, personaje__estado=Personaje.Estado.ACTIVO
    )
    de_quien = Q(usuario=mensaje.autor)
    if quien.dirige:
        de_quien |= Q(personaje__clase=Personaje.Clase.PNJ)
    suyas = filas.filter(de_quien).select_related("personaje").order_by("personaje__nombre", "pk")
    propia: list[Reparto | None] = [None] if quien.dirige or mensaje.escena.tipo == Escena.Tipo.FUERA else []
    return [*propia, *suyas]


def _otra_voz(mano: EnMano, personaje: str | None) -> dict[str, Any]:
    """Return the fields of the message that another voice changes; none if it is already that."""
    fila = mano.mensaje
    actual = fila.personaje.publico if fila.personaje else ""
    if personaje is None or personaje == actual or fila.autor is None:
        return {}
    if lleva_tiradas(fila):
        raise DatoInvalido("personaje", _("Lleva tiradas: quien habla ya no cambia."))
    quien = lector(fila.autor, mano.partida)
    voz = elegir_voz(quien, mano.escena, personaje)
    clase, nombre = clase_y_nombre(quien, voz)
    return {"personaje": voz.personaje if voz else None, "voz": clase, "nombre_voz": nombre}


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
        nombre_voz="" if fila.voz == Mensaje.Voz.PERSONA else fila.nombre_voz,
        por_id=ultima.por_id if ultima is not None else fila.autor_id,
        cuando=fila.editado or fila.publicado or fila.creado,
    )
