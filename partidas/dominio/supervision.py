"""The site's staff looking at a partida that is not theirs: with a reason, for an hour, and told to its direction."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from partidas.dominio import actas
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.models import AccesoDeModeracion, Acta, Participante, Partida

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.models import Usuario

DURA = timedelta(minutes=60)
DE_OTRA_PERSONA = _("Tienes o has tenido plaza en esta partida: que la mire otra persona del equipo.")


def buscar(publico: str, *, por: Usuario) -> Partida:
    """Return the partida of an address for the staff, who need not be able to read it; raises NoExiste."""
    partida = Partida.objects.sin_filtrar("the staff asks to read it").filter(publico=publico).first()
    if partida is None or not por.is_staff:
        raise NoExiste
    return partida


def es_parte(partida: Partida, usuario: Usuario) -> bool:
    """Tell whether the person has or had a seat there: who was put out does not come back in by this door."""
    plazas = Participante.objects.sin_filtrar("has the staff had a seat here")
    return plazas.filter(partida=partida, usuario=usuario).exists()


def abierto(partida: Partida, *, de: Usuario, ahora: datetime) -> AccesoDeModeracion | None:
    """Return the access that the person has now, if they are of the staff and have one."""
    return _abiertos(partida, de, ahora).first() if de.is_staff else None


def _abiertos(partida: Partida, de: Usuario, ahora: datetime) -> QuerySet[AccesoDeModeracion]:
    filas = AccesoDeModeracion.objects.sin_filtrar("access of the staff that goes on")
    return filas.filter(partida=partida, usuario=de, hasta__gt=ahora).order_by("pk")


@con_reintentos
def entrar(partida: Partida, *, motivo: str, por: Usuario, ahora: datetime) -> AccesoDeModeracion:
    """Let the person read the partida for an hour. While it lasts, asking again changes nothing (S-24).

    Raises NoExiste (not of the staff), NoPermitido (who has or had a seat there is a party), DatoInvalido (no reason).
    """
    if not por.is_staff:
        raise NoExiste
    with verbo() as cerrojos:
        fila = cerrojos.partida(partida.pk)
        if es_parte(fila, por):
            raise NoPermitido(DE_OTRA_PERSONA)
        ya = abierto(fila, de=por, ahora=ahora)
        if ya is not None:
            return ya
        motivo = actas.razon(motivo)
        acceso = AccesoDeModeracion.objects.sin_filtrar("the staff begins to read").create(
            partida=fila, usuario=por, motivo=motivo, desde=ahora, hasta=ahora + DURA
        )
        datos = {"hasta": acceso.hasta.isoformat()}
        actas.anotar(fila, Acta.Verbo.ENTRAR_EQUIPO, fila, por=por, ahora=ahora, motivo=motivo, datos=datos)
    return acceso


@con_reintentos
def salir(partida: Partida, *, por: Usuario, ahora: datetime) -> bool:
    """End the person's access now; returns False if it had ended. Raises NoExiste (not of the staff)."""
    if not por.is_staff:
        raise NoExiste
    with verbo() as cerrojos:
        fila = cerrojos.partida(partida.pk)
        if not _abiertos(fila, por, ahora).update(hasta=ahora):
            return False
        actas.anotar(fila, Acta.Verbo.SALIR_EQUIPO, fila, por=por, ahora=ahora)
    return True
