"""What waits for somebody: written by the verb that causes it, settled by the verb that does it, in its transaction."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from partidas.dominio import buzon
from partidas.models import Aviso, Escena, Mensaje, Partida, Pendiente

if TYPE_CHECKING:
    from cuentas.models import Usuario
    from personajes.models import Personaje

Clase, Fin = Pendiente.Clase, Pendiente.Fin


def dar_a(
    para: Usuario | None,
    clase: str,
    *,
    clave: str,
    partida: Partida,
    ahora: datetime,
    actor: Usuario | None = None,
    espera: Usuario | None = None,
    escena: Escena | None = None,
    mensaje: Mensaje | None = None,
    personaje: Personaje | None = None,
    vence: datetime | None = None,
    a_la_vista: bool = False,
    avisar: bool = True,
) -> Pendiente:
    """Say that somebody owes something, inside the verb that causes it; the same key is the same row, opened again.

    para: who owes it; None for the direction. clave: what causes it and who owes it, at most 120 letters. actor: who
    did what causes it. avisar: tell of it (a fact `pendiente`, for the bell and mail of who owes it).
    """
    campos = {
        "clase": clase,
        "partida": partida,
        "escena": escena,
        "mensaje": mensaje,
        "personaje": personaje,
        "para": para,
        "espera": espera,
        "a_la_vista": a_la_vista,
        "vence": vence,
    }
    filas = Pendiente.objects.sin_filtrar("say what somebody owes")
    fila, nueva = filas.get_or_create(clave=clave, defaults={**campos, "desde": ahora})
    if not nueva:
        if fila.saldado is None:
            return fila
        for campo, valor in {**campos, "desde": ahora, "saldado": None, "fin": ""}.items():
            setattr(fila, campo, valor)
        fila.prometido = fila.pospuesto = fila.empujado = None
        fila.empujones = 0
        fila.save()
        # What was told of it the last time is over, and does not come back with it: a nudge of another round.
        dichos = Aviso.objects.sin_filtrar("what was told of what is owed again").filter(pendiente=fila)
        dichos.filter(leido__isnull=True).update(leido=ahora)
    if avisar:
        buzon.anotar("pendiente", partida=partida, pendiente=fila, actor=actor, ahora=ahora)
    return fila


def saldar(fin: str, ahora: datetime, **donde: Any) -> int:
    """Settle what is owed, inside the verb that does it or makes it needless; returns how many rows.

    fin: one of `Fin`. donde: filters of the rows (`clave=…`, `mensaje=…`, `escena=…, clase=…`). Again: nothing.
    """
    filas = Pendiente.objects.sin_filtrar("settle what somebody owed").filter(saldado__isnull=True, **donde)
    return filas.update(saldado=ahora, fin=fin)


def seguir(mensaje: Mensaje) -> None:
    """Take what hangs on a turn to the scene where the turn now is, inside the verb that moves it."""
    filas = Pendiente.objects.sin_filtrar("what is owed goes with its turn")
    filas.filter(mensaje=mensaje).update(escena=mensaje.escena)
