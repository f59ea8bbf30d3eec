"""«Tirar ahora»: a roll whose words are still being written, on a turn in progress that has no place yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext as _

from partidas.dominio import buzon, lotes, turnos
from partidas.dominio import tiradas as rodar
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.eleccion import accion_de
from partidas.dominio.errores import ClaveReutilizada, DatoInvalido, NoExiste, NoPermitido
from partidas.dominio.lances import Mano
from partidas.models import Escena, Mensaje, Tirada
from partidas.ofertas import palabra_de
from partidas.politica import Lector, lector, puede_tirar

if TYPE_CHECKING:
    from cuentas.models import Usuario


@dataclass(frozen=True, slots=True)
class OrdenTirar:
    """One roll of one editor. turno: its key, voice and audience; its words are not looked at.

    clave: one per roll on show. indice: the place of the roll in the editor, to point at what was refused.
    """

    turno: turnos.OrdenTurno
    tirada: rodar.TiradaDeclarada
    clave: UUID
    indice: int = 0


@con_reintentos
def tirar(escena: Escena, orden: OrdenTirar, *, autor: Usuario, ahora: datetime) -> Tirada:
    """Throw now: the die, the book, the sheets and the turn in progress together or not at all.

    The first roll fixes the voice and the audience of the turn; the next ones hang on the same turn. The same key and
    declaration return the first roll, which is what is returned of a batch; anything else under a used key raises
    ClaveReutilizada.
    Raises NoExiste, NoPermitido, DatoInvalido, TiradaRechazada, SobreCambiado (nothing is written, no die falls).
    """
    with verbo() as cerrojos:
        partida = cerrojos.partida(escena.partida_id)
        escena = cerrojos.escena(escena.pk)
        if (hecha := _ya_hecha(orden, autor)) is not None:
            return hecha
        en_curso = turnos.buscar_turno(orden.turno, escena, autor)
        if en_curso is not None and en_curso.estado != Mensaje.Estado.EN_CURSO:
            raise ClaveReutilizada(en_curso)
        if not Escena.objects.visibles_para(autor).filter(pk=escena.pk).exists():
            raise NoExiste
        quien = lector(autor, partida)
        _comprobar_permiso(quien, escena)
        mensaje, destinatarios, voz = turnos.preparar_turno(cerrojos, quien, escena, orden.turno, en_curso, ahora)
        unas = lotes.de_una(quien, orden.tirada, voz=voz, clave=orden.clave, indice=orden.indice)
        if not quien.dirige and palabra_de(accion_de(partida, orden.tirada.accion), orden.tirada.datos):
            frase = _("Lo que pide la palabra de la dirección se declara al publicar y espera su respuesta.")
            raise DatoInvalido(f"tirada-{orden.indice}", frase)
        _comprobar_que_cabe(mensaje)
        personajes, libro = turnos.cerrar_para_tirar(cerrojos, partida, escena, mensaje, unas)
        assert libro is not None  # noqa: S101 - for the type checker: there is one roll
        if en_curso is None:
            mensaje.save(force_insert=True)
            turnos.anotar_destinatarios(mensaje, destinatarios)
        mano = Mano(mensaje=mensaje, partida=partida, libro=libro, autor=autor, ahora=ahora, clave=orden.clave)
        tirada = rodar.resolver(mano, unas=unas, personajes=personajes)[0]
        libro.rotar_si_toca(ahora=ahora)
        buzon.anotar("tirado", partida=partida, escena=escena, mensaje=mensaje, tirada=tirada, actor=autor, ahora=ahora)
    return tirada


def _ya_hecha(orden: OrdenTirar, autor: Usuario) -> Tirada | None:
    filas = Tirada.objects.sin_filtrar("idempotency: own key").select_related("mensaje")
    hecha = filas.filter(autor=autor, clave=orden.clave).first()
    if hecha is None:
        return None
    if not lotes.es_la_misma(hecha, orden.tirada, orden.clave) or hecha.mensaje.clave != orden.turno.clave:
        raise ClaveReutilizada(hecha.mensaje)
    return hecha


def _comprobar_permiso(quien: Lector, escena: Escena) -> None:
    if quien.partida.solo_al_publicar:
        raise NoPermitido(_("En esta partida las tiradas se hacen al publicar."))
    permiso = puede_tirar(quien, escena)
    if not permiso:
        raise NoPermitido(permiso.motivo)


def _comprobar_que_cabe(mensaje: Mensaje) -> None:
    if mensaje._state.adding:
        return
    if lotes.declaradas(mensaje) >= rodar.TIRADAS_MAXIMO:
        raise DatoInvalido("tiradas", _("Caben cinco tiradas en un mensaje."))
