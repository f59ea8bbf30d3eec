"""Play a script with the verbs that everybody uses: real turns, real dice, and the clock running in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import cycle
from typing import Any
from uuid import uuid4

from cuentas.models import Usuario
from partidas.demostracion.guion import Acto, FinDeJornada, Guion, Lance, Papel, Segun, Turno, prosa
from partidas.dominio import continuaciones, escenas, partidas, reparto, turnos
from partidas.dominio.continuaciones import OrdenContinuar
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Escena, Mensaje, Partida, Reparto, Tirada

SISTEMA = "strange"
RITMO = (5, 2, 9, 3, 14, 1, 6, 4)
"""Hours between one turn and the next, over and over."""
UN_RATO = timedelta(minutes=4)
RESERVAS = ("vigor", "velocidad", "intelecto")


def duracion(guion: Guion) -> timedelta:
    """Return how long the script takes, from the opening of the partida to its last turn."""
    pasos = sum(len(parte.turnos) if isinstance(parte, Acto) else 1 for parte in guion.obra)
    ritmo = cycle(RITMO)
    return timedelta(hours=sum(next(ritmo) for _paso in range(pasos)))


def representar(guion: Guion, gente: Mapping[str, Usuario], *, hasta: datetime) -> Partida:
    """Play the whole script, whose last turn is at `hasta`; `gente` are the accounts by name."""
    return _Funcion(guion, gente, hasta - duracion(guion)).representar()


@dataclass(slots=True)
class _Funcion:
    """One performance: the clock, who is who, and how the last roll ended."""

    guion: Guion
    gente: Mapping[str, Usuario]
    cuando: datetime
    elenco: dict[str, Reparto] = field(default_factory=dict)
    escenas: dict[str, Escena] = field(default_factory=dict)
    ultima: Tirada | None = None

    @property
    def dirige(self) -> Usuario:
        return self.gente[self.guion.dirige]

    def representar(self) -> Partida:
        datos = DatosPartida(
            titulo=self.guion.titulo,
            sistema=SISTEMA,
            premisa=prosa(self.guion.premisa),
            acceso=Partida.Acceso.PUBLICA,
            admite=True,
            ingreso=Partida.Ingreso.LIBRE,
        )
        partida = partidas.crear(datos, direccion=self.dirige, ahora=self.cuando)
        for papel in self.guion.elenco:
            self.elenco[papel.nombre] = self._repartir(partida, papel)
        propias = Escena.objects.visibles_para(self.dirige).filter(partida=partida)
        self.escenas = {escena.titulo: escena for escena in propias}
        ritmo = cycle(RITMO)
        for parte in self.guion.obra:
            if isinstance(parte, FinDeJornada):
                self.cuando += timedelta(hours=next(ritmo))
                self._cerrar_jornada()
                continue
            escena = self._escena(partida, parte)
            for turno in parte.turnos:
                self.cuando += timedelta(hours=next(ritmo))
                self._publicar(escena, turno)
            if parte.cierra:
                escenas.cerrar(escena, por=self.dirige, ahora=self.cuando)
        if self.guion.archivada:
            partidas.archivar(partida, por=self.dirige, ahora=self.cuando)
        return partida

    def _repartir(self, partida: Partida, papel: Papel) -> Reparto:
        if not papel.persona:
            return reparto.pnj_rapido(
                partida,
                nombre=papel.nombre,
                nivel=papel.nivel,
                por=self.dirige,
                ahora=self.cuando,
                secreto=papel.secreto,
            )
        persona = self.gente[papel.persona]
        reparto.sentarse(partida, usuario=persona, ahora=self.cuando)
        return reparto.incorporar(
            partida,
            nombre=papel.nombre,
            ficha=papel.ficha,
            presentacion=prosa(papel.presentacion),
            por=persona,
            ahora=self.cuando,
        )

    def _escena(self, partida: Partida, acto: Acto) -> Escena:
        if acto.titulo not in self.escenas:
            self.escenas[acto.titulo] = escenas.abrir(
                partida,
                titulo=acto.titulo,
                lugar=acto.lugar,
                secreta=bool(acto.presentes),
                presentes=[self._publico(nombre) for nombre in acto.presentes],
                por=self.dirige,
                ahora=self.cuando,
            )
        return self.escenas[acto.titulo]

    def _publico(self, nombre: str) -> str:
        return self.elenco[nombre].personaje.publico

    def _cerrar_jornada(self) -> None:
        """End the day for every PJ, as the direction does by hand: their rests begin anew."""
        escena = next(reversed(self.escenas.values()))
        pjs = [papel.nombre for papel in self.guion.elenco if papel.persona]
        tiradas = tuple(TiradaDeclarada("nuevo_dia", personaje=self._publico(nombre)) for nombre in pjs)
        orden = turnos.OrdenTurno(clave=uuid4(), tiradas=tiradas)
        turnos.publicar(escena, orden, autor=self.dirige, ahora=self.cuando)

    def _publicar(self, escena: Escena, turno: Turno) -> None:
        voz = self.elenco.get(turno.quien)
        autor = (voz.usuario or self.dirige) if voz else self.gente.get(turno.quien, self.dirige)
        visibilidad = Mensaje.Visibilidad.TODOS
        if turno.para:
            visibilidad = Mensaje.Visibilidad.DESTINATARIOS
        elif turno.solo_direccion:
            visibilidad = Mensaje.Visibilidad.DIRECCION
        orden = turnos.OrdenTurno(
            clave=uuid4(),
            texto=prosa(self._elegir(turno.texto)),
            notas=prosa(turno.notas),
            notas_direccion=turno.notas_direccion,
            personaje=self._publico(turno.quien) if voz else "",
            visibilidad=visibilidad,
            destinatarios=tuple(self._publico(nombre) for nombre in turno.para),
            tiradas=(self._declarar(turno.lance),) if turno.lance else (),
        )
        mensaje = turnos.publicar(escena, orden, autor=autor, ahora=self.cuando).mensaje
        if turno.lance:
            tirada = Tirada.objects.visibles_para(autor).get(mensaje=mensaje)
            self.ultima = self._seguir(tirada, turno.lance, autor)

    def _declarar(self, lance: Lance) -> TiradaDeclarada:
        return TiradaDeclarada(
            lance.accion,
            lance.datos,
            personaje=self._publico(lance.con) if lance.con else "",
            objetivo=self._publico(lance.contra) if lance.contra else "",
            declaracion=lance.que,
        )

    def _elegir(self, texto: str | Segun) -> str:
        if isinstance(texto, str):
            return texto
        respuesta = self.ultima.respuesta if self.ultima else {}
        if respuesta.get("exito") is False:
            return texto.mal
        con_efecto = str(respuesta.get("grado")).startswith("efecto")
        return texto.efecto if con_efecto and texto.efecto else texto.bien

    def _seguir(self, tirada: Tirada, lance: Lance, autor: Usuario) -> Tirada:
        """Take what the roll offers, as its player would: another try, the best effect, the points of a rest.

        Returns the roll that counts: the last try, not what was done with it.
        """
        if lance.insiste and tirada.respuesta["exito"] is False:
            tirada = self._continuar(tirada, "repetir", {}, autor)
        efectos = [opcion for opcion in tirada.respuesta["opciones"] if opcion.startswith("efecto")]
        if efectos:
            self._continuar(tirada, efectos[0], {}, autor)
        elif "reparto" in tirada.respuesta["opciones"]:
            self._continuar(tirada, "reparto", _puntos(tirada.respuesta["ficha"]), autor)
        return tirada

    def _continuar(self, tirada: Tirada, opcion: str, datos: Mapping[str, Any], autor: Usuario) -> Tirada:
        if opcion not in tirada.respuesta["opciones"]:
            return tirada
        orden = OrdenContinuar(uuid4(), datos)
        return continuaciones.continuar(tirada.publico, opcion, orden, autor=autor, ahora=self.cuando + UN_RATO)


def _puntos(ficha: Mapping[str, Any]) -> dict[str, int]:
    """Share the points of a rest where they are lacking, in the order of the sheet."""
    pendiente, puntos = ficha["recuperacion_pendiente"], {}
    for reserva in RESERVAS:
        puntos[reserva] = min(pendiente, ficha[reserva]["maximo"] - ficha[reserva]["reserva"])
        pendiente -= puntos[reserva]
    return puntos
