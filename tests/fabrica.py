"""What tests are built from: the table of people of the plans, made with the product's own verbs."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from cuentas.models import Usuario
from partidas.dominio import escenas, partidas, reparto, turnos
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.reparto import sentar
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Escena, Mensaje, Partida, Reparto
from personajes.models import Personaje
from reglas import motor

AHORA = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
SISTEMA = "strange"
FICHA: dict[str, Any] = {
    "tipo": "vector",
    "vigor": {"maximo": 12, "ventaja": 1},
    "velocidad": {"maximo": 11},
    "intelecto": {"maximo": 10},
    "esfuerzo": 2,
    "px": 2,
    "habilidades": {"trepar": "competente"},
}


def cuenta(nombre: str, **campos: Any) -> Usuario:
    """Make an account without a usable password."""
    return Usuario.objects.create_user(nombre, **campos)


@dataclass
class Mesa:
    """One partida: dani directs, ana (Kaelen) and bruno (Mirta) play, esp reads, eva is in nothing."""

    partida: Partida
    escena: Escena
    dani: Usuario
    ana: Usuario
    bruno: Usuario
    esp: Usuario
    eva: Usuario
    kaelen: Reparto
    mirta: Reparto
    pnj: Reparto
    otras: dict[str, Any] = field(default_factory=dict)


def mesa(acceso: str = Partida.Acceso.PRIVADA, **datos: Any) -> Mesa:
    """Set a table in a private partida with one open scene and one known PNJ of level 3."""
    gente = {nombre: cuenta(nombre) for nombre in ("dani", "ana", "bruno", "esp", "eva")}
    partida = partidas.crear(
        DatosPartida(titulo="El faro", sistema=SISTEMA, acceso=acceso, **datos), direccion=gente["dani"], ahora=AHORA
    )
    sentar(partida, gente["ana"], "jugador", AHORA)
    sentar(partida, gente["bruno"], "jugador", AHORA)
    sentar(partida, gente["esp"], "lector", AHORA)
    kaelen = personaje(partida, gente["ana"], "Kaelen", FICHA)
    mirta = personaje(partida, gente["bruno"], "Mirta", FICHA)
    pnj = reparto.pnj_rapido(partida, nombre="Guardia", nivel=3, por=gente["dani"], ahora=AHORA, secreto=False)
    escena = escenas.abrir(partida, titulo="La puerta", por=gente["dani"], ahora=AHORA)
    return Mesa(partida, escena, **gente, kaelen=kaelen, mirta=mirta, pnj=pnj)


def personaje(partida: Partida, persona: Usuario, nombre: str, ficha: dict[str, Any]) -> Reparto:
    """Add a player's character."""
    return reparto.incorporar(partida, nombre=nombre, ficha=ficha, por=persona, ahora=AHORA)


def orden(fila: Reparto | None = None, **campos: Any) -> turnos.OrdenTurno:
    """Return an order to publish, spoken by a cast row (by the direction without one)."""
    voz = fila.personaje.publico if fila else ""
    return turnos.OrdenTurno(**{"clave": uuid4(), "texto": "Texto.", "personaje": voz} | campos)


def publicar(mesa_: Mesa, persona: Usuario, fila: Reparto | None = None, **campos: Any) -> Mensaje:
    """Publish one turn in the table's scene."""
    return turnos.publicar(mesa_.escena, orden(fila, **campos), autor=persona, ahora=AHORA).mensaje


def susurrar(mesa_: Mesa, persona: Usuario, *a: Reparto, fila: Reparto | None = None, **campos: Any) -> Mensaje:
    """Publish one turn for the players of those characters alone."""
    destinatarios = tuple(otra.personaje.publico for otra in a)
    return publicar(mesa_, persona, fila, visibilidad="destinatarios", destinatarios=destinatarios, **campos)


def secreta(mesa_: Mesa, *filas: Reparto, titulo: str = "El sótano") -> Escena:
    """Open a secret scene with those characters in it."""
    presentes = tuple(fila.personaje.publico for fila in filas)
    return escenas.abrir(mesa_.partida, titulo=titulo, secreta=True, presentes=presentes, por=mesa_.dani, ahora=AHORA)


def tarea(**datos: Any) -> TiradaDeclarada:
    """Declare a tarea."""
    return TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"} | datos)


def duelo(sistema: str, *, ana: str, bruno: str, pnj: str, acceso: str = Partida.Acceso.PRIVADA) -> Mesa:
    """Set a table of another system: Kaelen and Mirta from starting sheets, and a known PNJ from a quick one."""
    juego = motor.sistema(sistema)
    de = {plantilla.clave: dict(plantilla.ficha) for plantilla in (*juego.plantillas, *juego.pnj)}
    gente = {nombre: cuenta(nombre) for nombre in ("dani", "ana", "bruno", "esp", "eva")}
    datos = DatosPartida(titulo="El duelo", sistema=sistema, acceso=acceso)
    partida = partidas.crear(datos, direccion=gente["dani"], ahora=AHORA)
    for nombre, papel in (("ana", "jugador"), ("bruno", "jugador"), ("esp", "lector")):
        sentar(partida, gente[nombre], papel, AHORA)
    enemigo = reparto.incorporar(partida, nombre="Karg", ficha=de[pnj], clase="pnj", por=gente["dani"], ahora=AHORA)
    kaelen, mirta = (
        personaje(partida, gente[quien], nombre, de[ficha])
        for quien, nombre, ficha in (("ana", "Kaelen", ana), ("bruno", "Mirta", bruno))
    )
    escena = escenas.abrir(partida, titulo="La arena", por=gente["dani"], ahora=AHORA)
    return Mesa(partida, escena, **gente, kaelen=kaelen, mirta=mirta, pnj=enemigo)


def ficha(fila: Reparto) -> dict[str, Any]:
    """Return the sheet of a cast row as it stands."""
    hoja: dict[str, Any] = Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id).ficha
    return hoja


def poner(fila: Reparto, **cambios: Any) -> None:
    """Set values of a sheet, as if the story had brought it there."""
    hoja = Personaje.objects.sin_filtrar("test").get(pk=fila.personaje_id)
    hoja.ficha |= cambios
    hoja.save()
