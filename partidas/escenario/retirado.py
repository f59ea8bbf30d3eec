"""The things of the fixture that are secret by what befell them: rolls, voices, moves, words asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from cuentas import invitaciones
from partidas.dominio import (
    anulaciones,
    asalto,
    cesiones,
    continuaciones,
    declaraciones,
    en_curso,
    escenas,
    lectores,
    moderacion,
    palabra,
    partidas,
    reparto,
    turnos,
)
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Escena, Mensaje, Participante, SolicitudDePalabra, Tirada
from reglas import motor

if TYPE_CHECKING:
    from partidas.escenario.sembrar import Escenario

MOTIVO = "fixture of the security tests"
CON_PALABRA = "lemuria"
Visibilidad = Mensaje.Visibilidad
SOLO_DIRECCION: dict[str, Any] = {"visibilidad": Visibilidad.DIRECCION}


def _escena(e: Escenario, titulo: str) -> Escena:
    return Escena.objects.sin_filtrar(MOTIVO).get(partida=e.partidas["p1"], titulo=titulo)


def _tarea(declaracion: str = "") -> TiradaDeclarada:
    return TiradaDeclarada("tarea", {"dificultad": 3, "reserva": "vigor"}, declaracion=declaracion)


def _tirada(mensaje: Mensaje) -> str:
    """Return the public id of the one roll of a turn."""
    return Tirada.objects.sin_filtrar(MOTIVO).get(mensaje=mensaje).publico


def tiradas(e: Escenario) -> None:
    """Leave rolls voided, with a request to void, with their declaration or prose hidden, continued and in progress."""
    e1, ana, bruno, dani, ahora = _escena(e, "E1"), e.gente["ana"], e.gente["bruno"], e.gente["dani"], e.ahora
    anulaciones.pedir(_tirada(e.mensajes["tirada"]), motivo=e.canario("pide-anular"), por=ana, ahora=ahora)
    privada = _tirada(e.mensajes["tirada-privada"])
    continuaciones.continuar(privada, "repetir", OrdenContinuar(uuid4()), autor=bruno, ahora=ahora)
    for clase, mas in (("anulada", {}), ("anulada-privada", SOLO_DIRECCION)):
        voz, autor = ("Odo", "clara") if clase == "anulada" else ("Mirta", "bruno")
        anulada = e.decir(clase, e1, autor, voz, texto="Un turno anulado.", tiradas=(_tarea(),), **mas)
        anulaciones.anular(_tirada(anulada), motivo=e.canario(clase), por=dani, ahora=ahora)
    tapada = e.decir("tapada", e1, "ana", "Kaelen", tiradas=(_tarea(e.canario("tapada")),))
    declaraciones.ocultar(_tirada(tapada), motivo=e.canario("motivo-tapar"), por=dani, ahora=ahora)
    con_dado = {"texto": e.canario("oculto-dado"), "tiradas": (_tarea(e.canario("oculto-declaracion")),)}
    moderacion.ocultar(e.decir("oculto-dado", e1, "ana", "Kaelen", **con_dado), motivo="No.", por=dani, ahora=ahora)
    for clase, autor, voz, mas in (
        ("en-curso", "bruno", "Mirta", {}),
        ("en-curso-dj", "ana", "Kaelen", SOLO_DIRECCION),
    ):
        turno = turnos.OrdenTurno(clave=uuid4(), personaje=e.publico(voz), **mas)
        orden = en_curso.OrdenTirar(turno, _tarea(e.canario(clase)), uuid4())
        e.mensajes[clase] = en_curso.tirar(e1, orden, autor=e.gente[autor], ahora=ahora).mensaje


def voces(e: Escenario) -> None:
    """Let two secret PNJ speak: one that all knew when it did, one to Kaelen alone."""
    p1, e1, dani, ahora = e.partidas["p1"], _escena(e, "E1"), e.gente["dani"], e.ahora
    for clase, secreto in (("pnj-dicho", False), ("pnj-voz", True)):
        fila = reparto.pnj_rapido(p1, nombre=e.canario(clase), nivel=3, por=dani, ahora=ahora, secreto=secreto)
        e.reparto[clase] = fila
    e.decir("pnj-dicho", e1, "dani", "pnj-dicho", texto="Lo dije delante de todos.")
    cesiones.esconder_pnj(e.reparto["pnj-dicho"], por=dani, ahora=ahora)
    a_kaelen = {"visibilidad": Visibilidad.DESTINATARIOS, "destinatarios": (e.publico("Kaelen"),)}
    e.decir("pnj-voz-texto", e1, "dani", "pnj-voz", **a_kaelen)


def combate(e: Escenario) -> None:
    """Let Kaelen fight in E1 with the secret PNJ that has a whole sheet."""
    luchan = (e.publico("Kaelen"), e.publico("noche"))
    asalto.meter(_escena(e, "E1"), luchan, por=e.gente["dani"], ahora=e.ahora)


def traslados(e: Escenario) -> None:
    """Move a turn to the secret scene, narrow another, and roll in that scene."""
    e1, dani, ahora = _escena(e, "E1"), e.gente["dani"], e.ahora
    secreta = _escena(e, e.canario("escena"))
    moderacion.mover(e.decir("movido", e1, "ana", "Kaelen"), destino=secreta, por=dani, ahora=ahora)
    estrecho = e.decir("estrechado", e1, "ana", "Kaelen")
    lectores.cambiar(estrecho, visibilidad=Visibilidad.DIRECCION, destinatarios=(), por=dani, ahora=ahora)
    e.decir("escena-tirada", secreta, "bruno", "Mirta", tiradas=(_tarea(e.canario("escena-tirada")),))


def palabras(e: Escenario) -> None:
    """Open P6, of a system whose players ask for the direction's word: one waits, one is private, one was refused."""
    dani, ahora = e.gente["dani"], e.ahora
    p6 = partidas.crear(DatosPartida(titulo=e.canario("p6"), sistema=CON_PALABRA), direccion=dani, ahora=ahora)
    e.partidas["p6"] = p6
    plantillas = {plantilla.clave: dict(plantilla.ficha) for plantilla in motor.sistema(CON_PALABRA).plantillas}
    for nombre, voz, plantilla in (("ana", "Sila", "gladiador"), ("bruno", "Taro", "ladron")):
        persona = e.gente[nombre]
        reparto.sentar(p6, persona, Participante.Papel.JUGADOR, ahora)
        ficha = plantillas[plantilla]
        e.reparto[voz] = reparto.incorporar(p6, nombre=voz, ficha=ficha, por=persona, ahora=ahora)
    escena = escenas.abrir(p6, titulo="La única", por=dani, ahora=ahora)
    datos = {"descripcion": "Hay una cuerda.", "aprobado_dj": True}
    casos: tuple[tuple[str, dict[str, Any]], ...] = (
        ("palabra", {}),
        ("palabra-dj", SOLO_DIRECCION),
        ("motivo-negar", {}),
    )
    for clase, mas in casos:
        declarado = "" if clase == "motivo-negar" else e.canario(clase)
        giro = TiradaDeclarada("giro_del_destino", datos, declaracion=declarado)
        e.decir(clase, escena, "ana", "Sila", texto="Salto a por ella.", tiradas=(giro,), **mas)
    negada = SolicitudDePalabra.objects.sin_filtrar(MOTIVO).get(mensaje=e.mensajes["motivo-negar"])
    palabra.negar(negada.publico, motivo=e.canario("motivo-negar"), por=dani, ahora=ahora)


def del_sitio(e: Escenario) -> None:
    """Make an invitation to the site, with its note."""
    invitaciones.crear_invitacion(e.gente["mod"], usos=1, dias=7, nota=e.canario("nota-invitacion"), ahora=e.ahora)
