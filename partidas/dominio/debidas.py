"""What is owed because the direction asked for rolls: given with each answer, settled with it, and passed on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from partidas.dominio import actas, buzon, pendientes
from partidas.models import Acta, Mensaje, Pendiente, Reparto, RespuestaPedida

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from cuentas.models import Usuario
    from partidas.models import Partida, TiradaPedida
    from personajes.models import Personaje

Estado, Fin = RespuestaPedida.Estado, Pendiente.Fin
VIVAS = (Estado.PENDIENTE, Estado.JUICIO)


def abiertas(**donde: Any) -> QuerySet[RespuestaPedida]:
    """Return the answers of requests that those filters find, whoever may read them."""
    filas = RespuestaPedida.objects.sin_filtrar("what is owed of a request").filter(**donde)
    return filas.select_related("pedida__mensaje__escena__partida", "pedida__por", "personaje", "tirada")


def quien_lleva(partida: Partida, personaje: Personaje) -> Reparto | None:
    """Return the open cast row of a character."""
    return quienes_llevan(partida, [personaje.pk]).get(personaje.pk)


def quienes_llevan(partida: Partida, personajes: Iterable[int]) -> dict[int, Reparto]:
    """Return the open cast rows of some characters, by their keys; one query."""
    filas = Reparto.objects.sin_filtrar("who plays the character that is asked for a roll").filter(
        partida=partida, personaje__in=list(personajes), hasta__isnull=True
    )
    return {fila.personaje_id: fila for fila in filas.select_related("personaje", "usuario")}


def dar(respuesta: RespuestaPedida, pedida: TiradaPedida, usuario: Usuario | None, *, ahora: datetime) -> None:
    """Give the player of a character what is asked of it, if they may read the turn it hangs on, and its deadline."""
    mensaje = pedida.mensaje
    if usuario is not None and Mensaje.objects.visibles_para(usuario).filter(pk=mensaje.pk).exists():
        pendientes.dar_a(
            usuario,
            Pendiente.Clase.PETICION,
            clave=f"pedida:{respuesta.publico}:{usuario.publico}",
            partida=mensaje.escena.partida,
            ahora=ahora,
            actor=pedida.por,
            espera=pedida.por,
            escena=mensaje.escena,
            mensaje=mensaje,
            personaje=respuesta.personaje,
            vence=respuesta.vence,
            a_la_vista=True,
        )


def dar_juicio(respuesta: RespuestaPedida, pedida: TiradaPedida, *, espera: Usuario | None, ahora: datetime) -> None:
    """Give the direction what has fallen to be judged. espera: who plays the character."""
    pendientes.dar_a(
        None,
        Pendiente.Clase.JUICIO,
        clave=f"juicio:{respuesta.publico}",
        partida=pedida.mensaje.escena.partida,
        ahora=ahora,
        actor=respuesta.resuelta_por,
        espera=espera,
        escena=pedida.mensaje.escena,
        mensaje=pedida.mensaje,
        personaje=respuesta.personaje,
    )


def saldar(respuesta: RespuestaPedida, fin: str, *, ahora: datetime) -> None:
    """Settle all that is owed of one answer, whoever owes it."""
    pendientes.saldar(fin, ahora, clave__startswith=f"pedida:{respuesta.publico}:")
    pendientes.saldar(fin, ahora, clave=f"juicio:{respuesta.publico}")


def encargar(respuesta: RespuestaPedida, *, ahora: datetime) -> None:
    """Ask for what happens when the time of one answer is over; another deadline is another job."""
    if respuesta.vence is not None:
        clave = f"vence_pedida:{respuesta.publico}:{int(respuesta.vence.timestamp())}"
        datos = {"respuesta": respuesta.publico}
        buzon.encargar("vence_pedida", clave=clave, datos=datos, ahora=ahora, cuando=respuesta.vence)


def completa(pedida: TiradaPedida) -> bool:
    """Tell whether all have answered and nothing is left to judge, which waits for the direction by itself."""
    despues = pedida.dificultad == pedida.Dificultad.DESPUES
    return not despues and not abiertas(pedida=pedida, estado=Estado.PENDIENTE).exists()


def mover(respuesta: RespuestaPedida, vence: datetime, ahora: datetime) -> None:
    """Give it another deadline, and who owes it too."""
    respuesta.vence = vence
    respuesta.save(update_fields=["vence"])
    suyos = Pendiente.objects.sin_filtrar("move a deadline").filter(clave__startswith=f"pedida:{respuesta.publico}:")
    suyos.filter(saldado__isnull=True).update(vence=vence)
    encargar(respuesta, ahora=ahora)


def mover_al_reanudar(partida: Partida, ahora: datetime) -> None:
    """Put off what is asked for in a partida by as long as it was stopped, inside the verb that sets it going."""
    parada = actas.ultima(partida, partida, Acta.Verbo.PAUSAR)
    donde = {"estado": Estado.PENDIENTE, "vence__isnull": False, "pedida__mensaje__escena__partida": partida}
    movidas: dict[int, TiradaPedida] = {}
    for respuesta in abiertas(**donde):
        pedida = movidas.setdefault(respuesta.pedida_id, respuesta.pedida)
        desde = max(pedida.creada, parada.cuando) if parada is not None else pedida.creada
        parado = max(ahora - desde, timedelta())
        if respuesta.vence is not None:
            mover(respuesta, respuesta.vence + parado, ahora)
        if pedida is respuesta.pedida and pedida.vence is not None:
            pedida.vence += parado
            pedida.save(update_fields=["vence"])


def cambiar_de_manos(personaje: Personaje, a: Usuario | None, *, ahora: datetime) -> None:
    """Pass on what is asked of a character that changes hands, or leave it to the direction, who may throw it."""
    for respuesta in abiertas(personaje=personaje, estado=Estado.PENDIENTE):
        saldar(respuesta, Fin.RETIRADO, ahora=ahora)
        dar(respuesta, respuesta.pedida, a, ahora=ahora)


def cerrar(por: Usuario | None, ahora: datetime, **donde: Any) -> int:
    """Withdraw all that waits in a place whose lock the verb holds; returns how many. donde: filters of the rows."""
    filas = list(abiertas(estado=Estado.PENDIENTE, **donde))
    for respuesta in filas:
        retirar(respuesta, por, ahora=ahora)
    return len(filas)


def cerrar_partida(partida: Partida, por: Usuario | None, *, ahora: datetime) -> None:
    """Withdraw all that waits in a partida that ends, and what is to be judged: nobody owes anything there."""
    cerrar(por, ahora, pedida__mensaje__escena__partida=partida)
    pendientes.saldar(Fin.RETIRADO, ahora, partida=partida, clase=Pendiente.Clase.JUICIO)


def retirar(respuesta: RespuestaPedida, por: Usuario | None, *, ahora: datetime, fin: str = Fin.RETIRADO) -> None:
    """Say that one answer is not waited for any more."""
    respuesta.estado, respuesta.resuelta, respuesta.resuelta_por = Estado.RETIRADA, ahora, por
    respuesta.save(update_fields=["estado", "resuelta", "resuelta_por"])
    saldar(respuesta, fin, ahora=ahora)


def al_anular(tirada: Any, por: Usuario, *, ahora: datetime) -> None:
    """Do not ask to judge a roll that is void."""
    for respuesta in abiertas(tirada=tirada, estado=Estado.JUICIO):
        retirar(respuesta, por, ahora=ahora)
