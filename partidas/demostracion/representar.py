"""Play a script with the verbs that everybody uses: real turns, real dice, and the clock running in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import cycle
from uuid import uuid4

from cuentas.models import Usuario
from partidas.demostracion import seguir
from partidas.demostracion.guion import (
    SI_NO,
    Acto,
    Combate,
    FinDeJornada,
    Guion,
    Lance,
    Mesa,
    Papel,
    Segun,
    Turno,
    prosa,
)
from partidas.dominio import asalto, cierres, direccion, escenas, partidas, reparto, turnos
from partidas.dominio.cierres import AjustesDeDias
from partidas.dominio.errores import TiradaRechazada
from partidas.dominio.partidas import DatosPartida
from partidas.dominio.tiradas import TiradaDeclarada
from partidas.models import Escena, Mensaje, Partida, Reparto, Tirada
from personajes.models import Personaje

RITMO = (5, 2, 9, 3, 14, 1, 6, 4)
"""Hours between one turn and the next, over and over."""
UN_RATO = timedelta(minutes=4)
DIAS = AjustesDeDias(cierre=Partida.Cierre.A_MANO, hora_corte=240)
"""At this pace a day of the fiction lasts a week of turns: the direction closes it where the story does."""
YA = "ya:"


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
    """One performance: the clock, who is who, how the last roll ended, and all that has happened."""

    guion: Guion
    gente: Mapping[str, Usuario]
    cuando: datetime
    elenco: dict[str, Reparto] = field(default_factory=dict)
    escenas: dict[str, Escena] = field(default_factory=dict)
    ultima: Tirada | None = None
    hechos: frozenset[str] = frozenset()
    memoria: set[str] = field(default_factory=set)

    @property
    def dirige(self) -> Usuario:
        return self.gente[self.guion.dirige]

    def representar(self) -> Partida:
        datos = DatosPartida(
            titulo=self.guion.titulo,
            sistema=self.guion.sistema,
            premisa=prosa(self.guion.premisa),
            acceso=Partida.Acceso.PUBLICA,
            admite=True,
            ingreso=Partida.Ingreso.LIBRE,
        )
        partida = partidas.crear(datos, direccion=self.dirige, ahora=self.cuando)
        cierres.ajustar(partida, DIAS, por=self.dirige, ahora=self.cuando)
        partida.refresh_from_db()
        for papel in self.guion.elenco:
            self.elenco[papel.nombre] = self._repartir(partida, papel)
        propias = Escena.objects.visibles_para(self.dirige).filter(partida=partida)
        self.escenas = {escena.titulo: escena for escena in propias}
        ritmo = cycle(RITMO)
        for parte in self.guion.obra:
            if not isinstance(parte, Acto):
                self.cuando += timedelta(hours=next(ritmo))
                self._entre_actos(partida, parte)
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
        if not papel.persona and papel.ficha:
            return reparto.incorporar(
                partida,
                nombre=papel.nombre,
                ficha=papel.ficha,
                presentacion=prosa(papel.presentacion),
                por=self.dirige,
                ahora=self.cuando,
                clase=Personaje.Clase.PNJ,
                secreto=papel.secreto,
            )
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

    def _entre_actos(self, partida: Partida, parte: FinDeJornada | Combate | Mesa) -> None:
        if isinstance(parte, FinDeJornada):
            self._cerrar_jornada(partida)
            return
        escena, quienes = self.escenas[parte.titulo], tuple(self._publico(nombre) for nombre in parte.quienes)
        if isinstance(parte, Combate):
            asalto.meter(escena, quienes, por=self.dirige, ahora=self.cuando)
            return
        que = direccion.ACCION if parte.accion else direccion.TURNO
        orden = direccion.OrdenDeMesa(uuid4(), que, quienes, parte.accion, parte.datos)
        direccion.aplicar(escena, orden, por=self.dirige, ahora=self.cuando)

    def _cerrar_jornada(self, partida: Partida) -> None:
        """End the day as the direction does by hand: rests begin anew, and what was not shared is."""
        numero = cierres.numero_en_curso(partida)
        cierres.cerrar_ahora(partida, numero=numero, por=self.dirige, ahora=self.cuando)

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
            tiradas=tuple(self._declarar(lance) for lance in (turno.antes, turno.lance) if lance),
        )
        try:
            mensaje = turnos.publicar(escena, orden, autor=autor, ahora=self.cuando).mensaje
        except TiradaRechazada:
            if not turno.si_no:
                raise
            self.ultima, self.hechos = None, frozenset({SI_NO})
            sin_dado = replace(orden, clave=uuid4(), texto=prosa(turno.si_no), tiradas=())
            turnos.publicar(escena, sin_dado, autor=autor, ahora=self.cuando)
            return
        if turno.lance:
            self._seguir(mensaje, turno.lance, autor)

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
        for caso, palabras in texto.casos.items():
            if caso in self.hechos or (caso.startswith(YA) and caso.removeprefix(YA) in self.memoria):
                return palabras
        respuesta = self.ultima.respuesta if self.ultima else {}
        if respuesta.get("exito") is False:
            return texto.mal
        con_efecto = str(respuesta.get("grado")).startswith("efecto")
        return texto.efecto if con_efecto and texto.efecto else texto.bien

    def _seguir(self, mensaje: Mensaje, lance: Lance, autor: Usuario) -> None:
        """Take what the roll of a message offers, and remember how it ended."""
        tirada = Tirada.objects.visibles_para(autor).filter(mensaje=mensaje).order_by("posicion").reverse()[0]
        contra = self.elenco[lance.contra].usuario if lance.contra else None
        mesa = seguir.Mesa(autor, contra or self.dirige, self.dirige, self.cuando + UN_RATO)
        cadena = seguir.seguir(tirada, lance, mesa)
        self.ultima, self.hechos = cadena.decisiva, cadena.hechos
        self.memoria |= self.hechos
