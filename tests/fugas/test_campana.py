"""The badge of the bell is as long as its list, for every role, whatever happens, told or still in the queue.

The machine of `test_marcas`, with a worker that tells facts when it gets to it, and people who open and mute.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

from cuentas.lectura import Lectura
from partidas.consultas import avisos as consultas
from partidas.consultas import hilo
from partidas.dominio import campana, rutinas
from partidas.models import Aviso, Trabajo
from tests.fabrica import AHORA
from tests.fugas.test_estados import Mundo, uno
from tests.fugas.test_marcas import EJEMPLOS, LEEN, PAGINAS, PASOS, ConMarcas

pytestmark = pytest.mark.django_db
INSIGNIA = re.compile(r'class="insignia insignia--avisos">(\d+)<')


class ConCampana(ConMarcas):
    """The oracle: nothing that the person does not read now, and as many new rows as the badge says."""

    @rule()
    def contar_hechos(self) -> None:
        """Let the worker tell what waits."""
        for trabajo in Trabajo.objects.filter(tipo="suceso", estado="pendiente").order_by("pk"):
            rutinas.repartir(trabajo.datos, trabajo.creado)
            Trabajo.objects.filter(pk=trabajo.pk).update(estado="hecho", hecho=AHORA)

    @rule(n=uno, rol=st.sampled_from(LEEN))
    def abrir_aviso(self, n: int, rol: str) -> None:
        """Open a row of one's own, or all of them."""
        filas = consultas.pagina(self.gente[rol]).filas
        if filas:
            cual = filas[n % len(filas)].aviso.publico
            campana.leer(cual, por=self.gente[rol], ahora=AHORA)
        else:
            campana.leer_todo(por=self.gente[rol], ahora=AHORA)

    @invariant()
    def la_insignia_es_la_lista(self) -> None:
        """Compare, for one role at each step, the badge, the rows of the page and what the rules let them read."""
        if not self.m.escenas:
            return
        rol = PAGINAS[self.mirada % len(PAGINAS)]
        antes = list(Aviso.objects.sin_filtrar("test").values())
        paginas = self.sitio.paginas(rol, "/avisos/")
        nuevos = paginas.count('<span class="sin-leer">nuevo</span>')
        assert (rol == "anon") == (paginas == "")
        assert {int(n) for n in INSIGNIA.findall(paginas)} == ({nuevos} if nuevos else set()), rol
        if rol != "anon":
            assert consultas.cuantos(self.gente[rol]) == nuevos, rol
            for fila in (f for f in antes if f["usuario_id"] == self.gente[rol].pk and f["mensaje_id"]):
                clave = next((c for c, m in self.sitio.mensajes.items() if m == self._publico(fila)), None)
                if clave is not None and fila["publico"] in paginas:
                    assert self.m.activa(rol), rol
                    assert self.m.lee(rol, self.m.mensajes[clave]), (rol, clave)
        assert antes == list(Aviso.objects.sin_filtrar("test").values()), "looking changed something"

    def _publico(self, fila: dict[str, Any]) -> str:
        aviso = Aviso.objects.sin_filtrar("test").select_related("mensaje").get(pk=fila["id"])
        return aviso.mensaje.publico if aviso.mensaje else ""


def test_tra_09_10_15_la_insignia_de_la_campana_es_su_lista_pase_lo_que_pase(monkeypatch):
    monkeypatch.setattr(Lectura, "mensajes_por_pagina", 3)
    monkeypatch.setattr(hilo, "TAMANO", 3)
    monkeypatch.setattr(consultas, "TAMANO", 4)
    perfil: Any = settings(
        max_examples=EJEMPLOS, stateful_step_count=PASOS, derandomize=True, database=None, deadline=None,
        phases=(Phase.generate,), suppress_health_check=list(HealthCheck), print_blob=False,
    )  # fmt: skip
    run_state_machine_as_test(type("Maquina", (ConCampana,), {"mundo": Mundo(), "miradas": 0}), settings=perfil)
