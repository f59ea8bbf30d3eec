"""Turns, whatever happens: a machine of verbs chosen by lot, and what must hold after each of them."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from partidas.dominio import cesiones, escenas, partidas, plazas, plazos, ronda, turnos, vez
from partidas.dominio.errores import DatoInvalido, NoExiste, NoPermitido, NoProcede
from partidas.dominio.vez import Turnos
from partidas.models import Escena, Participante, Partida, Pendiente, PuestoEnTurno, Reparto
from tests import fabrica
from tests.fabrica import AHORA

pytestmark = pytest.mark.django_db

EJEMPLOS, PASOS = (200, 40) if os.environ.get("LARGO") == "1" else (6, 20)
ESPERABLES = (DatoInvalido, NoExiste, NoPermitido, NoProcede)
quienes, modos = st.sampled_from(("ana", "bruno", "clara")), st.sampled_from(("libre", "rondas", "orden"))


class Vez(RuleBasedStateMachine):
    """Three players, one scene, its direction; the clock goes on with each verb."""

    def __init__(self) -> None:
        super().__init__()
        self.punto = transaction.savepoint()
        self.mesa = fabrica.mesa()
        self.ahora = AHORA
        clara = fabrica.cuenta("clara")
        fabrica.sentar(self.mesa.partida, clara, "jugador", AHORA)
        self.gente = {"ana": self.mesa.ana, "bruno": self.mesa.bruno, "clara": clara}
        nora = fabrica.personaje(self.mesa.partida, clara, "Nora", fabrica.FICHA)
        self.pj = {"ana": self.mesa.kaelen, "bruno": self.mesa.mirta, "clara": nora}
        self.escritos: set[tuple[int, str]] = set()

    def teardown(self) -> None:
        """Leave the database as it was."""
        transaction.savepoint_rollback(self.punto)

    @property
    def escena(self) -> Escena:
        return Escena.objects.sin_filtrar("test").get(pk=self.mesa.escena.pk)

    def intentar(self, verbo, *args, **kwargs) -> object:
        self.ahora += timedelta(hours=7)
        try:
            with transaction.atomic():
                return verbo(*args, ahora=self.ahora, **kwargs)
        except ESPERABLES:
            return None

    def owed(self) -> list[Pendiente]:
        filas = Pendiente.objects.sin_filtrar("test").filter(clase="turno", saldado__isnull=True)
        return list(filas.select_related("personaje", "para"))

    @initialize(modo=modos)
    def empezar(self, modo: str) -> None:
        self.cambiar(modo, al_vencer="saltar", direccion=True)

    @rule(modo=modos, al_vencer=st.sampled_from(("avisar", "saltar", "mover")), direccion=st.booleans())
    def cambiar(self, modo: str, al_vencer: str, direccion: bool) -> None:
        orden = (self.pj["bruno"].personaje.publico, *(("direccion",) if direccion else ()))
        self.intentar(vez.configurar, self.escena, Turnos(modo, 36, al_vencer, orden), por=self.mesa.dani)
        self.escritos.clear()

    @rule(quien=quienes)
    def escribir(self, quien: str) -> None:
        """Publish as a player: it counts for whoever owes it, once in a round."""
        antes, numero = {fila.clave for fila in self.owed()}, self.escena.ronda
        hecho = self.intentar(turnos.publicar, self.escena, fabrica.orden(self.pj[quien]), autor=self.gente[quien])
        clave = ronda.clave(self.escena, self.pj[quien].personaje)
        if hecho is not None and clave in antes and self.escena.modo != "libre":
            assert (numero, clave) not in self.escritos
            self.escritos.add((numero, clave))

    @rule()
    def dirigir(self) -> None:
        self.intentar(turnos.publicar, self.escena, fabrica.orden(), autor=self.mesa.dani)

    @rule(quien=quienes, que=st.sampled_from(("pasar", "saltar", "empujar")))
    def sobre_un_turno(self, quien: str, que: str) -> None:
        por = self.gente[quien] if que == "pasar" else self.mesa.dani
        self.intentar(getattr(vez, que), self.escena, self.pj[quien].personaje.publico, por=por)

    @rule(quien=quienes)
    def dar(self, quien: str) -> None:
        self.intentar(vez.dar, self.escena, self.pj[quien].personaje.publico, por=self.mesa.dani)
        self.escritos.clear()

    @rule()
    def abrir(self) -> None:
        self.intentar(vez.abrir_ronda, self.escena, por=self.mesa.dani)

    @rule()
    def cerrar_o_reabrir(self) -> None:
        hacer = escenas.cerrar if self.escena.estado == "abierta" else escenas.reabrir
        self.intentar(hacer, self.escena, por=self.mesa.dani)

    @rule(quien=quienes)
    def irse_o_volver(self, quien: str) -> None:
        plaza = Participante.objects.sin_filtrar("test").get(partida=self.mesa.partida, usuario=self.gente[quien])
        if plaza.estado == "activa":
            self.intentar(plazas.expulsar, plaza, motivo="Eh", por=self.mesa.dani)
        else:
            self.intentar(plazas.readmitir, plaza, por=self.mesa.dani)

    @rule(quien=quienes, a=quienes)
    def entregar(self, quien: str, a: str) -> None:
        fila = Reparto.objects.sin_filtrar("test").get(personaje=self.pj[quien].personaje, hasta__isnull=True)
        self.intentar(cesiones.entregar, fila, a=self.gente[a], por=self.mesa.dani)

    @rule(dentro=st.sets(quienes))
    def presentes(self, dentro: set[str]) -> None:
        pjs = [self.pj[quien].personaje.publico for quien in sorted(dentro)]
        self.intentar(escenas.cambiar_presentes, self.escena, presentes=pjs, por=self.mesa.dani)

    @rule()
    def pausar_o_reanudar(self) -> None:
        partida = Partida.objects.sin_filtrar("test").get(pk=self.mesa.partida.pk)
        hacer = partidas.pausar if partida.estado == "en_juego" else partidas.reanudar
        self.intentar(hacer, partida, por=self.mesa.dani)

    @rule(horas=st.integers(1, 60))
    def pasar_horas(self, horas: int) -> None:
        self.ahora += timedelta(hours=horas)
        plazos.vigilar(self.ahora)

    @invariant()
    def se_cumple(self) -> None:
        """Check what the plan says of turns."""
        partida = Partida.objects.sin_filtrar("test").get(pk=self.mesa.partida.pk)
        escena, deben = self.escena, self.owed()
        cuentan = ronda.candidatos(partida, escena)
        if escena.estado == "cerrada":
            assert deben == []
        if escena.modo == "orden":
            assert len(deben) <= 1
        assert {fila.personaje_id for fila in deben if fila.personaje_id} <= set(cuentan)
        for fila in deben:
            if fila.personaje_id and fila.para_id:
                assert fila.para_id == cuentan[fila.personaje_id].usuario_id
        if escena.modo == "rondas" and escena.estado == "abierta":
            pendientes = PuestoEnTurno.objects.sin_filtrar("test").filter(escena=escena, estado="pendiente")
            faltan = {p.personaje_id for p in pendientes if p.personaje_id in cuentan}
            assert {f.personaje_id for f in deben} == (faltan or ({None} if cuentan else set()))
        if partida.estado == "en_juego" and escena.modo == "orden" and escena.estado == "abierta" and cuentan:
            assert len(deben) == 1


def test_los_turnos_pase_lo_que_pase() -> None:
    run_state_machine_as_test(
        Vez,
        settings=settings(
            max_examples=EJEMPLOS,
            stateful_step_count=PASOS,
            deadline=None,
            derandomize=True,
            database=None,
            phases=(Phase.generate,) if EJEMPLOS < 10 else (Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        ),
    )
