"""A partida as a whole: opened, described, moved through its states."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from partidas import jornadas
from partidas.dominio import actas, buzon, debidas, peticiones, plazos, ronda
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.models import Acta, Escena, Participante, Partida
from partidas.permisos import solo_direccion
from partidas.politica import lector
from reglas import libro

if TYPE_CHECKING:
    from cuentas.models import Usuario


@dataclass(frozen=True, slots=True)
class DatosPartida:
    """What the form of a partida asks for; values are the models' own choices."""

    titulo: str
    sistema: str
    premisa: str = ""
    acceso: str = Partida.Acceso.PRIVADA
    admite: bool = False
    ingreso: str = Partida.Ingreso.LIBRE
    zona: str = "Europe/Madrid"
    solo_al_publicar: bool = False
    renovacion: str = Partida.Renovacion.A_MANO
    ventana_edicion: int = Partida.Ventana.SIEMPRE


CAMPOS = tuple(campo.name for campo in fields(DatosPartida) if campo.name != "sistema")
PROSA = ("titulo", "premisa")


@dataclass
class PartidaCambiada(Exception):
    """Somebody changed the partida after the form was opened (409); `partida` is as it stands."""

    partida: Partida


@con_reintentos
def crear(datos: DatosPartida, *, direccion: Usuario, ahora: datetime) -> Partida:
    """Open a partida directed by `direccion`, with its two books of rolls and an out-of-character scene."""
    with verbo():
        nueva = Partida(zona=datos.zona)
        partida = Partida.objects.sin_filtrar("open a partida").create(
            titulo=datos.titulo,
            slug=slugify(datos.titulo)[:80],
            premisa=datos.premisa,
            sistema=datos.sistema,
            estado=Partida.Estado.EN_JUEGO,
            acceso=datos.acceso,
            admite=datos.admite,
            ingreso=datos.ingreso,
            zona=datos.zona,
            solo_al_publicar=datos.solo_al_publicar,
            renovacion=datos.renovacion,
            ventana_edicion=datos.ventana_edicion,
            ultima_jornada=jornadas.al_empezar(jornadas.calendario(nueva), ahora),
            creada=ahora,
        )
        Participante.objects.sin_filtrar("seat the direction").create(
            partida=partida, usuario=direccion, papel=Participante.Papel.DIRECCION, desde=ahora
        )
        libro.abrir_libros(partida.publico, ahora=ahora)
        Escena.objects.sin_filtrar("first scenes of a partida").create(
            partida=partida,
            titulo=_("Fuera de personaje"),
            tipo=Escena.Tipo.FUERA,
            posicion=1,
            creada=ahora,
        )
        buzon.anotar("partida_creada", partida=partida, actor=direccion, ahora=ahora)
    return partida


@con_reintentos
def cambiar(partida: Partida, datos: DatosPartida, *, version: int, por: Usuario, ahora: datetime) -> bool:
    """Change what the partida says of itself and who may read or join it; its system stays.

    version: of the partida that the form showed. Returns False if it already says so, whatever the version. The record
    keeps which fields changed and, but for prose, from what to what. Raises NoExiste, NoPermitido, PartidaCambiada.
    """
    with verbo() as cerrojos:
        fila = cerrojos.partida(partida.pk)
        _exigir_direccion(fila, por)
        antes = {campo: getattr(fila, campo) for campo in CAMPOS}
        cambian = [campo for campo in CAMPOS if antes[campo] != getattr(datos, campo)]
        if not cambian:
            return False
        if fila.version != version:
            raise PartidaCambiada(fila)
        for campo in cambian:
            setattr(fila, campo, getattr(datos, campo))
        fila.slug, fila.version = slugify(datos.titulo)[:80], fila.version + 1
        fila.save(update_fields=[*cambian, "slug", "version"])
        hechos = {campo: [antes[campo], getattr(datos, campo)] for campo in cambian if campo not in PROSA}
        actas.anotar(fila, Acta.Verbo.CAMBIAR, fila, por=por, ahora=ahora, datos={"cambian": cambian} | hechos)
    partida.refresh_from_db()
    return True


Estado = Partida.Estado
VIVAS = (Estado.PREPARACION, Estado.EN_JUEGO, Estado.PAUSADA)


@con_reintentos
def pausar(partida: Partida, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Stop the count of days; turns go on without dice. Returns False if it was not in play."""
    return _pasar(partida, Acta.Verbo.PAUSAR, (Estado.EN_JUEGO,), Estado.PAUSADA, por=por, ahora=ahora, motivo=motivo)


@con_reintentos
def reanudar(partida: Partida, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Count days again from today, without closing those of the pause; returns False if it was in play."""
    desde = (Estado.PAUSADA, Estado.PREPARACION)
    return _pasar(partida, Acta.Verbo.REANUDAR, desde, Estado.EN_JUEGO, por=por, ahora=ahora, motivo=motivo)


@con_reintentos
def finalizar(partida: Partida, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Say that the story is over: it is read, no longer written. Returns False if that was already said."""
    desde = (*VIVAS, Estado.ARCHIVADA)
    return _pasar(partida, Acta.Verbo.FINALIZAR, desde, Estado.FINALIZADA, por=por, ahora=ahora, motivo=motivo)


@con_reintentos
def archivar(partida: Partida, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Put it away: read by the audience that it had, and nobody else. Returns False if it was archived."""
    desde = (*VIVAS, Estado.FINALIZADA)
    return _pasar(partida, Acta.Verbo.ARCHIVAR, desde, Estado.ARCHIVADA, por=por, ahora=ahora, motivo=motivo)


@con_reintentos
def reabrir(partida: Partida, *, por: Usuario, ahora: datetime, motivo: str = "") -> bool:
    """Bring a finished or archived partida back to the state in which it was last alive. False if it was alive."""
    hasta = _ultima_viva(partida)
    desde = (Estado.FINALIZADA, Estado.ARCHIVADA)
    return _pasar(partida, Acta.Verbo.REABRIR, desde, hasta, por=por, ahora=ahora, motivo=motivo)


def _exigir_direccion(partida: Partida, por: Usuario) -> None:
    """Raise NoExiste for whom the partida is not there, NoPermitido for who does not direct it."""
    if not Partida.objects.visibles_para(por).filter(pk=partida.pk).exists():
        raise NoExiste
    permiso = solo_direccion(lector(por, partida))
    if not permiso:
        raise NoPermitido(permiso.motivo)


def _ultima_viva(partida: Partida) -> str:
    filas = actas.de(partida, partida).filter(verbo__in=[Acta.Verbo.FINALIZAR, Acta.Verbo.ARCHIVAR])
    antes = [acta.datos["antes"] for acta in filas.order_by("-pk")]
    return next((estado for estado in antes if estado in VIVAS), Estado.PAUSADA)


def _pasar(
    partida: Partida,
    que: Acta.Verbo,
    desde: tuple[str, ...],
    hasta: str,
    *,
    por: Usuario,
    ahora: datetime,
    motivo: str,
) -> bool:
    """Move the partida between states, once; whoever cannot see it does not learn that it is there."""
    with verbo() as cerrojos:
        fila = cerrojos.partida(partida.pk)
        _exigir_direccion(fila, por)
        if fila.estado not in desde:
            return False
        datos: dict[str, Any] = {"antes": fila.estado, "despues": hasta}
        fila.estado = hasta
        if hasta == Estado.EN_JUEGO:
            fila.ultima_jornada = jornadas.al_empezar(jornadas.calendario(fila), ahora)
        fila.save(update_fields=["estado", "ultima_jornada"])
        if hasta not in VIVAS:
            peticiones.cerrar(por, _("La partida se cerró antes."), ahora, mensaje__escena__partida=fila)
            debidas.cerrar_partida(fila, por, ahora=ahora)
        if hasta == Estado.EN_JUEGO:
            plazos.mover_al_reanudar(fila, ahora)
            debidas.mover_al_reanudar(fila, ahora)
        ronda.cuadrar_partida(fila, ahora=ahora, actor=por)
        motivo = actas.razon(motivo, obligatoria=False)
        actas.anotar(fila, que, fila, por=por, ahora=ahora, motivo=motivo, datos=datos)
    partida.refresh_from_db()
    return True
