"""The verbs of turns, requested rolls, the bell and absences, for the lot of `test_cerrojos`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from cuentas import ausencias as fechas
from partidas.dominio import ausencias, campana, ordenes, pedidas, plazos, promesas, respuestas, vez
from partidas.dominio.errores import NoExiste
from partidas.dominio.pedidas import OrdenPedir
from partidas.dominio.vez import Turnos
from partidas.models import Pendiente, RespuestaPedida
from partidas.models.vez import DIRECCION
from tests.fabrica import AHORA

if TYPE_CHECKING:
    from tests.concurrencia.test_cerrojos import Juego


def _configurar(j: Juego) -> object:
    turnos = Turnos(j.azar.choice(("libre", "rondas", "orden")), plazo_horas=24, al_vencer="saltar")
    return vez.configurar(j.mesa.escena, turnos, por=j.mesa.dani, ahora=AHORA)


def _de_alguien(j: Juego) -> tuple[str, Any]:
    """Return a character, or the direction, and who plays it."""
    mesa = j.mesa
    una: tuple[str, Any] = j.azar.choice((
        (mesa.kaelen.personaje.publico, mesa.ana), (mesa.mirta.personaje.publico, mesa.bruno), (DIRECCION, mesa.dani),
    ))  # fmt: skip
    return una


def _pasar(j: Juego) -> object:
    cual, quien = _de_alguien(j)
    return vez.pasar(j.mesa.escena, cual, por=quien, ahora=AHORA)


def _promesa(j: Juego) -> object:
    debida = Pendiente.objects.sin_filtrar("test").filter(para=j.mesa.ana).order_by("?").first()
    if debida is None:
        raise NoExiste
    if j.azar.random() < 0.5:
        return promesas.posponer(debida.publico, hasta=AHORA + timedelta(days=1), por=j.mesa.ana, ahora=AHORA)
    return promesas.retractarse(debida.publico, por=j.mesa.ana)


def _pedir(j: Juego) -> object:
    a = (j.mesa.kaelen.personaje.publico, j.mesa.mirta.personaje.publico)
    datos = {"dificultad": 4, "reserva": "vigor"}
    como = {"dificultad": j.azar.choice(("vista", "despues")), "al_vencer": "tirar", "horas": 1}
    orden = OrdenPedir(clave=uuid4(), texto="El suelo cede.", accion="tarea", a=a, datos=datos, **como)
    return pedidas.pedir(j.mesa.escena, orden, por=j.mesa.dani, ahora=AHORA)


def _respuesta(estado: str) -> str:
    una = RespuestaPedida.objects.sin_filtrar("test").filter(estado=estado).order_by("?").first()
    if una is None:
        raise NoExiste
    return una.publico


def _responder(j: Juego) -> object:
    return respuestas.responder(_respuesta("pendiente"), {}, por=j.azar.choice((j.mesa.ana, j.mesa.bruno)), ahora=AHORA)


def _ausentarse(j: Juego) -> object:
    dia = AHORA.date()
    fechas.anunciar(j.mesa.ana, desde=dia, hasta=dia + timedelta(days=2), ahora=AHORA)
    plazos.cuadrar_las_de([j.mesa.ana.pk], AHORA)
    que = j.azar.choice(("esperar", "saltar", "mover"))
    return ausencias.decidir(j.mesa.partida, que=que, por=j.mesa.ana, ahora=AHORA)


def _silenciar(j: Juego) -> object:
    campana.silenciar(j.mesa.escena, por=j.mesa.bruno, ahora=AHORA)
    return campana.escuchar(j.mesa.escena, por=j.mesa.bruno)


VERBOS_DEL_JUEGO: dict[str, Callable[[Juego], object]] = {
    "ordenar los turnos": _configurar,
    "pasar": _pasar,
    "saltar": lambda j: vez.saltar(j.mesa.escena, _de_alguien(j)[0], por=j.mesa.dani, ahora=AHORA),
    "dar el turno": lambda j: vez.dar(j.mesa.escena, _de_alguien(j)[0], por=j.mesa.dani, ahora=AHORA),
    "empujar": lambda j: vez.empujar(j.mesa.escena, _de_alguien(j)[0], por=j.mesa.bruno, ahora=AHORA),
    "abrir la ronda": lambda j: vez.abrir_ronda(j.mesa.escena, por=j.mesa.dani, ahora=AHORA),
    "vigilar plazos": lambda _: plazos.vigilar(AHORA + timedelta(days=1)),
    "escribir órdenes": lambda j: ordenes.escribir(j.mesa.kaelen, texto=j.nombre(), por=j.mesa.ana, ahora=AHORA),
    "pedir una tirada": _pedir,
    "responder": _responder,
    "juzgar": lambda j: respuestas.juzgar(_respuesta("juicio"), 4, por=j.mesa.dani, ahora=AHORA),
    "retirar lo pedido": lambda j: respuestas.retirar(_respuesta("pendiente"), por=j.mesa.dani, ahora=AHORA),
    "posponer o retractarse": _promesa,
    "leer los avisos": lambda j: campana.leer_todo(por=j.mesa.dani, ahora=AHORA),
    "silenciar y oír": _silenciar,
    "ausentarse": _ausentarse,
}
