"""Take what a roll offers as its players would: another try, the options of the script, the other side's answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from cuentas.models import Usuario
from partidas.demostracion.guion import Lance
from partidas.dominio import continuaciones, palabra
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.errores import TiradaRechazada
from partidas.models import Tirada
from partidas.ofertas import palabra_de
from reglas import motor

RESERVAS = ("vigor", "velocidad", "intelecto")
INSISTIR = ("repetir", "suerte_de_los_dioses")
"""What each game calls another try."""


@dataclass(frozen=True, slots=True)
class Mesa:
    """Who is at the table of a roll: who threw, who plays the other sheet, who directs; and when they go on."""

    autor: Usuario
    contra: Usuario
    dirige: Usuario
    cuando: datetime


@dataclass(slots=True)
class Cadena:
    """A roll and all that was taken from it."""

    lance: Lance
    mesa: Mesa
    tiradas: list[Tirada]
    decisiva: Tirada
    """The try that counts: what was done with it afterwards does not say whether it succeeded."""

    def seguir(self) -> None:
        """Go on for as long as the script has something to take and the roll offers it."""
        if not self._tomar(self.lance.toma) and self.lance.insiste and self.decisiva.respuesta["exito"] is False:
            self._tomar(INSISTIR)
            self.decisiva = self.tiradas[-1]
            self._tomar(self.lance.toma)
        self._tomar(self.lance.responde)
        self._de_strange()

    @property
    def hechos(self) -> frozenset[str]:
        """Return what happened, in the words of `Segun.casos`."""
        quien = self.tiradas[0].objetivo_id or self.tiradas[0].personaje_id
        juego, ficha = motor.sistema(self.tiradas[0].sistema), None
        for tirada in self.tiradas:
            lado = "ficha" if tirada.personaje_id == quien else "objetivo"
            ficha = tirada.respuesta.get(lado) or ficha
        estados = {str(juego.estado(ficha))} if ficha and juego.hoja_unica else set()
        grados = {f"{tirada.accion}:{tirada.respuesta['grado']}" for tirada in self.tiradas}
        nada = {f"{t.accion}:nada" for t in self.tiradas if t.respuesta["detalle"].get("dano") == 0}
        return frozenset({tirada.accion for tirada in self.tiradas} | grados | nada | estados)

    def _tomar(self, opciones: Sequence[str]) -> int:
        """Take those options of the last roll of the chain, and of what comes of it; returns how many."""
        tomadas = 0
        for opcion in opciones:
            tomadas += self._continuar(opcion, self._datos(opcion))
        return tomadas

    def _continuar(self, opcion: str, datos: Mapping[str, Any]) -> bool:
        """Take one option, if it is there and the rules take it; what only the direction grants is asked of it."""
        tirada = self.tiradas[-1]
        juego, respuesta = motor.sistema(tirada.sistema), tirada.respuesta
        if opcion not in (*respuesta["opciones"], *juego.opciones_objetivo(respuesta)):
            return False
        continuacion, orden = juego.continuaciones[opcion], OrdenContinuar(uuid4(), datos)
        quien = self._quien(tirada, opcion)
        concede = palabra_de(juego.acciones[continuacion.accion or ""], datos) and quien != self.mesa.dirige
        try:
            if concede:
                pedida = palabra.pedir(tirada.publico, opcion, orden, por=quien, ahora=self.mesa.cuando)
                hecha = palabra.conceder(pedida.publico, por=self.mesa.dirige, ahora=self.mesa.cuando).tirada
            else:
                hecha = continuaciones.continuar(tirada.publico, opcion, orden, autor=quien, ahora=self.mesa.cuando)
        except TiradaRechazada:
            return False
        if hecha is None:
            return False
        self.tiradas.append(hecha)
        return True

    def _quien(self, tirada: Tirada, opcion: str) -> Usuario:
        """Return who takes an option: whoever plays the sheet that acts in it."""
        lado = motor.sistema(tirada.sistema).actua(tirada.respuesta, opcion)
        responde = len(self.tiradas) > 1 and tirada.personaje_id == self.tiradas[0].objetivo_id
        return self.mesa.contra if lado == "objetivo" or responde else self.mesa.autor

    def _datos(self, opcion: str) -> dict[str, Any]:
        """Return what the option is declared with; where there is something to choose, as many wishes as it grants."""
        datos = dict(self.lance.con_datos.get(opcion, {}))
        elecciones = self.tiradas[-1].respuesta["detalle"].get("elecciones", 0)
        if elecciones and opcion == "danar":
            datos["opciones"] = list(self.lance.elige[:elecciones])
        return datos

    def _de_strange(self) -> None:
        """Take the best effect, or share the points of a rest unless they are left to the night."""
        opciones = self.decisiva.respuesta["opciones"]
        efectos = [opcion for opcion in opciones if opcion.startswith("efecto")]
        if efectos:
            self._continuar(efectos[0], {})
        elif "reparto" in opciones and not self.lance.deja:
            self._continuar("reparto", puntos(self.decisiva.respuesta["ficha"]))


def seguir(tirada: Tirada, lance: Lance, mesa: Mesa) -> Cadena:
    """Take all that a roll offers and its script wants."""
    cadena = Cadena(lance, mesa, [tirada], tirada)
    cadena.seguir()
    return cadena


def puntos(ficha: Mapping[str, Any]) -> dict[str, int]:
    """Share the points of a rest where they are lacking, in the order of the sheet."""
    pendiente, reparto = ficha["recuperacion_pendiente"], {}
    for reserva in RESERVAS:
        reparto[reserva] = min(pendiente, ficha[reserva]["maximo"] - ficha[reserva]["reserva"])
        pendiente -= reparto[reserva]
    return reparto
