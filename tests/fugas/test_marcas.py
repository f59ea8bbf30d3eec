"""Badge = list, whatever happens: each count is as long as what its link opens, and as an oracle kept by hand says.

The machine of `test_estados`, with readers who also read.
"""

from __future__ import annotations

import os
import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from cuentas.lectura import Lectura
from partidas.consultas import hilo
from partidas.consultas import marcas as consultas
from partidas.dominio import marcas
from partidas.models import Marca, Saltado
from tests.fugas.modelo import PUBLICADO
from tests.fugas.superficies import ROLES, SIGUIENTE
from tests.fugas.test_estados import Mundo, Partidas, uno

pytestmark = pytest.mark.django_db

EJEMPLOS, PASOS = (200, 30) if os.environ.get("LARGO") == "1" else (3, 14)
LEEN = ("dani", "codi", "ana", "bruno", "esp", "kike", "ines")
PAGINAS = ("ana", "bruno", "esp", "dani", "codi", "kike", "eva", "ines", "anon")


class ConMarcas(Partidas):
    """The oracle: for each person, the places (message, scene and place in it) that they have read."""

    def __init__(self) -> None:
        super().__init__()
        self.leidos: dict[str, set[tuple[str, str, int]]] = {rol: set() for rol in ROLES}
        self.toca = ""
        self.antes: dict[str, tuple[str, set[tuple[str, str, int]], str]] = {}

    @initialize(desde=uno)
    def empezar(self, desde: int) -> None:
        """Begin as every machine does; some read to the end what is theirs, and then a whisper is told to all."""
        super().empezar(desde)
        self.decir("dani", "e0")
        for rol in ("ana", "bruno", "esp", "kike"):
            self.leer(len(self.m.mensajes) - 1, rol)
        self.dirigir(1, "todos", [], suyo=False)
        self.toca = "esp"

    def sin_leer(self, rol: str, escena: str) -> set[str]:
        """Return what the person has not read of a scene, by the rules."""
        if not (self.m.activa(rol) and self.m.lee_escena(rol, escena)):
            return set()
        return {
            clave
            for clave, m in self.m.mensajes.items()
            if m.escena == escena
            and m.estado == PUBLICADO
            and m.autor != rol
            and self.m.lee(rol, m)
            and (clave, escena, m.orden) not in self.leidos[rol]
        }

    def puede(self, rol: str, clave: str) -> bool:
        m = self.m.mensajes[clave]
        return self.m.activa(rol) and self.m.lee_escena(rol, m.escena) and self.m.ocupa(rol, m)

    @rule(n=uno, rol=st.sampled_from(LEEN))
    def leer(self, n: int, rol: str) -> None:
        clave = self.cual(n)
        self.toca = rol
        lote = self.hacer(marcas.leer_hasta, self.mensaje(clave), por=rol)
        assert self.puede(rol, clave) or lote is False
        if lote:
            hasta = self.m.mensajes[clave]
            nuevos = {
                (otra, hasta.escena, m.orden)
                for otra, m in self.m.mensajes.items()
                if m.escena == hasta.escena and m.orden <= hasta.orden and self.m.lee(rol, m)
            }
            self.antes[rol] = lote, set(self.leidos[rol]), hasta.escena
            self.leidos[rol] |= nuevos

    @rule(n=uno, rol=st.sampled_from(LEEN))
    def no_leer(self, n: int, rol: str) -> None:
        clave = self.cual(n)
        self.toca = rol
        lote = self.hacer(marcas.no_leido_desde, self.mensaje(clave), por=rol)
        if lote:
            desde = self.m.mensajes[clave]
            self.antes[rol] = lote, set(self.leidos[rol]), desde.escena
            self.leidos[rol] -= {uno for uno in self.leidos[rol] if uno[1] == desde.escena and uno[2] >= desde.orden}

    @rule(rol=st.sampled_from(LEEN))
    def deshacer(self, rol: str) -> None:
        """Take back the last act of the person."""
        if rol in self.antes:
            self.toca = rol
            lote, antes, escena = self.antes.pop(rol)
            assert marcas.deshacer(lote, por=self.gente[rol])
            self.leidos[rol] = {x for x in self.leidos[rol] if x[1] != escena} | {x for x in antes if x[1] == escena}

    @invariant()
    def cada_cual_ve_lo_suyo(self) -> None:
        """Compare, for one role at each step: the numbers, the lists that their links open, and the oracle."""
        if not self.m.escenas:
            return
        rol, self.toca = self.toca or PAGINAS[self.mirada % len(PAGINAS)], ""
        self.mirada += 1
        debido = {clave: self.sin_leer(rol, clave) for clave in self.m.escenas}
        con_algo = {clave for clave, cosas in debido.items() if cosas}
        filas = list(Marca.objects.sin_filtrar("test").values()), list(Saltado.objects.sin_filtrar("test").values())
        if rol != "anon":
            assert consultas.cuantas_partidas(self.gente[rol]) == bool(con_algo), rol
        inicio, cubierta = self.sitio.pagina(rol, "/"), self.sitio.pagina(rol, self._ruta("partida"))
        assert len(re.findall(r'class="insignia">1<', inicio)) == bool(con_algo), rol
        for clave, cosas in debido.items():
            ruta = self._ruta("escena", self.sitio.escenas[clave])
            en_linea = f'<a href="{ruta}#nuevo">'
            for pagina in (inicio, cubierta):
                assert (en_linea in pagina) == bool(cosas), (rol, clave)
            numero = re.search(rf'<h3>{re.escape(en_linea)}.*?class="sin-leer">(\d+) sin leer<', cubierta, re.DOTALL)
            assert (int(numero[1]) if numero else 0) == len(cosas), (rol, clave)
            nuevos, linea = self._en_el_hilo(rol, ruta)
            assert nuevos == {self.sitio.mensajes[cosa] for cosa in cosas}, (rol, clave)
            primero = min(cosas, key=lambda cosa: self.m.mensajes[cosa].orden, default="")
            assert linea == self.sitio.mensajes.get(primero, ""), (rol, clave)
        assert filas == (
            list(Marca.objects.sin_filtrar("test").values()),
            list(Saltado.objects.sin_filtrar("test").values()),
        ), "looking moved something"

    def _ruta(self, vista: str, *mas: str) -> str:
        return reverse(vista, args=[self.sitio.partida, *mas])

    def _en_el_hilo(self, rol: str, ruta: str) -> tuple[set[str], str]:
        """Read from where the link leads to the end: what says that it is unread, and what the line stands before."""
        nuevos: set[str] = set()
        pagina = self.sitio.pagina(rol, ruta)
        linea = re.search(r'id="nuevo">.*?id="m-([\w-]{11})"', pagina, re.DOTALL)
        while True:
            nuevos |= set(re.findall(r'data-nuevo id="m-([\w-]{11})"', pagina))
            otra = SIGUIENTE.search(pagina)
            if not otra:
                return nuevos, linea[1] if linea else ""
            pagina = self.sitio.pagina(rol, ruta + unescape(otra[1]))


def recorrer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lectura, "mensajes_por_pagina", 3)
    monkeypatch.setattr(hilo, "TAMANO", 3)
    perfil: Any = settings(
        max_examples=EJEMPLOS, stateful_step_count=PASOS, derandomize=True, database=None, deadline=None,
        phases=(Phase.generate,), suppress_health_check=list(HealthCheck), print_blob=False,
    )  # fmt: skip
    run_state_machine_as_test(type("Maquina", (ConMarcas,), {"mundo": Mundo(), "miradas": 0}), settings=perfil)


def test_tra_15_16_cada_numero_es_lo_que_abre_su_enlace_pase_lo_que_pase(monkeypatch):
    recorrer(monkeypatch)


def test_la_maquina_nota_una_marca_que_olvida_lo_que_salto(monkeypatch):
    monkeypatch.setattr(marcas, "_no_vistos", lambda *_args: [])
    monkeypatch.setattr(marcas, "_ausentes", lambda *_args: [])

    with pytest.raises(AssertionError):
        recorrer(monkeypatch)
