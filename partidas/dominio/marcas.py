"""How far a person has read, moved by them alone and never by looking: forwards, back, and undone.

No verb here takes the partida's lock: readers are many. Each locks the person's own marker, so that their two devices
take turns. A message is decided in one statement, so that whoever moderates meanwhile comes either before or after.
Every verb that changes something returns its `lote`, by which it is undone; "" when there was nothing to change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import F, Q
from django.utils.translation import gettext as _

from cuentas.identificador import nuevo_publico
from partidas.consultas import marcas as consultas
from partidas.dominio.cerrojos import con_reintentos, verbo
from partidas.dominio.errores import NoExiste, NoPermitido
from partidas.models import Acta, Escena, Marca, Mensaje, Partida, Saltado, Visto
from partidas.models.visibilidad import lee_mensaje
from partidas.politica import lector

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.models import Usuario

V = Acta.Verbo
AMPLIAN = (V.MOSTRAR, V.RESTAURAR, V.LECTORES, V.DEVOLVER)
"""The acts after which somebody may read a message that their page did not show."""
TANDA = 500


@con_reintentos
def leer_hasta(mensaje: Mensaje, *, por: Usuario, ahora: datetime, abierto: datetime | None = None) -> str:
    """Move the marker of the scene to that turn, if it was behind: what the person reads up to there is read.

    abierto: when the page was made; what somebody brought back since then was not on it, and stays unread. Nothing
    moves if the person has another role since. Raises NoExiste, NoPermitido (no seat).
    """
    with verbo():
        escena = _escena(mensaje, por)
        if abierto is not None and _tiene_otro_papel(escena, por, abierto):
            return ""
        return _avanzar(escena, mensaje.orden or 0, por=por, ahora=ahora, abierto=abierto, lote=nuevo_publico())


@con_reintentos
def no_leido_desde(mensaje: Mensaje, *, por: Usuario, ahora: datetime) -> str:
    """Move the marker back to just before that turn; nothing to do if it was there. Raises NoExiste, NoPermitido."""
    with verbo():
        marca = _tomar(_escena(mensaje, por), por, ahora)
        orden = mensaje.orden or 0
        if orden == 0 or marca.hasta < orden:
            return ""
        marca.antes, marca.hasta, marca.lote = marca.hasta, orden - 1, nuevo_publico()
        marca.save(update_fields=["antes", "hasta", "lote"])
    return marca.lote


@con_reintentos
def ver_todo(partidas: Iterable[Partida], *, por: Usuario, ahora: datetime, abierto: datetime | None = None) -> str:
    """Take everything in those partidas as read and seen, up to when the page was made (now, if it is not said).

    Those in which they have no seat are passed over.
    """
    hasta, lote, hecho = min(abierto or ahora, ahora), nuevo_publico(), False
    with verbo():
        for partida in partidas:
            if not lector(por, partida).participa:
                continue
            if abierto is not None and _tiene_otro_papel(Escena(partida=partida), por, abierto):
                continue
            for escena in consultas.con_novedades(por, Escena.objects.visibles_para(por).filter(partida=partida)):
                publicados = Mensaje.objects.visibles_para(por).filter(escena=escena, publicado__lte=hasta)
                ultimo = publicados.order_by("-orden").values_list("orden", flat=True).first()
                if ultimo:
                    cambio = _avanzar(escena, ultimo, por=por, ahora=ahora, abierto=abierto, lote=lote)
                    hecho = bool(cambio) or hecho
            hecho = _ver(partida, por, hasta, lote) or hecho
    return lote if hecho else ""


@con_reintentos
def deshacer(lote: str, *, por: Usuario) -> bool:
    """Put back every marker that an act moved and that has not moved since; returns whether there was any."""
    if not lote:
        return False
    with verbo():
        suyas = {"usuario": por, "lote": lote}
        n = Marca.objects.sin_filtrar(PROPIA).filter(**suyas).update(hasta=F("antes"), lote="")
        n += Saltado.objects.sin_filtrar(PROPIA).filter(**suyas).update(lote="")
        for visto in Visto.objects.sin_filtrar(PROPIA).filter(**suyas):
            n += 1
            if visto.antes is None:
                visto.delete()
                continue
            visto.hasta, visto.lote = visto.antes, ""
            visto.save(update_fields=["hasta", "lote"])
    return n > 0


PROPIA = "move one's own markers"


def _ver(partida: Partida, por: Usuario, hasta: datetime, lote: str) -> bool:
    """Say that the person has seen what happened up to then; never moves back."""
    vistos = Visto.objects.sin_filtrar(PROPIA)
    fila, nueva = vistos.select_for_update(no_key=True, of=("self",)).get_or_create(
        usuario=por, partida=partida, defaults={"hasta": hasta, "lote": lote}
    )
    if nueva or fila.hasta >= hasta:
        return nueva
    fila.antes, fila.hasta, fila.lote = fila.hasta, hasta, lote
    fila.save(update_fields=["antes", "hasta", "lote"])
    return True


def _escena(mensaje: Mensaje, por: Usuario) -> Escena:
    """Return the scene of a turn that the person has in their thread, and where they have a seat."""
    fila = Mensaje.objects.en_hilo_de(por).filter(pk=mensaje.pk).values_list("escena", "orden").first()
    escena = Escena.objects.visibles_para(por).filter(pk=fila[0]).select_related("partida").first() if fila else None
    if escena is None or fila is None:
        raise NoExiste
    mensaje.orden = fila[1]
    if not lector(por, escena.partida).participa:
        raise NoPermitido(_("Lo leído se apunta a quien tiene plaza en la partida."))
    return escena


def _tiene_otro_papel(escena: Escena, por: Usuario, desde: datetime) -> bool:
    """Tell whether who the person is in the partida has changed since: the page was that of another reader."""
    actas = Acta.objects.sin_filtrar("what changed since a page was made").filter(
        partida=escena.partida_id, clase=Acta.Clase.PLAZA, objeto=por.publico, verbo=V.CAMBIAR_PAPEL, cuando__gte=desde
    )
    return actas.exists()


def _tomar(escena: Escena, por: Usuario, ahora: datetime) -> Marca:
    """Lock the person's marker of the scene, made now if it is the first time."""
    marcas = Marca.objects.sin_filtrar(PROPIA)
    marcas.bulk_create([Marca(usuario=por, escena=escena, cuando=ahora)], ignore_conflicts=True)
    return marcas.select_for_update(no_key=True, of=("self",)).get(usuario=por, escena=escena)


def _avanzar(escena: Escena, orden: int, *, por: Usuario, ahora: datetime, abierto: datetime | None, lote: str) -> str:
    """Move one marker forward and keep what it passed over unread; see `leer_hasta`."""
    marca = _tomar(escena, por, ahora)
    saltados = Saltado.objects.sin_filtrar(PROPIA).filter(usuario=por, escena=escena)
    pendientes = saltados.filter(lote="", mensaje__escena=escena)
    recientes = _traidos_desde(escena, abierto or ahora) if abierto is not None else None
    fuera: list[int] = []
    if orden > marca.hasta:
        paso = {"orden__gt": marca.hasta, "orden__lte": orden}
        fuera = [*_ausentes(escena, marca.hasta, orden), *_no_vistos(escena, por, paso, recientes)]
    leidos = pendientes.filter(
        lee_mensaje(por, "mensaje__"), mensaje__orden__lte=min(orden, marca.hasta), mensaje__orden__isnull=False
    )
    if recientes is not None:
        leidos = leidos.exclude(mensaje__publico__in=recientes)
    de_paso = pendientes.filter(mensaje__orden__gt=marca.hasta, mensaje__orden__lte=orden).exclude(mensaje__in=fuera)
    cuantos = _leer(leidos, lote) + _leer(de_paso, lote)
    if orden <= marca.hasta and not cuantos:
        return ""
    Saltado.objects.sin_filtrar(PROPIA).bulk_create(
        (Saltado(usuario=por, escena=escena, mensaje_id=pk) for pk in fuera), batch_size=TANDA, ignore_conflicts=True
    )
    saltados.exclude(lote__in=["", lote]).delete()
    marca.antes, marca.hasta, marca.lote, marca.cuando = marca.hasta, max(orden, marca.hasta), lote, ahora
    marca.save(update_fields=["antes", "hasta", "lote", "cuando"])
    return lote


def _leer(filas: QuerySet[Saltado], lote: str) -> int:
    """Take those as read; by their keys, because an UPDATE may not join."""
    pks = list(filas.values_list("pk", flat=True))
    for n in range(0, len(pks), TANDA):
        Saltado.objects.sin_filtrar(PROPIA).filter(pk__in=pks[n : n + TANDA]).update(lote=lote)
    return len(pks)


def _traidos_desde(escena: Escena, cuando: datetime) -> QuerySet[Acta, Any]:
    """Return, as a subquery, the public ids of what was brought back to somebody since then."""
    actas = Acta.objects.sin_filtrar("what changed since a page was made").filter(
        partida=escena.partida_id, clase=Acta.Clase.MENSAJE, verbo__in=AMPLIAN, cuando__gte=cuando
    )
    return actas.values("objeto")


def _no_vistos(escena: Escena, por: Usuario, paso: dict[str, int], recientes: QuerySet[Acta, Any] | None) -> list[int]:
    """Return what the person does not read, or was brought back after their page was made, in those places."""
    no_vistos = ~lee_mensaje(por)
    if recientes is not None:
        no_vistos |= Q(publico__in=recientes)
    filas = Mensaje.objects.sin_filtrar("what a marker passes over").filter(no_vistos, escena=escena, **paso)
    return list(filas.values_list("pk", flat=True))


def _ausentes(escena: Escena, desde: int, hasta: int) -> Sequence[int]:
    """Return the turns that were moved away from those places of the scene, and could be put back in them."""
    actas = Acta.objects.sin_filtrar("what a marker passes over").filter(
        partida=escena.partida_id,
        verbo=V.MOVER,
        datos__de=escena.publico,
        datos__orden__gt=desde,
        datos__orden__lte=hasta,
    )
    idos = list(actas.values_list("objeto", flat=True))
    if not idos:
        return []
    filas = Mensaje.objects.sin_filtrar("what a marker passes over").filter(publico__in=idos)
    return list(filas.exclude(escena=escena).values_list("pk", flat=True))
