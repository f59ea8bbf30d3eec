"""How the lighthouse stands now: whose turn it is, what is asked of whom, who is away; each by its public verb."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import uuid4

from cuentas import ausencias as fechas
from cuentas.models import Ausencia, Usuario
from partidas.demostracion.faro_lente import AHORA
from partidas.demostracion.guion import Lance
from partidas.demostracion.seguir import Mesa, seguir
from partidas.dominio import ausencias, ordenes, pedidas, promesas, respuestas, vez
from partidas.dominio.errores import NoPermitido, TiradaRechazada
from partidas.dominio.pedidas import OrdenPedir
from partidas.dominio.vez import Turnos
from partidas.models import Escena, Partida, Pendiente, ReglaDeAusencia, Reparto, RespuestaPedida, TiradaPedida

PLAZO = 48
DIAS_FUERA = 5
SI_FALTO = """Ondina no se separa de Mirta y no se mete en el agua. Si hay que hablar con alguien del otro lado,
habla ella; si hay que pegarle, no está.
"""
SUELO = """
La cámara entera da un bandazo, como si al faro le hubieran tirado del ancla. El suelo se inclina hacia el mar.

Kaelen, Tres: **agarraos**.
"""
BASTIDOR = """
Algo golpea desde dentro del bastidor de la lente, tres veces, con educación.

Mirta, tienes la mano encima. No sabes qué es; **tira y te digo contra qué**.
"""


def dejar_a_medias(partida: Partida, gente: Mapping[str, Usuario], *, ahora: datetime) -> None:
    """Leave the last scene waiting: by rounds, with somebody away, one roll to make and one to judge.

    gente: the accounts by name. ana owes a turn and a roll; bruno says that he answers today; carla is away.
    """
    dani, bruno, carla, hugo = (gente[nombre] for nombre in ("dani", "bruno", "carla", "hugo"))
    escena = Escena.objects.visibles_para(dani).get(partida=partida, titulo=AHORA.titulo)
    hoy = fechas.hoy_de(carla, ahora)
    fechas.anunciar(
        carla,
        desde=hoy,
        hasta=hoy + timedelta(days=DIAS_FUERA),
        motivo="Me mudo, y en la casa nueva aún no hay ni luz.",
        lo_lee=Ausencia.Quien.MESA,
        ahora=ahora,
    )
    ausencias.decidir(partida, que=ReglaDeAusencia.Que.MOVER, por=carla, ahora=ahora)
    filas = {f.personaje.nombre: f for f in Reparto.objects.visibles_para(dani).filter(partida=partida, hasta=None)}
    ordenes.escribir(filas["Ondina Prats"], texto=SI_FALTO, por=carla, ahora=ahora)
    vez.configurar(escena, Turnos("rondas", plazo_horas=PLAZO), por=dani, ahora=ahora)
    agarrarse = OrdenPedir(
        uuid4(),
        SUELO,
        "tarea",
        tuple(filas[nombre].personaje.publico for nombre in ("Kaelen", "Tres")),
        {"dificultad": 3, "reserva": "velocidad"},
        si_falla="Ruedas hasta la barandilla y pierdes lo que llevaras en la mano.",
        horas=PLAZO,
    )
    _responde(pedidas.pedir(escena, agarrarse, por=dani, ahora=ahora), "Tres", hugo, ahora)
    a_ciegas = OrdenPedir(
        uuid4(),
        BASTIDOR,
        "tarea",
        (filas["Mirta"].personaje.publico,),
        {"reserva": "vigor"},
        dificultad=TiradaPedida.Dificultad.DESPUES,
    )
    _responde(pedidas.pedir(escena, a_ciegas, por=dani, ahora=ahora), "Mirta", bruno, ahora)
    debe = Pendiente.objects.visibles_para(bruno).get(
        escena=escena, para=bruno, clase=Pendiente.Clase.TURNO, saldado=None
    )
    promesas.prometer(debe.publico, por=bruno, ahora=ahora)


def _responde(pedida: TiradaPedida, nombre: str, quien: Usuario, ahora: datetime) -> None:
    """Answer with one tap and take the effect that it may bring; who can no longer roll, by then, does not."""
    suya = RespuestaPedida.objects.visibles_para(quien).get(pedida=pedida, nombre=nombre)
    try:
        tirada = respuestas.responder(suya.publico, {}, por=quien, ahora=ahora)
    except (NoPermitido, TiradaRechazada):
        return
    seguir(tirada, Lance(tirada.accion), Mesa(quien, quien, quien, ahora))
