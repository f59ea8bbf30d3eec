"""The images of a message that is being edited: put, taken out and described again, in the transaction of the edit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext as _

from partidas.dominio import adjuntos
from partidas.dominio.adjuntos import POR_MENSAJE, Puesto
from partidas.dominio.errores import DatoInvalido
from partidas.models import Adjunto, Mensaje

if TYPE_CHECKING:
    from cuentas.models import Usuario


@dataclass(frozen=True, slots=True)
class OrdenImagenes:
    """What a form of edition says of images; what it does not name stays as it is.

    puestas: those that it shows, of the message or uploaded under its `clave`. quitadas: those of the message that
    it takes out.
    """

    clave: UUID
    puestas: tuple[Puesto, ...] = ()
    quitadas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CambioDeImagenes:
    """What the edit does to them. alts: descriptions, before and after, of those that stay and are described anew."""

    antes: tuple[Adjunto, ...] = ()
    nuevas: tuple[tuple[Adjunto, str], ...] = ()
    quitadas: tuple[Adjunto, ...] = ()
    alts: tuple[tuple[Adjunto, str], ...] = ()

    @property
    def cambia(self) -> bool:
        """Tell whether anything does."""
        return bool(self.nuevas or self.quitadas or self.alts)

    @property
    def pone_o_quita(self) -> bool:
        """Tell whether it is more than words."""
        return bool(self.nuevas or self.quitadas)

    @property
    def textos(self) -> list[tuple[str, str]]:
        """Return the descriptions that change, before and after."""
        return [(fila.alt, alt) for fila, alt in self.alts]

    @property
    def quedan(self) -> list[str]:
        """Return the descriptions that there will be."""
        nuevos = {fila.pk: alt for fila, alt in self.alts}
        fuera = {fila.pk for fila in self.quitadas}
        siguen = [nuevos.get(fila.pk, fila.alt) for fila in self.antes if fila.pk not in fuera]
        return [*siguen, *(alt for _fila, alt in self.nuevas)]

    def foto(self) -> list[list[str]]:
        """Return what the history keeps: those that the message had, with their descriptions."""
        return [[fila.publico, fila.alt] for fila in self.antes]


def preparar(mensaje: Mensaje, orden: OrdenImagenes | None, *, por: Usuario) -> CambioDeImagenes:
    """Compare what the form says with what there is, in the caller's transaction; nothing is written.

    Raises DatoInvalido when one is no longer there, when they do not fit, or a description is too long.
    """
    antes = tuple(adjuntos.de_un_mensaje(mensaje))
    if orden is None:
        return CambioDeImagenes(antes)
    adjuntos.comprobar_descripciones(orden.puestas)
    pedidas = {puesto.publico: puesto.alt.strip() for puesto in orden.puestas}
    quitadas = tuple(fila for fila in antes if fila.publico in orden.quitadas and fila.publico not in pedidas)
    suyas = {fila.publico for fila in antes}
    faltan = [publico for publico in pedidas if publico not in suyas]
    subidas = adjuntos.de_un_editor(por, orden.clave).filter(publico__in=faltan)
    nuevas = tuple((fila, pedidas[fila.publico]) for fila in subidas.select_for_update(of=("self",)))
    if len(nuevas) != len(faltan):
        raise DatoInvalido("adjuntos", _("Una de las imágenes ya no está: mira cuáles quedan y vuelve a guardar."))
    if len(antes) - len(quitadas) + len(nuevas) > POR_MENSAJE:
        raise DatoInvalido("adjuntos", _("Caben diez imágenes en un mensaje."))
    alts = tuple((fila, pedidas[fila.publico]) for fila in antes if pedidas.get(fila.publico, fila.alt) != fila.alt)
    return CambioDeImagenes(antes, nuevas, quitadas, alts)


def aplicar(mensaje: Mensaje, cambio: CambioDeImagenes, *, ahora: datetime) -> None:
    """Write it, once the version that goes has been kept: what is taken out stays for the history."""
    for fila, alt in (*cambio.alts, *cambio.nuevas):
        fila.mensaje, fila.alt = mensaje, alt
        fila.save(update_fields=["mensaje", "alt"])
    for fila in cambio.quitadas:
        fila.retirado = ahora
        fila.save(update_fields=["retirado"])
