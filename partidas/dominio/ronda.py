"""Who owes a turn in a scene, as it stands: worked out anew after whatever may change it, in the same transaction.

Each place of a round (`PuestoEnTurno`) knows what became of it; who owes follows from them, from the mode of the scene,
from who plays each character now and from who is away. What is owed is then made to agree with that. Every caller holds
the lock of the partida, so that two verbs never do it at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from partidas.consultas.ausencias import Ausente, ausentes
from partidas.dominio import buzon, pendientes
from partidas.models import Escena, Mensaje, Participante, Partida, Pendiente, Presente, PuestoEnTurno, Reparto
from partidas.models.pendiente import ReglaDeAusencia
from partidas.models.vez import DIRECCION
from personajes.models import Personaje

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.models import Usuario

Estado, Que = PuestoEnTurno.Estado, ReglaDeAusencia.Que


@dataclass(frozen=True, slots=True)
class _Debe:
    """What somebody is to owe. para: nobody: the direction. puesto: nothing: the direction opens the next round."""

    para: Usuario | None
    puesto: PuestoEnTurno | None = None
    ausente: Ausente | None = None


def clave(escena: Escena, personaje: Personaje | None) -> str:
    """Return the key of the turn that a character, or the direction, owes in a scene."""
    return f"turno:{escena.publico}:{personaje.publico if personaje else DIRECCION}"


def candidatos(partida: Partida, escena: Escena) -> dict[int, Reparto]:
    """Return the cast rows, by character, of those whose turn counts there: characters in play of open accounts.

    Those present in the scene; if it lists nobody and is not secret, all of the partida.
    """
    filas = (
        Reparto.objects.sin_filtrar("whose turn counts")
        .filter(
            partida=partida,
            hasta__isnull=True,
            usuario__isnull=False,
            usuario__cerrada__isnull=True,
            personaje__clase=Personaje.Clase.PJ,
            personaje__estado=Personaje.Estado.ACTIVO,
        )
        .select_related("personaje", "usuario")
        .order_by("personaje__nombre", "pk")
    )
    plazas = Participante.objects.sin_filtrar("whose turn counts").filter(
        partida=partida, estado=Participante.Estado.ACTIVA, silenciada=False
    )
    presentes = Presente.objects.sin_filtrar("whose turn counts").filter(escena=escena)
    estan = {(p.personaje_id, p.usuario_id) for p in presentes if p.personaje_id is not None}
    sentados = set(plazas.exclude(papel=Participante.Papel.LECTOR).values_list("usuario", flat=True))
    todos = not estan and not escena.secreta
    return {
        fila.personaje_id: fila
        for fila in filas
        if fila.usuario_id in sentados and (todos or (fila.personaje_id, fila.usuario_id) in estan)
    }


def puestos_de(escena: Escena) -> QuerySet[PuestoEnTurno]:
    """Return the places of a scene, in order."""
    filas = PuestoEnTurno.objects.sin_filtrar("the places of a round").filter(escena=escena)
    return filas.select_related("personaje").order_by("posicion", "pk")


def lleva_turnos(partida: Partida, escena: Escena) -> bool:
    """Tell whether turns may be owed there: a scene of the game, open, in a partida that can be written in."""
    juego, abierta = escena.tipo == Escena.Tipo.JUEGO, escena.estado == Escena.Estado.ABIERTA
    return juego and abierta and partida.admite_escritura


def cuadrar(partida: Partida, escena: Escena, *, ahora: datetime, actor: Usuario | None = None) -> None:
    """Make what is owed in the scene agree with how things stand; again, it changes nothing.

    Who is away and lets their turn be skipped is skipped at once, which the scene is told.
    """
    puestos = list(puestos_de(escena))
    if escena.modo == Escena.Modo.LIBRE and not puestos:
        return
    quedan = lleva_turnos(partida, escena)
    filas = candidatos(partida, escena) if quedan else {}
    if quedan and escena.modo != Escena.Modo.LIBRE:
        puestos += _sentar(escena, puestos, filas)
    fuera = ausentes(partida, [f.usuario_id for f in filas.values() if f.usuario_id is not None], ahora)
    ronda = _Ronda(partida, escena, puestos, filas, fuera, ahora, actor)
    _poner(ronda, ronda.deben() if quedan else [])


def cuadrar_partida(partida: Partida, *, ahora: datetime, actor: Usuario | None = None) -> None:
    """Do so in every scene of the partida that has places."""
    con_puestos = PuestoEnTurno.objects.sin_filtrar("scenes with turns").filter(escena__partida=partida)
    escenas = Escena.objects.sin_filtrar("scenes with turns").filter(partida=partida)
    escenas = escenas.exclude(modo=Escena.Modo.LIBRE) | escenas.filter(pk__in=con_puestos.values("escena"))
    for escena in escenas.distinct().order_by("pk"):
        cuadrar(partida, escena, ahora=ahora, actor=actor)


def al_publicar(partida: Partida, escena: Escena, mensaje: Mensaje, *, ahora: datetime, actor: Usuario) -> None:
    """Settle the turn that a message is; one for only some readers is none, and leaves no trace of itself here."""
    if escena.tipo != Escena.Tipo.JUEGO or mensaje.visibilidad != Mensaje.Visibilidad.TODOS:
        return
    puestos = list(puestos_de(escena))
    if not puestos:
        return
    personaje = mensaje.personaje if mensaje.voz == Mensaje.Voz.PJ else None
    if not pendientes.saldar(pendientes.Fin.HECHO, ahora, clave=clave(escena, personaje)):
        return
    if personaje is None and escena.modo == Escena.Modo.RONDAS:
        abrir_ronda(escena)
    else:
        de_quien = personaje.pk if personaje else None
        cerrar_puesto(next(p for p in puestos if p.personaje_id == de_quien), Estado.HECHO)
    cuadrar(partida, escena, ahora=ahora, actor=actor)


def lo_mueve_la_direccion(escena: Escena, fila: Reparto) -> bool:
    """Tell whether the turn of that character is owed there by the direction, in the place of its player."""
    filas = Pendiente.objects.sin_filtrar("a turn that the direction plays")
    return filas.filter(clave=clave(escena, fila.personaje), saldado__isnull=True, para__isnull=True).exists()


def abrir_ronda(escena: Escena) -> None:
    """Begin the next round of the scene: everybody owes their turn again."""
    escena.ronda += 1
    escena.save(update_fields=["ronda"])
    puestos_de(escena).update(estado=Estado.PENDIENTE, mueve=False, avisado=0)


def cerrar_puesto(puesto: PuestoEnTurno, estado: str) -> None:
    """Say what became of a turn."""
    puesto.estado, puesto.mueve = estado, False
    puesto.save(update_fields=["estado", "mueve"])


def hasta_cuando(escena: Escena, ahora: datetime, ausente: Ausente | None, usuario: Usuario) -> datetime | None:
    """Return when a turn given now is due, in real hours: counted from the return of who is away and is waited for."""
    if escena.plazo_horas is None:
        return None
    desde = ahora
    if ausente is not None and ausente.que == Que.ESPERAR:
        vuelve = datetime.combine(ausente.hasta + timedelta(days=1), time(), tzinfo=ZoneInfo(usuario.zona))
        desde = max(ahora, vuelve)
    # Real hours are counted in UTC: local ones would gain or lose one when the clocks change.
    return desde.astimezone(ahora.tzinfo) + timedelta(hours=escena.plazo_horas)


def _sentar(escena: Escena, puestos: Sequence[PuestoEnTurno], filas: Mapping[int, Reparto]) -> list[PuestoEnTurno]:
    """Give a place at the end to those who count and have none."""
    sentados = {puesto.personaje_id for puesto in puestos}
    ultima = max((puesto.posicion for puesto in puestos), default=-1)
    nuevos = [
        PuestoEnTurno(escena=escena, personaje=fila.personaje, posicion=ultima + n)
        for n, fila in enumerate((f for pk, f in filas.items() if pk not in sentados), 1)
    ]
    return PuestoEnTurno.objects.sin_filtrar("a place in the round").bulk_create(nuevos)


@dataclass(slots=True)
class _Ronda:
    """One scene in front of its places, the cast that counts and who of them is away."""

    partida: Partida
    escena: Escena
    puestos: list[PuestoEnTurno]
    filas: Mapping[int, Reparto]
    fuera: Mapping[int, Ausente]
    ahora: datetime
    actor: Usuario | None

    def ausente(self, puesto: PuestoEnTurno) -> Ausente | None:
        fila = self.filas.get(puesto.personaje_id) if puesto.personaje_id is not None else None
        return self.fuera.get(fila.usuario_id) if fila is not None and fila.usuario_id is not None else None

    def se_salta(self, puesto: PuestoEnTurno) -> bool:
        ausente = self.ausente(puesto)
        return ausente is not None and ausente.que == Que.SALTAR and not puesto.mueve

    def deben(self) -> list[_Debe]:
        """Return who owes a turn, skipping those who let it be skipped and opening rounds that begin by themselves."""
        en_orden = self.escena.modo == Escena.Modo.ORDEN
        vivos = [p for p in self.puestos if (en_orden if p.personaje_id is None else p.personaje_id in self.filas)]
        if not en_orden:
            for puesto in vivos:
                if puesto.estado == Estado.PENDIENTE and self.se_salta(puesto):
                    self.saltar(puesto)
            deben = [self.debe(p) for p in vivos if p.estado == Estado.PENDIENTE]
            sigue_la_direccion = self.escena.modo == Escena.Modo.RONDAS and vivos and not deben
            return [_Debe(None)] if sigue_la_direccion else deben
        if all(self.se_salta(puesto) for puesto in vivos):
            return []  # everybody is away: to skip them round after round would end nowhere
        while True:
            primero = next((p for p in vivos if p.estado == Estado.PENDIENTE), None)
            if primero is None:
                abrir_ronda(self.escena)
                for puesto in self.puestos:
                    puesto.estado, puesto.mueve, puesto.avisado = Estado.PENDIENTE, False, 0
            elif self.se_salta(primero):
                self.saltar(primero)
            else:
                return [self.debe(primero)]

    def debe(self, puesto: PuestoEnTurno) -> _Debe:
        """Return what a place owes: the direction plays for who is away and allows it, or whose time is up."""
        ausente = self.ausente(puesto)
        mueve = puesto.mueve or (ausente is not None and ausente.que == Que.MOVER)
        fila = self.filas[puesto.personaje_id] if puesto.personaje_id is not None and not mueve else None
        return _Debe(fila.usuario if fila else None, puesto, ausente)

    def saltar(self, puesto: PuestoEnTurno) -> None:
        """Skip who is away, openly."""
        cerrar_puesto(puesto, Estado.SALTADO)
        suya = clave(self.escena, puesto.personaje)
        pendientes.saldar(pendientes.Fin.SALTADO, self.ahora, clave=suya)
        fila = Pendiente.objects.sin_filtrar("a turn that is skipped").filter(clave=suya).first()
        de_que: dict[str, Any] = {"escena": self.escena} if fila is None else {"pendiente": fila}
        buzon.anotar("turno_saltado", partida=self.partida, actor=self.actor, ahora=self.ahora, **de_que)


def _poner(ronda: _Ronda, deben: Sequence[_Debe]) -> None:
    """Take back what is owed no more, and say what is owed from now on."""
    escena, ahora = ronda.escena, ronda.ahora
    quieren = {clave(escena, d.puesto.personaje if d.puesto else None): d for d in deben}
    filas = Pendiente.objects.sin_filtrar("turns that are owed")
    filas = filas.filter(escena=escena, clase=Pendiente.Clase.TURNO, saldado__isnull=True)
    estan: dict[str, Pendiente] = {}
    for fila in filas:
        debe = quieren.get(fila.clave)
        if debe is None or fila.para_id != (debe.para.pk if debe.para else None):
            pendientes.saldar(pendientes.Fin.RETIRADO, ahora, pk=fila.pk)
        else:
            estan[fila.clave] = fila
    for suya, debe in quieren.items():
        vence = hasta_cuando(escena, ahora, debe.ausente, debe.para) if debe.para else None
        if suya not in estan:
            _dar(ronda, suya, debe, vence)
        elif vence is not None and debe.ausente is not None and (estan[suya].vence or vence) < vence:
            filas.filter(pk=estan[suya].pk).update(vence=vence)


def _dar(ronda: _Ronda, suya: str, debe: _Debe, vence: datetime | None) -> None:
    pendientes.dar_a(
        debe.para,
        Pendiente.Clase.TURNO,
        clave=suya,
        partida=ronda.partida,
        ahora=ronda.ahora,
        actor=ronda.actor,
        escena=ronda.escena,
        personaje=debe.puesto.personaje if debe.puesto else None,
        vence=vence,
        a_la_vista=True,
    )
    if debe.puesto is not None and debe.puesto.avisado:
        debe.puesto.avisado = 0
        debe.puesto.save(update_fields=["avisado"])
