"""The bell, filled by the worker: each fact becomes a row of each person whom it concerns and who may know of it then.

Who that is, is asked of the gate before the transaction that writes, and again by whoever reads a row or mails it: what
is narrowed, hidden or left is gone from the bell at once, without any worker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q

from cuentas.identificador import nuevo_publico
from partidas.consultas.avisos import por_leer
from partidas.consultas.quienes import saben
from partidas.dominio import buzon, destinos
from partidas.dominio.cosas import SIGUE, UNA_VEZ, Cosa
from partidas.dominio.rutinas import caducidad, repartidor
from partidas.models import Aviso, ClaseDeAviso, EscenaSilenciada, Mensaje, PreferenciaDeAviso, Suceso
from partidas.models.visibilidad import ve_escena

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.guarda import Actor

C, Correo = ClaseDeAviso, Aviso.Correo
DIAS = 90
"""How long a row stays in the bell."""
VIEJO = timedelta(days=3)
"""A fact that is told later than this is told to nobody: a site that was down does not flood its people."""
CON_CORREO = frozenset({C.TURNO, C.PLAZO, C.EMPUJON, C.PETICION, C.DECISION, C.PLAZA})
"""The kinds that come by mail unless their person says otherwise; all come by the bell."""
MUDAN = ("movido", "devuelto")


@dataclass(frozen=True, slots=True)
class Entrega:
    """One thing for one account. campana, correo: where they want it."""

    usuario: int
    cosa: Cosa
    campana: bool
    correo: bool


def preguntar(suceso: Suceso, ahora: datetime) -> list[Entrega]:
    """Return what is to be told of a fact: as many queries for three people as for sixty."""
    if ahora - suceso.cuando > VIEJO:
        return []
    plazas = destinos.plazas_de(suceso)
    cosas = destinos.de(suceso, plazas)
    if not cosas:
        return []
    personas = plazas.filter(usuario__in=list(cosas))
    conocen = {persona for persona, _suceso in saben(personas.values_list("usuario"), _que_estan, [suceso.pk])}
    pueden = {persona: cosa for persona, cosa in cosas.items() if persona in conocen}
    callados = _callados(pueden)
    gustos = _gustos(suceso, pueden)
    entregas = []
    for persona in sorted(pueden):
        cosa = pueden[persona]
        campana, correo = gustos.get((persona, cosa.clase), (True, cosa.clase in CON_CORREO))
        if (campana or correo) and not ((persona, cosa.escena) in callados and cosa.clase in destinos.EN_SILENCIO):
            entregas.append(Entrega(persona, cosa, campana, correo))
    return entregas


def _que_estan(actor: Actor) -> QuerySet[Suceso]:
    """Return the facts of which the actor may know, and whose scene they read: a row says where."""
    return Suceso.objects.visibles_para(actor).filter(Q(escena__isnull=True) | ve_escena(actor, "escena__"))


def _callados(cosas: Mapping[int, Cosa]) -> set[tuple[int, int | None]]:
    """Return who has muted which of the scenes of what they would be told."""
    filas = EscenaSilenciada.objects.sin_filtrar("deliver what somebody is told").filter(
        usuario__in=list(cosas), escena__in={cosa.escena for cosa in cosas.values() if cosa.escena is not None}
    )
    return set(filas.values_list("usuario", "escena"))


def _gustos(suceso: Suceso, cosas: Mapping[int, Cosa]) -> dict[tuple[int, str], tuple[bool, bool]]:
    """Return what each person chose for each kind: in the partida, else in general; nothing for who chose nothing."""
    filas = PreferenciaDeAviso.objects.sin_filtrar("deliver what somebody is told").filter(
        Q(partida__isnull=True) | Q(partida=suceso.partida_id),
        usuario__in=list(cosas),
        clase__in={cosa.clase for cosa in cosas.values()},
    )
    gustos: dict[tuple[int, str], tuple[bool, bool]] = {}
    for fila in sorted(filas, key=lambda fila: fila.partida_id is not None):
        gustos[fila.usuario_id, fila.clase] = (fila.campana, fila.correo)
    return gustos


def escribir(suceso: Suceso, entregas: Sequence[Entrega], ahora: datetime) -> None:
    """Write the rows, and ask for their mails, inside the transaction that marks the fact as told."""
    if suceso.clase in MUDAN and suceso.mensaje is not None:
        filas = Aviso.objects.sin_filtrar("deliver what somebody is told").filter(mensaje=suceso.mensaje_id)
        filas.update(escena=suceso.mensaje.escena_id)
    if not entregas:
        return
    viejas = _viejas(entregas)
    nuevas, siguen, sobran = [], [], []
    for entrega in entregas:
        vieja = viejas.get((entrega.usuario, entrega.cosa.clave))
        if vieja is not None and entrega.cosa.como == UNA_VEZ:
            continue
        if vieja is not None and entrega.cosa.como == SIGUE and vieja.sigue:  # type: ignore[attr-defined]
            siguen.append(vieja.pk)
            continue
        if vieja is not None:
            sobran.append(vieja.pk)
        nuevas.append(entrega)
    filas = Aviso.objects.sin_filtrar("deliver what somebody is told")
    filas.filter(pk__in=sobran).delete()
    _seguir(siguen, suceso, ahora)
    hechas = filas.bulk_create(
        [_fila(entrega, suceso, ahora) for entrega in nuevas], ignore_conflicts=True, batch_size=500
    )
    correos = {f"correo:{f.publico}": {"aviso": f.publico} for f in hechas if f.correo == Correo.PENDIENTE}
    buzon.encargar_varios("correo", correos, ahora=ahora)


def _viejas(entregas: Sequence[Entrega]) -> dict[tuple[int, str], Aviso]:
    """Lock and return the rows that tell the same already, each with `sigue`: it is still to be read, and stands."""
    claves = {entrega.cosa.clave for entrega in entregas}
    quienes = [entrega.usuario for entrega in entregas]
    filas = Aviso.objects.sin_filtrar("deliver what somebody is told").filter(usuario__in=quienes, clave__in=claves)
    pendientes = set(filas.filter(por_leer()).exclude(correo=Correo.RETIRADO).values_list("pk", flat=True))
    viejas = {}
    for fila in filas.order_by("pk").select_for_update(of=("self",)):
        fila.sigue = fila.pk in pendientes  # type: ignore[attr-defined]
        viejas[fila.usuario_id, fila.clave] = fila
    return viejas


def _seguir(siguen: Sequence[int], suceso: Suceso, ahora: datetime) -> None:
    """Let the rows of messages that are not read yet follow a newer one; their mail is not sent again."""
    mensaje = suceso.mensaje
    if not siguen or mensaje is None:
        return
    antes = Q(mensaje__orden__lt=mensaje.orden) | ~Q(mensaje__estado=Mensaje.Estado.PUBLICADO)
    filas = Aviso.objects.sin_filtrar("deliver what somebody is told")
    detras = list(filas.filter(antes, pk__in=siguen).values_list("pk", flat=True))
    filas.filter(pk__in=detras).update(mensaje=mensaje, escena=mensaje.escena_id, suceso=suceso, creado=ahora)


def _fila(entrega: Entrega, suceso: Suceso, ahora: datetime) -> Aviso:
    cosa = entrega.cosa
    return Aviso(
        publico=nuevo_publico(),
        usuario_id=entrega.usuario,
        clase=cosa.clase,
        clave=cosa.clave,
        partida_id=suceso.partida_id,
        escena_id=cosa.escena,
        mensaje_id=cosa.mensaje,
        fragmento_id=cosa.fragmento,
        pendiente_id=cosa.pendiente,
        suceso=suceso,
        campana=entrega.campana,
        creado=ahora,
        correo=Correo.PENDIENTE if entrega.correo else Correo.NO,
    )


repartidor(preguntar, escribir)


@caducidad("avisos")
def caducar_avisos(ahora: datetime) -> int:
    """Drop the rows of the bell that are older than three months."""
    viejos = Aviso.objects.sin_filtrar("rows of the bell expire").filter(creado__lt=ahora - timedelta(days=DIAS))
    return viejos.delete()[0]


def por_defecto() -> dict[str, tuple[bool, bool]]:
    """Return where each kind comes to who has chosen nothing: bell and mail."""
    return {clase: (True, clase in CON_CORREO) for clase in ClaseDeAviso.values}
